"""Audit events: what happened, to what, by whom, when; chained by hash."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import Field, JsonValue

from hri.domain.base import Model


class EventKind(StrEnum):
    """Everything that is recorded. Personal content enters only as a salted digest."""

    CASE_SCORED = "case.scored"
    CASE_NOT_SCORED = "case.not_scored"
    CASE_REJECTED = "case.rejected"
    REVIEW_CLAIMED = "review.claimed"
    REVIEW_RELEASED = "review.released"
    REVIEW_ASSIGNED = "review.assigned"
    REVIEW_MOVED = "review.moved"
    REVIEW_SNOOZED = "review.snoozed"
    REVIEW_SKIPPED = "review.skipped"
    REVIEW_SENT_BACK = "review.sent_back"
    REVIEW_SAMPLED = "review.sampled"
    REVIEW_RECHECKED = "review.rechecked"
    REVIEW_REVEALED = "review.revealed"
    REVIEW_DECIDED = "review.decided"
    REVIEW_UNDONE = "review.undone"
    REPLY_WRITTEN = "reply.written"
    REPLY_SENT = "reply.sent"
    REPLY_FAILED = "reply.failed"
    REPLY_RETRIED = "reply.retried"
    REPLY_WITHDRAWN = "reply.withdrawn"
    SEED_PLANTED = "seed.planted"
    SOURCE_DOUBTED = "source.doubted"
    BATCH_DONE = "batch.done"
    BATCH_UNDONE = "batch.undone"
    CONTENT_ERASED = "content.erased"
    POLICY_DRAFTED = "policy.drafted"
    POLICY_PUBLISHED = "policy.published"
    POLICY_PROPOSED = "policy.proposed"
    POLICY_APPROVED = "policy.approved"
    POLICY_REJECTED = "policy.rejected"
    POLICY_WITHDRAWN = "policy.withdrawn"
    POLICY_ACTIVATED = "policy.activated"
    POLICY_ROLLED_BACK = "policy.rolled_back"
    POLICY_CANCELLED = "policy.cancelled"
    SHADOW_STARTED = "shadow.started"
    SHADOW_ENDED = "shadow.ended"
    CASE_SHADOWED = "case.shadowed"
    PAUSE_STARTED = "pause.started"
    PAUSE_ENDED = "pause.ended"
    CASE_PAUSED = "case.paused"
    SIGNED_IN = "access.signed_in"
    ROLES_BARRED = "access.roles_barred"
    REFUSED = "access.refused"
    KEY_MADE = "key.made"
    KEY_REVOKED = "key.revoked"
    HOLD_STARTED = "hold.started"
    HOLD_ENDED = "hold.ended"
    PASSED_UNSCORED = "answer.unscored"
    SUITE_RAN = "suite.ran"
    SUITE_STOPPED = "suite.stopped"
    EVIDENCE_MADE = "evidence.made"


class EventDraft(Model):
    """An event before it is appended: no number, no time, no hash yet."""

    kind: EventKind
    actor: str
    subject: str
    payload: dict[str, JsonValue] = {}


class AuditEvent(EventDraft):
    """An appended event: ``hash`` covers every other field and the previous event's hash."""

    seq: int = Field(ge=1)
    at: datetime
    prev_hash: str
    hash: str


class Checkpoint(Model):
    """The head of the chain at one moment; kept outside the database it proves the chain whole.

    ``count`` is the number of events and ``seq`` the last one's number; both 0 for an empty log.
    """

    seq: int = Field(ge=0, lt=2**63)
    count: int = Field(ge=0, lt=2**63)
    hash: str
    at: datetime | None = None
    """When it was taken; None where nobody asked the time."""

    def __str__(self) -> str:
        taken = f" of {self.at.isoformat(timespec='seconds')}" if self.at else ""
        return f"checkpoint{taken} (event {self.seq}, {printable(self.hash)})"


class Fault(StrEnum):
    """What can be wrong with a record or with what protects the records."""

    MISSING = "missing"
    ALTERED = "altered"
    UNANNOUNCED = "unannounced"
    SALT_GONE = "salt_gone"
    TEXT_GONE = "text_gone"
    NOT_ERASED = "not_erased"
    EMPTY_LOG = "empty_log"
    UNPROTECTED = "unprotected"
    FOREIGN = "foreign"
    MISCOUNTED = "miscounted"
    DAMAGED = "damaged"
    FORGED = "forged"


FAULTS = {
    Fault.MISSING: "an event announces it and it is not there",
    Fault.ALTERED: "it is not what its event announced",
    Fault.UNANNOUNCED: "it is there and no event announces it",
    Fault.SALT_GONE: "its salt is missing or none, so nothing proves it, and no event erased it",
    Fault.TEXT_GONE: "its text is gone, and no event erased it",
    Fault.NOT_ERASED: "it is there, or its salt is, although an event erased it",
    Fault.EMPTY_LOG: "the log holds no event, not even the first one of every desk",
    Fault.UNPROTECTED: "it is missing or altered, so the records are not protected",
    Fault.FOREIGN: "it is not part of the product and may change records",
    Fault.MISCOUNTED: "the counter of events does not stand at the last event",
    Fault.DAMAGED: "the file contradicts itself",
    Fault.FORGED: "its signature is missing, or not by the key it names, or not by a trusted one",
}
"""The faults in plain English."""

REMEDY = "restore it from a backup"


class Finding(Model):
    """One thing that is not as the log says: where it is and what is wrong with it."""

    table: str
    record: str = ""
    """The record's id: of a case for what belongs to a case, else the record's own number."""
    part: str = ""
    """The column, or what kind of thing it is; empty where the whole record is meant."""
    fault: Fault
    seq: int | None = None
    """Number of the event that announces otherwise."""

    @property
    def name(self) -> str:
        """Table, record and part in one line, safe to print whatever the database holds."""
        words = " ".join(filter(None, (self.table, printable(self.record))))
        return f"{words}, {printable(self.part)}" if self.part else words

    def __str__(self) -> str:
        event = "" if self.seq is None else f" (event {self.seq})"
        return f"{self.name}: {FAULTS[self.fault]}{event}; {REMEDY}"


class ChainReport(Model):
    """What walking the audit chain and comparing the records with it found.

    ``first_bad`` is the number of the first event that does not fit, with ``problem``; both are
    empty for a sound chain.
    """

    head: Checkpoint
    first_bad: int | None = None
    problem: str = ""
    findings: tuple[Finding, ...] = ()
    """What is not as the log says; ``more`` tells that the list ends before the faults do."""
    more: bool = False
    kept: tuple[Checkpoint, ...] = ()
    """Checkpoints kept elsewhere whose head the log still contains."""
    lost: tuple[Checkpoint, ...] = ()
    """Checkpoints kept elsewhere whose head it does not contain."""
    uncovered: int = Field(default=0, ge=0)
    """How many events, of an older version or of a newer one, announce what cannot be compared."""
    clock_steps: tuple[int, ...] = ()
    """Numbers of events stamped earlier than the one before them (a clock set back, no alarm)."""

    @property
    def sound(self) -> bool:
        """True when the chain holds, with every checkpoint, and every record is as announced."""
        return self.first_bad is None and not self.findings and not self.lost

    @property
    def intact(self) -> bool:
        """The same as ``sound``."""
        return self.sound

    def describe(self) -> str:
        """The finding in plain words, one line a fact."""
        lines = [f"{self.head.count} events, head {self.head.seq} {printable(self.head.hash)}"]
        if self.first_bad is not None:
            lines.append(f"event {self.first_bad} does not fit: {self.problem}; {REMEDY}")
        lines += map(str, self.findings)
        if self.more:
            lines.append(f"only the first {len(self.findings)} findings are listed")
        lines += [f"the log still contains the {mark}" for mark in self.kept]
        lines += [f"the log DOES NOT CONTAIN the {mark}; {REMEDY}" for mark in self.lost]
        if self.uncovered:
            lines.append(f"not covered: what {self.uncovered} events of other versions announce")
        lines += [f"event {seq} is stamped before the one before it" for seq in self.clock_steps]
        holds = "the chain holds, and every record is as it was announced"
        return "\n".join([*lines, holds if self.sound else "THE LOG AND THE RECORDS DO NOT HOLD"])


def printable(words: str) -> str:
    """Words from a database nobody trusts, cut short, without signs that move a terminal."""
    shown = words if len(words) <= LONGEST_SHOWN else words[:LONGEST_SHOWN] + "…"
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in shown
    )


LONGEST_SHOWN = 200


class EventFilter(Model):
    """Which events a search returns; None and "" do not narrow it."""

    kinds: tuple[EventKind, ...] = ()
    actor: str = ""
    subject: str = ""
    since: datetime | None = None
    until: datetime | None = None
