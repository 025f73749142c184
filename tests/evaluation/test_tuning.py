from __future__ import annotations

import factories
import pytest
from casework.bench import ANALYST, CHIEF, FAKE_LAW, RIGHT_FEE, case
from evaluation.strategies import NEEDED

from hri.domain.decisions import Action
from hri.errors import ReplayNeededError
from hri.wiring import Desk

LENIENT = factories.policy(overrides=NEEDED, thresholds={"warn": 0.9, "defer": 0.95, "route": 1.0})
STRICT = factories.policy(thresholds={"warn": 0.0, "defer": 0.0, "route": 0.0})


@pytest.fixture(autouse=True)
def stored(desk: Desk) -> None:
    for number, slots in enumerate([{}, RIGHT_FEE, FAKE_LAW]):
        desk.intake.submit(CHIEF, case(number, metadata={"slots": slots}))
    desk.intake.submit(CHIEF, case(3))


def test_the_policy_in_force_against_itself_flips_nothing(desk: Desk):
    found = desk.tuning.compare(ANALYST, desk.policy)
    assert (found.cases, found.flips, found.raised, found.lowered) == (4, (), 0, 0)
    assert found.before == found.after
    assert found.before == {
        Action.PASS: 1,
        Action.WARN: 1,
        Action.DEFER: 1,
        Action.ROUTE: 1,
    }


def test_a_lenient_policy_lowers_and_a_strict_one_raises(desk: Desk):
    lenient = desk.tuning.compare(ANALYST, LENIENT)
    strict = desk.tuning.compare(ANALYST, STRICT)
    assert (lenient.lowered, lenient.raised) == (2, 0)
    assert (strict.lowered, strict.raised) == (0, 2)
    assert strict.after[Action.ROUTE] == 3


def test_flips_come_largest_first_and_name_both_sides(desk: Desk):
    flips = desk.tuning.compare(ANALYST, LENIENT).flips
    assert [(flip.case_id, flip.before, flip.after) for flip in flips] == [
        ("case-00002", Action.ROUTE, Action.PASS),
        ("case-00003", Action.DEFER, Action.PASS),
    ]
    assert flips[0].hri_before == flips[0].hri_after == pytest.approx(0.7)


def test_flips_are_cut_at_the_limit_and_counted_whole(desk: Desk):
    found = desk.tuning.compare(ANALYST, LENIENT, limit=1)
    assert (len(found.flips), found.lowered) == (1, 2)


def test_any_two_policies_can_be_compared(desk: Desk):
    found = desk.tuning.compare(ANALYST, STRICT, LENIENT)
    assert found.before[Action.PASS] == 3
    assert found.after[Action.ROUTE] == 3


def test_the_histogram_holds_every_case_with_an_index(desk: Desk):
    found = desk.tuning.compare(ANALYST, desk.policy)
    assert (len(found.histogram), sum(found.histogram), found.without_index) == (20, 3, 1)


def test_a_case_added_later_is_seen(desk: Desk):
    assert desk.tuning.compare(ANALYST, desk.policy).cases == 4
    desk.intake.submit(CHIEF, case(9))
    assert desk.tuning.compare(ANALYST, desk.policy).cases == 5


def test_the_history_is_read_once_while_nothing_is_added(desk: Desk):
    assert desk.tuning.history(ANALYST) is desk.tuning.history(ANALYST)


@pytest.mark.parametrize(
    ("name", "value"),
    [("min_samples", 5), ("about_tolerance", 0.3), ("max_source_age_days", 1), ("covers", {})],
)
def test_numbers_the_signals_rest_on_need_the_cases_scored_again(desk: Desk, name, value):
    signals = desk.policy.signals.model_copy(update={name: value})
    with pytest.raises(ReplayNeededError, match=f"signals.{name}"):
        desk.tuning.compare(ANALYST, factories.policy(signals=signals))


def test_trying_a_policy_changes_nothing(desk: Desk):
    before = desk.analytics.actions(ANALYST)
    desk.tuning.compare(ANALYST, STRICT)
    assert desk.analytics.actions(ANALYST) == before
