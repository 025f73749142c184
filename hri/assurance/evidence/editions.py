"""Editions: each pack that was issued is an event, and the next one of its period counts it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from hri.domain.events import EventKind
from hri.domain.periods import Period
from hri.domain.records import Records


class Edition(NamedTuple):
    """A pack of a period that was issued."""

    number: int
    """Of this period, whatever the language; from 1."""
    at: datetime
    by: str
    """Id of who made it."""
    figures_sha256: str


def subject_of(period: Period) -> str:
    """What the events of a period's packs are about."""
    return f"{period.first}/{period.last}"


def editions_of(records: Records, period: Period) -> tuple[Edition, ...]:
    """The packs of exactly this period that the log tells of, oldest first."""
    events = records.audit.of_subject(subject_of(period))
    made = [event for event in events if event.kind is EventKind.EVIDENCE_MADE]
    return tuple(
        Edition(number, event.at, event.actor, str(event.payload.get("figures", "")))
        for number, event in enumerate(made, start=1)
    )
