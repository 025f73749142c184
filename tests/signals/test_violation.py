from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from checks.fakes import (
    ON,
    PROCEDURE,
    FakeKnowledge,
    circumstances,
    document,
    duration,
    fee,
    instrument,
    law,
    reading,
    rule,
)
from hypothesis import given
from hypothesis import strategies as st

from hri.domain.claims import Qualifier
from hri.domain.packs import InstrumentStatus
from hri.domain.slots import Signal, Slot
from hri.signals.violation import rule_applies, score_violation

FEES = Slot.FEES


def fee_rule(rule_id, *amounts, **changes):
    parameters = {"currency": "GBP", "amounts": list(amounts)}
    return rule("fee_schedule", id=rule_id, parameters=parameters, **changes)


KEPT = fee_rule("kept", 25)
BROKEN = fee_rule("broken", 40)
IDLE = fee_rule("idle", 40, procedure_ids=("another-procedure",))
UNRUN = rule("pattern", FEES, id="unrun", parameters={"pattern": "(", "mode": "must_match"})
UNKNOWN = rule("fee_schedule", id="unknown").model_copy(update={"check": "no_such_check"})
OF_FOREIGN_MONEY = rule(
    "fee_schedule", id="foreign", parameters={"currency": "EUR", "amounts": [25]}
)
ALL = (KEPT, BROKEN, IDLE, UNRUN, UNKNOWN, OF_FOREIGN_MONEY)
ANSWER = reading(fee("25"))


def score(*rules, answer=ANSWER, slot=FEES, knowledge=None, **case):
    pack = knowledge or FakeKnowledge()
    return score_violation(slot, answer, rules, circumstances(**case), pack)


@pytest.mark.parametrize(
    ("rules", "value", "applied", "reason"),
    [
        ((), 0.0, 0, "rvs.no_rule"),
        ((IDLE,), 0.0, 0, "rvs.no_rule"),
        ((KEPT,), 0.0, 1, "rvs.kept"),
        ((KEPT, IDLE), 0.0, 1, "rvs.kept"),
        ((BROKEN,), 1.0, 1, "rvs.violated"),
        ((KEPT, BROKEN), 1.0, 2, "rvs.violated"),
        ((UNRUN,), None, 0, "rvs.not_run.bad_parameters"),
        ((UNKNOWN,), None, 0, "rvs.not_run.unknown_check"),
        ((OF_FOREIGN_MONEY,), None, 0, "rvs.not_run.currency"),
        ((KEPT, UNRUN), None, 1, "rvs.not_run.bad_parameters"),
        ((BROKEN, UNRUN), 1.0, 1, "rvs.violated"),
    ],
    ids=[
        "no rule",
        "rule of another procedure",
        "kept",
        "kept beside another procedure's",
        "broken",
        "one of two broken",
        "faulty parameters",
        "unknown kind",
        "cannot compare",
        "kept beside one that cannot run",
        "broken beside one that cannot run",
    ],
)
def test_one_broken_rule_is_enough_and_one_that_cannot_run_leaves_the_slot_unscored(
    rules, value, applied, reason
):
    result = score(*rules)
    assert result.score.signal is Signal.RVS
    assert (result.score.value, result.rules_applied) == (value, applied)
    assert result.score.reason.id == reason


def test_the_rule_that_cannot_run_is_named():
    assert score(KEPT, OF_FOREIGN_MONEY).score.reason.params == {
        "rule": "foreign",
        "currency": "EUR",
    }


def test_rules_of_other_slots_are_left_out():
    assert score(BROKEN, slot=Slot.PROCESSING_TIME).rules_applied == 0


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, True),
        ({"procedure_ids": (PROCEDURE, "other")}, True),
        ({"procedure_ids": ("other",)}, False),
        ({"jurisdiction": "GB"}, True),
        ({"jurisdiction": "GB-ENG"}, True),
        ({"jurisdiction": "GB-SCT"}, False),
        ({"jurisdiction": "GB-ENG-LND"}, False),
        ({"valid_from": ON}, True),
        ({"valid_from": ON + timedelta(days=1)}, False),
        ({"valid_to": ON}, True),
        ({"valid_to": ON - timedelta(days=1)}, False),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else None,
)
def test_a_rule_applies_inside_its_procedures_place_and_dates(changes, expected):
    assert rule_applies(fee_rule("r", 1, **changes), circumstances()) is expected


def test_a_rule_of_a_procedure_does_not_apply_where_none_is_known():
    of_procedure = fee_rule("r", 1, procedure_ids=(PROCEDURE,))
    assert not rule_applies(of_procedure, circumstances(procedure_id=None))
    assert rule_applies(fee_rule("r", 1), circumstances(procedure_id=None))


def test_a_rule_of_england_applies_where_england_covers():
    english = fee_rule("r", 1, jurisdiction="GB-ENG")
    assert not rule_applies(english, circumstances(jurisdiction="GB-WLS"))
    covered = circumstances(jurisdiction="GB-WLS", covers={"GB-ENG": ("GB-WLS",)})
    assert rule_applies(english, covered)


def test_a_demanded_statement_that_lacks_is_a_violation_of_an_absent_slot():
    demanded = rule("element_required", FEES)
    result = score(demanded, answer=reading(document("passport")))
    assert (result.score.value, result.missing) == (1.0, True)
    assert not score(demanded).missing


def test_evidence_that_two_rules_share_is_given_once():
    repealed = instrument(status=InstrumentStatus.REPEALED, valid_to=date(2020, 1, 1))
    pack = FakeKnowledge(instruments=(repealed,))
    rules = (rule("law_exists", id="a"), rule("law_exists", id="b"))
    answer = reading(law("card-act", "1"))
    result = score(*rules, answer=answer, slot=Slot.LEGAL_BASIS, knowledge=pack)
    assert [violation.rule_id for violation in result.violations] == ["a", "b"]
    assert [item.id for item in result.evidence] == ["register:card-act"]


def test_an_about_value_is_judged_under_the_tolerance_given():
    about = reading(fee("24", qualifier=Qualifier.ABOUT))
    pack = FakeKnowledge()
    assert score_violation(FEES, about, (KEPT,), circumstances(), pack).score.value == 1.0
    assert score_violation(FEES, about, (KEPT,), circumstances(), pack, 0.05).score.value == 0.0


@given(st.permutations(ALL))
def test_the_order_of_rules_is_irrelevant(rules):
    assert score(*rules) == score(*ALL)


@given(st.lists(st.sampled_from(ALL), unique_by=lambda item: item.id))
def test_adding_a_violated_rule_never_lowers_the_score(rules):
    before = score(*rules).score.value
    after = score(*rules, fee_rule("another", 99)).score.value
    assert after == 1.0
    assert before is None or before <= after


@given(st.lists(st.sampled_from(ALL), unique_by=lambda item: item.id))
def test_the_score_is_binary_and_zero_only_without_violations(rules):
    result = score(*rules)
    assert result.score.value in (None, 0.0, 1.0)
    assert (result.score.value == 1.0) is bool(result.violations)


def test_the_worked_example_of_the_documentation_holds():
    rules = (
        rule("law_exists", id="example.law"),
        rule(
            "time_limit",
            id="example.deadline",
            parameters={"most": {"value": 14, "unit": "day"}},
        ),
        fee_rule("example.fee", 25, valid_to=date(2025, 3, 31)),
        fee_rule("example.fee-2025", 30, valid_from=date(2025, 4, 1)),
    )
    answer = reading(fee("25"), duration("2", "week"), law("card-act", "3"))
    found = {
        slot: score(*rules, answer=answer, slot=slot, on=date(2025, 6, 1))
        for slot in (Slot.FEES, Slot.PROCESSING_TIME, Slot.LEGAL_BASIS, Slot.REQUIRED_DOCUMENTS)
    }
    assert {slot.value: (item.score.value, item.rules_applied) for slot, item in found.items()} == {
        "fees": (1.0, 1),
        "processing_time": (0.0, 1),
        "legal_basis": (0.0, 1),
        "required_documents": (0.0, 0),
    }
    assert [violation.rule_id for violation in found[FEES].violations] == ["example.fee-2025"]
    page = (Path(__file__).parents[2] / "docs/signals/rvs.md").read_text(encoding="utf-8")
    for slot, item in found.items():
        assert f"| `{slot.value}` | {item.rules_applied} | {item.score.value:.0f} |" in page
