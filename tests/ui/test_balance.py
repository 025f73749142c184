"""Shares keep their sum of 1 and thresholds keep rising, whatever is moved."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hri.domain.policies import SUM_TOLERANCE
from hri.ui.balance import keep_rising, share_out

UNIT = st.floats(0, 1, allow_nan=False)


@given(st.lists(UNIT, min_size=2, max_size=6), st.integers(0, 5), UNIT)
def test_shares_always_sum_to_one(values: list[float], place: int, wanted: float) -> None:
    shares = dict(enumerate(values))
    moved = place % len(values)
    settled = share_out(shares, moved, wanted)
    assert abs(sum(settled.values()) - 1) <= SUM_TOLERANCE
    assert settled[moved] == round(wanted, 4)
    assert all(0 <= share <= 1 for share in settled.values())


def test_other_shares_keep_their_proportions() -> None:
    settled = share_out({"a": 0.5, "b": 0.3, "c": 0.2}, "a", 0.75)
    assert settled == pytest.approx({"a": 0.75, "b": 0.15, "c": 0.10})


def test_others_that_are_all_zero_get_equal_parts() -> None:
    assert share_out({"a": 1.0, "b": 0.0, "c": 0.0}, "a", 0.5) == {"a": 0.5, "b": 0.25, "c": 0.25}


@given(st.lists(UNIT, min_size=3, max_size=3), st.integers(0, 2), UNIT)
def test_levels_always_rise(values: list[float], place: int, wanted: float) -> None:
    levels = dict(zip("abc", sorted(values), strict=True))
    settled = list(keep_rising(levels, "abc"[place], wanted).values())
    assert settled == sorted(settled)


def test_a_raised_level_pushes_the_next_one_up() -> None:
    levels = {"warn": 0.2, "defer": 0.35, "route": 0.5}
    assert keep_rising(levels, "warn", 0.4) == {"warn": 0.4, "defer": 0.4, "route": 0.5}
