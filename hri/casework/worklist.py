"""The work list: give, move, put off, skip and send back cases; bulk work can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from hri.casework.permissions import Guard, UseCase
from hri.casework.withdrawing import withdraw_undelivered
from hri.domain.base import Model
from hri.domain.events import EventDraft, EventKind
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, Reason, Review, ReviewState, Stage
from hri.domain.worklists import Batch, BatchVerb, Placed, Placing, Remark, RemarkKind
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


class Worklist:
    """Work on the queue. Permission: ASSIGN to give and move, REVIEW for the rest."""

    def __init__(
        self,
        store: Store,
        guard: Guard,
        clock: Clock,
        skip_reasons: Iterable[Reason],
        undo: timedelta,
    ) -> None:
        self._store, self._guard, self._clock, self._undo = store, guard, clock, undo
        self._reasons = tuple(skip_reasons)

    def assign(self, actor: Actor, case_ids: Sequence[str], to: Actor | None) -> BatchReport:
        """Give cases to a person, or to nobody; a hold of somebody else goes on until it ends.

        Raises:
            ForbiddenError: The actor may not give cases to people.
            NotFoundError: A case does not exist; nothing was changed.
            InvalidDecisionError: The person may not review, or there are too many cases.
        """
        self._guard.require(actor, UseCase.ASSIGN)
        if to is not None:
            self._guard.require_able(to, UseCase.REVIEW)
        given = {"assignee": to and to.id, "assignee_name": to and to.name}
        return self._batch(actor, BatchVerb.ASSIGN, case_ids, given)

    def move(self, actor: Actor, case_ids: Sequence[str], service: str) -> BatchReport:
        """Hand cases to another service's queue; the person they were given to is taken off.

        Raises:
            ForbiddenError: The actor may not move cases.
            NotFoundError: A case does not exist; nothing was changed.
            InvalidDecisionError: No service is named, or there are too many cases.
        """
        self._guard.require(actor, UseCase.ASSIGN)
        if not service.strip():
            raise InvalidDecisionError(
                "No service is named.", remedy="Name the service to move to."
            )
        moved = {"service": service.strip(), "assignee": None, "assignee_name": None}
        return self._batch(actor, BatchVerb.MOVE, case_ids, moved)

    def snooze(self, actor: Actor, case_ids: Sequence[str], until: datetime) -> BatchReport:
        """Put cases off until a moment; then they stand in the queue again. Deadlines stay.

        Raises:
            ForbiddenError: The actor may not review.
            NotFoundError: A case does not exist; nothing was changed.
            InvalidDecisionError: The moment has passed, or there are too many cases.
        """
        self._guard.require(actor, UseCase.REVIEW)
        if until <= self._clock.now():
            raise InvalidDecisionError(
                "This moment has passed.", remedy="Put the cases off until a later moment."
            )
        return self._batch(actor, BatchVerb.SNOOZE, case_ids, {"snoozed_until": until})

    def undo(self, actor: Actor, batch: int) -> BatchReport:
        """Put the cases of the actor's own bulk work back where they stood, where they still are.

        Raises:
            ForbiddenError: The actor may not do the work that is to be undone.
            NotFoundError: There is no such batch.
            ConflictError: It is another person's, or undone already.
        """
        self._guard.require(actor, UseCase.REVIEW)
        now = self._clock.now()
        with self._store.read() as records:
            done = records.worklist.batch(batch)
        self._guard.require(actor, _right(done.verb))
        with self._store.write() as records:
            done = records.worklist.batch(batch)
            if done.actor != actor.id or done.undone_at is not None:
                raise ConflictError(
                    f"Batch {batch} cannot be undone.",
                    where=f"batch {batch}",
                    why="it is undone already, or was another person's",
                )
            records.worklist.undo_batch(batch, now)
            report = self._put_back(records, actor, done, now)
            self._tell(records, actor, EventKind.BATCH_UNDONE, f"batch {batch}", record=batch)
        return report

    def skip(self, actor: Actor, case_id: str, code: str, text: str = "") -> Review:
        """Leave a case to others, with a reason; "next" does not hand it to the actor again.

        Raises:
            ForbiddenError: The actor may not review.
            NotFoundError: There is no such case.
            InvalidDecisionError: The reason is unknown or lacks its words.
            ReviewConflictError: Another person holds it, or it is decided.
        """
        self._guard.require(actor, UseCase.REVIEW, case_id)
        self._check(case_id, code, text)
        with self._store.write() as records:
            now = self._clock.now()
            records.reviews.get(case_id)
            if not records.worklist.skip(case_id, actor, now):
                raise records.reviews.conflict(case_id)
            remark = self._remark(actor, case_id, RemarkKind.SKIP, now, code, text)
            record_remark(records, EventKind.REVIEW_SKIPPED, remark)
            return records.reviews.get(case_id)

    def send_back(self, actor: Actor, case_id: str, note: str) -> Review:
        """Have a case decided anew, by who decided it first; what was decided stays on record.

        A second reader sends back what they hold; a supervisor also what is decided. A message
        that is not out yet does not go out.

        Raises:
            ForbiddenError: The actor may not do that.
            NotFoundError: There is no such case.
            InvalidDecisionError: No words are given, there is no decision to send back, or the
                undo time of the decision runs.
            ReviewConflictError: Another person holds it.
        """
        self._guard.require(actor, UseCase.REVIEW, case_id)
        with self._store.read() as records:
            review = records.reviews.get(case_id)
        if review.state is ReviewState.DECIDED:
            self._guard.require(actor, UseCase.SEND_BACK, case_id)
        if not note.strip():
            raise InvalidDecisionError(
                "No words are given.", where=f"case {case_id}", remedy="Say what to look at again."
            )
        with self._store.write() as records:
            self._require_final(records.reviews.get(case_id))
            _require_no_explained_seed(records, records.reviews.get(case_id))
            self._require_returnable(records, actor, records.reviews.get(case_id))
            self._return(records, actor, case_id, note.strip(), self._clock.now())
            return records.reviews.get(case_id)

    def skip_reasons(self) -> tuple[Reason, ...]:
        """The reason codes for skipping, in file order."""
        return self._reasons

    def _batch(
        self,
        actor: Actor,
        verb: BatchVerb,
        case_ids: Sequence[str],
        changes: Mapping[str, object],
    ) -> BatchReport:
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
            version = records.worklist.place(case_id, after, actor, now)
            if version is not None:
                placed.append(Placed(case_id=case_id, before=before, version=version))
        return tuple(placed)

    def _put_back(self, records: Records, actor: Actor, batch: Batch, now: datetime) -> BatchReport:
        back, left = [], []
        for item in batch.placed:
            seen = item.version
            if records.worklist.place(item.case_id, item.before, actor, now, seen) is None:
                left.append(item.case_id)
                continue
            back.append(item.case_id)
            self._tell_placed(records, actor, batch, item.case_id, item.before, undone=True)
        return BatchReport(batch=batch.id, verb=batch.verb, changed=tuple(back), left=tuple(left))

    def _return(
        self, records: Records, actor: Actor, case_id: str, note: str, now: datetime
    ) -> None:
        made = [item for item in records.reviews.decisions(case_id) if item.undone_at is None]
        first = next(item for item in reversed(made) if item.stage is Stage.FIRST)
        service = records.worklist.placing(case_id).service
        to = Placing(service=service, assignee=first.actor, assignee_name=first.actor_name)
        withdraw_undelivered(records, case_id, now)
        records.worklist.send_back(case_id, to, actor, now)
        remark = self._remark(actor, case_id, RemarkKind.RETURN, now, "", note)
        record_remark(records, EventKind.REVIEW_SENT_BACK, remark)

    def _remark(
        self, actor: Actor, case_id: str, kind: RemarkKind, now: datetime, code: str, text: str
    ) -> Remark:
        return Remark(
            case_id=case_id,
            kind=kind,
            actor=actor.id,
            actor_name=actor.name,
            at=now,
            code=code,
            text=text,
        )

    def _require_returnable(self, records: Records, actor: Actor, review: Review) -> None:
        decided = review.state is ReviewState.DECIDED
        second = review.stage is not Stage.FIRST and review.holder == actor.id
        if not decided and not second:
            raise records.reviews.conflict(review.case_id)

    def _require_final(self, review: Review) -> None:
        """In the undo time every case is refused alike, so that the answer tells no seed."""
        since = review.decided_at if review.state is ReviewState.DECIDED else None
        if since is not None and self._clock.now() < since + self._undo:
            raise InvalidDecisionError(
                "The decision can still be taken back.",
                where=f"case {review.case_id}",
                why="its undo time runs, and nothing has gone out yet",
                remedy="Send the case back when the undo time is over.",
            )

    def _check(self, case_id: str, code: str, text: str) -> None:
        known = {item.code: item for item in self._reasons}
        if code not in known:
            raise InvalidDecisionError(
                f"{code or 'No reason code'} is no reason to skip.",
                where=f"case {case_id}",
                remedy=f"Give one of {', '.join(known)}.",
            )
        if known[code].needs_text and not text.strip():
            raise InvalidDecisionError(
                f"The reason {code} needs some words.",
                where=f"case {case_id}",
                remedy="Say in a sentence what the reason is.",
            )

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


def _require_no_explained_seed(records: Records, review: Review) -> None:
    if review.state is ReviewState.DECIDED and records.seeds.get(review.case_id) is not None:
        raise InvalidDecisionError(
            "This was a known-wrong item put in to measure the desk.",
            where=f"case {review.case_id}",
            why="its error is told now, so that deciding it anew would say nothing",
            remedy="Nothing has to be done.",
        )


def record_remark(records: Records, kind: EventKind, remark: Remark) -> Remark:
    """Store a remark with its event inside the open transaction."""
    kept = records.remarks.add(remark)
    event = EventDraft(
        kind=kind,
        actor=kept.actor,
        subject=kept.case_id,
        payload={"record": kept.id, "reason": kept.code, "source": kept.about},
    )
    records.audit.append(event, kept.at, {"remark": kept.text})
    return kept


def _right(verb: BatchVerb) -> UseCase:
    return UseCase.REVIEW if verb is BatchVerb.SNOOZE else UseCase.ASSIGN
