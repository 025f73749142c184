"""The time of this machine, and times as the database keeps them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class SystemClock:
    """The machine's clock, in UTC."""

    def now(self) -> datetime:
        """The current time in UTC, with its zone."""
        return datetime.now(UTC)  # noqa: TID251  (this is the clock)


def to_micros(moment: datetime) -> int:
    """Whole microseconds since 1970 in UTC; exact, and in order of time.

    Raises:
        ValueError: The moment has no zone.
    """
    if moment.tzinfo is None:
        raise ValueError("a moment needs its time zone")
    return (moment - EPOCH) // MICROSECOND


def from_micros(micros: int) -> datetime:
    """The moment in UTC that ``to_micros`` turned into this number."""
    return EPOCH + timedelta(microseconds=micros)


def from_optional(micros: int | None) -> datetime | None:
    """Like ``from_micros``, for a column that may be empty."""
    return None if micros is None else from_micros(micros)
