"""The slot in hand, and the person's own judgement of it against the sources."""

from __future__ import annotations

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.casework.opinions import missing_judgements, reworded_slots
from hri.domain.assessments import Assessment
from hri.domain.reviews import Judgement
from hri.domain.slots import SLOTS, Slot
from hri.errors import HriError
from hri.ui import drafts, labels, rechecking, session, text
from hri.ui.answers import number_of, numbered
from hri.ui.i18n import _

IN_HAND = "slot-in-hand"
JUDGEMENT_KEYS: dict[Judgement, str] = dict(zip(Judgement, "YXUO", strict=True))
"""The key of each judgement."""


def slot_in_hand(file: CaseFile, *, hidden: bool) -> Slot:
    """The slot the person looks at: the chosen one, else the first flagged, else the first.

    While the scores are ``hidden``, the flagged ones do not come first: that would tell them.
    """
    chosen = st.session_state.get(IN_HAND)
    if isinstance(chosen, tuple) and chosen[0] == file.review.case_id:
        return Slot(chosen[1])
    slots = file.stored.assessment.slots
    flagged = [slot for slot in SLOTS if slot in slots and slots[slot].flagged and not hidden]
    applying = [slot for slot in SLOTS if slot in slots and slots[slot].applies]
    return (flagged or applying or list(SLOTS))[0]


def choose_slot(file: CaseFile, in_hand: Slot) -> None:
    """Five buttons, keys 1 to 5, and J and K for the next and the previous slot."""
    case_id = file.review.case_id
    with st.container(horizontal=True, gap="small", key="slot-buttons"):
        for slot in SLOTS:
            st.button(
                ("▸ " if slot is in_hand else "") + labels.name(slot),
                key=f"slot-{slot.value}",
                shortcut=str(number_of(slot)),
                on_click=_take,
                args=(case_id, slot),
                type="secondary" if slot is in_hand else "tertiary",
            )
        for key, step, word in (("K", -1, _("Previous slot")), ("J", 1, _("Next slot"))):
            neighbour = SLOTS[(SLOTS.index(in_hand) + step) % len(SLOTS)]
            st.button(
                word,
                key=f"slot-{key}",
                shortcut=key,
                on_click=_take,
                args=(case_id, neighbour),
                type="tertiary",
            )


def _take(case_id: str, slot: Slot) -> None:
    st.session_state[IN_HAND] = (case_id, slot.value)


def judge_slot(file: CaseFile, slot: Slot) -> None:
    """The four judgements of the slot in hand; nothing is chosen beforehand."""
    case_id = file.review.case_id
    judged = drafts.current(file).judgements.get(slot)
    word = labels.name(judged) if judged else _("not checked")
    text.line((_("Your judgement of the answer on “{slot}”:").format(slot=labels.name(slot)), word))
    found = rechecking.kept(case_id, drafts.current(file).text)
    if found is not None and slot in reworded_slots(file.stored.assessment, found):
        text.sentence(
            _("It is of the answer as it came; your text says something else here."), "hri-quiet"
        )
    with st.container(horizontal=True, gap="small", key="judgement-buttons"):
        for judgement, key in JUDGEMENT_KEYS.items():
            st.button(
                ("✓ " if judgement is judged else "") + labels.name(judgement),
                key=f"judge-{judgement.value}",
                shortcut=key,
                on_click=drafts.judge,
                args=(case_id, slot, judgement),
            )


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
    with right, st.container(horizontal=True, gap="small"):
        for judgement in Judgement:
            st.button(
                ("✓ " if judgement is judged else "") + labels.name(judgement),
                key=f"text-judge-{slot.value}-{judgement.value}",
                on_click=drafts.judge_text,
                args=(case_id, slot, judgement),
            )


def hides_scores(file: CaseFile, *, reviewing: bool) -> bool:
    """Whether the person has to judge the slots before the scores are shown."""
    return reviewing and file.commit_first and not drafts.current(file).revealed


def show_reveal(file: CaseFile, *, holding: bool) -> None:
    """Why there are no scores yet, and the button that shows them."""
    missing = missing_judgements(file.stored.assessment, drafts.current(file).judgements)
    st.header(_("Your judgement first"))
    text.sentence(
        _("Judge the slots against the sources; then scores, messages and decision are shown.")
    )
    if missing:
        names = ", ".join(labels.name(slot) for slot in missing)
        text.sentence(_("Still to judge: {slots}").format(slots=names))
    st.button(
        _("Show the scores"),
        key="reveal",
        shortcut="V",
        disabled=bool(missing) or not holding,
        on_click=_reveal,
        args=(file.review.case_id,),
    )


def _reveal(case_id: str) -> None:
    try:
        revealed = session.desk().review.reveal(session.person(), case_id, drafts.of(case_id))
    except HriError as error:
        st.session_state[drafts.PROBLEM] = error
    else:
        drafts.put(case_id, revealed)
