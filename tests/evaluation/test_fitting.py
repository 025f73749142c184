"""Fitted numbers find what tells, on cases they were not fitted on; they are never costlier."""

from __future__ import annotations

import factories
import numpy as np
import pytest
from casework.bench import ANALYST
from evaluation.test_outcomes import outcomes
from evaluation.worlds import COSTS, LIVE, World, labels_of, world

from hri.domain.policies import Policy
from hri.evaluation.fitting import MOST, Fitting, Free
from hri.evaluation.history import History
from hri.evaluation.recommending import Caution, Limits, recommend
from hri.evaluation.sweeps import Sweeper
from hri.evaluation.weights import Sample

BOTH = (Free.COEFFICIENTS, Free.WEIGHTS)


def only_rules_tell(seed: int, size: int = 1500) -> World:
    """RVS says half of what is wrong and nothing else; the other signals are noise."""
    found = world(seed, size, shares=(1.0,) * 4, telling=0.0)
    rng = np.random.default_rng(seed)
    rvs = (found.truth & (rng.random(found.truth.shape) < 0.7)).astype(float)
    rvs[~found.history.applies] = np.nan
    bare = History(**{**vars(found.history), "rvs": rvs})
    action = Sweeper(bare).sweep(LIVE).action
    drawn = np.where(action < 2, 1.0, np.nan)
    history = History(**{**vars(bare), "action": action, "drawn": drawn})
    labels = labels_of(found.truth, history.applies, np.ones(size, bool))
    return World(history, found.truth, Sample(history, labels), LIVE, COSTS)


def fit(found: World, free=BOTH, *, floors: bool = False) -> Policy:
    said = recommend(
        found.sweeper, found.sample, found.policy, COSTS, Limits(), free, floors=floors
    )
    return said.policy


def cost(found: World, policy: Policy, *, floors: bool = False) -> float:
    return outcomes(found, policy, floors=floors).cost.total.value


def test_what_is_fitted_on_some_cases_costs_less_on_others():
    first, second = only_rules_tell(1), only_rules_tell(2)
    fitted = fit(first)
    assert fitted.coefficients.gamma > LIVE.coefficients.gamma
    assert cost(second, fitted) < cost(second, LIVE)
    only_thresholds = fit(first, free=())
    assert only_thresholds.coefficients == LIVE.coefficients
    assert cost(second, fitted) < cost(second, only_thresholds)


@pytest.mark.parametrize("floors", [False, True])
@pytest.mark.parametrize("free", [BOTH, (Free.COEFFICIENTS,), (Free.WEIGHTS,)])
def test_on_its_own_cases_the_fit_is_never_costlier(floors, free):
    found = world(5, 700, telling=0.3)
    fitted = fit(found, free, floors=floors)
    assert cost(found, fitted, floors=floors) <= cost(found, LIVE, floors=floors) * (1 + 1e-9)
    if Free.WEIGHTS not in free:
        assert fitted.weights == LIVE.weights
    if Free.COEFFICIENTS not in free:
        assert fitted.coefficients == LIVE.coefficients
    assert factories.policy(**fitted.model_dump(exclude={"id"})) is not None


def test_the_same_cases_give_the_same_numbers():
    found = world(6, 500)
    assert fit(found) == fit(found)


def test_a_long_history_is_searched_on_an_even_part_of_it():
    found = world(7, MOST * 2 + 10, shares=(0.002, 0.01, 0.02, 0.05))
    search = Fitting(found.sweeper, found.sample, LIVE, COSTS)
    assert len(search._part) <= MOST
    ladder = search._ladder(LIVE)
    triple = ladder.triple((0.12, 0.2, 0.3))
    said = outcomes(found)
    assert ladder.escalated.at(triple)[0] == pytest.approx(said.escalated, rel=0.05)
    assert ladder.harm().at(triple)[0] == pytest.approx(said.cost.harm.value, rel=1e-6)


def test_noise_is_not_sold_as_a_saving():
    found = world(8, 700, telling=0.0)
    said = recommend(found.sweeper, found.sample, fit(found), COSTS, Limits(), floors=False)
    assert Caution.UNSURE in said.cautions


def test_the_desk_fits_too(desk):
    said = desk.weighing.recommend(ANALYST, desk.policy, Limits(), free=BOTH)
    assert said.policy is None
    assert said.refusal is not None
