"""Numbers, dates and intervals in the language of a document."""

from __future__ import annotations

from datetime import UTC, date, datetime

from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal, format_percent

LOCALES = {"fr": "fr_FR", "en": "en_GB"}
PERCENT = {"fr": "#,##0.0\u00a0%", "en": "#,##0.0%"}
BETWEEN = {"fr": "[{}\u00a0;\u00a0{}]", "en": "[{}, {}]"}


class Numerals:
    """How numbers and moments are written in ``fr`` or ``en``."""

    def __init__(self, language: str) -> None:
        self._language, self._locale = language, LOCALES[language]

    def whole(self, value: int) -> str:
        """A whole number."""
        return self.number(value, 0)

    def number(self, value: float, decimals: int = 2) -> str:
        """A number with a fixed count of decimals."""
        pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
        found: str = format_decimal(value, format=pattern, locale=self._locale)
        return found

    def percent(self, share: float) -> str:
        """A share from 0 to 1 as a percentage with one decimal."""
        found: str = format_percent(share, format=PERCENT[self._language], locale=self._locale)
        return found

    def between(self, low: float | None, high: float | None, *, percent: bool = True) -> str:
        """An interval; "" where an end is not known."""
        if low is None or high is None:
            return ""
        write = self.percent if percent else self.number
        return BETWEEN[self._language].format(write(low), write(high))

    def day(self, value: date) -> str:
        """A date, such as "28 January 2026"."""
        found: str = format_date(value, format="long", locale=self._locale)
        first = self._language == "fr" and value.day == 1
        return found.replace("1", "1er", 1) if first else found

    def moment(self, value: datetime) -> str:
        """A date and a time of day in UTC, to the minute."""
        stamp = value.astimezone(UTC)
        found: str = format_datetime(stamp, "yyyy-MM-dd HH:mm 'UTC'", locale=self._locale)
        return found
