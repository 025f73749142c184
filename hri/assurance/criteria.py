"""Quantitative acceptance criteria, and how a metric is taken from an assessment."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping

from pydantic import Field, field_validator

from hri.domain.assessments import Assessment
from hri.domain.base import Model, UnitInterval
from hri.domain.scores import SlotAssessment
from hri.domain.slots import SIGNALS, SLOTS, Slot

OPERATORS: Mapping[str, Callable[[float, float], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""How a measured value may be compared with its threshold: measured on the left."""

WRITTEN = {"==": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}
"""How comparisons are written on paper."""

SLOT_MEASURES = (*(signal.value for signal in SIGNALS), "risk", "weight", "contribution", "claims")

REPLY_MEASURES = ("reply.final", "reply.withdrawn", "reply.whole", "reply.flagged")

METRICS: frozenset[str] = frozenset(
    {"hri", "severity", *REPLY_MEASURES}
    | {f"{slot.value}.{name}" for slot in SLOTS for name in SLOT_MEASURES}
)
"""What a criterion may measure on one answer: ``hri``, the action's ``severity`` (0 PASS to 3
ROUTE), a slot's signal, risk, weight, contribution or number of claims ("fees.ccs"), and of the
reply whether it is final, holds the whole answer, and how many parts it withdraws or flags."""

SHARE, BROKEN = "share", "broken"
"""Of a generated set: the share that came out as wanted. Of a relation: how often it broke."""

CHECK = re.compile(r"check\.[a-z][a-z0-9_]*")
"""A measure that a use case takes, by the name that its procedure gives it."""

EXACT = 1e-9
"""Sums of floating-point numbers are compared within this."""


class Criterion(Model):
    """A quantitative acceptance criterion: ``metric`` ``operator`` ``threshold``.

    With ``confidence``, it is not the share that is compared but the bound of its Wilson interval
    on the cautious side; ``n`` is the least size of the sample.
    """

    metric: str
    operator: str
    threshold: float
    n: int = Field(default=1, ge=1)
    confidence: UnitInterval | None = None
    unit: str = "1"

    @field_validator("metric")
    @classmethod
    def _known_metric(cls, name: str) -> str:
        if name not in METRICS and name not in {SHARE, BROKEN} and not CHECK.fullmatch(name):
            raise ValueError(
                f"{name!r} is not measured; use hri, severity, share, broken, check.<name>, "
                f"{', '.join(REPLY_MEASURES)} or <slot>.<one of {', '.join(SLOT_MEASURES)}>"
            )
        return name

    @field_validator("operator")
    @classmethod
    def _known_operator(cls, sign: str) -> str:
        if sign not in OPERATORS:
            raise ValueError(f"{sign!r} is no comparison; use one of {' '.join(OPERATORS)}")
        return sign

    def holds(self, value: float) -> bool:
        """Whether a measured value meets the criterion; equality within rounding."""
        if abs(value - self.threshold) <= EXACT:
            return self.operator in {"==", "<=", ">="}
        return OPERATORS[self.operator](value, self.threshold)


class Measurement(Model):
    """A criterion with the value found; None (not scored, or the slot does not apply) fails it."""

    criterion: Criterion
    measured: float | None
    met: bool
    n: int = Field(default=1, ge=0)
    low: float | None = None
    high: float | None = None
    """Wilson's interval where a share was measured."""


def measure(metric: str, assessment: Assessment) -> float | None:
    """The value of a metric (see ``METRICS``); None where it is not scored or does not apply."""
    if metric == "hri":
        return assessment.hri
    if metric == "severity":
        return float(assessment.state.severity)
    place, _, name = metric.partition(".")
    if place == "reply":
        return _of_reply(name, assessment)
    return _of_slot(assessment.slots[Slot(place)], name)


def _of_slot(scores: SlotAssessment, name: str) -> float | None:
    if name == "claims":
        return float(len(scores.claims))
    value: float | None = getattr(scores, name) if scores.applies else None
    return value


def _of_reply(name: str, assessment: Assessment) -> float | None:
    reply = assessment.reply
    match name:
        case "final":
            return float(reply.final)
        case "withdrawn":
            return float(len(reply.withdrawn))
        case "flagged":
            return float(len(reply.flagged))
    return None


def measured(criterion: Criterion, assessment: Assessment, answer: str) -> Measurement:
    """A criterion measured on one assessment of ``answer``."""
    if criterion.metric == "reply.whole":
        value: float | None = float(answer.strip() in assessment.reply.text)
    else:
        value = measure(criterion.metric, assessment)
    return judged(criterion, value)


def judged(criterion: Criterion, value: float | None) -> Measurement:
    """A criterion beside the value found."""
    met = value is not None and criterion.holds(value)
    return Measurement(criterion=criterion, measured=value, met=met)
