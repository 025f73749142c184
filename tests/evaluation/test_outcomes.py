from __future__ import annotations

import factories
import numpy as np
import pytest
from evaluation.strategies import policies
from evaluation.worlds import COSTS, LIVE, World, world
from hypothesis import given, settings
from hypothesis import strategies as st

from hri.domain.decisions import ACTIONS, Action
from hri.domain.slots import SLOTS
from hri.evaluation.outcomes import Outcomes, outcomes_of

ALL = (1.0, 1.0, 1.0, 1.0)


def outcomes(found: World, policy=None, *, floors: bool = True, costs=COSTS) -> Outcomes:
    swept = found.sweeper.sweep(policy or found.policy, floors=floors)
    return outcomes_of(
        swept.moves(found.history.action),
        swept.action[found.sample.labels.place],
        found.sample,
        costs,
    )


@settings(max_examples=15, deadline=None)
@given(policy=policies(), seed=st.integers(0, 100))
def test_with_everything_judged_the_figures_are_the_truth(policy, seed):
    found = world(seed, 300, shares=ALL)
    said = outcomes(found, policy)
    action = found.sweeper.sweep(policy).action
    wrong, held = found.truth.any(axis=0), action >= 2
    assert said.by_action == {each: int((action == each.severity).sum()) for each in ACTIONS}
    assert said.recall.hits == pytest.approx((wrong & held).sum())
    assert said.recall.of == pytest.approx(wrong.sum())
    assert said.missed == pytest.approx((wrong & ~held).sum())
    assert (said.precision.share is None) == (not held.any())
    if held.any():
        assert said.precision.share == pytest.approx((wrong & held).sum() / held.sum())
    harm = sum(
        COSTS.wrong[slot]
        * COSTS.left_of_harm(each)
        * (found.truth[place] & (action == number)).sum()
        for place, slot in enumerate(SLOTS)
        for number, each in enumerate(ACTIONS)
    )
    minutes = sum(COSTS.minutes[each] * n for each, n in said.by_action.items())
    assert said.hours == pytest.approx(minutes / 60)
    assert said.cost.harm.value == pytest.approx(harm)
    warnings = COSTS.warning * said.by_action[Action.WARN]
    assert said.cost.total.value == pytest.approx(harm + minutes * COSTS.minute + warnings)
    for errors, row in zip(said.slots, found.truth, strict=True):
        assert errors.caught == pytest.approx((row & held).sum())
        assert errors.missed == pytest.approx((row & ~held).sum())


def test_without_the_weighted_sample_recall_cannot_be_measured():
    said = outcomes(world(2, 800, shares=(0.0, 0.0, 1.0, 1.0)))
    assert said.unmeasured == (Action.PASS, Action.WARN)
    assert (said.recall.share, said.missed, said.cost) == (None, None, None)
    assert said.precision.share is not None


def test_a_policy_that_takes_unmeasured_cases_to_people_has_no_precision_but_a_cost():
    strict = factories.policy(
        thresholds={"warn": 0.0, "defer": 0.0, "route": 0.0},
        overrides=factories.default_policy()[0].overrides,
    )
    said = outcomes(world(2, 800, shares=(0.0, 0.5, 1.0, 1.0)), strict)
    assert said.by_action[Action.PASS] == 0
    assert said.precision.share is None
    assert said.recall.share is None
    assert said.cost is not None


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    inside = {"recall": 0, "cost": 0}
    for seed in range(60):
        found = world(seed, 2000, shares=(0.2, 0.4, 0.5, 0.5), telling=0.4)
        said = outcomes(found)
        whole = outcomes(world(seed, 2000, shares=ALL, telling=0.4))
        assert whole.by_action == said.by_action
        inside["recall"] += said.recall.low <= whole.recall.share <= said.recall.high
        total = whole.cost.total.value
        inside["cost"] += said.cost.total.low <= total <= said.cost.total.high
    assert min(inside.values()) >= 52


def test_without_floors_the_index_alone_decides():
    always = {"id": "always", "floor": "ROUTE", "when": "instability", "at_least": 0.0}
    base = LIVE
    policy = factories.policy(thresholds=base.thresholds, overrides=[*base.overrides, always])
    found = world(3, 500)
    assert outcomes(found, policy).by_action[Action.ROUTE] > 450
    bare = outcomes(found, policy, floors=False)
    hri = found.sweeper.sweep(policy, floors=False)
    assert bare.by_action[Action.ROUTE] == (hri.action == 3).sum() < 450
    assert bare == outcomes(found, base, floors=False)


def test_counts_of_what_was_judged_add_up():
    found = world(5, 900)
    said = outcomes(found)
    assert said.judged == said.known + said.partly + said.unasked
    assert said.precision.n == int((found.sample.stratum >= 2).sum())
    assert said.recall.n == int(found.sample.wrong.sum())
    assert np.isfinite(said.recall.effective_n)
