from __future__ import annotations

import pytest
from checks.fakes import SOURCE, FakeKnowledge, fact, facts, fee, rule, run_check, verdict
from pydantic import ValidationError

from hri.checks.fee_schedule import FeeScheduleParameters
from hri.domain.claims import Polarity, Qualifier

OUTSIDE = "check.fee_schedule.outside"
FROM_FACTS = rule("fee_schedule", parameters={"from_facts": True})


def own(**parameters):
    return rule("fee_schedule", parameters={"currency": "GBP", **parameters})


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (fee("25"), "kept"),
        (fee("25.00"), "kept"),
        (fee("0"), "kept"),
        (fee("24.99"), OUTSIDE),
        (fee("25", "30"), OUTSIDE),
        (fee("24", qualifier=Qualifier.ABOUT), "kept"),
        (fee("20", qualifier=Qualifier.ABOUT), OUTSIDE),
        (fee("25", currency="EUR"), "rvs.not_run.currency"),
        (fee("0", currency="EUR"), "kept"),
        (fee("9", polarity=Polarity.NOT_REQUIRED), "idle"),
    ],
    ids=[
        "listed",
        "listed with pence",
        "free is listed",
        "a penny less",
        "one end of a range off the list",
        "about, near",
        "about, far",
        "another currency",
        "free in any currency",
        "said not to be due",
    ],
)
def test_own_amounts_are_the_only_ones_allowed(claim, expected):
    outcome = run_check(own(amounts=[25, "0"]), [claim], about_tolerance=0.05)
    assert verdict(outcome) == expected


@pytest.mark.parametrize(
    ("amount", "expected"),
    [("9.99", OUTSIDE), ("10", "kept"), ("50", "kept"), ("50.01", OUTSIDE)],
)
def test_own_bounds_include_their_ends(amount, expected):
    assert verdict(run_check(own(least=10, most=50), [fee(amount)])) == expected


def test_a_rule_on_some_claims_leaves_the_others_alone():
    tested = own(amounts=[25], claims={"words": {"en": ["card"]}})
    about_card, about_photo = fee("9", anchor="new cards"), fee("9", anchor="photograph")
    assert verdict(run_check(tested, [about_photo])) == "idle"
    assert verdict(run_check(tested, [about_photo, about_card])) == OUTSIDE
    assert verdict(run_check(tested, [about_card], language="fr")) == "rvs.not_run.no_words"


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (fee("25"), "kept"),
        (fee("40"), "kept"),
        (fee("45"), "kept"),
        (fee("42", "48"), "kept"),
        (fee("39"), OUTSIDE),
        (fee("45", "51"), OUTSIDE),
        (fee("20", qualifier=Qualifier.AT_LEAST), "kept"),
        (fee("51", qualifier=Qualifier.AT_LEAST), OUTSIDE),
        (fee("30", qualifier=Qualifier.AT_MOST), "kept"),
        (fee("24", qualifier=Qualifier.AT_MOST), OUTSIDE),
        (fee("25", currency="EUR"), "rvs.not_run.currency"),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{value.text} {value.qualifier.value}",
)
def test_amounts_outside_definite_facts_violate(claim, expected):
    pack = facts(fee("25"), fee("40", "50"))
    assert verdict(run_check(FROM_FACTS, [claim], pack)) == expected


@pytest.mark.parametrize(
    "pack",
    [
        FakeKnowledge(),
        FakeKnowledge(known_facts=(fact(fee("25"), "for a minor abroad"),)),
        FakeKnowledge(known_facts=(fact(fee("25")), fact(None))),
        facts(fee("25"), fee("30", currency="EUR")),
        FakeKnowledge(
            known_facts=(
                fact(fee("25"), source=SOURCE.model_copy(update={"jurisdiction": "GB-SCT"})),
            )
        ),
    ],
    ids=["no fact", "open condition", "unreadable fact", "two currencies", "other jurisdiction"],
)
def test_facts_that_do_not_settle_the_fee_make_no_schedule(pack):
    assert verdict(run_check(FROM_FACTS, [fee("9")], pack)) == "idle"


def test_one_right_fee_keeps_a_derived_rule():
    claims = [fee("9"), fee("25")]
    assert verdict(run_check(FROM_FACTS, claims, facts(fee("25")))) == "kept"
    assert verdict(run_check(own(amounts=[25]), claims)) == OUTSIDE


def test_a_condition_that_the_question_names_makes_a_schedule():
    pack = FakeKnowledge(known_facts=(fact(fee("25"), "lost card"),))
    assert verdict(run_check(FROM_FACTS, [fee("9")], pack)) == OUTSIDE


def test_without_a_procedure_the_facts_make_no_schedule():
    assert verdict(run_check(FROM_FACTS, [fee("9")], facts(fee("25")), procedure_id=None)) == "idle"


def test_a_violation_shows_the_facts_it_rests_on():
    outcome = run_check(FROM_FACTS, [fee("9")], facts(fee("25")))
    (violation,) = outcome.violations
    assert violation.explanation.params == {"said": "9 GBP", "allowed": "25 GBP"}
    assert violation.reference == SOURCE.title
    assert [item.id for item in outcome.evidence] == list(violation.evidence)
    assert outcome.evidence[0].source_id == SOURCE.source_id


@pytest.mark.parametrize(
    ("parameters", "fragment"),
    [
        ({}, "either from_facts"),
        ({"from_facts": True, "currency": "GBP", "amounts": [1]}, "either from_facts"),
        ({"amounts": [1]}, "need a currency"),
        ({"currency": "GBP", "least": 2, "most": 1}, "least must not exceed most"),
        ({"currency": "GBP", "amounts": [-1]}, "greater than or equal to 0"),
        ({"currency": "pounds", "amounts": [1]}, "pattern"),
    ],
    ids=["nothing", "both", "no currency", "crossed bounds", "negative", "no ISO code"],
)
def test_parameters_that_make_no_schedule_are_refused(parameters, fragment):
    with pytest.raises(ValidationError, match=fragment):
        FeeScheduleParameters.model_validate(parameters)
