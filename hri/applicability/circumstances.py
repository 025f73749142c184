"""What is known of a case when its claims are judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple

from hri.domain.ports import KnownFact

PATH_SIGN = " › "
"""Joins the branches of a condition, outermost first."""


class Branch(NamedTuple):
    """A path of tabs and cases under which a chapter of a source has passages."""

    source_id: str
    chapter: str
    path: str


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is known of the case a claim is judged in.

    ``branches`` are those of the procedure's sources in the language of the case. Paths with one
    parent in one chapter of one source exclude each other once the question names one.
    """

    question: str
    language: str
    procedure_id: str | None
    jurisdiction: str
    on: date
    covers: Mapping[str, tuple[str, ...]]
    branches: tuple[Branch, ...] = ()
    named_share: float = 0.5
    """Policy's ``named_share``: how much of a branch's words a question must hold to name it."""
    stated: Circumstances | None = None
    """The same with the words of one claim for the question, where they name a branch."""
    standings: dict[str, object] = field(default_factory=dict, repr=False, compare=False)
    """By source, how its branches stand to this case, filled in when first asked for."""
    applicable: dict[int, tuple[Sequence[KnownFact], Any]] = field(
        default_factory=dict, repr=False, compare=False
    )
    """Lists of facts with those of them that apply, likewise."""


class Openness(StrEnum):
    """How a condition stands to the question."""

    UNCONDITIONAL = "unconditional"
    NAMED = "named"
    """The question names the branch under which the fact stands."""
    OPEN = "open"
    """Nobody names the condition: the fact may or may not be the one that governs."""
