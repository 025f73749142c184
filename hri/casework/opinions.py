"""What people find of slots: which they judge first, and of which text a judgement holds."""

from __future__ import annotations

from collections.abc import Mapping

from hri.domain.assessments import Assessment
from hri.domain.claims import JudgedClaim
from hri.domain.reviews import Judgement, ReviewDraft
from hri.domain.scores import SlotAssessment
from hri.domain.slots import SLOTS, Slot
from hri.errors import JudgementNeededError


def missing_judgements(
    assessment: Assessment, judged: Mapping[Slot, Judgement]
) -> tuple[Slot, ...]:
    """Slots of which the answer says something and that nobody has judged yet."""
    return tuple(
        slot
        for slot in SLOTS
        if slot in assessment.slots and assessment.slots[slot].present and slot not in judged
    )


def require_judgements(assessment: Assessment, judged: Mapping[Slot, Judgement]) -> None:
    """Make sure that every slot of which the answer says something is judged.

    Raises:
        JudgementNeededError: One is not.
    """
    missing = missing_judgements(assessment, judged)
    if missing:
        raise JudgementNeededError(
            f"Not judged yet: {', '.join(slot.value for slot in missing)}.",
            where=f"case {assessment.case_id}",
            why="on this case people judge the slots themselves before they see the scores",
            remedy="Judge each of these slots against the sources.",
        )


def require_reveal(case_id: str, draft: ReviewDraft | None) -> None:
    """Make sure that the person's own judgement was recorded before the scores were shown.

    Raises:
        JudgementNeededError: It was not.
    """
    if draft is None or not draft.revealed:
        raise JudgementNeededError(
            "Your judgement of the slots is not recorded yet.",
            where=f"case {case_id}",
            why="on this case people judge the slots themselves before they see the scores",
            remedy="Judge the slots and have the scores shown, then go on.",
        )


def reworded_slots(before: Assessment, after: Assessment) -> tuple[Slot, ...]:
    """Slots in which two texts say something else: a judgement of one is none of the other."""
    return tuple(
        slot
        for slot in SLOTS
        if _statements(before.slots.get(slot)) != _statements(after.slots.get(slot))
    )


def _statements(found: SlotAssessment | None) -> list[str]:
    """What a slot says, whatever the order and the words around it."""
    return sorted(_statement(claim) for claim in found.claims) if found else []


def _statement(claim: JudgedClaim) -> str:
    return claim.model_dump_json(include={"value", "polarity", "qualifier", "condition", "role"})
