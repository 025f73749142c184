"""The work list: give, move, put off, skip and send back cases; bulk work can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from hri.casework.permissions import Guard, UseCase, may
from hri.casework.remarks import record_remark
from hri.casework.withdrawing import withdraw_undelivered
from hri.casework.wording import is_blank, require_plain
from hri.domain.base import Model
from hri.domain.events import EventDraft, EventKind
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, Reason, Review, ReviewState, Stage
from hri.domain.worklists import Batch, BatchVerb, Placed, Placing, Remark, RemarkKind
from hri.errors import ConflictError, InvalidDecisionError

LARGEST_BATCH = 500
"""Cases that one piece of bulk work may touch."""

LONGEST_SERVICE = 200
"""Characters of a service's name."""

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


@dataclass(frozen=True)
class WorklistTimes:
    """How long a decision can be taken back, and for how long a case can be put off at most."""

    undo: timedelta
    longest_snooze: timedelta


class Worklist:
    """Work on the queue. Permission: ASSIGN to give and move, REVIEW for the rest."""

    def __init__(
        self,
        store: Store,
        guard: Guard,
        clock: Clock,
        skip_reasons: Iterable[Reason],
        times: WorklistTimes,
    ) -> None:
        self._store, self._guard, self._clock, self._times = store, guard, clock, times
        self._reasons = tuple(skip_reasons)

    def assign(self, actor: Actor, case_ids: Sequence[str], to: Actor | None) -> BatchReport:
        """Give cases to a person, or to nobody; a hold of somebody else goes on until it ends.

        Raises:
            ForbiddenError: The actor may not give cases to people.
            NotFoundError: A case does not exist; nothing was changed.
            InvalidDecisionError: The person may not review, or read one of the cases at an
                earlier stage; or there are too many cases.
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
        require_plain(service, "the service")
        if is_blank(service) or not service.strip().isprintable() or len(service) > LONGEST_SERVICE:
            raise InvalidDecisionError(
                "No service is named.",
                why=f"a name is one line of at most {LONGEST_SERVICE} characters",
                remedy="Name the service to move to.",
            )
        moved = {"service": service.strip(), "assignee": None, "assignee_name": None}
        return self._batch(actor, BatchVerb.MOVE, case_ids, moved)

    def snooze(self, actor: Actor, case_ids: Sequence[str], until: datetime) -> BatchReport:
        """Put cases off until a moment; then they stand in the queue again. Deadlines stay.

        Left as they are: what somebody else holds, and, unless the actor may give cases to people,
        what was given to somebody else.

        Raises:
            ForbiddenError: The actor may not review.
            NotFoundError: A case does not exist; nothing was changed.
            InvalidDecisionError: The moment has passed, is too far off or names no time zone; or
                there are too many cases.
        """
        self._guard.require(actor, UseCase.REVIEW)
        self._require_moment(until)
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

        Where that person may not review any more, it is for anybody.

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
        require_plain(note, f"case {case_id}")
        if is_blank(note):
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
            review = records.reviews.get(case_id)
            _require_no_reader(review, after)
            if "snoozed_until" in changes and not self._may_put_off(actor, review, now):
                continue
            version = records.worklist.place(case_id, after, actor, now)
            if version is not None:
                placed.append(Placed(case_id=case_id, before=before, version=version))
        return tuple(placed)

    def _put_back(self, records: Records, actor: Actor, batch: Batch, now: datetime) -> BatchReport:
        back, left = [], []
        for item in batch.placed:
            to = _for_able(records, item.before)
            if records.worklist.place(item.case_id, to, actor, now, item.version) is None:
                left.append(item.case_id)
                continue
            back.append(item.case_id)
            self._tell_placed(records, actor, batch, item.case_id, to, undone=True)
        return BatchReport(batch=batch.id, verb=batch.verb, changed=tuple(back), left=tuple(left))

    def _return(
        self, records: Records, actor: Actor, case_id: str, note: str, now: datetime
    ) -> None:
        made = [item for item in records.reviews.decisions(case_id) if item.undone_at is None]
        first = next(item for item in reversed(made) if item.stage is Stage.FIRST)
        service = records.worklist.placing(case_id).service
        to = Placing(service=service, assignee=first.actor, assignee_name=first.actor_name)
        withdraw_undelivered(records, case_id, now)
        records.worklist.send_back(case_id, _for_able(records, to), actor, now)
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

    def _require_moment(self, until: datetime) -> None:
        if until.tzinfo is None:
            raise InvalidDecisionError(
                "The moment names no time zone.", remedy="Give a moment with its time zone."
            )
        now = self._clock.now()
        if until <= now:
            raise InvalidDecisionError(
                "This moment has passed.", remedy="Put the cases off until a later moment."
            )
        if until > now + self._times.longest_snooze:
            days = self._times.longest_snooze.days
            raise InvalidDecisionError(
                f"Cases are put off for {days} days at most.", remedy="Choose an earlier moment."
            )

    def _may_put_off(self, actor: Actor, review: Review, now: datetime) -> bool:
        """Whether a case is nobody else's work."""
        held = review.held_at(now) and review.holder != actor.id
        given = review.assignee not in (None, actor.id)
        return not held and (not given or may(self._guard.known(actor), UseCase.ASSIGN))

    def _require_final(self, review: Review) -> None:
        """In the undo time every case is refused alike, so that the answer tells no seed."""
        since = review.decided_at if review.state is ReviewState.DECIDED else None
        if since is not None and self._clock.now() < since + self._times.undo:
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
        require_plain(text, f"case {case_id}")
        if known[code].needs_text and is_blank(text):
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


def _require_no_reader(review: Review, to: Placing) -> None:
    if to.assignee is not None and to.assignee in review.readers:
        raise InvalidDecisionError(
            f"{to.assignee} has read this case already.",
            where=f"case {review.case_id}",
            why="each reading is by another person, so it could not be taken",
            remedy="Give the case to somebody else.",
        )


def _for_able(records: Records, to: Placing) -> Placing:
    """The same place, for anybody where the person may not review any more."""
    person = None if to.assignee is None else records.people.get(to.assignee)
    if person is None or may(person.actor, UseCase.REVIEW):
        return to
    return to.model_copy(update={"assignee": None, "assignee_name": None})


def _right(verb: BatchVerb) -> UseCase:
    return UseCase.REVIEW if verb is BatchVerb.SNOOZE else UseCase.ASSIGN
