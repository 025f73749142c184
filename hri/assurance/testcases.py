"""The nouns of verification: test cases as people write them, and suites of them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from hri.assurance.criteria import BROKEN, CHECK, METRICS, SHARE, Criterion
from hri.assurance.generation import Population
from hri.assurance.words import Text
from hri.domain.assessments import VersionRef
from hri.domain.base import Identifier, Model
from hri.domain.cases import MAX_SAMPLES, Case
from hri.domain.decisions import Action
from hri.domain.slots import Slot

Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Priority(StrEnum):
    """How much a failure of the test case would matter; also a class of risk."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Kind(StrEnum):
    """How a test case is carried out; each kind has a procedure in ``hri.assurance.runs``."""

    ANSWER = "answer"
    """One answer is assessed."""
    RELATION = "relation"
    """An answer is changed; how the action may change is known, whatever the right action is."""
    RATE = "rate"
    """A generated set is assessed, and the share that comes out as wanted is measured."""
    USE_CASE = "use_case"
    """The real use cases run in a database of their own (``hri.assurance.procedures``)."""


Technique = Literal[
    "equivalence", "boundary", "metamorphic", "adversarial", "statistical", "scenario"
]

Characteristic = Literal[
    "functional correctness",
    "functional adaptability",
    "robustness",
    "transparency",
    "user controllability",
    "intervenability",
    "reliability",
    "security",
    "societal and ethical risk mitigation",
]
"""Words of ISO/IEC 25059 and 25010 for what a test case bears on."""


class Change(Model):
    """A follow-up of a relation: words of the answer, or fields of the case, said otherwise."""

    replace: dict[str, str] = {}
    """Words of the answer and of every sample, with what stands in their place."""
    append: str = ""
    fields: dict[str, str] = {}
    """Fields such as ``model``, ``channel`` or ``asked_on`` that get another value."""


class TestCase(Model):
    """One test case in the fields of a test case specification.

    ``input.metadata`` stays empty; the case's id is the test's. ``overrides`` must all fire;
    others may fire too, as long as the action is the expected one.
    """

    __test__ = False  # a noun of the field, not a class for the test runner

    id: Identifier
    kind: Kind = Kind.ANSWER
    title: Text
    objective: Text
    requirements: tuple[Identifier, ...] = Field(min_length=1)
    priority: Priority = Priority.MEDIUM
    risk: Priority | None = None
    """Class of the risk it guards against; its priority where left out."""
    technique: Technique = "equivalence"
    characteristic: Characteristic = "functional correctness"
    slot: Slot | None = None
    """The slot in question; None when the test is about the case as a whole."""
    preconditions: tuple[Text, ...] = Field(min_length=1)
    input: Case | None = None
    repeat: int = Field(default=0, ge=0, le=MAX_SAMPLES)
    """How many samples say the very same as the answer."""
    action: Action | None = None
    overrides: tuple[Identifier, ...] = ()
    follow_ups: tuple[Change, ...] = ()
    relation: Literal["same_action", "same_assessment", "not_milder", "stricter"] | None = None
    population: Population | None = None
    procedure: Identifier | None = None
    criteria: tuple[Criterion, ...] = Field(min_length=1)

    @property
    def risk_class(self) -> Priority:
        """The class of risk, stated or taken from the priority."""
        return self.risk or self.priority

    @property
    def case(self) -> Case:
        """The input with its samples, under the test's id; only where the kind has an input."""
        if self.input is None:
            raise ValueError(f"{self.id} has no input")
        samples = self.input.samples or (self.input.answer,) * self.repeat
        return self.input.model_copy(update={"case_id": self.id, "samples": samples})

    @model_validator(mode="after")
    def _parts_fit_kind(self) -> TestCase:
        given = {name for name in PARTS if getattr(self, name) not in (None, (), 0)}
        needed, allowed = NEEDS[self.kind], NEEDS[self.kind] | MAY[self.kind]
        if not needed <= given or not given <= allowed:
            odd = ", ".join(sorted((needed - given) | (given - allowed)))
            raise ValueError(f"kind {self.kind.value}: {odd} missing or out of place")
        return self

    @model_validator(mode="after")
    def _criteria_fit_kind(self) -> TestCase:
        for criterion in self.criteria:
            if not _measurable(criterion.metric, self.kind):
                raise ValueError(f"kind {self.kind.value} does not measure {criterion.metric}")
        return self


PARTS = ("input", "repeat", "action", "overrides", "follow_ups", "relation", "population",
         "procedure")  # fmt: skip

NEEDS = {
    Kind.ANSWER: {"input", "action"},
    Kind.RELATION: {"input", "follow_ups", "relation"},
    Kind.RATE: {"population"},
    Kind.USE_CASE: {"procedure"},
}

MAY: dict[Kind, set[str]] = {
    Kind.ANSWER: {"overrides", "repeat"},
    Kind.RELATION: {"repeat", "action"},
    Kind.RATE: set(),
    Kind.USE_CASE: set(),
}


def _measurable(metric: str, kind: Kind) -> bool:
    match kind:
        case Kind.ANSWER:
            return metric in METRICS
        case Kind.RELATION:
            return metric == BROKEN
        case Kind.RATE:
            return metric == SHARE
        case Kind.USE_CASE:
            return CHECK.fullmatch(metric) is not None


class SuiteInfo(Model):
    """``suite.toml``: what the suite verifies, and against which pack and policy it is written."""

    id: Identifier
    version: str = Field(min_length=1, max_length=40)
    title: Text
    objective: Text
    pack: Identifier
    pack_version: str = ""
    policy: Identifier
    policy_version: str = ""
    """Versions that are needed; "" for any."""
    pack_contents: dict[str, Digest] = {}
    policy_contents: dict[str, Digest] = {}
    """SHA-256 of what a version holds, by version; one that is not named may hold anything."""
    whole: bool = False
    """Whether the suite is to verify every requirement; a gap fails the run then."""


class Suite(Model):
    """A suite with its cases, in order of file name and place, and a hash of all its files."""

    info: SuiteInfo
    ref: VersionRef
    cases: tuple[TestCase, ...]
