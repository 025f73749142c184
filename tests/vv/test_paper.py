"""Every test case of every verification suite, by its own id."""

from __future__ import annotations

import pytest
from factories import ROOT

from hri.assurance import CaseResult, TestCase, TestVerdict, load_suite, run_case
from hri.domain.assessments import VersionRef
from hri.domain.policies import Policy
from hri.domain.ports import Knowledge

SUITES = [load_suite(path.parent) for path in sorted((ROOT / "data" / "vv").glob("*/suite.toml"))]
CASES = [case for suite in SUITES for case in suite.cases]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case_meets_its_acceptance_criteria(
    case: TestCase, demo_pack: Knowledge, default_rules: tuple[Policy, VersionRef]
) -> None:
    result = run_case(case, demo_pack, *default_rules)
    assert result.verdict is TestVerdict.PASSED, describe(result)


def describe(result: CaseResult) -> str:
    unmet = [
        f"{item.criterion.metric} {item.criterion.operator} {item.criterion.threshold}, "
        f"measured {item.measured}"
        for item in result.measurements
        if not item.met
    ]
    return (
        f"{result.case.title}: expected {result.case.action}, got {result.action} "
        f"({', '.join(result.fired)}); not fired: {result.missing}; {'; '.join(unmet)}"
        f"{result.problem}"
    )


def test_the_suites_hold_the_papers_three_scenarios_in_both_languages() -> None:
    ids = {case.id for case in CASES}
    scenarios = (
        "civil.fabricated-law",
        "licensing.wrong-authority",
        "welfare.low-impact-inconsistency",
    )
    assert {f"{name}.{language}" for name in scenarios for language in ("fr", "en")} <= ids


def test_sampling_alone_sees_none_of_the_papers_high_impact_errors() -> None:
    errors = [case for case in CASES if case.action.value == "ROUTE" and case.slot is not None]
    assert errors
    for case in errors:
        agreed = [f"{case.slot.value}.sis", "==", 0.0]
        assert agreed in [[item.metric, item.operator, item.threshold] for item in case.criteria], (
            case.id
        )


def test_every_error_has_a_twin_that_passes() -> None:
    fields = {case.id.split(".")[0] for case in CASES if case.slot is not None} - {"guards"}
    clean = {case.id.split(".")[0] for case in CASES if case.action.value == "PASS"}
    assert fields == clean
