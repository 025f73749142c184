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
    REVIEW_RECHECKED = "review.rechecked"
    REVIEW_REVEALED = "review.revealed"
    REVIEW_DECIDED = "review.decided"
    REVIEW_UNDONE = "review.undone"
    REPLY_DELIVERED = "reply.delivered"
    CONTENT_ERASED = "content.erased"
    POLICY_DRAFTED = "policy.drafted"
    POLICY_PUBLISHED = "policy.published"
    SIGNED_IN = "access.signed_in"
    REFUSED = "access.refused"


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

    seq: int = Field(ge=0)
    count: int = Field(ge=0)
    hash: str


class ChainReport(Model):
    """What walking the audit chain found.

    ``first_bad`` is the number of the first event that does not fit, with ``problem``; both are
    empty for a sound chain. ``unmatched`` names records whose content no longer matches the event
    that announced it, or that no event announced.
    """

    head: Checkpoint
    first_bad: int | None = None
    problem: str = ""
    unmatched: tuple[str, ...] = ()
    clock_steps: tuple[int, ...] = ()
    """Numbers of events stamped earlier than the one before them (a clock set back, no alarm)."""

    @property
    def sound(self) -> bool:
        """True when the chain holds and every record matches its event."""
        return self.first_bad is None and not self.unmatched

    @property
    def intact(self) -> bool:
        """The same as ``sound``."""
        return self.sound

    def describe(self) -> str:
        """The finding in plain words, one line a fact."""
        lines = [f"{self.head.count} events, head {self.head.seq} {self.head.hash}"]
        if self.first_bad is not None:
            lines.append(f"event {self.first_bad} does not fit: {self.problem}")
        lines += [f"{name} is not what was recorded" for name in self.unmatched]
        lines += [f"event {seq} is stamped before the one before it" for seq in self.clock_steps]
        return "\n".join([*lines, "the chain holds" if self.sound else "THE CHAIN DOES NOT HOLD"])


class EventFilter(Model):
    """Which events a search returns; None and "" do not narrow it."""

    kinds: tuple[EventKind, ...] = ()
    actor: str = ""
    subject: str = ""
    since: datetime | None = None
    until: datetime | None = None
