"""The work list: give, move, put off, skip and send back cases; bulk work can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from hri.casework.batches import Batches, BatchReport, for_able
from hri.casework.permissions import Guard, UseCase
from hri.casework.remarks import record_remark
from hri.casework.withdrawing import withdraw_undelivered
from hri.casework.wording import is_blank, require_plain
from hri.domain.events import EventKind
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, Reason, Review, ReviewState, Stage
from hri.domain.worklists import BatchVerb, Placing, Remark, RemarkKind
from hri.errors import InvalidDecisionError

LONGEST_SERVICE = 200
"""Characters of a service's name."""


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
        self._reasons, self._batches = tuple(skip_reasons), Batches(store, guard, clock)

    def assign(self, actor: Actor, case_ids: Sequence[str], to: Actor | None) -> BatchReport:
        """Give cases to a person, or to nobody; a hold of somebody else goes on until it ends.

        Left as they are: cases that the person read at an earlier stage.

        Raises:
            ForbiddenError: The actor may not give cases to people.
            NotFoundError: A case does not exist; nothing was changed.
            InvalidDecisionError: The person may not review, or there are too many cases.
        """
        self._guard.require(actor, UseCase.ASSIGN)
        if to is not None:
            self._guard.require_able(to, UseCase.REVIEW)
        given = {"assignee": to and to.id, "assignee_name": to and to.name}
        return self._batches.run(actor, BatchVerb.ASSIGN, case_ids, given)

    def move(self, actor: Actor, case_ids: Sequence[str], service: str) -> BatchReport:
        """Hand cases to another service's queue; the person they were given to is taken off.

        Raises:
            ForbiddenError: The actor may not move cases.
            NotFoundError: A case does not exist; nothing was changed.
            InvalidDecisionError: No service is named, none of that name has had a case, or there
                are too many cases.
        """
        self._guard.require(actor, UseCase.ASSIGN)
        require_plain(service, "the service")
        if is_blank(service) or not service.strip().isprintable() or len(service) > LONGEST_SERVICE:
            raise InvalidDecisionError(
                "No service is named.",
                why=f"a name is one line of at most {LONGEST_SERVICE} characters",
                remedy="Name the service to move to.",
            )
        self._require_service(service.strip())
        moved = {"service": service.strip(), "assignee": None, "assignee_name": None}
        return self._batches.run(actor, BatchVerb.MOVE, case_ids, moved)

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
        return self._batches.run(actor, BatchVerb.SNOOZE, case_ids, {"snoozed_until": until})

    def undo(self, actor: Actor, batch: int) -> BatchReport:
        """Put the cases of the actor's own bulk work back where they stood, where they still are.

        Raises:
            ForbiddenError: The actor may not do the work that is to be undone.
            NotFoundError: There is no such batch.
            ConflictError: It is another person's, or undone already.
        """
        self._guard.require(actor, UseCase.REVIEW)
        with self._store.read() as records:
            done = records.worklist.batch(batch)
        self._guard.require(actor, _right(done.verb))
        return self._batches.undo(actor, batch)

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

    def _require_service(self, service: str) -> None:
        """A mistyped name would put the cases where nobody looks."""
        with self._store.read() as records:
            if not records.worklist.has_service(service):
                raise InvalidDecisionError(
                    f"There is no service {service}.",
                    why="no case ever belonged to it",
                    remedy="Choose a service that occurs in the queue.",
                )

    def _return(
        self, records: Records, actor: Actor, case_id: str, note: str, now: datetime
    ) -> None:
        made = [item for item in records.reviews.decisions(case_id) if item.undone_at is None]
        first = next(item for item in reversed(made) if item.stage is Stage.FIRST)
        service = records.worklist.placing(case_id).service
        to = Placing(service=service, assignee=first.actor, assignee_name=first.actor_name)
        withdraw_undelivered(records, case_id, now)
        records.worklist.send_back(case_id, for_able(records, to), actor, now)
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


def _require_no_explained_seed(records: Records, review: Review) -> None:
    if review.state is ReviewState.DECIDED and records.seeds.get(review.case_id) is not None:
        raise InvalidDecisionError(
            "This was a known-wrong item put in to measure the desk.",
            where=f"case {review.case_id}",
            why="its error is told now, so that deciding it anew would say nothing",
            remedy="Nothing has to be done.",
        )


def _right(verb: BatchVerb) -> UseCase:
    return UseCase.REVIEW if verb is BatchVerb.SNOOZE else UseCase.ASSIGN
