"""Second reads: another person judges a case blind; where the two differ, a third decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hri.casework.permissions import UseCase, may
from hri.casework.priority import draw
from hri.domain.base import Model
from hri.domain.events import EventKind
from hri.domain.reviews import (
    Actor,
    Judgement,
    RecordedDecision,
    Review,
    ReviewDecision,
    ReviewState,
    Stage,
)
from hri.domain.slots import SLOTS, Slot
from hri.domain.worklists import RemarkKind

if TYPE_CHECKING:
    from hri.casework.casefiles import CaseFile

TELLING = (
    EventKind.REVIEW_DECIDED,
    EventKind.REVIEW_REVEALED,
    EventKind.REVIEW_RECHECKED,
    EventKind.SOURCE_DOUBTED,
)
"""Events that tell a second reader what the first one found."""


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
            return None if first is None or agree(first.decision, decision) else Stage.ADJUDICATION
        case Stage.ADJUDICATION:
            return None


def first_of(made: Sequence[RecordedDecision]) -> RecordedDecision | None:
    """The first reader's decision of the round in hand."""
    return _latest(made, Stage.FIRST)


def second_of(made: Sequence[RecordedDecision]) -> RecordedDecision | None:
    """The second reader's decision of the round in hand."""
    return _latest(made, Stage.SECOND)


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
    own = [item for item in file.decisions if item.actor == actor.id]
    history = [
        event for event in file.history if event.actor == actor.id or event.kind not in TELLING
    ]
    remarks = [
        item
        for item in file.remarks
        if item.actor == actor.id or item.kind is not RemarkKind.SOURCE
    ]
    return file.model_copy(
        update={
            "decisions": tuple(own),
            "history": tuple(history),
            "remarks": tuple(remarks),
            "blind": True,
        }
    )


def _latest(made: Sequence[RecordedDecision], stage: Stage) -> RecordedDecision | None:
    standing = [item for item in made if item.undone_at is None and item.stage is stage]
    return standing[-1] if standing else None
