"""The population stability index against a worked example, and what is held against what."""

from __future__ import annotations

from datetime import date, timedelta
from math import log
from pathlib import Path

import numpy as np
import pytest
from casework.bench import ANNE, CHIEF, RIGHT_FEE, WRONG_FEE, FakeClock, case, open_bench
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from hri.domain.periods import Period
from hri.domain.watching import Watch
from hri.errors import DataFileError, ForbiddenError
from hri.evaluation.drift import Grouping, Measured, periods_back, within
from hri.evaluation.drifts import Sides
from hri.evaluation.psi import stability
from hri.knowledge.watching import load_watch
from hri.wiring import Desk

FLOOR = 0.0001
LIMITS = Path("data/supervision.toml")


def test_the_index_of_three_bins_as_worked_out_by_hand():
    found = stability([50, 30, 20], [40, 30, 30], FLOOR)
    # (0.4 − 0.5) · ln(0.4 / 0.5) + 0 + (0.3 − 0.2) · ln(0.3 / 0.2)
    assert found.index == pytest.approx(0.0223144 + 0 + 0.0405465, abs=1e-6)
    assert [round(item.part, 6) for item in found.bins] == [0.022314, 0, 0.040547]
    assert [item.then_share for item in found.bins] == [0.4, 0.3, 0.3]
    # χ² with two degrees of freedom exceeds 5.99 once in twenty times.
    assert found.by_chance == pytest.approx(5.991 * (1 / 100 + 1 / 100), rel=0.01)
    assert not found.exceeds(0.05), "100 cases show as much by chance"
    assert stability([5000, 3000, 2000], [4000, 3000, 3000], FLOOR).exceeds(0.05)
    assert not stability([5000, 3000, 2000], [4000, 3000, 3000], FLOOR).exceeds(0.07)


def test_an_empty_bin_counts_with_the_floor():
    found = stability([10, 10], [20, 0], FLOOR)
    wanted = (1 - 0.5) * log(1 / 0.5) + (FLOOR - 0.5) * log(FLOOR / 0.5)
    assert found.index == pytest.approx(wanted)


def test_an_empty_set_is_not_measurable():
    found = stability([0, 0], [3, 4], FLOOR)
    assert (found.index, found.by_chance, found.exceeds(0.1)) == (None, None, False)


COUNTS = st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500)), min_size=2, max_size=12)


@given(COUNTS)
def test_the_index_is_never_below_nought_and_the_same_both_ways(counts):
    first, then = zip(*counts, strict=True)
    one, other = stability(first, then, FLOOR), stability(then, first, FLOOR)
    if one.index is None:
        assert other.index is None
        return
    assert one.index >= 0
    assert one.index == pytest.approx(other.index)
    assert stability(first, first, FLOOR).index == 0


@pytest.mark.parametrize(("degrees", "wanted"), [(1, 3.841), (4, 9.488), (10, 18.307)])
def test_what_chance_gives_is_near_the_tables_of_chi_squared(degrees, wanted):
    even = [100] * (degrees + 1)
    found = stability(even, even, FLOOR)
    total = 100 * (degrees + 1)
    assert found.by_chance == pytest.approx(wanted * 2 / total, rel=0.03)


def two_weeks(desk: Desk, clock: FakeClock) -> None:
    """Four cases of the first week and three of the second, in which nothing is sampled."""
    said = [(0.0, 1.0), (0.7, 1.0), (0.7, 0.0), (0.05, 0.0)]
    for number, (sis, ccs) in enumerate(said):
        slots = {"fees": {"sis": sis, "ccs": ccs, "rvs": 0.0}}
        desk.intake.submit(CHIEF, case(number, model="m1", metadata={"slots": slots}))
    clock.move(days=7)
    for number in range(4, 7):
        slots = {"fees": {"sis": None, "ccs": 1.0, "rvs": 1.0}}
        desk.intake.submit(CHIEF, case(number, model="m2", metadata={"slots": slots}))


WEEKS = Sides(
    grouping=Grouping.PERIOD,
    first=Period(first=date(2026, 3, 2), last=date(2026, 3, 8)),
    then=Period(first=date(2026, 3, 9), last=date(2026, 3, 15)),
)


@pytest.mark.parametrize(
    "sides", [WEEKS, Sides(grouping=Grouping.MODEL, first="m1", then="m2")], ids=["weeks", "models"]
)
def test_bins_hold_the_cases_of_both_sides(desk: Desk, clock: FakeClock, sides: Sides):
    two_weeks(desk, clock)
    found = {series.measured: series for series in desk.drifts.compare(CHIEF, sides).whole}
    assert set(found) == set(Measured)
    sis = dict(zip(found[Measured.SIS].names, found[Measured.SIS].stability.bins, strict=True))
    assert {name: (item.first, item.then) for name, item in sis.items() if item.first + item.then} \
        == {"0": (2, 0), "0.7": (2, 0), "": (0, 3)}  # fmt: skip
    assert list(sis)[:3] == ["0", "0.1", "0.2"]
    rvs = found[Measured.RVS]
    assert rvs.names == ("0", "1", "")
    assert [(item.first, item.then) for item in rvs.stability.bins] == [(4, 0), (0, 3), (0, 0)]
    ccs = found[Measured.CCS].stability
    assert (ccs.bins[0].first, ccs.bins[9].first, ccs.bins[9].then) == (2, 2, 3)
    actions = found[Measured.ACTION]
    assert actions.names == ("PASS", "WARN", "DEFER", "ROUTE")
    assert (actions.stability.first, actions.stability.then) == (4, 3)


def test_slots_are_compared_one_by_one_too(desk: Desk, clock: FakeClock):
    two_weeks(desk, clock)
    found = desk.drifts.compare(CHIEF, WEEKS).by_slot
    fees = [series for series in found if series.slot == "fees"]
    assert [series.measured for series in fees] == [Measured.SIS, Measured.CCS, Measured.RVS]
    assert all(series.stability.first == 4 for series in fees)
    law = [series for series in found if series.slot == "legal_basis"]
    assert all(series.index is None for series in law)


def test_packs_are_told_apart_by_the_version_in_the_log(desk: Desk):
    desk.intake.submit(CHIEF, case(1))
    assert desk.analytics.topics(CHIEF).packs == ("1",)
    same = Sides(grouping=Grouping.PACK, first="1", then="1")
    index = desk.drifts.compare(CHIEF, same).whole[0]
    assert (index.stability.first, index.index) == (1, 0)
    other = Sides(grouping=Grouping.PACK, first="1", then="2")
    assert desk.drifts.compare(CHIEF, other).whole[0].index is None


def test_the_last_days_are_held_against_those_before_them(tmp_path: Path, clock: FakeClock):
    desk = open_bench(tmp_path, clock=clock)
    days = desk.analytics.limits(CHIEF).drift.alert_days
    for number in range(60):
        desk.intake.submit(CHIEF, case(number, metadata={"slots": RIGHT_FEE}))
    assert desk.drifts.alert(CHIEF).series == ()
    clock.move(days=days)
    for number in range(60, 120):
        desk.intake.submit(CHIEF, case(number, metadata={"slots": WRONG_FEE}))
    alert = desk.drifts.alert(CHIEF)
    assert {series.measured for series in alert.series} >= {Measured.INDEX, Measured.ACTION}
    assert alert.sides.then == Period(
        first=clock.now().date() - timedelta(days=days - 1), last=clock.now().date()
    )


def test_periods_lie_side_by_side():
    before, last = periods_back(date(2026, 3, 15), 7)
    assert (before.first, before.last) == (date(2026, 3, 2), date(2026, 3, 8))
    assert (last.first, last.last) == (date(2026, 3, 9), date(2026, 3, 15))
    days = np.array([(date(2026, 3, day) - date(1970, 1, 1)).days for day in (1, 2, 8, 9)])
    assert within(before, days).tolist() == [False, True, True, False]


def test_sides_of_different_kinds_are_refused():
    with pytest.raises(ValidationError):
        Sides(grouping=Grouping.MODEL, first=WEEKS.first, then=WEEKS.then)
    with pytest.raises(ValidationError):
        Period(first=date(2026, 3, 2), last=date(2026, 3, 1))


def test_a_caseworker_sees_no_drift(desk: Desk):
    with pytest.raises(ForbiddenError):
        desk.drifts.compare(ANNE, WEEKS)


def test_the_limits_are_data():
    limits = load_watch(LIMITS)
    assert (limits.few, limits.drift.watch, limits.drift.alarm) == (20, 0.1, 0.25)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("alarm = 0.25", "alarm = 0.01", "drift"),
        ("bins = 10", "bins = 1", "drift.bins"),
        ("few = 20", "fewer = 20", "few"),
    ],
)
def test_faulty_limits_are_refused_by_their_place(tmp_path: Path, old, new, named):
    path = tmp_path / "supervision.toml"
    path.write_text(LIMITS.read_text("utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(DataFileError, match=named):
        load_watch(path)
    assert isinstance(load_watch(LIMITS), Watch)
