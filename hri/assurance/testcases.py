"""The nouns of verification: test cases as people write them, and suites of them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from enum import StrEnum

from pydantic import Field, field_validator

from hri.domain.assessments import VersionRef
from hri.domain.base import Identifier, Model
from hri.domain.cases import Case
from hri.domain.decisions import Action
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

SLOT_MEASURES = (*(signal.value for signal in SIGNALS), "risk", "contribution")

METRICS: frozenset[str] = frozenset(
    {"hri", "severity"} | {f"{slot.value}.{name}" for slot in SLOTS for name in SLOT_MEASURES}
)
"""What a criterion may measure: ``hri``, the action's ``severity`` (0 PASS to 3 ROUTE), or a slot's
signal, risk or contribution ("fees.ccs")."""


class Criterion(Model):
    """A quantitative acceptance criterion: ``metric`` ``operator`` ``threshold``."""

    metric: str
    operator: str
    threshold: float

    @field_validator("metric")
    @classmethod
    def _known_metric(cls, name: str) -> str:
        if name not in METRICS:
            raise ValueError(
                f"{name!r} is not measured; use hri, severity or <slot>.<one of "
                f"{', '.join(SLOT_MEASURES)}>"
            )
        return name

    @field_validator("operator")
    @classmethod
    def _known_operator(cls, sign: str) -> str:
        if sign not in OPERATORS:
            raise ValueError(f"{sign!r} is no comparison; use one of {' '.join(OPERATORS)}")
        return sign


class Priority(StrEnum):
    """How much a failure of the test case would matter."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class TestCase(Model):
    """One test case in the fields of a test case specification.

    ``input.metadata`` stays empty; the case's id is the test's. ``overrides`` must all fire;
    others may fire too, as long as the action is the expected one.
    """

    __test__ = False  # a noun of the field, not a class for the test runner

    id: Identifier
    title: str = Field(min_length=1)
    objective: str = Field(min_length=1)
    requirements: tuple[str, ...] = Field(min_length=1)
    priority: Priority = Priority.MEDIUM
    characteristic: str = "functional correctness"
    """Quality characteristic it bears on, in the words of ISO/IEC 25059."""
    slot: Slot | None = None
    """The slot in question; None when the test is about the case as a whole."""
    preconditions: tuple[str, ...] = Field(min_length=1)
    input: Case
    action: Action
    overrides: tuple[Identifier, ...] = ()
    criteria: tuple[Criterion, ...] = Field(min_length=1)


class SuiteInfo(Model):
    """``suite.toml``: what the suite verifies, and against which pack and policy it is written."""

    id: Identifier
    version: str = Field(min_length=1, max_length=40)
    title: str = Field(min_length=1)
    objective: str = Field(min_length=1)
    pack: Identifier
    policy: Identifier


class Suite(Model):
    """A suite with its cases, in order of file name and place, and a hash of all its files."""

    info: SuiteInfo
    ref: VersionRef
    cases: tuple[TestCase, ...]
