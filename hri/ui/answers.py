"""The answer with its five slots marked in the text."""

from __future__ import annotations

from hri.domain.assessments import Assessment
from hri.domain.claims import SOUND_VERDICTS, JudgedClaim
from hri.domain.slots import SLOTS, Slot
from hri.ui import labels, text
from hri.ui.i18n import _


def number_of(slot: Slot) -> int:
    """The number under which a slot appears everywhere, 1 to 5."""
    return SLOTS.index(slot) + 1


def numbered(slot: Slot) -> str:
    """A slot with its number: "4 Fees"."""
    return f"{number_of(slot)} {labels.name(slot)}"


def claim_marks(
    assessment: Assessment, in_hand: Slot | None = None, *, verdicts: bool = True
) -> list[text.Mark]:
    """Highlights of all claims; those of other slots than the one in hand are dotted."""
    return [
        _mark(claim, dimmed=in_hand is not None and claim.slot is not in_hand, verdict=verdicts)
        for slot in SLOTS
        if slot in assessment.slots
        for claim in assessment.slots[slot].claims
    ]


def _mark(claim: JudgedClaim, *, dimmed: bool, verdict: bool) -> text.Mark:
    doubt = "!" if verdict and claim.verdict not in SOUND_VERDICTS else ""
    slot = labels.name(claim.slot)
    return text.Mark(
        claim.start,
        claim.end,
        f"hri-{claim.slot.value}" + (" hri-dim" if dimmed else ""),
        title=labels.pair(slot, labels.name(claim.verdict)) if verdict else slot,
        note=f"{number_of(claim.slot)}{doubt}",
    )


def show_answer(
    answer: str, assessment: Assessment, lang: str, in_hand: Slot | None, *, verdicts: bool
) -> None:
    """The answer in a pane; claims carry the number of their slot, and "!" where doubtful."""
    if not answer.strip():
        text.sentence(_("The answer is empty."))
        return
    marks = claim_marks(assessment, in_hand, verdicts=verdicts)
    text.plain(answer, marks, lang=lang, kind="hri-pane")
    legend = _("Numbers name the slot of a claim.")
    doubt = _("“!” means that the sources do not fully support it.")
    text.sentence(f"{legend} {doubt}" if verdicts else legend, "hri-quiet")
