"""The tool that fits on one half and judges on the other, on made-up cases."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.halves import Held, difference, fitted, halves, held, joined
from evaluation.test_fitting import only_rules_tell
from evaluation.worlds import COSTS, LIVE, world

from hri.evaluation.fitting import Free


def test_two_halves_hold_every_case_once_and_swap_with_the_seed():
    found = world(1, 301, shares=(1.0,) * 4)
    first, second = halves(found.history, found.sample.labels, 1)
    ids = [*first.sweeper.history.ids, *second.sweeper.history.ids]
    assert sorted(ids) == sorted(found.history.ids)
    assert [half.sample.labels.size for half in (first, second)] == [150, 151]
    assert halves(found.history, found.sample.labels, 2)[0].sweeper.history.ids != ids[:150]


def test_what_is_fitted_on_a_half_beats_the_default_index_on_the_other():
    found = only_rules_tell(4, 1200)
    first, second = halves(found.history, found.sample.labels, 1)
    changes = []
    for own, other in ((first, second), (second, first)):
        made = fitted(own, LIVE, COSTS, tuple(Free), floors=False)
        pair = [held(other, policy, COSTS, floors=False) for policy in (made, LIVE)]
        changes.append(pair)
    ours, default = (joined(parts) for parts in zip(*changes, strict=True))
    found_difference = difference(ours.cost, default.cost)
    assert len(ours.cost) == 1200
    assert found_difference.high < 0


def test_with_floors_the_recommendation_is_never_costlier_on_its_half():
    found = world(9, 900, shares=(1.0,) * 4)
    for own in halves(found.history, found.sample.labels, 3):
        made = fitted(own, LIVE, COSTS, (), floors=True)
        mine, live = (held(own, each, COSTS, floors=True).cost.mean() for each in (made, LIVE))
        assert mine <= live + 1e-9


def test_a_half_of_too_few_cases_is_not_fitted():
    found = world(9, 60, shares=(1.0,) * 4)
    with pytest.raises(ValueError, match="no recommendation"):
        fitted(halves(found.history, found.sample.labels, 3)[0], LIVE, COSTS, (), floors=True)


def test_a_difference_has_an_interval_around_it():
    rng = np.random.default_rng(1)
    one, other = rng.normal(5, 1, 400), rng.normal(4, 1, 400)
    found = difference(one, other)
    assert found.low < found.mean < found.high
    assert found.low > 0.5
    assert difference(one, one) == (0, 0, 0)


def test_held_cases_are_joined_in_order():
    parts = [Held(np.array([1.0]), np.array([True]), np.array([False]))] * 2
    assert joined(parts).cost.tolist() == [1.0, 1.0]
