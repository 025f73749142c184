from __future__ import annotations

from datetime import date

import pytest
from checks.fakes import FakeKnowledge, instrument, law, rule, run_check, verdict

from hri.domain.packs import InstrumentStatus

REGISTER = FakeKnowledge(
    instruments=(
        instrument(
            articles=("1", "2"),
            complete_from=date(2020, 1, 1),
            complete_to=date(2030, 1, 1),
        ),
        instrument("old-act", status=InstrumentStatus.REPEALED, valid_to=date(2010, 1, 1)),
        instrument("open-act", articles=("1",)),
    )
)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (law("card-act", "2"), "kept"),
        (law("card-act"), "kept"),
        (law("open-act", "99"), "kept"),
        (law("an act nobody knows", "99", known=False), "kept"),
        (law("card-act", "3"), "check.law_exists.not_in_complete_list"),
        (law("old-act", "1"), "check.law_exists.repealed"),
        (law("open-act", "0"), "check.law_exists.impossible_number"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.text,
)
def test_only_a_refuted_law_violates(claim, expected):
    assert verdict(run_check(rule("law_exists"), [claim], REGISTER)) == expected


def test_an_answer_without_law_leaves_the_rule_idle():
    assert verdict(run_check(rule("law_exists"), [], REGISTER)) == "idle"


def test_a_violation_shows_the_claim_and_the_entry_of_the_register():
    right, wrong = law("card-act", "1"), law("card-act", "3")
    outcome = run_check(rule("law_exists"), [right, wrong], REGISTER)
    (violation,) = outcome.violations
    start = len(right.text) + 1
    assert violation.claim == (start, start + len(wrong.text))
    assert violation.reference == "Card Act 1990"
    assert violation.evidence == ("register:card-act#3",)
    assert [item.id for item in outcome.evidence] == ["register:card-act#3"]
    assert violation.explanation.params["article"] == "3"
