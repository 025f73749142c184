"""Audit events: what happened, to what, by whom, when; chained by hash."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum

from pydantic import Field, JsonValue

from hri.domain.base import Model
from hri.domain.vouching import CUT_OFF, Signing, against


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
    STRANGE_KEY = "strange_key"
    UNSIGNED = "unsigned"


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
    Fault.FORGED: "its signature does not hold with the key it names",
    Fault.STRANGE_KEY: "it is signed with another key than the log was checked against",
    Fault.UNSIGNED: "it is not signed, and an earlier one is",
}
"""The faults in plain English."""

SEALS = "seals"
FAULTS_OF_SEALS = {
    Fault.MISSING: "it is not there",
    Fault.ALTERED: "it was changed, does not follow the one before it, or is not of this log",
}
"""Words where the record is a checkpoint, which no event announces."""

REMEDY = "restore what is missing or changed from a backup"
MOST_NAMED = 10
"""How many of a kind are named in a line or in lines, before the rest is only counted."""


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
    def is_of_seal(self) -> bool:
        """Whether it is about one checkpoint."""
        return self.table == SEALS and bool(self.record)

    @property
    def name(self) -> str:
        """Table, record and part in one line, safe to print whatever the database holds."""
        table = "checkpoint" if self.is_of_seal else self.table
        words = " ".join(filter(None, (table, printable(self.record))))
        return f"{words}, {printable(self.part)}" if self.part else words

    def __str__(self) -> str:
        event = "" if self.seq is None else f" (event {self.seq})"
        own = FAULTS_OF_SEALS if self.is_of_seal else FAULTS
        return f"{self.name}: {own.get(self.fault) or FAULTS[self.fault]}{event}"


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
    uncovered_events: tuple[int, ...] = ()
    """Their numbers, the last ones of them where there are many."""
    signing: Signing = Signing()
    clock_steps: tuple[int, ...] = ()
    """Numbers of events stamped earlier than the one before them (a clock set back, no alarm)."""

    @property
    def sound(self) -> bool:
        """True when the chain holds, with every checkpoint, and every record is as announced."""
        return self.first_bad is None and not self.findings and not self.lost

    @property
    def vouched(self) -> bool:
        """True when it is sound and something speaks for it: a known key's signature, or a copy."""
        return self.sound and bool(self.kept or self.signing.by_trusted)

    @property
    def intact(self) -> bool:
        """The same as ``sound``."""
        return self.sound

    @property
    def copies(self) -> int:
        """How many checkpoints kept elsewhere it was compared with."""
        return len(self.kept) + len(self.lost)

    @property
    def behind(self) -> int:
        """By how many events the log ends before the last checkpoint kept elsewhere.

        0 where anything else is wrong: then it is not merely an older copy.
        """
        last = max((mark.seq for mark in self.lost), default=0)
        elsewhere = [item for item in self.findings if not self._is_of_later(item)]
        whole = self.problem in ("", CUT_OFF) and not elsewhere
        later = all(mark.seq > self.head.seq for mark in self.lost)
        return last - self.head.seq if self.lost and later and whole else 0

    def _is_of_later(self, item: Finding) -> bool:
        """Whether it is a checkpoint that was sealed after the log as it is here ends."""
        late = item.seq is not None and item.seq > self.head.seq
        return item.table == SEALS and item.fault is Fault.MISSING and late

    def describe(self, remedy: str = REMEDY) -> str:
        """The finding in plain words, one line a fact, and a ``remedy`` where it does not hold."""
        lines = [f"{self.head.count} events, head {self.head.seq} {printable(self.head.hash)}"]
        if self.first_bad is not None:
            lines.append(f"event {self.first_bad} does not fit: {self.problem}")
        behind = self.behind
        lines += [str(item) for item in self.findings if not behind or not self._is_of_later(item)]
        if self.more:
            lines.append(f"only the first {len(self.findings)} findings are listed")
        lines += [*self._marks(behind), *self._uncovered(), *self.signing.lines()]
        lines += [f"event {seq} is stamped before the one before it" for seq in self.clock_steps]
        lines.append(against(self.signing.trusted, self.copies))
        if self.sound:
            return "\n".join([*lines, "the chain holds, and every record is as it was announced"])
        lines += [f"Remedy: {remedy}."] if remedy else []
        if behind:
            return "\n".join([*lines, "THE LOG ENDS TOO EARLY; what is there fits together"])
        return "\n".join([*lines, "THE LOG AND THE RECORDS DO NOT HOLD"])

    def _marks(self, behind: int) -> Iterator[str]:
        if len(self.kept) > 1:
            last = max(self.kept, key=lambda mark: mark.seq)
            yield f"the log still contains {len(self.kept)} checkpoints, the last one the {last}"
        elif self.kept:
            yield f"the log still contains the {self.kept[0]}"
        for mark in self.lost[:MOST_NAMED]:
            yield f"the log DOES NOT CONTAIN the {mark}"
        if len(self.lost) > MOST_NAMED:
            yield f"nor {len(self.lost) - MOST_NAMED} more checkpoints"
        if behind:
            yield (
                "the log is older than the last checkpoint kept elsewhere, or its end was cut off; "
                f"events that are missing: {behind}"
            )

    def _uncovered(self) -> Iterator[str]:
        if self.uncovered:
            named = ", ".join(map(str, self.uncovered_events[-MOST_NAMED:]))
            last = "the last ones " if self.uncovered > MOST_NAMED else ""
            yield (
                f"not covered, events whose records are not compared: {self.uncovered} "
                f"({last}{named}). They do not "
                "name their records as this version writes them: another version wrote them, or "
                "somebody put them in. Only a signed checkpoint, or one kept elsewhere, that was "
                "sealed after them vouches for them"
            )


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
