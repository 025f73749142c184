"""The slot in hand, and the person's own judgement of it against the sources."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.casework.opinions import missing_judgements, reworded_slots
from hri.domain.assessments import Assessment
from hri.domain.reviews import Judgement
from hri.domain.slots import SLOTS, Slot
from hri.ui import drafts, focus, keys, labels, rechecking, text
from hri.ui.answers import number_of, numbered
from hri.ui.i18n import _

IN_HAND, HURRIED = "slot-in-hand", "judged-too-soon"
JUDGEMENT_KEYS: dict[Judgement, str] = dict(zip(Judgement, "YXUP", strict=True))
"""The key of each judgement."""
GLYPHS: Mapping[Judgement | None, str] = {
    **dict(zip(Judgement, "✓✗?◷", strict=True)),
    None: "·",
}
"""The sign of each judgement; the dot says that nobody has judged."""


def slot_in_hand(file: CaseFile, *, hidden: bool) -> Slot:
    """The slot the person looks at: the chosen one, else the first of those to judge.

    While the scores are ``hidden``, the flagged ones do not come first: that would tell them.
    """
    chosen = st.session_state.get(IN_HAND)
    if isinstance(chosen, tuple) and chosen[0] == file.review.case_id:
        return Slot(chosen[1])
    return (to_judge(file, hidden=hidden) or SLOTS)[0]


def to_judge(file: CaseFile, *, hidden: bool) -> tuple[Slot, ...]:
    """The slots that work asks for, in order: all that the answer fills, or the flagged ones."""
    slots = file.stored.assessment.slots
    if hidden:
        asked = missing_judgements(file.stored.assessment, {})
    else:
        asked = tuple(slot for slot in SLOTS if slot in slots and slots[slot].flagged)
    return asked or tuple(slot for slot in SLOTS if slot in slots and slots[slot].applies)


def choose_slot(file: CaseFile, in_hand: Slot, *, hidden: bool) -> None:
    """Five buttons, keys 1 to 5, each with its judgement; J and K for the neighbours.

    While a decision waits for its reason, the figures choose that instead.
    """
    case_id, draft = file.review.case_id, drafts.current(file)
    asked = to_judge(file, hidden=hidden)
    with st.container(horizontal=True, gap="small", key="slot-buttons"):
        for slot in SLOTS:
            judged = draft.judgements.get(slot)
            mark = GLYPHS[judged] if judged or slot in asked else ""
            chosen = "▸ " if slot is in_hand else ""
            keys.button(
                f"{chosen}{labels.name(slot)} {mark}".strip(),
                f"slot-{slot.value}",
                "" if draft.verb else str(number_of(slot)),
                on_click=_turn_to,
                args=(case_id, slot),
                type="secondary" if slot is in_hand else "tertiary",
            )
        for key, step, word in (("K", -1, _("Previous slot")), ("J", 1, _("Next slot"))):
            neighbour = SLOTS[(SLOTS.index(in_hand) + step) % len(SLOTS)]
            keys.button(
                word,
                f"slot-{key}",
                key,
                on_click=_turn_to,
                args=(case_id, neighbour),
                type="tertiary",
            )


def _turn_to(case_id: str, slot: Slot) -> None:
    _take(case_id, slot)
    focus.want("slot-buttons")


def _take(case_id: str, slot: Slot) -> None:
    st.session_state[IN_HAND] = (case_id, slot.value)


def judge_slot(file: CaseFile, slot: Slot, *, hidden: bool) -> None:
    """The four judgements of the slot in hand; nothing is chosen beforehand."""
    case_id, draft = file.review.case_id, drafts.current(file)
    judged = draft.judgements.get(slot)
    word = labels.name(judged) if judged else _("not checked")
    asked = to_judge(file, hidden=hidden)
    place = st.container(
        horizontal=True, vertical_alignment="center", gap="small", key="judgement-buttons"
    )
    with place:
        label = _("Your judgement of the answer on “{slot}”:").format(slot=numbered(slot))
        text.line((label, word), width="content")
        for judgement, key in JUDGEMENT_KEYS.items():
            chosen = "▣ " if judgement is judged else ""
            keys.button(
                f"{chosen}{GLYPHS[judgement]} {labels.name(judgement)}",
                f"judge-{judgement.value}",
                key,
                on_click=_judge,
                args=(case_id, slot, judgement, asked),
                type="secondary" if judgement is judged or judged is None else "tertiary",
            )
        if judged is not None:
            st.button(
                _("Take back"),
                key="judge-nothing",
                on_click=drafts.judge,
                args=(case_id, slot, None),
                type="tertiary",
            )
    if st.session_state.pop(HURRIED, False):
        text.sentence("▲ " + _("A key came before the page had turned, so it was left out."))
    found = rechecking.kept(case_id, draft.text)
    if found is not None and slot in reworded_slots(file.stored.assessment, found):
        text.sentence(
            _("It is of the answer as it came; your text says something else here."), "hri-quiet"
        )


def _judge(case_id: str, slot: Slot, judgement: Judgement, asked: tuple[Slot, ...]) -> None:
    """Note a judgement and take the next slot that waits for one in hand.

    A key pressed before the page has turned is of a slot that is no longer in hand: it says
    nothing of the next one, which nobody has seen yet.
    """
    in_hand = st.session_state.get(IN_HAND)
    # What was in hand of the case before says nothing of this one.
    if isinstance(in_hand, tuple) and in_hand[0] == case_id and in_hand[1] != slot.value:
        st.session_state[HURRIED] = True
        return
    drafts.judge(case_id, slot, judgement)
    judged = drafts.of(case_id).judgements
    if judgement is Judgement.SOURCE_OUTDATED:
        _take(case_id, slot)
        return
    place = asked.index(slot) + 1 if slot in asked else 0
    following = [other for other in (*asked[place:], *asked[:place]) if other not in judged]
    _take(case_id, following[0] if following else slot)


def judge_text(file: CaseFile, found: Assessment) -> None:
    """Ask again where the text says something else: what was judged is the answer as it came."""
    slots = [
        slot
        for slot in reworded_slots(file.stored.assessment, found)
        if slot in found.slots and found.slots[slot].claims
    ]
    if not slots:
        return
    text.sentence(
        _(
            "Here your text says something else than the answer, so your judgement of the answer "
            "does not hold for it. Judge your text too:"
        )
    )
    for slot in slots:
        _judge_text_slot(file, slot)


def _judge_text_slot(file: CaseFile, slot: Slot) -> None:
    case_id, draft = file.review.case_id, drafts.current(file)
    earlier, judged = draft.judgements.get(slot), draft.text_judgements.get(slot)
    words = labels.name(earlier) if earlier else _("not checked")
    left, right = st.columns([1, 2], vertical_alignment="center")
    with left:
        text.line((numbered(slot), labels.pair(_("judgement of the answer"), words)))
    with right, st.container(horizontal=True, gap="small", key=f"text-row-{slot.value}"):
        for judgement in Judgement:
            chosen = "▣ " if judgement is judged else ""
            st.button(
                f"{chosen}{GLYPHS[judgement]} {labels.name(judgement)}",
                key=f"text-judge-{slot.value}-{judgement.value}",
                on_click=drafts.judge_text,
                args=(case_id, slot, judgement),
                type="secondary" if judgement is judged else "tertiary",
            )
