"""Documents written before a run: plan, cases, procedures, environment."""

from __future__ import annotations

from hri.assurance.artefacts import (
    DOCUMENTS,
    CaseSpecification,
    CoverageItem,
    Environment,
    Feature,
    Plan,
    PlanContext,
    Procedures,
    ProcedureSpecification,
    Risk,
    Specifications,
    Strategy,
    TestData,
)
from hri.assurance.dossiers import Dossier, coverage_id, hashed, named, procedure_id
from hri.assurance.environment import TREE, Component
from hri.assurance.inputs import inputs_of
from hri.assurance.requirements import Requirement
from hri.assurance.testcases import Kind, Priority, TestCase
from hri.assurance.words import Words

SECONDS = {Kind.ANSWER: 0.1, Kind.RELATION: 0.5, Kind.RATE: 3.0, Kind.USE_CASE: 5.0}
"""Estimated seconds of one case of a kind, on a machine of two cores."""


def write_plan(dossier: Dossier) -> Plan:
    """The test plan."""
    return Plan(
        **dossier.base(Plan),
        context=_context(dossier),
        communication=dossier.words.text("communication"),
        risks=tuple(_risk(dossier, item) for item in dossier.catalogue.requirements),
        strategy=_strategy(dossier),
        activities=_lines(dossier, "activity", 4),
        staffing=_lines(dossier, "staffing", 3),
        schedule=dossier.words.text("schedule"),
    )


def _context(dossier: Dossier) -> PlanContext:
    result, words = dossier.result, dossier.words
    clauses = dict.fromkeys(dossier.in_words(r.clause) for r in dossier.catalogue.requirements)
    refs = (result.policy, result.pack, result.lexicon)
    return PlanContext(
        plan_type=words.text("plan_type"),
        test_items=(f"HRI {dossier.header(Plan).tool_version}", *map(hashed, refs)),
        in_scope=tuple(clauses),
        out_of_scope=_lines(dossier, "out_of_scope", 3),
        assumptions=_lines(dossier, "assumption", 3),
        constraints=_lines(dossier, "constraint", 2),
        stakeholders=_lines(dossier, "stakeholder", 5),
    )


def _risk(dossier: Dossier, requirement: Requirement) -> Risk:
    words = dossier.words
    cases = len(dossier.tracing.cases[requirement.id])
    return Risk(
        id=f"R-{requirement.id}",
        cause=dossier.in_words(requirement.rationale),
        likelihood=words.text("likelihood_unknown"),
        impact=words.value(requirement.risk.value),
        exposure=words.value(requirement.risk.value),
        treatment=words.text("treatment", requirement=requirement.id, cases=cases),
    )


def _strategy(dossier: Dossier) -> Strategy:
    words = dossier.words
    techniques = dict.fromkeys(case.technique for case in dossier.suite.cases)
    return Strategy(
        sub_processes=tuple(words.text(f"procedure_{kind.value}") for kind in Kind),
        deliverables=tuple(words.label(kind.kind) for kind in DOCUMENTS),
        techniques=tuple(words.value(name) for name in techniques),
        completion_criteria=_lines(dossier, "completion", 3),
        metrics=_lines(dossier, "metric", 4),
        data_needs=words.text("data_needs", pack=named(dossier.result.pack)),
        environment_needs=words.text("environment_needs"),
        retest=words.text("retest"),
        suspension=words.text("suspension"),
        deviations=words.text("strategy_deviations"),
    )


def write_specifications(dossier: Dossier) -> Specifications:
    """The test design and the test cases."""
    words, requirements = dossier.words, dossier.catalogue.requirements
    return Specifications(
        **dossier.base(Specifications),
        features=_features(dossier),
        coverage_items=tuple(
            CoverageItem(
                id=coverage_id(item.id),
                description=dossier.in_words(item.text),
                priority=words.value(item.risk.value),
                traceability=item.id,
            )
            for item in requirements
        ),
        cases=tuple(_specification(dossier, case) for case in dossier.suite.cases),
    )


def _features(dossier: Dossier) -> tuple[Feature, ...]:
    words, grouped = dossier.words, dict[str, list[Requirement]]()
    for item in dossier.catalogue.requirements:
        grouped.setdefault(dossier.in_words(item.clause), []).append(item)
    return tuple(
        Feature(
            id=f"FS-{number:02}",
            overview=clause,
            objective=words.text("feature_objective", count=len(items)),
            priority=words.value(max((item.risk for item in items), key=_rank).value),
            strategy=words.text("feature_strategy"),
            traceability=tuple(item.id for item in items),
        )
        for number, (clause, items) in enumerate(grouped.items(), start=1)
    )


def _rank(risk: Priority) -> int:
    return [Priority.LOW, Priority.MEDIUM, Priority.HIGH].index(risk)


def _specification(dossier: Dossier, case: TestCase) -> CaseSpecification:
    words = dossier.words
    return CaseSpecification(
        id=case.id,
        title=dossier.in_words(case.title),
        objective=dossier.in_words(case.objective),
        manner=words.value(case.kind.value),
        technique=words.value(case.technique),
        priority=words.value(case.priority.value),
        risk_class=words.value(case.risk_class.value),
        characteristic=words.value(case.characteristic),
        slot=words.value(case.slot.value) if case.slot else words.text("whole_case"),
        traceability=case.requirements,
        preconditions=tuple(map(dossier.in_words, case.preconditions)),
        dependencies=words.text("no_dependencies"),
        inputs=inputs_of(words, case),
        expected=expected_of(words, case),
        criteria=tuple(map(dossier.criterion, case.criteria)),
        postconditions=words.text("postconditions"),
    )


def expected_of(words: Words, case: TestCase) -> tuple[str, ...]:
    """What is expected of a case, in words."""
    said = []
    if case.action is not None:
        said.append(words.text("expected_action", action=case.action.value))
    said += [words.text("expected_override", name=name) for name in case.overrides]
    if case.relation is not None:
        said.append(words.text("expected_relation", relation=words.value(case.relation)))
    return tuple(said) or (words.text("expected_criteria"),)


def write_procedures(dossier: Dossier) -> Procedures:
    """The procedures: one for each kind of case."""
    by_kind = {kind: [case for case in dossier.suite.cases if case.kind is kind] for kind in Kind}
    return Procedures(
        **dossier.base(Procedures),
        procedures=tuple(
            _procedure(dossier, kind, cases) for kind, cases in by_kind.items() if cases
        ),
    )


def _procedure(dossier: Dossier, kind: Kind, cases: list[TestCase]) -> ProcedureSpecification:
    words = dossier.words
    return ProcedureSpecification(
        id=procedure_id(kind),
        objective=words.text(f"procedure_{kind.value}"),
        priority=words.value(max((case.priority for case in cases), key=_rank).value),
        estimated_duration=words.text("duration", seconds=round(SECONDS[kind] * len(cases))),
        start_up=_lines(dossier, "start_up", 2),
        cases=tuple(case.id for case in cases),
        relations=words.text("procedure_relations"),
        stop=words.text("procedure_stop"),
    )


def write_environment(dossier: Dossier) -> Environment:
    """The environment and the test data, as they were."""
    words, result = dossier.words, dossier.result
    refs = (result.pack, result.policy, result.lexicon, dossier.suite.ref, dossier.catalogue.ref)
    data = (result.pack, dossier.suite.ref, dossier.catalogue.ref)
    return Environment(
        **dossier.base(Environment),
        environment_id=dossier.run.replace("RUN", "ENV"),
        responsibility=words.text("responsibility"),
        period=words.text("period"),
        components=(
            *(Component(name=ref.id, version=ref.version, sha256=ref.sha256) for ref in refs),
            *(_stated(dossier, part) for part in dossier.surroundings),
        ),
        test_data=tuple(
            TestData(
                id=ref.id,
                description=hashed(ref),
                responsibility=words.text("responsibility"),
                period=words.text("period"),
                resetting=words.text("resetting"),
                archiving=words.text("archiving"),
                status=words.text("ready"),
            )
            for ref in data
        ),
        readiness=words.text("ready"),
    )


def _stated(dossier: Dossier, part: Component) -> Component:
    """A part of the surroundings; the state of the working tree is a word, not a version."""
    if part.name != TREE:
        return part
    return part.model_copy(update={"version": dossier.words.value(part.version)})


def _lines(dossier: Dossier, name: str, count: int) -> tuple[str, ...]:
    return tuple(dossier.words.text(f"{name}_{number}") for number in range(1, count + 1))
