"""Cohen's kappa against worked examples."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from hri.evaluation.agreement import kappa


def test_two_readers_of_fifty_as_worked_out_by_hand():
    found = kappa(np.array([[20, 5], [10, 15]]))
    # Alike in 35 of 50; by chance 0.5 · 0.6 + 0.5 · 0.4.
    assert (found.n, found.same) == (50, 35)
    assert found.by_chance == pytest.approx(0.5)
    assert found.kappa == pytest.approx((0.7 - 0.5) / 0.5)
    # Fleiss, Cohen and Everitt: along 0.02743, across 0.02547, less 0.0025, over 50 · 0.5⁴.
    half = 1.959964 * sqrt((0.02743 + 0.02547 - 0.0025) / (50 * 0.0625))
    assert (found.low, found.high) == pytest.approx((0.4 - half, 0.4 + half))


def test_three_categories_of_cohens_own_example():
    """Cohen (1968), table 1: 200 patients in three diagnoses; kappa is given as .492."""
    found = kappa(np.array([[88, 14, 18], [10, 40, 10], [2, 6, 12]]))
    assert found.n == 200
    assert found.kappa == pytest.approx(0.492, abs=5e-4)


@pytest.mark.parametrize(
    ("table", "wanted"),
    [
        ([[25, 0], [0, 25]], 1.0),
        ([[25, 25], [25, 25]], 0.0),
        ([[0, 25], [25, 0]], -1.0),
    ],
    ids=["always alike", "as by chance", "never alike"],
)
def test_the_ends_and_the_middle(table, wanted):
    found = kappa(np.array(table))
    assert found.kappa == pytest.approx(wanted)
    assert -1 <= found.low <= found.kappa + 1e-12
    assert found.kappa - 1e-12 <= found.high <= 1


@pytest.mark.parametrize("table", [[[0, 0], [0, 0]], [[9, 0], [0, 0]]], ids=["none", "one word"])
def test_it_is_not_measurable_without_a_difference_to_find(table):
    found = kappa(np.array(table))
    assert (found.kappa, found.low, found.high) == (None, None, None)
    assert found.n == found.same == sum(map(sum, table))
