"""Scores: signals with their reasons, and what one slot of an assessment holds."""

from __future__ import annotations

from pydantic import Field, model_validator

from hri.domain.base import Message, Model, UnitInterval
from hri.domain.claims import Evidence, JudgedClaim
from hri.domain.rules import Violation
from hri.domain.slots import Signal


class SignalScore(Model):
    """One signal of one slot: a value in [0,1], or *not scored* with the reason.

    Not scored is never 0: the index counts it as the policy's ``unscored_value``.
    """

    signal: Signal
    value: UnitInterval | None
    reason: Message
    """One plain sentence by reference: why the value is what it is, or why there is none."""

    @property
    def scored(self) -> bool:
        """Whether there is a value."""
        return self.value is not None


class SampleRow(Model):
    """What one text says in one slot: row of the instability matrix (0 = the answer itself)."""

    index: int = Field(ge=0)
    statements: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    distance: UnitInterval
    """Distance of this text's claims from the answer's."""


class SlotAssessment(Model):
    """One slot of an assessment: its three signals, their sum, and everything that led there.

    ``sis``, ``ccs`` and ``rvs`` are None when the slot does not apply or the signal is not scored;
    ``risk`` is None only when the slot does not apply. ``contribution`` is weight times risk.
    """

    applies: bool
    present: bool
    sis: UnitInterval | None = None
    ccs: UnitInterval | None = None
    rvs: UnitInterval | None = None
    risk: UnitInterval | None = None
    weight: UnitInterval = 0.0
    contribution: UnitInterval = 0.0
    flagged: bool = False
    rules_applied: int = Field(default=0, ge=0)
    reasons: dict[Signal, Message] = {}
    claims: tuple[JudgedClaim, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    violations: tuple[Violation, ...] = ()
    samples: tuple[SampleRow, ...] = ()

    @model_validator(mode="after")
    def _risk_when_it_applies(self) -> SlotAssessment:
        if self.applies == (self.risk is None):
            raise ValueError("risk is given exactly when the slot applies")
        return self
