from __future__ import annotations

import pytest
from checks.fakes import FakeKnowledge, duration, fact, facts, rule, run_check, verdict
from pydantic import ValidationError

from hri.checks.time_limit import TimeLimitParameters
from hri.domain.claims import Polarity, Qualifier
from hri.domain.values import DurationKind

OUTSIDE = "check.time_limit.outside"
FROM_FACTS = rule("time_limit", parameters={"from_facts": True})
DEADLINE = DurationKind.APPLICANT_DEADLINE


def own(**parameters):
    return rule("time_limit", parameters=parameters)


def length(value, unit="day"):
    return {"value": value, "unit": unit}


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (duration("42"), "kept"),
        (duration("6", "week"), "kept"),
        (duration("21"), OUTSIDE),
        (duration("42", "working_day"), OUTSIDE),
        (duration("41", qualifier=Qualifier.ABOUT), "kept"),
        (duration("90", kind=DurationKind.VALIDITY), "idle"),
        (duration("21", polarity=Polarity.NOT_REQUIRED), "idle"),
    ],
    ids=["listed", "in weeks", "other", "working days", "about", "validity", "denied"],
)
def test_own_durations_are_the_only_ones_allowed(claim, expected):
    outcome = run_check(own(allowed=[length(42)]), [claim], about_tolerance=0.05)
    assert verdict(outcome) == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (duration("60"), "kept"),
        (duration("61"), OUTSIDE),
        (duration("10"), "kept"),
        (duration("9"), OUTSIDE),
        (duration("2", "month"), "kept"),
        (duration("3", "month"), OUTSIDE),
        (duration("1", "week"), OUTSIDE),
        (duration("10", high="61"), OUTSIDE),
        (duration("0", high="30", qualifier=Qualifier.AT_MOST), "kept"),
        (duration("36", "hour"), OUTSIDE),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{value.text} {value.qualifier.value}",
)
def test_own_bounds_include_their_ends_and_months_may_be_short(claim, expected):
    assert verdict(run_check(own(least=length(10), most=length(60)), [claim])) == expected


def test_a_rule_may_judge_one_kind_of_duration():
    tested = own(allowed=[length(42)], kinds=["applicant_deadline"])
    assert verdict(run_check(tested, [duration("9")])) == "idle"
    assert verdict(run_check(tested, [duration("9", kind=DEADLINE)])) == OUTSIDE


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (duration("42", kind=DEADLINE), "kept"),
        (duration("60", kind=DEADLINE), OUTSIDE),
        (duration("3", "week"), "kept"),
        (duration("2", "week", high="3"), "kept"),
        (duration("5", "week"), OUTSIDE),
        (duration("9", kind=DurationKind.VALIDITY), "idle"),
    ],
    ids=["deadline", "later deadline", "inside", "part of the range", "too long", "validity"],
)
def test_durations_outside_definite_facts_of_their_kind_violate(claim, expected):
    pack = facts(duration("42", kind=DEADLINE), duration("2", "week", high="4"))
    assert verdict(run_check(FROM_FACTS, [claim], pack)) == expected


def test_one_right_time_keeps_a_derived_rule():
    pack = facts(duration("42"))
    assert verdict(run_check(FROM_FACTS, [duration("9"), duration("42")], pack)) == "kept"
    assert verdict(run_check(own(allowed=[length(42)]), [duration("9"), duration("42")])) == OUTSIDE


def test_several_lengths_of_one_kind_settle_nothing():
    pack = facts(duration("42"), duration("21"))
    assert verdict(run_check(FROM_FACTS, [duration("9")], pack)) == "idle"


def test_a_bound_read_the_other_way_is_not_for_the_schedule():
    pack = facts(duration("42", qualifier=Qualifier.AT_MOST))
    six_weeks = duration("6", "week", qualifier=Qualifier.AT_LEAST)
    assert verdict(run_check(FROM_FACTS, [six_weeks], pack)) == "kept"


def test_facts_of_another_kind_prove_nothing():
    pack = facts(duration("42", kind=DEADLINE))
    assert verdict(run_check(FROM_FACTS, [duration("9")], pack)) == "idle"


def test_an_open_condition_makes_no_schedule():
    pack = FakeKnowledge(known_facts=(fact(duration("42")), fact(duration("21"), "born abroad")))
    assert verdict(run_check(FROM_FACTS, [duration("9")], pack)) == "idle"


def test_a_violation_says_what_is_allowed():
    outcome = run_check(own(allowed=[length(42)], most=length(2, "week")), [duration("60")])
    assert outcome.violations[0].explanation.params["allowed"] == "42 day; ≤ 2 week"


@pytest.mark.parametrize(
    ("parameters", "fragment"),
    [
        ({}, "either from_facts"),
        ({"from_facts": True, "allowed": [length(1)]}, "either from_facts"),
        ({"least": length(3, "month"), "most": length(1, "week")}, "least must not exceed most"),
        ({"allowed": [length(1, "fortnight")]}, "Input should be"),
        ({"allowed": [length(1)], "kinds": []}, "at least 1"),
    ],
    ids=["nothing", "both", "crossed bounds", "unknown unit", "no kind"],
)
def test_parameters_that_make_no_limit_are_refused(parameters, fragment):
    with pytest.raises(ValidationError, match=fragment):
        TimeLimitParameters.model_validate(parameters)
