"""Check ``pattern``: a slot's words must, or must not, match a pattern, in linear time."""

from __future__ import annotations

from typing import Literal

import re2
from pydantic import Field, field_validator

from hri.checks.context import Check, CheckContext
from hri.domain.base import Message, Model
from hri.domain.claims import Claim
from hri.domain.rules import RuleOutcome
from hri.domain.slots import SLOTS


class PatternParameters(Model):
    """A pattern of the RE2 dialect (no look-around, no back-references) on each claim of the slot.

    ``part`` says which words of a claim are searched; ``language`` limits the rule to cases in one
    language. *must_match*: one claim at least; *must_not_match*: none.
    """

    pattern: str = Field(min_length=1, max_length=1000)
    mode: Literal["must_match", "must_not_match"]
    part: Literal["text", "anchor", "condition"] = "text"
    language: str | None = None

    @field_validator("pattern")
    @classmethod
    def _compiles(cls, pattern: str) -> str:
        try:
            re2.compile(pattern, _options())
        except re2.error as error:
            raise ValueError(f"the pattern is refused by RE2: {_reason(error)}") from error
        return pattern


def run(context: CheckContext, parameters: PatternParameters) -> RuleOutcome:
    """Violated by each claim that matches, or by a slot none of whose claims does."""
    language = context.circumstances.language
    if not context.claims or parameters.language not in (None, language):
        return context.idle()
    pattern = re2.compile(parameters.pattern, _options())
    hits = [claim for claim in context.claims if pattern.search(_part(claim, parameters.part))]
    if parameters.mode == "must_match":
        breach = context.breach(_message(parameters, ""), context.claims[0])
        return context.judged(() if hits else (breach,))
    return context.judged(context.breach(_message(parameters, claim.text), claim) for claim in hits)


def _options() -> re2.Options:
    options = re2.Options()
    options.log_errors = False
    return options


def _part(claim: Claim, part: str) -> str:
    words: str | None = getattr(claim, part)
    return words or ""


def _message(parameters: PatternParameters, said: str) -> Message:
    return Message(
        id=f"check.pattern.{parameters.mode}", params={"said": said, "pattern": parameters.pattern}
    )


def _reason(error: Exception) -> str:
    reason = error.args[0] if error.args else ""
    return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)


CHECK = Check(parameters=PatternParameters, run=run, slots=SLOTS)
