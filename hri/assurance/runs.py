"""Running suites: one procedure for each kind of test case."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from hri.assurance.benches import Bench
from hri.assurance.criteria import Criterion, Measurement, judged, measured
from hri.assurance.generation import Population, variants
from hri.assurance.misfits import Misfit, misfits_of
from hri.assurance.procedures import PROCEDURES
from hri.assurance.results import CaseResult, SuiteResult, TestVerdict
from hri.assurance.testcases import Change, Kind, Suite, TestCase
from hri.domain.assessments import Assessment, VersionRef
from hri.domain.cases import Case
from hri.domain.engine import ENGINE_VERSION
from hri.domain.policies import Policy
from hri.domain.ports import Clock, Knowledge
from hri.errors import HriError, ScoringError
from hri.evaluation.estimates import wilson
from hri.pipeline import assess

Progress = Callable[[int, int, str], None]
"""Told before each case and at the end: done, total, the case's id."""

OpenBench = Callable[[], AbstractContextManager[Bench]]
"""Opens a desk over an empty database that is gone afterwards."""

SHOWN = 20
"""Members of a generated set that are shown as evidence when they fail."""


class Subject(NamedTuple):
    """What is under test."""

    knowledge: Knowledge
    policy: Policy
    policy_ref: VersionRef
    bench: OpenBench | None = None

    def assess(self, case: Case) -> Assessment:
        """Assess a case; a fault of the scoring must not pass for an expected ROUTE."""
        return assess(case, self.knowledge, self.policy, self.policy_ref)


def run_suite(
    suite: Suite, subject: Subject, progress: Progress | None = None, clock: Clock | None = None
) -> SuiteResult:
    """Run all cases of a suite in order.

    Deterministic but for the times that ``clock`` gives. A case fails when its action differs, an
    expected override does not fire or a criterion is not met; it is blocked when it cannot be
    carried out. All are blocked, and not carried out, when the suite was written for another pack
    or policy. Where only the content is another one than that of the version, they are carried
    out, so that failures are seen, but none can pass: it is blocked instead.
    """
    misfits = misfits_of(suite.info, subject.knowledge.ref, subject.policy_ref)
    results = []
    for done, case in enumerate(suite.cases):
        if progress is not None:
            progress(done, len(suite.cases), case.id)
        started = clock.now() if clock else None
        found = _guarded(case, subject, misfits)
        times = {"started": started, "ended": clock.now() if clock else None}
        results.append(found.model_copy(update=times))
    if progress is not None:
        progress(len(suite.cases), len(suite.cases), "")
    return SuiteResult(
        suite=suite.ref,
        pack=subject.knowledge.ref,
        policy=subject.policy_ref,
        lexicon=subject.knowledge.lexicon_ref,
        engine=ENGINE_VERSION,
        misfits=misfits,
        results=tuple(results),
    )


def _guarded(case: TestCase, subject: Subject, misfits: tuple[Misfit, ...]) -> CaseResult:
    """The result of a case, which no case passes against something the suite is not written for."""
    held = {
        "verdict": TestVerdict.BLOCKED,
        "problem": "; ".join(map(str, misfits)),
        "withheld": True,
    }
    if not all(item.of_content for item in misfits):
        return CaseResult.model_validate({"case": case, **held})
    found = run_case(case, subject)
    passed = found.verdict is TestVerdict.PASSED
    return found.model_copy(update=held) if misfits and passed else found


def run_case(case: TestCase, subject: Subject) -> CaseResult:
    """Carry out one test case and compare it with what is expected of it."""
    try:
        return _PROCEDURE_OF[case.kind](case, subject)
    except ScoringError as fault:
        return CaseResult(case=case, verdict=TestVerdict.BLOCKED, problem=str(fault))


def _run_answer(case: TestCase, subject: Subject) -> CaseResult:
    given = case.case
    assessment = subject.assess(given)
    fired = tuple(dict.fromkeys(override.id for override in assessment.overrides))
    missing = tuple(name for name in case.overrides if name not in fired)
    found = tuple(measured(criterion, assessment, given.answer) for criterion in case.criteria)
    as_expected = assessment.state is case.action and not missing
    return _result(
        case,
        found,
        as_expected=as_expected,
        action=assessment.state,
        fired=fired,
        missing=missing,
        assessment=assessment,
    )


def _run_relation(case: TestCase, subject: Subject) -> CaseResult:
    source = subject.assess(case.case)
    broken = []
    for change in case.follow_ups:
        after = subject.assess(_changed(case.case, change))
        if not _keeps(case.relation, source, after):
            said = change.model_dump_json(exclude_defaults=True)
            broken.append(f"{said}: {source.state.value} -> {after.state.value}")
    found = tuple(
        judged(criterion, float(len(broken))).model_copy(update={"n": len(case.follow_ups)})
        for criterion in case.criteria
    )
    as_expected = case.action in (None, source.state)
    return _result(
        case,
        found,
        as_expected=as_expected,
        action=source.state,
        assessment=source,
        evidence=tuple(broken),
    )


def _changed(case: Case, change: Change) -> Case:
    def said(text: str) -> str:
        for words, instead in change.replace.items():
            text = text.replace(words, instead)
        return text + change.append

    texts = {"answer": said(case.answer), "samples": tuple(map(said, case.samples))}
    return Case.model_validate({**case.model_dump(), **texts, **change.fields})


def _keeps(relation: str | None, before: Assessment, after: Assessment) -> bool:
    match relation:
        case "same_action":
            return after.state is before.state
        case "same_assessment":
            return after.model_dump_json() == before.model_dump_json()
        case "not_milder":
            return after.state.severity >= before.state.severity
        case _:
            return after.state.severity > before.state.severity


def _run_rate(case: TestCase, subject: Subject) -> CaseResult:
    if case.population is None:
        raise ValueError(f"{case.id} has no population")
    failed, n = _trial(case.population, subject)
    found = tuple(_rated(criterion, n - len(failed), n) for criterion in case.criteria)
    return _result(case, found, as_expected=True, evidence=tuple(failed[:SHOWN]))


def _trial(population: Population, subject: Subject) -> tuple[list[str], int]:
    """The members that did not come out as wanted, and how many there are."""
    failed, n = [], 0
    for n, (given, place) in enumerate(variants(population), start=1):
        state = subject.assess(given.model_copy(update={"case_id": f"variant-{n}"})).state
        if not population.succeeds(state):
            failed.append(f"{state.value} [{place}] {given.answer}")
    return failed, n


def _rated(criterion: Criterion, successes: int, n: int) -> Measurement:
    """A share with Wilson's 95 % interval; a bound is compared where a confidence is stated."""
    share = successes / n if n else 0.0
    low, high = wilson(share, n) if n else (0.0, 1.0)
    compared = share
    if criterion.confidence is not None:
        compared = low if criterion.operator in {">", ">="} else high
    met = n >= criterion.n and criterion.holds(compared)
    return Measurement(criterion=criterion, measured=share, met=met, n=n, low=low, high=high)


def _run_use_case(case: TestCase, subject: Subject) -> CaseResult:
    procedure = PROCEDURES.get(case.procedure or "")
    if procedure is None or subject.bench is None:
        why = "there is no such procedure" if procedure is None else "there is no database to use"
        return CaseResult(case=case, verdict=TestVerdict.BLOCKED, problem=why)
    try:
        with subject.bench() as bench:
            seen = procedure(bench)
    except HriError as fault:
        return CaseResult(case=case, verdict=TestVerdict.BLOCKED, problem=str(fault))
    found = tuple(
        judged(criterion, seen.checks.get(criterion.metric.removeprefix("check.")))
        for criterion in case.criteria
    )
    return _result(case, found, as_expected=True, evidence=tuple(seen.steps))


_PROCEDURE_OF: dict[Kind, Callable[[TestCase, Subject], CaseResult]] = {
    Kind.ANSWER: _run_answer,
    Kind.RELATION: _run_relation,
    Kind.RATE: _run_rate,
    Kind.USE_CASE: _run_use_case,
}


def _result(
    case: TestCase, found: tuple[Measurement, ...], *, as_expected: bool, **seen: Any
) -> CaseResult:
    passed = as_expected and all(item.met for item in found)
    verdict = TestVerdict.PASSED if passed else TestVerdict.FAILED
    return CaseResult(case=case, verdict=verdict, measurements=found, **seen)
