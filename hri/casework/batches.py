"""Bulk work on the queue: cases put elsewhere together, told one by one, and put back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from hri.casework.permissions import Guard, UseCase, may
from hri.domain.base import Model
from hri.domain.events import EventDraft, EventKind
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, Review
from hri.domain.worklists import Batch, BatchVerb, Placed, Placing
from hri.errors import ConflictError, InvalidDecisionError

LARGEST_BATCH = 500
"""Cases that one piece of bulk work may touch."""

EVENT_OF = {
    BatchVerb.ASSIGN: EventKind.REVIEW_ASSIGNED,
    BatchVerb.MOVE: EventKind.REVIEW_MOVED,
    BatchVerb.SNOOZE: EventKind.REVIEW_SNOOZED,
}


class BatchReport(Model):
    """What bulk work changed, and what it left because it was closed or had moved on."""

    batch: int
    verb: BatchVerb
    changed: tuple[str, ...]
    left: tuple[str, ...]


class Batches:
    """Does bulk work that somebody has the right to do, and takes it back."""

    def __init__(self, store: Store, guard: Guard, clock: Clock) -> None:
        self._store, self._guard, self._clock = store, guard, clock

    def run(
        self,
        actor: Actor,
        verb: BatchVerb,
        case_ids: Sequence[str],
        changes: Mapping[str, object],
    ) -> BatchReport:
        """Change where cases stand; those that are closed, others' work or, where they are given to
        a person, were read by that person already stay as they are.

        Raises:
            NotFoundError: A case does not exist; nothing was changed.
            InvalidDecisionError: There are too many cases.
        """
        wanted = tuple(dict.fromkeys(case_ids))
        if not 0 < len(wanted) <= LARGEST_BATCH:
            raise InvalidDecisionError(
                f"{len(wanted)} cases are chosen.", remedy=f"Choose 1 to {LARGEST_BATCH} cases."
            )
        now = self._clock.now()
        with self._store.write() as records:
            placed = self._place(records, actor, wanted, changes, now)
            batch = records.worklist.add_batch(verb, actor, now, placed)
            self._tell(
                records,
                actor,
                EventKind.BATCH_DONE,
                f"batch {batch.id}",
                record=batch.id,
                verb=verb.value,
                n=len(placed),
            )
            for item in placed:
                after = records.worklist.placing(item.case_id)
                self._tell_placed(records, actor, batch, item.case_id, after)
        changed = tuple(item.case_id for item in placed)
        left = tuple(case_id for case_id in wanted if case_id not in changed)
        return BatchReport(batch=batch.id, verb=verb, changed=changed, left=left)

    def undo(self, actor: Actor, number: int) -> BatchReport:
        """Put the cases of a batch back where they stood, where they still are.

        Raises:
            NotFoundError: There is no such batch.
            ConflictError: It is another person's, or undone already.
        """
        now = self._clock.now()
        with self._store.write() as records:
            done = records.worklist.batch(number)
            if done.actor != actor.id or done.undone_at is not None:
                raise ConflictError(
                    f"Batch {number} cannot be undone.",
                    where=f"batch {number}",
                    why="it is undone already, or was another person's",
                )
            records.worklist.undo_batch(number, now)
            report = self._put_back(records, actor, done, now)
            self._tell(records, actor, EventKind.BATCH_UNDONE, f"batch {number}", record=number)
        return report

    def _place(
        self,
        records: Records,
        actor: Actor,
        case_ids: Sequence[str],
        changes: Mapping[str, object],
        now: datetime,
    ) -> tuple[Placed, ...]:
        placed = []
        for case_id in case_ids:
            before = records.worklist.placing(case_id)
            after = before.model_copy(update=dict(changes))
            review = records.reviews.get(case_id)
            if after.assignee is not None and after.assignee in review.readers:
                continue  # each reading is by another person, so it could not be taken
            if "snoozed_until" in changes and not self._may_put_off(actor, review, now):
                continue
            version = records.worklist.place(case_id, after, actor, now)
            if version is not None:
                placed.append(Placed(case_id=case_id, before=before, version=version))
        return tuple(placed)

    def _put_back(self, records: Records, actor: Actor, batch: Batch, now: datetime) -> BatchReport:
        back, left = [], []
        for item in batch.placed:
            to = for_able(records, item.before)
            if records.worklist.place(item.case_id, to, actor, now, item.version) is None:
                left.append(item.case_id)
                continue
            back.append(item.case_id)
            self._tell_placed(records, actor, batch, item.case_id, to, undone=True)
        return BatchReport(batch=batch.id, verb=batch.verb, changed=tuple(back), left=tuple(left))

    def _may_put_off(self, actor: Actor, review: Review, now: datetime) -> bool:
        """Whether a case is nobody else's work."""
        held = review.held_at(now) and review.holder != actor.id
        given = review.assignee not in (None, actor.id)
        return not held and (not given or may(self._guard.known(actor), UseCase.ASSIGN))

    def _tell_placed(
        self,
        records: Records,
        actor: Actor,
        batch: Batch,
        case_id: str,
        now_at: Placing,
        *,
        undone: bool = False,
    ) -> None:
        words = now_at.model_dump(mode="json")
        kind = EVENT_OF[batch.verb]
        self._tell(records, actor, kind, case_id, batch=batch.id, undone=undone, **words)

    def _tell(
        self, records: Records, actor: Actor, kind: EventKind, subject: str, **payload: object
    ) -> None:
        event = EventDraft.model_validate(
            {"kind": kind, "actor": actor.id, "subject": subject, "payload": payload}
        )
        records.audit.append(event, self._clock.now())


def for_able(records: Records, to: Placing) -> Placing:
    """The same place, for anybody where the person may not review any more."""
    person = None if to.assignee is None else records.people.get(to.assignee)
    if person is None or may(person.actor, UseCase.REVIEW):
        return to
    return to.model_copy(update={"assignee": None, "assignee_name": None})
