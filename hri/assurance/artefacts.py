"""The documents of a run: fields aligned with ISO/IEC/IEEE 29119-3, in their order on paper."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Literal

from hri.assurance.environment import Component
from hri.domain.base import Model

Language = Literal["fr", "en"]


class Part(Model):
    """A section of several parts: texts are paragraphs, lists of records have a table each."""


class Term(Model):
    """An entry of the glossary."""

    term: str
    meaning: str


class Header(Model):
    """What stands on the first page of every document."""

    document_id: str
    title: str
    version: str
    issued: datetime
    status: str
    """Draft: only people approve."""
    organisation: str
    authors: tuple[str, ...]
    approvers: tuple[str, ...]
    change_history: tuple[str, ...]
    scope: str
    references: tuple[str, ...]
    glossary: tuple[Term, ...]


class RunHeader(Header):
    """The first page of a document of a run."""

    result: str
    """What came of the run, in one line; stands under the title."""
    run: str
    tool_version: str
    commit: str
    policy: str
    pack: str
    suite: str
    requirements: str


class Document(Model):
    """A document; ``kind`` names it and its file."""

    kind: ClassVar[str]
    glossary_last: ClassVar[bool] = False
    """Whether the glossary stands at the end instead of on the first page."""

    language: Language
    header: Header


class RunDocument(Document):
    """A document of a run of a suite."""

    header: RunHeader


class PlanContext(Model):
    """What is tested, and for whom."""

    plan_type: str
    test_items: tuple[str, ...]
    in_scope: tuple[str, ...]
    out_of_scope: tuple[str, ...]
    assumptions: tuple[str, ...]
    constraints: tuple[str, ...]
    stakeholders: tuple[str, ...]


class Risk(Model):
    """An entry of the risk register."""

    id: str
    cause: str
    likelihood: str
    impact: str
    exposure: str
    treatment: str


class Strategy(Model):
    """How the testing is done."""

    sub_processes: tuple[str, ...]
    deliverables: tuple[str, ...]
    techniques: tuple[str, ...]
    completion_criteria: tuple[str, ...]
    metrics: tuple[str, ...]
    data_needs: str
    environment_needs: str
    retest: str
    suspension: str
    deviations: str


class Plan(RunDocument):
    """Test plan."""

    kind = "test-plan"

    context: PlanContext
    communication: str
    risks: tuple[Risk, ...]
    strategy: Strategy
    activities: tuple[str, ...]
    staffing: tuple[str, ...]
    schedule: str


class Feature(Model):
    """A feature set of the test design: one clause of the framework."""

    id: str
    overview: str
    objective: str
    priority: str
    strategy: str
    traceability: tuple[str, ...]


class CoverageItem(Model):
    """A test condition, which is also the item that is to be covered: one requirement."""

    id: str
    description: str
    priority: str
    traceability: str


class CaseSpecification(Model):
    """A test case."""

    id: str
    title: str
    objective: str
    manner: str
    technique: str
    priority: str
    risk_class: str
    characteristic: str
    slot: str
    traceability: tuple[str, ...]
    preconditions: tuple[str, ...]
    dependencies: str
    inputs: tuple[str, ...]
    expected: tuple[str, ...]
    criteria: tuple[str, ...]
    postconditions: str


class Specifications(RunDocument):
    """Test design and test case specifications."""

    kind = "test-cases"

    features: tuple[Feature, ...]
    coverage_items: tuple[CoverageItem, ...]
    cases: tuple[CaseSpecification, ...]


class ProcedureSpecification(Model):
    """A test procedure: how the cases of one kind are carried out, and in which order."""

    id: str
    objective: str
    priority: str
    estimated_duration: str
    start_up: tuple[str, ...]
    cases: tuple[str, ...]
    relations: str
    stop: str


class Procedures(RunDocument):
    """Test procedure specifications."""

    kind = "test-procedures"

    procedures: tuple[ProcedureSpecification, ...]


class TestData(Model):
    """A requirement on test data, with its readiness."""

    __test__: ClassVar[bool] = False

    id: str
    description: str
    responsibility: str
    period: str
    resetting: str
    archiving: str
    status: str


class Environment(RunDocument):
    """Test environment and test data: what was needed, and what was there."""

    kind = "test-environment"

    environment_id: str
    responsibility: str
    period: str
    components: tuple[Component, ...]
    test_data: tuple[TestData, ...]
    readiness: str


class LogEvent(Model):
    """One test case as it was carried out."""

    id: str
    started: datetime
    ended: datetime
    procedure: str
    case: str
    description: str
    verdict: str
    impact: str
    incident: str


class Log(RunDocument):
    """Test execution log."""

    kind = "execution-log"

    tester: str
    environment_id: str
    item: str
    started: datetime
    ended: datetime
    events: tuple[LogEvent, ...]


class Incident(Model):
    """A test case that did not pass."""

    id: str
    overview: str
    detected: datetime
    originator: str
    context: tuple[str, ...]
    expected: tuple[str, ...]
    actual: tuple[str, ...]
    evidence: tuple[str, ...]
    severity: str
    priority: str
    risk: str
    status: str
    cause: str
    fix: str
    retest: str


class Incidents(RunDocument):
    """Incident reports."""

    kind = "incident-reports"

    summary: str
    incidents: tuple[Incident, ...]


class Figure(Model):
    """A measure, with its interval where it is a share of a sample."""

    name: str
    value: str
    n: int
    interval: str


class Status(RunDocument):
    """Test status report."""

    kind = "status-report"

    period_from: datetime
    period_to: datetime
    progress: tuple[str, ...]
    blocking: tuple[str, ...]
    measures: tuple[Figure, ...]
    risks: tuple[str, ...]
    planned: tuple[str, ...]


class Evaluation(Model):
    """A completion criterion, and whether it was met."""

    criterion: str
    wanted: str
    found: str
    verdict: str


class Completion(RunDocument):
    """Test completion report."""

    kind = "completion-report"

    conclusion: str
    performed: tuple[str, ...]
    deviations: tuple[str, ...]
    evaluation: tuple[Evaluation, ...]
    blocking: tuple[str, ...]
    measures: tuple[Figure, ...]
    rates: tuple[Figure, ...]
    residual_risks: tuple[str, ...]
    deliverables: tuple[str, ...]
    reusable: tuple[str, ...]
    lessons: tuple[str, ...]


class Trace(Model):
    """A requirement with everything that verifies it."""

    requirement: str
    text: str
    clause: str
    rationale: str
    risk: str
    method: str
    element: str
    coverage_item: str
    cases: tuple[str, ...]
    procedures: tuple[str, ...]
    run: str
    item: str
    verdict: str
    incidents: tuple[str, ...]
    status: str


class CaseTrace(Model):
    """A test case with the requirements that it verifies."""

    case: str
    requirements: tuple[str, ...]
    procedure: str
    verdict: str
    incident: str


class Matrix(RunDocument):
    """Requirements traceability matrix, both ways."""

    kind = "traceability-matrix"

    gaps: tuple[str, ...]
    forward: tuple[Trace, ...]
    backward: tuple[CaseTrace, ...]


DOCUMENTS: tuple[type[Document], ...] = (
    Plan,
    Specifications,
    Procedures,
    Environment,
    Log,
    Incidents,
    Status,
    Completion,
    Matrix,
)
"""All documents, in the order in which they are filed."""
