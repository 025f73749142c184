"""The log and what is kept beside it: terms, holds, erasures, seals, and whether it holds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from pydantic import NonNegativeInt

from hri.domain.base import Model
from hri.domain.events import Checkpoint
from hri.domain.periods import Period
from hri.domain.records import Records
from hri.domain.signatures import Signatures
from hri.domain.vouching import Signing


class Keeping(NamedTuple):
    """The terms that the settings state."""

    retention_days: int
    floor_days: int
    digests_only: bool


class Logs(Model):
    """What is kept, and for how long."""

    retention_days: NonNegativeInt
    """Days after which texts of closed cases are erased; 0: never by themselves."""
    floor_days: NonNegativeInt
    """The shortest time that the settings allow."""
    digests_only: bool
    """Whether texts that no person has to read are not stored at all."""
    oldest_event: datetime | None
    kept_days: NonNegativeInt
    """Whole days from the first event to the end of the period, or to now where that is earlier."""
    holds_running: NonNegativeInt
    """Legal holds that nobody ended, as of now."""
    erased: dict[str, int]
    """Cases whose texts were erased in the period, by ground."""


class AuditState(Model):
    """The log as verification found it when the figures were collected."""

    events: NonNegativeInt
    head: str
    """Hash of the last event."""
    sound: bool
    first_bad: int | None
    problem: str
    findings: NonNegativeInt
    uncovered: NonNegativeInt
    """Events of other versions, whose records could not be compared."""
    clock_steps: NonNegativeInt
    """Events stamped before the one before them."""
    seals: NonNegativeInt
    seals_in_period: NonNegativeInt
    signing: Signing
    """Who signed the seals, and which keys they were checked against."""
    copies: NonNegativeInt
    """Checkpoints kept outside the database that the log was compared with."""
    last_seal: NonNegativeInt | None
    """Number of the last seal."""
    last_seal_event: NonNegativeInt | None
    last_seal_at: datetime | None


def logs_of(records: Records, keeping: Keeping, period: Period, now: datetime) -> Logs:
    """What is kept, as the open transaction sees it."""
    oldest, until = records.evidence.oldest(), min(now, period.until)
    return Logs(
        **keeping._asdict(),
        oldest_event=oldest,
        kept_days=0 if oldest is None else max(0, (until - oldest).days),
        holds_running=len(records.holds.running()),
        erased=records.evidence.erased(period),
    )


def audit_of(
    records: Records,
    signatures: Signatures | None,
    copies: Sequence[Checkpoint],
    period: Period,
) -> AuditState:
    """Verify the whole log and the records against it; takes a while on a long one."""
    report = records.audit.verify(copies, signatures)
    seals = records.seals.after(0)
    last = seals[-1] if seals else None
    return AuditState(
        events=report.head.count,
        head=report.head.hash,
        sound=report.sound,
        first_bad=report.first_bad,
        problem=report.problem,
        findings=len(report.findings),
        uncovered=report.uncovered,
        clock_steps=len(report.clock_steps),
        seals=len(seals),
        seals_in_period=sum(period.since <= seal.at < period.until for seal in seals),
        signing=report.signing,
        copies=report.copies,
        last_seal=None if last is None else last.number,
        last_seal_event=None if last is None else last.seq,
        last_seal_at=None if last is None else last.at,
    )
