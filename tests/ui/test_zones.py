"""Times are read and written in the zone of the body, and named so that nobody mistakes them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest

from hri.ui import i18n, zones

NOON = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
SUMMER = datetime(2026, 7, 5, 12, 0, tzinfo=UTC)


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("HRI_GATEWAY_ZONE", request.param)
    zones.zone.cache_clear()
    yield request.param
    monkeypatch.undo()
    zones.zone.cache_clear()


@pytest.mark.parametrize(
    ("zone", "winter", "summer"),
    [
        ("UTC", "12:00 UTC", "12:00 UTC"),
        ("Europe/Paris", "13:00 UTC+1", "14:00 UTC+2"),
        ("Europe/London", "12:00 UTC", "13:00 UTC+1"),
        ("America/St_Johns", "08:30 UTC-3:30", "09:30 UTC-2:30"),
        ("Pacific/Noumea", "23:00 UTC+11", "23:00 UTC+11"),
    ],
    indirect=["zone"],
)
def test_a_moment_is_shown_by_the_clock_on_the_wall(zone: str, winter: str, summer: str):
    with i18n.speaking("en"):
        assert i18n.moment(NOON) == f"5 Jan 2026, {winter}"
        assert i18n.moment(SUMMER) == f"5 Jul 2026, {summer}"


@pytest.mark.parametrize("zone", ["Europe/Paris"], indirect=True)
def test_in_french_and_to_the_second(zone: str):
    with i18n.speaking("fr"):
        assert i18n.second(NOON) == "5 janv. 2026, 13:00:00 UTC+1"
        assert i18n.stamp("2026-07-05T12:00:00+00:00") == "5 juil. 2026, 14:00 UTC+2"


@pytest.mark.parametrize("zone", ["Europe/Paris"], indirect=True)
def test_midnight_is_that_of_the_body(zone: str):
    late = datetime(2026, 1, 5, 23, 30, tzinfo=UTC)
    with i18n.speaking("en"):
        assert i18n.moment(late).startswith("6 Jan 2026, 00:30")
    assert zones.begins(date(2026, 1, 6)) == datetime(2026, 1, 5, 23, 0, tzinfo=UTC)
    assert zones.begins(date(2026, 7, 6)) == datetime(2026, 7, 5, 22, 0, tzinfo=UTC)


@pytest.mark.parametrize("zone", ["Europe/Paris"], indirect=True)
def test_a_written_time_comes_back_as_it_was_shown(zone: str):
    for moment in (NOON, SUMMER):
        assert zones.meant(zones.local(moment).replace(tzinfo=None)) == moment


@pytest.mark.parametrize("zone", ["Europe/Paris"], indirect=True)
def test_an_hour_that_comes_twice_is_the_first(zone: str):
    twice = datetime.fromisoformat("2026-10-25T02:30")
    assert zones.meant(twice) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
