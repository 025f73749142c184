"""A ladder gives at any three thresholds what the policy with those thresholds gives."""

from __future__ import annotations

import numpy as np
import pytest
from evaluation.strategies import policies
from evaluation.test_outcomes import outcomes
from evaluation.worlds import COSTS, LIVE, world
from hypothesis import given, settings
from hypothesis import strategies as st

from hri.domain.policies import Thresholds
from hri.evaluation.curves import Knob, curve_of
from hri.evaluation.ladders import all_triples, edges_for, ladder_of, limits_of
from hri.evaluation.trial import try_policy


@settings(max_examples=25, deadline=None)
@given(policy=policies(), seed=st.integers(0, 50), floors=st.booleans(), data=st.data())
def test_any_three_thresholds_give_what_the_policy_gives(policy, seed, floors, data):
    found = world(seed, 400)
    edges = edges_for(policy, found.policy)
    ladder = ladder_of(found.sweeper, found.sample, policy, COSTS, edges, floors=floors)
    triples = all_triples(len(edges))
    own = ladder.triple(limits_of(policy.thresholds))
    other = triples[:, [data.draw(st.integers(0, triples.shape[1] - 1))]]
    for triple in (own, other):
        warn, defer, route = edges[triple[:, 0]]
        moved = policy.model_copy(
            update={"thresholds": Thresholds(warn=warn, defer=defer, route=route)}
        )
        said = outcomes(found, moved, floors=floors)
        assert ladder.escalated.at(triple)[0] == said.escalated
        assert ladder.hours.at(triple)[0] == pytest.approx(said.hours)
        assert ladder.missed().at(triple)[0] == pytest.approx(said.missed, abs=1e-6)
        assert ladder.cost().at(triple)[0] == pytest.approx(said.cost.total.value)
        spread = said.cost.total.high - said.cost.total.value
        half = 1.959963984540054 * np.sqrt(ladder.variance(triple)[0])
        assert half == pytest.approx(spread, abs=1e-4, rel=1e-6)


def test_every_rising_triple_is_there_once():
    triples = all_triples(5)
    assert len({tuple(row) for row in triples.T}) == triples.shape[1] == 35
    assert (np.diff(triples, axis=0) >= 0).all()


@pytest.mark.parametrize("knob", list(Knob))
def test_a_curve_passes_through_the_policy_itself(knob):
    found = world(4, 800)
    points = curve_of(found.sweeper, found.sample, found.policy, COSTS, knob)
    value = 1.0 if knob is Knob.ALL else getattr(found.policy.thresholds, knob.value)
    here = next(point for point in points if point.value == pytest.approx(value))
    said = outcomes(found)
    assert here.thresholds == found.policy.thresholds
    assert (here.hours, here.escalated) == (pytest.approx(said.hours), said.escalated)
    assert here.missed == pytest.approx(said.missed)
    assert here.leak == pytest.approx(1 - said.recall.share)
    assert here.leak_low == pytest.approx(1 - said.recall.high)
    assert here.leak_high == pytest.approx(1 - said.recall.low)
    for part in ("value", "low", "high"):
        assert getattr(here.cost, part) == pytest.approx(getattr(said.cost.total, part))


def test_more_lenient_thresholds_leak_more_and_take_less_work():
    found = world(4, 800)
    points = curve_of(found.sweeper, found.sample, found.policy, COSTS, Knob.ALL)
    hours, leaks = [point.hours for point in points], [point.leak for point in points]
    assert hours == sorted(hours, reverse=True)
    assert leaks == sorted(leaks)
    assert (leaks[0], hours[0] > hours[-1]) == (0, True)


def test_a_curve_without_the_weighted_sample_has_work_but_no_leak():
    found = world(4, 300, shares=(0.0, 0.0, 1.0, 1.0))
    points = curve_of(found.sweeper, found.sample, found.policy, COSTS, Knob.DEFER)
    assert {point.leak for point in points} == {None} == {point.cost for point in points}
    assert points[0].hours > points[-1].hours


def test_every_case_stands_on_the_last_edge_that_its_index_reaches():
    found = world(3, 500)
    exact = try_policy(found.history, found.policy).hri
    edges = edges_for(found.policy, LIVE)
    edges = np.unique([*edges, *exact[~np.isnan(exact)][:40], 1e-9])
    step = found.sweeper.steps(found.policy, edges)
    wanted = [
        -1 if np.isnan(hri) else max(place for place, edge in enumerate(edges) if hri >= edge)
        for hri in exact
    ]
    assert step.tolist() == wanted
