"""Second reads: another person judges a case blind; where the two differ, a third decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from hri.casework.permissions import UseCase, may
from hri.casework.priority import draw
from hri.domain.base import Model
from hri.domain.events import AuditEvent, EventKind
from hri.domain.records import Records
from hri.domain.reviews import (
    Actor,
    Judgement,
    RecordedDecision,
    ReplyKind,
    Review,
    ReviewDecision,
    ReviewState,
    SentReply,
    Stage,
)
from hri.domain.slots import SLOTS, Slot

if TYPE_CHECKING:
    from hri.casework.casefiles import CaseFile

TELLING = (
    EventKind.REVIEW_DECIDED,
    EventKind.REVIEW_REVEALED,
    EventKind.REVIEW_RECHECKED,
    EventKind.SOURCE_DOUBTED,
    EventKind.REVIEW_SKIPPED,
    EventKind.REVIEW_SENT_BACK,
    EventKind.REPLY_WRITTEN,
    EventKind.REPLY_SENT,
    EventKind.REPLY_FAILED,
    EventKind.REPLY_RETRIED,
    EventKind.REPLY_WITHDRAWN,
)
"""Events that tell a second reader what others found, in this round or an earlier one."""


class Difference(Model):
    """One slot that two readers judged differently; None: not checked."""

    slot: Slot
    first: Judgement | None
    second: Judgement | None


def next_stage(
    decision: ReviewDecision, review: Review, made: Sequence[RecordedDecision], share: float
) -> Stage | None:
    """The stage that follows a decision; None when the case is closed by it.

    Args:
        decision: What the actor decides now.
        review: Where the case stands.
        made: The decisions that stand so far, oldest first.
        share: Share of cases that are read twice, drawn by their ids.
    """
    match review.stage:
        case Stage.FIRST:
            drawn = draw("second read", decision.case_id) < share
            return Stage.SECOND if decision.second_read or drawn else None
        case Stage.SECOND:
            first = first_of(made)
            if first is None:
                return None
            # What was decided blind counts: after it, the actor has seen what the first found.
            found = (*_taken_back(made, first, review.holder), decision)
            agreed = all(agree(first.decision, one) for one in found)
            return None if agreed else Stage.ADJUDICATION
        case Stage.ADJUDICATION:
            return None


def first_of(made: Sequence[RecordedDecision]) -> RecordedDecision | None:
    """The first reader's decision of the round in hand."""
    return _latest(made, Stage.FIRST)


def second_of(made: Sequence[RecordedDecision]) -> RecordedDecision | None:
    """The second reader's decision of the round in hand."""
    return _latest(made, Stage.SECOND)


def that_goes_out(recorded: RecordedDecision, made: Sequence[RecordedDecision]) -> ReviewDecision:
    """The decision whose text the citizen gets: of two readers who agree, the first one's."""
    first = first_of(made) if recorded.stage is Stage.SECOND else None
    return recorded.decision if first is None else first.decision


def agree(first: ReviewDecision, second: ReviewDecision) -> bool:
    """Whether two readers decided the same and found the same in every slot that both judged.

    Their texts may differ: then the first reader's goes out.
    """
    return first.verb is second.verb and not differences(first, second, both=True)


def differences(
    first: ReviewDecision, second: ReviewDecision, *, both: bool = False
) -> tuple[Difference, ...]:
    """Slots judged differently, in the usual order; with ``both``, only those that both judged."""
    found = [
        Difference(slot=slot, first=first.judgements.get(slot), second=second.judgements.get(slot))
        for slot in SLOTS
    ]
    return tuple(
        item
        for item in found
        if item.first is not item.second
        and not (both and (item.first is None or item.second is None))
    )


def reads_blind(actor: Actor, review: Review) -> bool:
    """Whether what others found is kept from the actor: they could be the second reader."""
    waits = review.stage is Stage.SECOND and review.state is not ReviewState.DECIDED
    return waits and actor.id not in review.readers and may(actor, UseCase.REVIEW)


def blinded(file: CaseFile, actor: Actor) -> CaseFile:
    """The file without what the first reader found."""
    return file.model_copy(
        update={
            "decisions": tuple(item for item in file.decisions if item.actor == actor.id),
            "replies": blinded_replies(file.replies),
            "history": blinded_events(file.history, actor),
            "remarks": tuple(item for item in file.remarks if item.actor == actor.id),
            "blind": True,
        }
    )


def blinded_replies(replies: Sequence[SentReply]) -> tuple[SentReply, ...]:
    """The machine's message; a person's, of an earlier round, tells what that person found."""
    return tuple(item for item in replies if item.kind is ReplyKind.FIRST)


def blinded_events(events: Iterable[AuditEvent], actor: Actor) -> tuple[AuditEvent, ...]:
    """The events without those in which others tell what they found."""
    return tuple(item for item in events if item.actor == actor.id or not _tells(item))


def blind_cases(records: Records, actor: Actor, subjects: Iterable[str]) -> frozenset[str]:
    """Those of the subjects that are cases which the actor reads blind, or could."""
    found = {
        subject: records.reviews.find(subject) for subject in dict.fromkeys(subjects) if subject
    }
    return frozenset(
        subject
        for subject, review in found.items()
        if review is not None and reads_blind(actor, review)
    )


def _tells(event: AuditEvent) -> bool:
    first = event.payload.get("reply") == ReplyKind.FIRST
    return event.kind in TELLING and not first


def _taken_back(
    made: Sequence[RecordedDecision], first: RecordedDecision, actor: str | None
) -> Iterator[ReviewDecision]:
    """What a second reader decided in the round in hand and took back."""
    for item in made:
        if item.stage is Stage.SECOND and item.actor == actor and item.id > first.id:
            yield item.decision


def _latest(made: Sequence[RecordedDecision], stage: Stage) -> RecordedDecision | None:
    standing = [item for item in made if item.undone_at is None and item.stage is stage]
    return standing[-1] if standing else None
