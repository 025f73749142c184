"""Periods: whole days in UTC, and the same number of days before them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from pydantic import ValidationError

from hri.domain.periods import Period


def test_a_period_holds_both_its_days():
    period = Period(first=date(2024, 2, 28), last=date(2024, 3, 1))
    assert period.days == 3
    assert period.since == datetime(2024, 2, 28, tzinfo=UTC)
    assert period.until == datetime(2024, 3, 2, tzinfo=UTC)


def test_the_period_before_is_as_long_and_ends_the_day_before():
    period = Period(first=date(2026, 3, 1), last=date(2026, 3, 31))
    before = period.before
    assert before == Period(first=date(2026, 1, 29), last=date(2026, 2, 28))
    assert (before.days, before.until) == (period.days, period.since)
    assert Period(first=date.min, last=date(2026, 1, 1)).before is None


@pytest.mark.parametrize("last", [date(2026, 2, 28), date.max])
def test_a_period_that_cannot_be_is_refused(last: date):
    with pytest.raises(ValidationError):
        Period(first=date(2026, 3, 1), last=last)
