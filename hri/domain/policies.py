"""Policies: the numbers, overrides and reply texts under which answers are judged."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from string import Formatter
from typing import Annotated, Literal

from pydantic import Field, model_validator

from hri.domain.base import Identifier, Model, UnitInterval
from hri.domain.claims import Verdict, VerdictReason
from hri.domain.decisions import Action
from hri.domain.slots import SLOTS, Slot

SUM_TOLERANCE = 1e-9


class Coefficients(Model):
    """The paper's alpha, beta and gamma: shares of SIS, 1 - CCS and RVS in a slot's risk."""

    alpha: UnitInterval
    beta: UnitInterval
    gamma: UnitInterval

    @model_validator(mode="after")
    def _sum_is_one(self) -> Coefficients:
        total = self.alpha + self.beta + self.gamma
        if abs(total - 1) > SUM_TOLERANCE:
            raise ValueError(f"alpha, beta and gamma sum to {total:.6g}, they must sum to 1")
        return self


class Thresholds(Model):
    """Least HRI of WARN, DEFER and ROUTE; below ``warn`` is PASS (paper, part 4)."""

    warn: UnitInterval
    defer: UnitInterval
    route: UnitInterval

    @model_validator(mode="after")
    def _rising(self) -> Thresholds:
        if not self.warn <= self.defer <= self.route:
            raise ValueError("thresholds must rise: warn <= defer <= route")
        return self


class CaseFlag(StrEnum):
    """Conditions of a whole case that an override may name."""

    EMPTY_ANSWER = "empty_answer"
    UNSUPPORTED_LANGUAGE = "unsupported_language"
    LANGUAGE_MISMATCH = "language_mismatch"
    PROCEDURE_UNKNOWN = "procedure_unknown"
    NO_VALID_SOURCE = "no_valid_source"
    SCORING_ERROR = "scoring_error"
    OVERSIZE = "oversize"
    STALE_SOURCE = "stale_source"
    UNREAD_VALUE = "unread_value"
    UNREAD_TEXT = "unread_text"
    VAGUE_VALUE = "vague_value"
    RETRACTION = "retraction"
    UNBACKED_DETAIL = "unbacked_detail"
    UNBACKED_CONTACT = "unbacked_contact"
    OMITTED_PAPER = "omitted_paper"
    UNANSWERED_SLOT = "unanswered_slot"


FAIL_CLOSED_FLAGS = (
    CaseFlag.EMPTY_ANSWER,
    CaseFlag.UNSUPPORTED_LANGUAGE,
    CaseFlag.SCORING_ERROR,
    CaseFlag.OVERSIZE,
)
"""Flags of answers that were not read; every policy must route them."""


class OverrideBase(Model):
    """An override raises the action to ``floor`` when its condition holds; it never lowers it."""

    id: Identifier
    floor: Action
    slots: tuple[Slot, ...] = SLOTS


class ViolationOverride(OverrideBase):
    """Fires on a slot with RVS = 1; ``rule_floor`` lets a rule state its own floor instead."""

    when: Literal["violation"]
    rule_floor: bool = False


class VerdictOverride(OverrideBase):
    """Fires on a slot that holds a claim with this verdict (and one of these reasons)."""

    when: Literal["verdict"]
    verdict: Verdict
    reasons: tuple[VerdictReason, ...] = ()


class CoverageOverride(OverrideBase):
    """Fires on a slot with CCS = 0; the milder floor where all its claims are merely unproven.

    Merely unproven: every claim is ``unconfirmed``, ``unsupported`` for silence of the sources, or
    ``unverified`` where the sources list no references.
    """

    when: Literal["coverage_zero"]
    unproven_floor: Action


class InstabilityOverride(OverrideBase):
    """Fires on a slot with SIS >= ``at_least`` (strictly inside [0,1])."""

    when: Literal["instability"]
    at_least: UnitInterval


class UnscoredOverride(OverrideBase):
    """Fires on a slot that applies and has a signal that is not scored."""

    when: Literal["unscored"]


class FlagOverride(OverrideBase):
    """Fires when the case carries the flag."""

    when: Literal["flag"]
    flag: CaseFlag


Override = Annotated[
    ViolationOverride
    | VerdictOverride
    | CoverageOverride
    | InstabilityOverride
    | UnscoredOverride
    | FlagOverride,
    Field(discriminator="when"),
]


class SignalSettings(Model):
    """Numbers the three signals and the index need."""

    min_samples: int = Field(ge=1, le=16)
    absence_distance: UnitInterval
    unscored_value: UnitInterval
    absent_slots: Literal["renormalise", "literal"]
    about_tolerance: UnitInterval
    """How far an "about" value may be from the fact it states, as a share of the fact."""
    max_source_age_days: int = Field(ge=1)
    retrieval_margin: UnitInterval
    """Least lead of the best procedure over the next, as a share of its score, to be accepted."""
    retrieval_share: UnitInterval = 0.5
    retrieval_lead: UnitInterval = 0.12
    """Least lead over the next procedure where question and answer are weighed together."""
    retrieval_asked: UnitInterval = 0.2
    retrieval_answered: UnitInterval = 0.8
    """Least shares of the best match with the question alone, and with the answer alone, then."""
    """Least share of the question's content words that the procedure found must know."""
    flag_instability: UnitInterval
    """SIS from which a slot counts as flagged in the reply."""
    unconfirmed_credit: UnitInterval = 0.5
    """What an unconfirmed reference counts for in CCS, where a supported claim counts 1."""
    named_share: UnitInterval = 0.5
    """Least share of a branch's distinguishing words that a question must hold to name it."""
    subject_share: UnitInterval = 0.5
    """Least share of a procedure's words that an article's text must hold to be on the point."""
    subject_min_terms: int = Field(default=12, ge=1)
    """Fewest content words of an article's text that can show what it is not about."""
    covers: dict[str, tuple[str, ...]] = {}
    """Jurisdictions whose sources also hold in others, not parts of them (England: Wales)."""


TUNABLE = frozenset({"unscored_value", "absent_slots", "flag_instability"})
"""Numbers of ``signals`` that the signals of a case do not rest on."""


PLACEHOLDERS: dict[str, frozenset[str]] = {
    "passed": frozenset({"answer", "sources"}),
    "warn": frozenset({"answer", "clarifications", "sources"}),
    "clarification": frozenset({"pointer"}),
    "defer": frozenset({"answer", "reference", "sources"}),
    "withdrawn": frozenset({"slot", "pointer"}),
    "pointer_authority": frozenset({"name"}),
    "pointer_source": frozenset({"title", "url"}),
    "route": frozenset({"reference"}),
    "decided": frozenset({"reference", "answer"}),
    "corrected": frozenset({"reference", "answer"}),
}
"""What each reply template may hold in braces."""


class ReplyTemplates(Model):
    """The words of replies in one language; placeholders in braces, see ``PLACEHOLDERS``."""

    slot_names: dict[Slot, str]
    passed: str
    sources_heading: str
    warn: str
    clarification: dict[Slot, str]
    clarification_no_claim: str
    defer: str
    withdrawn: str
    """Put in place of a withdrawn sentence, list item or row, with the pointer."""
    pointer_authority: str
    pointer_source: str
    pointer_none: str
    route: str
    decided: str
    corrected: str

    @model_validator(mode="after")
    def _placeholders_known(self) -> ReplyTemplates:
        """A template with an unknown placeholder would fail only when the reply is due."""
        for name, allowed in PLACEHOLDERS.items():
            stated = getattr(self, name)
            for text in stated.values() if isinstance(stated, dict) else (stated,):
                used = {field for _, field, _, _ in Formatter().parse(text) if field is not None}
                if not used <= allowed:
                    unknown = ", ".join(sorted(used - allowed))
                    raise ValueError(f"{name}: unknown placeholder {unknown}")
        return self


class Policy(Model):
    """One version of a policy; a published version never changes."""

    id: Identifier
    version: str = Field(pattern=r"^v\d{3}$")
    title: str
    author: str
    rationale: str
    published_on: date
    coefficients: Coefficients
    weights: dict[Slot, UnitInterval]
    thresholds: Thresholds
    signals: SignalSettings
    high_impact_slots: tuple[Slot, ...]
    no_claim_action: Action
    overrides: tuple[Override, ...]
    replies: dict[str, ReplyTemplates]

    @model_validator(mode="after")
    def _weights_fit(self) -> Policy:
        missing = [slot.value for slot in SLOTS if slot not in self.weights]
        if missing:
            raise ValueError(f"weights lack {', '.join(missing)}")
        total = sum(self.weights.values())
        if abs(total - 1) > SUM_TOLERANCE:
            raise ValueError(f"weights sum to {total:.6g}, they must sum to 1")
        return self

    @model_validator(mode="after")
    def _overrides_fit(self) -> Policy:
        ids = [override.id for override in self.overrides]
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            raise ValueError(f"override ids used twice: {', '.join(twice)}")
        return self

    @model_validator(mode="after")
    def _fails_closed(self) -> Policy:
        """No policy may let an answer through that was not scored."""
        if self.no_claim_action is Action.PASS:
            raise ValueError("no_claim_action must be WARN or stricter")
        for flag in FAIL_CLOSED_FLAGS:
            if not any(_routes(override, flag) for override in self.overrides):
                raise ValueError(f"an override with flag {flag.value!r} and floor ROUTE is needed")
        watched = {
            slot
            for override in self.overrides
            if isinstance(override, UnscoredOverride) and override.floor is not Action.PASS
            for slot in override.slots
        }
        if watched != set(SLOTS):
            raise ValueError('an override with when = "unscored" is needed for every slot')
        return self


def _routes(override: Override, flag: CaseFlag) -> bool:
    if not isinstance(override, FlagOverride):
        return False
    return override.flag is flag and override.floor is Action.ROUTE


def signal_numbers(policy: Policy) -> dict[str, object]:
    """The numbers that the signals of a case rest on: where they are equal, signals are."""
    return policy.signals.model_dump(exclude=set(TUNABLE))
