"""Reviewing: a person takes a case, judges it, and decides what the citizen gets."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from hri.casework.arrival import send
from hri.casework.casefiles import CaseFiles
from hri.casework.decisions import (
    check_judgements,
    check_text,
    decided_event,
    find_reason,
    in_words,
    undone_event,
)
from hri.casework.doubts import require_source
from hri.casework.messages import answer_out, compose_message, kind_after, text_out
from hri.casework.opinions import require_judgements, require_reveal
from hri.casework.permissions import UseCase
from hri.casework.remarks import record_remark
from hri.casework.secondreads import next_stage, that_goes_out
from hri.casework.withdrawing import withdraw_undelivered
from hri.casework.wording import require_plain
from hri.domain.assessments import Assessment
from hri.domain.base import Model
from hri.domain.events import EventKind
from hri.domain.records import Records
from hri.domain.reviews import (
    Actor,
    RecordedDecision,
    Review,
    ReviewDecision,
    ReviewDraft,
    ReviewState,
    SentReply,
    StoredCase,
)
from hri.domain.slots import Slot
from hri.domain.worklists import Remark, RemarkKind
from hri.errors import DraftConflictError


class Decided(Model):
    """A decision that was stored, with the message that will go out."""

    review: Review
    recorded: RecordedDecision
    reply: SentReply | None
    """None when nothing is sent: a delivered answer was found right. Of a seed it is shown only."""


class Reviewing(CaseFiles):
    """What caseworkers do with one case. Permission: REVIEW; reading: READ_CASE."""

    def save_draft(
        self, actor: Actor, case_id: str, draft: ReviewDraft, seen: ReviewDraft | None = None
    ) -> Review:
        """Keep unsent work and renew the hold where the actor still has it.

        The draft is kept even when the hold ran out or another person holds the case now. Whether
        the scores were shown is not taken from it: ``reveal`` alone records that.

        Args:
            actor: Whose work it is.
            case_id: The case.
            draft: The work as it stands.
            seen: The draft that it goes on from; another one in the store is a conflict.

        Raises:
            ForbiddenError: The actor may not review.
            NotFoundError: There is no such case.
            DraftConflictError: The actor changed the draft elsewhere since ``seen``.
        """
        self._guard.require(actor, UseCase.REVIEW, case_id)
        now = self._clock.now()
        with self._store.write() as records:
            before = records.reviews.draft(case_id, actor.id)
            if seen is not None and seen != (before or ReviewDraft()):
                raise DraftConflictError(case_id)
            revealed = before is not None and before.revealed
            kept = draft.model_copy(update={"revealed": revealed})
            records.reviews.save_draft(case_id, actor.id, kept, now)
            review = records.reviews.get(case_id)
            return self.renew(records, actor, review, now)

    def reveal(self, actor: Actor, case_id: str, draft: ReviewDraft) -> ReviewDraft:
        """Record the judgements made before the scores are shown, and mark the draft revealed.

        Raises:
            ForbiddenError: The actor may not review.
            NotFoundError: There is no such case.
            ReviewConflictError: The actor does not hold it.
            JudgementNeededError: A slot that has to be judged first is not.
        """
        self._guard.require(actor, UseCase.REVIEW, case_id)
        shown = draft.model_copy(update={"revealed": True})
        judged = in_words(draft.judgements)
        with self._store.write() as records:
            self.keep(records, actor, case_id)
            stored = records.cases.get(case_id)
            if self._commits_first(stored, records.reviews.get(case_id)):
                require_judgements(stored.assessment, draft.judgements)
            records.reviews.save_draft(case_id, actor.id, shown, self._clock.now())
            self.record(records, EventKind.REVIEW_REVEALED, actor, case_id, judgements=judged)
        return shown

    def recheck(self, actor: Actor, case_id: str, text: str) -> Assessment:
        """Score the case again with ``text`` as its answer; only an event is stored.

        The event is left out where the last one on the case by this person gave the same.

        Raises:
            ForbiddenError: The actor may not review.
            NotFoundError: There is no such case.
            ReviewConflictError: The actor does not hold it.
            JudgementNeededError: The slots have to be judged before any score is shown.
        """
        self._guard.require(actor, UseCase.REVIEW, case_id)
        with self._store.read() as records:
            stored = records.cases.get(case_id)
            if self._commits_first(stored, records.reviews.get(case_id)):
                require_reveal(case_id, records.reviews.draft(case_id, actor.id))
        found = self._rescore(stored, text)
        with self._store.write() as records:
            self.keep(records, actor, case_id)
            told = {"action": found.state.value, "hri": found.hri}
            if not _is_told(records, actor, case_id, told):
                self.record(records, EventKind.REVIEW_RECHECKED, actor, case_id, **told)
        return found

    def preview(self, actor: Actor, decision: ReviewDecision) -> str:
        """The message the citizen would get for this decision, "" for none; nothing is stored.

        Raises:
            ForbiddenError: The actor may not review.
            NotFoundError: There is no such case.
        """
        self._guard.require(actor, UseCase.REVIEW, decision.case_id)
        with self._store.read() as records:
            stored = records.cases.get(decision.case_id)
            out, said = answer_out(records, stored), text_out(records, stored)
        message = compose_message(stored, decision, self._scorer.now().policy, out, said)
        return "" if message is None else message.text

    def decide(self, actor: Actor, decision: ReviewDecision) -> Decided:
        """Store a decision, close the review and write the message, all or nothing.

        An edited text is scored again and that assessment is stored with the decision. The
        message goes out when the undo time is over. A hold that ran out still counts as long as
        nobody else took the case.

        Raises:
            ForbiddenError: The actor may not review.
            NotFoundError: There is no such case.
            InvalidDecisionError: The reason code is unknown, not for this verb, or lacks its
                text; the text does not fit the verb; or what was judged wrong is approved as it is.
            ReviewConflictError: The actor does not hold the case, or ``seen_version`` is old.
            JudgementNeededError: The slots of this case have to be judged before the scores are
                shown, and that is not recorded or a judgement was taken back since.
        """
        self._guard.require(actor, UseCase.REVIEW, decision.case_id)
        find_reason(self._reasons, decision)
        with self._store.read() as records:
            stored = records.cases.get(decision.case_id)
        check_text(stored, decision)
        check_judgements(decision)
        # Scored before the transaction opens, so that nobody waits for it.
        rescored = None if decision.text is None else self._rescore(stored, decision.text)
        with self._store.write() as records:
            return self._close(records, actor, stored, decision, rescored)

    def doubt_source(
        self, actor: Actor, case_id: str, slot: Slot, source_id: str, note: str = ""
    ) -> Remark:
        """Report that a source of a slot seems outdated, to the keeper of the pack.

        Nothing of the case changes; the slot's own judgement is given with the decision.

        Raises:
            ForbiddenError: The actor may not review.
            NotFoundError: There is no such case, or it has nothing to do with that source.
        """
        self._guard.require(actor, UseCase.REVIEW, case_id)
        require_plain(note, f"case {case_id}")
        now = self._clock.now()
        with self._store.write() as records:
            require_source(records.cases.get(case_id), source_id, self._scorer.knowledge)
            remark = Remark(
                case_id=case_id,
                kind=RemarkKind.SOURCE,
                actor=actor.id,
                actor_name=actor.name,
                at=now,
                code=slot.value,
                about=source_id,
                text=note.strip(),
            )
            return record_remark(records, EventKind.SOURCE_DOUBTED, remark)

    def undo(self, actor: Actor, case_id: str) -> Review:
        """Take the actor's own latest decision back before its message goes out.

        The decision stays on record as taken back; the actor holds the case again.

        Raises:
            ForbiddenError: The actor may not review.
            NotFoundError: There is no such case.
            ReviewConflictError: There is no such decision, its time is over, or its message left.
        """
        self._guard.require(actor, UseCase.REVIEW, case_id)
        with self._store.write() as records:
            now = self._clock.now()  # asked inside: waiting for the lock may have taken long
            recorded = self._undoable(records, case_id, now)
            review = records.reviews.undo(recorded, actor, now + self._times.hold, now)
            withdraw_undelivered(records, case_id, now)
            records.reviews.save_draft(case_id, actor.id, _draft_of(recorded.decision), now)
            records.audit.append(undone_event(actor, recorded), now)
        return review

    def _rescore(self, stored: StoredCase, text: str) -> Assessment:
        return self._scorer.now().score(stored.case.model_copy(update={"answer": text}))

    def _close(
        self,
        records: Records,
        actor: Actor,
        stored: StoredCase,
        decision: ReviewDecision,
        rescored: Assessment | None,
    ) -> Decided:
        now, case_id = self._clock.now(), decision.case_id
        made = records.reviews.decisions(case_id)
        before = records.reviews.get(case_id)
        then = next_stage(decision, before, made, self._shares.second_read)
        # First, so that a conflict is told before anything else; what raises below undoes it.
        recorded = records.reviews.decide(decision, actor, now, rescored, then)
        if self._commits_first(stored, before):
            require_reveal(case_id, records.reviews.draft(case_id, actor.id))
            require_judgements(stored.assessment, decision.judgements)
        records.reviews.drop_draft(case_id, actor.id)
        event, contents = decided_event(actor, stored, recorded, then)
        records.audit.append(event, now, contents)
        reply = None
        if then is None:
            chosen = that_goes_out(recorded, made)
            reply = self._write(records, actor, stored, chosen, now)
        return Decided(review=records.reviews.get(case_id), recorded=recorded, reply=reply)

    def _write(
        self,
        records: Records,
        actor: Actor,
        stored: StoredCase,
        decision: ReviewDecision,
        now: datetime,
    ) -> SentReply | None:
        out = answer_out(records, stored)
        policy = self._scorer.at(records, now).scorer.policy
        message = compose_message(stored, decision, policy, out, text_out(records, stored))
        if message is None:
            return None
        reply = SentReply(
            id=1,
            case_id=stored.case_id,
            kind=kind_after(out),
            language=message.language,
            text=message.text,
            final=message.final,
            written_at=now,
            deliver_at=now + self._times.undo,
        )
        if records.seeds.get(stored.case_id) is not None:
            return reply  # shown as any other is, so that nothing tells; never stored, never sent
        return send(records, actor, reply)

    def _undoable(self, records: Records, case_id: str, now: datetime) -> RecordedDecision:
        records.reviews.get(case_id)
        standing = [item for item in records.reviews.decisions(case_id) if item.undone_at is None]
        over = bool(standing) and now >= standing[-1].at + self._times.undo
        # A clock can step back; what left does not come back.
        if not standing or over or _left(records, standing[-1]):
            raise records.reviews.conflict(case_id)
        return standing[-1]


def _is_told(records: Records, actor: Actor, case_id: str, told: Mapping[str, object]) -> bool:
    """Whether the last recheck of a case by a person gave this already."""
    own = [event for event in records.audit.of_subject(case_id) if event.actor == actor.id]
    last = [event for event in own if event.kind is EventKind.REVIEW_RECHECKED][-1:]
    return any(event.payload == {**event.payload, **told} for event in last)


def _left(records: Records, recorded: RecordedDecision) -> bool:
    """Whether the message of a decision is with the citizen, or on its way there."""
    case_id = recorded.decision.case_id
    closed = records.reviews.get(case_id).state is ReviewState.DECIDED
    written = [item for item in records.replies.of_case(case_id) if item.written_at == recorded.at]
    ways = {way.reply_id: way.state for way in records.outbox.of_case(case_id)}
    return closed and any(item.id in ways and ways[item.id].may_be_there for item in written)


def _draft_of(decision: ReviewDecision) -> ReviewDraft:
    return ReviewDraft(
        judgements=decision.judgements,
        text_judgements=decision.text_judgements,
        verb=decision.verb,
        reason_code=decision.reason_code,
        reason_text=decision.reason_text,
        note=decision.note,
        text=decision.text,
        second_read=decision.second_read,
        sources_seen=decision.sources_seen or (),
        revealed=True,
    )
