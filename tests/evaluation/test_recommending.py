from __future__ import annotations

from types import SimpleNamespace

import factories
import pytest
from evaluation.test_outcomes import outcomes
from evaluation.worlds import COSTS, World, world
from hypothesis import given, settings
from hypothesis import strategies as st

from hri.evaluation.choosing import replicates_for
from hri.evaluation.ladders import edges_for, ladder_of
from hri.evaluation.recommending import (
    Caution,
    Limits,
    Recommendation,
    Refusal,
    recommend_thresholds,
)

NONE = Limits()


def recommend(
    found: World, limits: Limits = NONE, *, policy=None, floors=True, **more
) -> Recommendation:
    chosen = policy or found.policy
    edges = edges_for(chosen, found.policy)
    ladder = ladder_of(found.sweeper, found.sample, chosen, COSTS, edges, floors=floors)
    return recommend_thresholds(ladder, chosen, limits, **{"replicates": 40, **more})


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 1000), floors=st.booleans(), telling=st.floats(0, 1))
def test_what_is_recommended_is_never_costlier_than_what_it_is_compared_with(seed, floors, telling):
    found = world(seed, 1200, telling=telling)
    said = recommend(found, floors=floors, replicates=0)
    if said.refusal is None:
        there = outcomes(found, said.policy, floors=floors).cost.total.value
        here = outcomes(found, floors=floors).cost.total.value
        assert there <= here * (1 + 1e-9)
        assert said.saving == pytest.approx(here - there, abs=1e-6)
        assert said.chosen.cost.value == pytest.approx(there)


def test_no_thresholds_on_a_grid_cost_less():
    found = world(8, 1500)
    said = recommend(found, replicates=0)
    for warn, defer, route in [
        (w, d, r) for w in range(0, 10, 3) for d in range(w, 10, 2) for r in range(d, 11, 3)
    ]:
        limits = {"warn": warn / 10, "defer": defer / 10, "route": route / 10}
        other = factories.policy(thresholds=limits)
        assert outcomes(found, other).cost.total.value >= said.chosen.cost.value - 1e-6


def test_limits_are_kept_to():
    found = world(9, 2000)
    free = recommend(found, replicates=0)
    short = recommend(found, Limits(hours=free.chosen.hours / 2), replicates=0)
    tight = recommend(found, Limits(leak=free.chosen.leak / 2), replicates=0)
    assert short.chosen.hours <= free.chosen.hours / 2
    assert tight.chosen.leak <= free.chosen.leak / 2
    assert min(short.chosen.cost.value, tight.chosen.cost.value) >= free.chosen.cost.value


def test_limits_that_nothing_keeps_to_are_said():
    found = world(9, 2000)
    said = recommend(found, Limits(hours=0.0, leak=0.0))
    assert (said.refusal, said.policy) == (Refusal.LIMITS_NOT_MET, None)
    assert said.compared is not None


@pytest.mark.parametrize(
    ("size", "shares", "refusal"),
    [
        pytest.param(1500, (0.0, 0.0, 1.0, 1.0), Refusal.NOT_MEASURABLE, id="no-sample"),
        pytest.param(110, (0.4, 0.4, 0.5, 0.5), Refusal.TOO_FEW_CASES, id="few-cases"),
    ],
)
def test_too_little_is_refused(size, shares, refusal):
    said = recommend(world(5, size, shares=shares))
    assert (said.refusal, said.policy, said.chosen) == (refusal, None, None)


def test_too_few_wrong_ones_are_refused():
    found = world(5, 1500)
    labels = found.sample.labels
    labels.case[:] = 0
    assert recommend(found).refusal is Refusal.TOO_FEW_WRONG


def test_few_cases_are_warned_of_and_the_uncertainty_is_wide():
    few = recommend(world(5, 400))
    many = recommend(world(5, 6000))
    assert few.refusal is None
    assert Caution.FEW_CASES in few.cautions
    assert Caution.FEW_CASES not in many.cautions
    spread = [
        (one.held_saving.high - one.held_saving.low) / one.compared.cost.value
        for one in (few, many)
    ]
    assert spread[0] > spread[1]


def test_the_same_seed_gives_the_same_and_another_one_other_draws():
    found = world(5, 900)
    assert recommend(found) == recommend(found)
    assert recommend(found).held_saving != recommend(found, seed=1).held_saving


def test_signals_that_tell_nothing_give_no_sure_saving():
    found = world(11, 2500, telling=0.0)
    said = recommend(found, policy=recommend(found, replicates=0).policy)
    assert said.saving == pytest.approx(0, abs=1e-6)
    assert Caution.UNSURE in said.cautions
    assert said.held_saving.value <= 0


def test_a_policy_far_from_the_best_is_surely_beaten():
    found = world(12, 4000, telling=1.0)
    off = factories.policy(thresholds={"warn": 0.0, "defer": 0.0, "route": 0.0})
    said = recommend(found, policy=off)
    assert said.held_saving.low > 0
    assert said.better == 1
    assert Caution.UNSURE not in said.cautions
    low, high = said.ranges["route"]
    assert low <= said.chosen.thresholds.route <= high


def test_a_live_policy_outside_the_limits_is_said():
    found = world(9, 2000)
    said = recommend(found, Limits(hours=recommend(found, replicates=0).compared.hours / 2))
    assert Caution.LIVE_BREAKS_LIMITS in said.cautions


@pytest.mark.parametrize(
    ("judged", "draws"), [(0, 200), (20_000, 200), (40_000, 100), (80_000, 50), (1_000_000, 50)]
)
def test_many_judged_cases_are_drawn_from_less_often(judged, draws):
    sample = SimpleNamespace(labels=SimpleNamespace(size=judged))
    assert replicates_for(sample) == draws
