"""Sweeping a policy over a history gives what trying it case by case gives, bins included."""

from __future__ import annotations

import random
from typing import Any

import factories
import numpy as np
import pytest
from evaluation.strategies import NEEDED, policies
from evaluation.test_trial import history_of, random_case
from evaluation.worlds import history_of_columns
from hypothesis import given, settings
from hypothesis import strategies as st

from hri.domain.policies import Policy
from hri.domain.slots import SLOTS
from hri.evaluation.history import History
from hri.evaluation.sweeps import BINS, KEPT, Sweeper
from hri.evaluation.trial import try_policy

SIGNALS = st.sampled_from([0.0, 0.05, 0.1, 0.25, 1 / 3, 0.5, 0.7, 1.0])


@pytest.fixture(scope="module")
def many(tmp_path_factory) -> Sweeper:
    rng = random.Random(11)
    cases = [random_case(rng) for _ in range(150)]
    return Sweeper(history_of(tmp_path_factory.mktemp("sweeps"), cases))


def made_up(rng: np.random.Generator, size: int, steps: int) -> History:
    """Signals on a grid, so that many cases land exactly on thresholds and edges."""
    applies = rng.random((len(SLOTS), size)) < 0.7
    columns = np.round(rng.integers(0, steps + 1, (3, len(SLOTS), size)) / steps, 12)
    columns[:, rng.random((len(SLOTS), size)) < 0.1] = np.nan
    columns[:, ~applies] = np.nan
    return history_of_columns(columns, applies, rng)


def assert_same(sweeper: Sweeper, policy: Policy) -> None:
    found, one_by_one = sweeper.sweep(policy), try_policy(sweeper.history, policy)
    np.testing.assert_array_equal(found.action, one_by_one.action)
    scored = one_by_one.hri[~np.isnan(one_by_one.hri)]
    bins = np.histogram(scored, bins=BINS, range=(0.0, 1.0))[0].tolist()
    assert list(found.bins()) == bins
    assert sum(found.actions()) == sweeper.history.size


@settings(max_examples=40, deadline=None)
@given(policy=policies())
def test_any_policy_swept_equals_the_policy_tried(many: Sweeper, policy: Policy) -> None:
    assert_same(many, policy)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 1000), steps=st.sampled_from([1, 2, 4, 20, 1000]), policy=policies())
def test_cases_on_thresholds_and_edges_are_on_the_right_side(
    seed: int, steps: int, policy: Policy
) -> None:
    assert_same(Sweeper(made_up(np.random.default_rng(seed), 400, steps)), policy)


@pytest.mark.parametrize("warn", [0.0, 1e-13, 5e-12, 1e-9, 1e-6, 2e-5, 1.0])
@pytest.mark.parametrize("weight", [0.0, 1e-40, 1e-12, 1e-7, 0.2])
def test_numbers_near_nothing_and_near_all_are_told_apart(warn: float, weight: float) -> None:
    rest = [weight] * 4
    policy = factories.policy(
        weights=dict(zip(SLOTS, [1 - sum(rest), *rest], strict=True)),
        thresholds={"warn": warn, "defer": max(warn, 0.5), "route": 1.0},
        overrides=NEEDED,
    )
    for steps in (1, 3, 1000):
        history = made_up(np.random.default_rng(steps), 600, steps)
        tiny = History(**{**vars(history), "sis": history.sis * 1e-6, "rvs": history.rvs * 1e-13})
        for each in (history, tiny):
            assert_same(Sweeper(each), policy)


def test_a_number_for_what_is_not_scored_is_taken_up(many: Sweeper) -> None:
    policy: Any = factories.default_policy()[0]
    for unscored in (1.0, 0.5, 1.0):
        signals = policy.signals.model_copy(update={"unscored_value": unscored})
        assert_same(many, policy.model_copy(update={"signals": signals}))


def test_floors_are_kept_for_a_few_sets_of_overrides_only(many: Sweeper) -> None:
    policy = factories.default_policy()[0]
    for cut in range(KEPT + 3):
        fewer = policy.model_copy(update={"overrides": policy.overrides[cut:]})
        assert_same(many, fewer)
    assert len(many._floors) == KEPT


def test_a_history_of_nothing_has_empty_figures() -> None:
    found = Sweeper(made_up(np.random.default_rng(0), 0, 1)).sweep(factories.default_policy()[0])
    assert (found.actions(), found.bins()) == ((0,) * 4, (0,) * BINS)
