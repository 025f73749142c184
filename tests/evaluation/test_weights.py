"""A weighted sample stands for its history: by action, by slot, and on average for the truth."""

from __future__ import annotations

import numpy as np
import pytest
from evaluation.worlds import World, labels_of, world
from hypothesis import given, settings
from hypothesis import strategies as st

from hri.domain.decisions import Action
from hri.evaluation.labels import UNKNOWN, WRONG, Labels
from hri.evaluation.weights import Sample


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), low=st.floats(0.05, 1), high=st.floats(0.05, 1))
def test_the_judged_ones_of_each_action_add_up_to_all_that_arrived(seed, low, high):
    found = world(seed, 1500, shares=(low, high, 0.5, 1.0))
    sample = found.sample
    for action in range(4):
        mine = sample.stratum == action
        if mine.any():
            assert sample.weights.case[mine].sum() == pytest.approx(
                (found.history.action == action).sum()
            )
            for place, row in enumerate(found.history.applies):
                if (sample.labels.slots[place, mine] != UNKNOWN).any():
                    wanted = (row & (found.history.action == action)).sum()
                    assert sample.weights.slot[place, mine].sum() == pytest.approx(wanted)


def test_the_estimate_is_near_the_truth_over_many_samples():
    found = world(3, 4000, shares=(0.05, 0.2, 0.5, 0.5), telling=0.3)
    rng = np.random.default_rng(5)
    truth = found.truth.any(axis=0).sum()
    share = np.array((0.05, 0.2, 0.5, 0.5))[found.history.action]
    estimates = []
    for _ in range(200):
        judged = rng.random(found.history.size) < share
        drawn = np.where(judged & (found.history.action < 2), 1 / share, np.nan)
        history = type(found.history)(**{**vars(found.history), "drawn": drawn})
        sample = Sample(history, labels_of(found.truth, history.applies, judged))
        estimates.append(sample.weights.case[sample.wrong].sum())
    assert np.mean(estimates) == pytest.approx(truth, rel=0.03)
    assert np.std(estimates) > 0


def with_labels(found: World, labels: Labels) -> Sample:
    return Sample(found.history, labels)


def test_delivered_answers_that_were_not_drawn_stand_for_nothing():
    found = world(2, 400)
    unasked = type(found.history)(
        **{**vars(found.history), "drawn": np.full(found.history.size, np.nan)}
    )
    sample = Sample(unasked, found.sample.labels)
    delivered = sample.stratum < 2
    assert delivered.any()
    assert not sample.weights.case[delivered].any()
    assert not sample.weights.slot[:, delivered].any()
    assert sample.unmeasured == (Action.PASS, Action.WARN)


def test_a_case_judged_in_part_is_neither_right_nor_wrong_and_the_others_stand_for_it():
    found = world(4, 600)
    labels = found.sample.labels
    case = labels.case.copy()
    hidden = np.flatnonzero(found.sample.stratum == 3)[0]
    case[hidden] = UNKNOWN
    sample = with_labels(found, Labels(labels.place, labels.slots, case))
    routed = sample.stratum == 3
    assert sample.weights.case[hidden] == 0
    assert sample.weights.case[routed].sum() == pytest.approx(sample.arrived[3])


def test_a_wrong_slot_that_nothing_was_read_in_counts_like_its_case():
    found = world(6, 600)
    labels, history = found.sample.labels, found.history
    slots = labels.slots.copy()
    column = np.flatnonzero((found.sample.stratum == 3) & ~history.applies[0, labels.place])[0]
    slots[0, column] = WRONG
    sample = with_labels(found, Labels(labels.place, slots, labels.case))
    assert sample.weights.slot[0, column] == pytest.approx(sample.weights.case[column])


def test_a_sample_without_cases_measures_nothing():
    found = world(7, 200, shares=(0, 0, 0, 0))
    assert set(found.sample.unmeasured) == {
        action for action in Action if (found.history.action == action.severity).any()
    }
    assert found.sample.covered == 0
