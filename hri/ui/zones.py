"""The time zone in which people read and write times: that of the body (HRI_GATEWAY_ZONE)."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from hri.settings import read_settings


@lru_cache(maxsize=1)
def zone() -> ZoneInfo:
    """The zone of this process, read once."""
    return ZoneInfo(read_settings().gateway_zone)


def local(moment: datetime) -> datetime:
    """A moment in the zone; one without a zone is taken as UTC."""
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(zone())


def offset(moment: datetime) -> str:
    """How far a moment's clock is from UTC, as people write it: "UTC", "UTC+1", "UTC-3:30"."""
    ahead = local(moment).utcoffset() or timedelta(0)
    minutes = round(ahead.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    shown = f"{hours}:{rest:02}" if rest else f"{hours}"
    return f"UTC{'-' if minutes < 0 else '+'}{shown}" if minutes else "UTC"


def meant(written: datetime) -> datetime:
    """The moment that a person means by a date and time without a zone; UTC.

    An hour that comes twice, at the end of summer time, is its first.
    """
    return written.replace(tzinfo=zone()).astimezone(UTC)


def begins(day: date) -> datetime:
    """When a day begins in the zone; UTC."""
    return meant(datetime.combine(day, time()))
