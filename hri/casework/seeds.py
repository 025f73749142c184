"""Seeds in casework: kept from reviewers until they decided, never delivered, then explained."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from hri.casework.opinions import reworded_slots
from hri.casework.secondreads import first_of
from hri.domain.events import EventDraft, EventKind
from hri.domain.records import Records
from hri.domain.reviews import (
    Actor,
    Judgement,
    RecordedDecision,
    Review,
    ReviewState,
    ReviewVerb,
    Stage,
    StoredCase,
)
from hri.domain.seeds import Seed, SeedReport


def plant(records: Records, actor: Actor, stored: StoredCase, seed: Seed) -> None:
    """Mark a case that was just stored as a seed, inside the open transaction.

    The event is not one of the case, so that the case's history does not tell.
    """
    number = records.seeds.add(stored.case_id, seed, actor, stored.received_at)
    event = EventDraft(
        kind=EventKind.SEED_PLANTED,
        actor=actor.id,
        subject=f"seed {number}",
        payload={"record": number},
    )
    records.audit.append(event, stored.received_at)


def explain(
    records: Records, stored: StoredCase, review: Review, now: datetime, undo: timedelta
) -> SeedReport | None:
    """What is told of a seed; None for a citizen's case and while the decision may change."""
    seed, since = records.seeds.get(stored.case_id), review.decided_at
    if seed is None or review.state is not ReviewState.DECIDED or since is None:
        return None
    if now < since + undo:
        return None
    made = records.reviews.decisions(stored.case_id)
    return SeedReport(seed=seed, caught=is_caught(seed, stored, made))


def is_caught(seed: Seed, stored: StoredCase, made: Sequence[RecordedDecision]) -> bool:
    """Whether the decision that stands is no plain approval, and is so for the seeded error.

    For the error: the slot was judged wrong, or what the text says in it was changed.
    """
    stands = _that_stands(made)
    if stands is None or stands.decision.verb is ReviewVerb.APPROVE:
        return False
    if stands.decision.judgements.get(seed.slot) is Judgement.WRONG:
        return True
    rescored = stands.rescored
    return rescored is not None and seed.slot in reworded_slots(stored.assessment, rescored)


def _that_stands(made: Sequence[RecordedDecision]) -> RecordedDecision | None:
    """The decision whose text would go out: of two readers who agree, the first one's."""
    standing = [item for item in made if item.undone_at is None]
    if not standing:
        return None
    return (first_of(made) if standing[-1].stage is Stage.SECOND else None) or standing[-1]
