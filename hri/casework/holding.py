"""Holding a case: one person at a time, for some minutes, visible to everybody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from hri.casework.permissions import Guard, UseCase
from hri.casework.queue import EVERYTHING
from hri.casework.recent import Recent
from hri.domain.events import EventDraft, EventKind
from hri.domain.ports import Clock
from hri.domain.queues import QueueFilter
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, Review

FRONT = 100
"""Cases among which the next one is looked for first, as many as people may be at work at once."""


@dataclass(frozen=True)
class ReviewTimes:
    """How long a person keeps a case, and how long a decided message waits."""

    hold: timedelta
    undo: timedelta
    recent: timedelta = timedelta(0)
    """How old the list may be that the next case is chosen from; each on it is looked at anew."""


class Holding:
    """Taking cases and giving them back. Permission: REVIEW."""

    def __init__(self, store: Store, guard: Guard, clock: Clock, times: ReviewTimes) -> None:
        self._store, self._guard, self._clock, self._times = store, guard, clock, times
        self._recent = Recent(clock, times.recent)

    def claim(self, actor: Actor, case_id: str) -> Review:
        """Take a case for some minutes, or go on holding it (also one delivered by the machine).

        Raises:
            ForbiddenError: The actor may not review.
            NotFoundError: There is no such case.
            ReviewConflictError: Another person holds it, or it is decided.
        """
        self._guard.require(actor, UseCase.REVIEW, case_id)
        with self._store.write() as records:
            return self.take(records, actor, case_id)

    def claim_next(
        self, actor: Actor, narrow: QueueFilter = EVERYTHING, *, skip: tuple[str, ...] = ()
    ) -> Review | None:
        """Take the first case that nobody else holds, in one step; None when the queue is clear.

        Raises:
            ForbiddenError: The actor may not review.
        """
        self._guard.require(actor, UseCase.REVIEW)
        # Looked for before the transaction opens, so that nobody waits for it.
        with self._store.read() as records:
            front = self._front(records, narrow)
        with self._store.write() as records:
            now = self._clock.now()
            found = records.queue.first_free(narrow, now, actor.id, skip, front)
            if found is None:
                found = records.queue.first_free(narrow, now, actor.id, skip, None)
            return None if found is None else self.take(records, actor, found.case_id)

    def _front(self, records: Records, narrow: QueueFilter) -> tuple[str, ...]:
        def ask() -> tuple[str, ...]:
            return records.queue.front(narrow, self._clock.now(), FRONT)

        return self._recent.find(records, None, narrow, ask)

    def release(self, actor: Actor, case_id: str) -> Review:
        """Give a held case back to the queue; the draft stays.

        Raises:
            ForbiddenError: The actor may not review.
            NotFoundError: There is no such case.
            ReviewConflictError: The actor does not hold it.
        """
        self._guard.require(actor, UseCase.REVIEW, case_id)
        with self._store.write() as records:
            review = records.reviews.release(case_id, actor.id)
            self.record(records, EventKind.REVIEW_RELEASED, actor, case_id)
        return review

    def take(self, records: Records, actor: Actor, case_id: str) -> Review:
        """Take or keep a case inside the open transaction; taking it is an event."""
        now = self._clock.now()
        before = records.reviews.get(case_id)
        review = records.reviews.hold(case_id, actor, now + self._times.hold, now)
        if review.version != before.version:
            self.record(records, EventKind.REVIEW_CLAIMED, actor, case_id)
        return review

    def keep(self, records: Records, actor: Actor, case_id: str) -> None:
        """Make sure that the actor has the case, and renew the hold.

        Raises:
            ReviewConflictError: The actor does not hold it.
        """
        review = records.reviews.get(case_id)
        if review.holder != actor.id:
            raise records.reviews.conflict(case_id)
        self.renew(records, actor, review, self._clock.now())

    def renew(self, records: Records, actor: Actor, review: Review, now: datetime) -> Review:
        """Start the minutes of a hold anew where the actor has it."""
        if review.holder != actor.id:
            return review
        return records.reviews.hold(review.case_id, actor, now + self._times.hold, now)

    def record(
        self, records: Records, kind: EventKind, actor: Actor, case_id: str, **payload: object
    ) -> None:
        """Append an event of this case inside the open transaction."""
        event = EventDraft.model_validate(
            {"kind": kind, "actor": actor.id, "subject": case_id, "payload": payload}
        )
        records.audit.append(event, self._clock.now())
