"""Lengths of time in rules, and when one surely exceeds another."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from pydantic import Field

from hri.domain.base import Model
from hri.domain.values import Duration, DurationKind, Unit

DAYS = {
    Unit.MINUTE: (Fraction(1, 1440), Fraction(1, 1440)),
    Unit.HOUR: (Fraction(1, 24), Fraction(1, 24)),
    Unit.DAY: (Fraction(1), Fraction(1)),
    Unit.WORKING_DAY: (Fraction(1), Fraction(7, 3)),
    Unit.WEEK: (Fraction(7), Fraction(7)),
    Unit.MONTH: (Fraction(28), Fraction(31)),
    Unit.YEAR: (Fraction(365), Fraction(366)),
}
"""Least and most calendar days of one unit (a working day: three of them in a week of holidays)."""


class Length(Model):
    """A length of time in one unit."""

    value: Decimal = Field(ge=0)
    unit: Unit

    def as_duration(self, kind: DurationKind) -> Duration:
        """The same length as a claim's value."""
        return Duration(low=self.value, high=self.value, unit=self.unit, kind=kind)


def surely_longer(value: Decimal, unit: Unit, limit: Length) -> bool:
    """Whether ``value unit`` exceeds the limit however long its months and weeks turn out."""
    if unit is limit.unit:
        return value > limit.value
    return Fraction(value) * DAYS[unit][0] > Fraction(limit.value) * DAYS[limit.unit][1]


def surely_shorter(value: Decimal, unit: Unit, limit: Length) -> bool:
    """Whether ``value unit`` stays below the limit however long its months and weeks turn out."""
    if unit is limit.unit:
        return value < limit.value
    return Fraction(value) * DAYS[unit][1] < Fraction(limit.value) * DAYS[limit.unit][0]
