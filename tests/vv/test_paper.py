"""Every test case of every verification suite, by its own id."""

from __future__ import annotations

import pytest
from factories import ROOT

from hri.assurance import CaseResult, TestCase, TestVerdict, load_suite
from hri.assurance.requirements import load_requirements, trace
from hri.assurance.runs import run_case
from hri.assurance.testcases import Kind
from hri.domain.assessments import VersionRef
from hri.domain.policies import Policy
from hri.domain.ports import Knowledge
from hri.settings import Settings
from hri.wiring.benches import subject_with_bench

SUITES = {
    path.parent.name: load_suite(path.parent)
    for path in sorted((ROOT / "data" / "vv").glob("*/suite.toml"))
}
CASES = [case for suite in SUITES.values() for case in suite.cases]
PAPER = SUITES["paper"].cases
FRAMEWORK = SUITES["framework"].cases


def told_apart(case: TestCase) -> object:
    """The case by its id; those over whole sets take seconds each and wait for `make torture`."""
    marks = [pytest.mark.torture] if case.kind is Kind.RATE else []
    return pytest.param(case, id=case.id, marks=marks)


@pytest.mark.parametrize("case", [told_apart(case) for case in CASES])
def test_case_meets_its_acceptance_criteria(
    case: TestCase, demo_pack: Knowledge, default_rules: tuple[Policy, VersionRef]
) -> None:
    subject = subject_with_bench(demo_pack, *default_rules, Settings())
    result = run_case(case, subject)
    assert result.verdict is TestVerdict.PASSED, describe(result)


def describe(result: CaseResult) -> str:
    unmet = [
        f"{item.criterion.metric} {item.criterion.operator} {item.criterion.threshold}, "
        f"measured {item.measured}"
        for item in result.measurements
        if not item.met
    ]
    return (
        f"{result.case.title.en}: expected {result.case.action}, got {result.action} "
        f"({', '.join(result.fired)}); not fired: {result.missing}; {'; '.join(unmet)}"
        f"{result.problem} {result.evidence}"
    )


def test_the_suites_hold_the_papers_three_scenarios_in_both_languages() -> None:
    ids = {case.id for case in PAPER}
    scenarios = (
        "civil.fabricated-law",
        "licensing.wrong-authority",
        "welfare.low-impact-inconsistency",
    )
    assert {f"{name}.{language}" for name in scenarios for language in ("fr", "en")} <= ids


def test_sampling_alone_sees_none_of_the_papers_high_impact_errors() -> None:
    errors = [case for case in PAPER if case.action == "ROUTE" and case.slot is not None]
    assert errors
    for case in errors:
        agreed = [f"{case.slot.value}.sis", "==", 0.0]
        assert agreed in [[item.metric, item.operator, item.threshold] for item in case.criteria], (
            case.id
        )


def test_every_error_has_a_twin_that_passes() -> None:
    fields = {case.id.split(".")[0] for case in PAPER if case.slot is not None} - {"guards"}
    clean = {case.id.split(".")[0] for case in PAPER if case.action == "PASS"}
    assert fields == clean


@pytest.mark.parametrize("suite", SUITES.values(), ids=SUITES)
def test_every_case_names_a_requirement_and_whole_suites_leave_none_out(suite) -> None:
    tracing = trace(
        suite, load_requirements(ROOT / "data" / "vv" / "requirements.toml").requirements
    )
    assert (tracing.unverified, tracing.unknown) == ((), ())
    assert tracing.gaps == 0


def test_the_framework_suite_covers_three_domains_two_languages_and_all_kinds() -> None:
    inputs = [case.input for case in FRAMEWORK if case.input is not None]
    assert len(FRAMEWORK) >= 60
    assert SUITES["framework"].info.whole
    domains = {"civil-registry", "licensing", "welfare"}
    said = {(item.domain, item.language) for item in inputs}
    assert {(domain, language) for domain in domains for language in ("fr", "en")} <= said
    assert {case.kind for case in FRAMEWORK} == set(Kind)
    assert {"boundary", "metamorphic", "adversarial", "statistical"} <= {
        case.technique for case in FRAMEWORK
    }


def test_every_override_of_the_policy_fires_in_a_case(default_rules) -> None:
    expected = {name for case in FRAMEWORK for name in case.overrides}
    named = {item.id for item in default_rules[0].overrides}
    assert named - expected == {"scoring-error", "oversize"}  # use cases make these
