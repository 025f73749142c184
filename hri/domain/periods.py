"""Periods: whole days in UTC that figures are about."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from pydantic import model_validator

from hri.domain.base import Model

DAY = timedelta(days=1)


class Period(Model):
    """Days in UTC, both ends included."""

    first: date
    last: date

    @model_validator(mode="after")
    def _in_order(self) -> Period:
        if self.last < self.first:
            raise ValueError("a period does not end before it begins")
        if self.last == date.max:
            raise ValueError("a period ends before the last day that there is")
        return self

    @property
    def since(self) -> datetime:
        """Its first moment."""
        return datetime.combine(self.first, time(), UTC)

    @property
    def until(self) -> datetime:
        """The first moment after it."""
        return datetime.combine(self.last, time(), UTC) + DAY

    @property
    def days(self) -> int:
        """How many days it has."""
        return (self.last - self.first).days + 1

    @property
    def before(self) -> Period | None:
        """As many days just before it; None where the calendar does not go so far back."""
        try:
            return Period(first=self.first - self.days * DAY, last=self.first - DAY)
        except OverflowError:
            return None
