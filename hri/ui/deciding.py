"""Deciding a case: approve or reject, with a reason, perhaps after a second person's reading."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.domain.reviews import Judgement, Reason, ReviewDraft, ReviewVerb, Stage
from hri.ui import drafts, editing, focus, keys, labels, names, sending, session, text
from hri.ui.i18n import _

PART, WHY = "decision", "why-box"
VERBS = ((ReviewVerb.APPROVE, "A"), (ReviewVerb.REJECT, "D"))
"""What people choose; an approval of a changed text is "approve edited"."""


def show_decision(file: CaseFile) -> None:
    """The box, the choice, its reason, and what the citizen will get."""
    editing.show_editing(file)
    with st.container(key=PART):
        _choose_verb(file)
        if drafts.of(file.review.case_id).verb is not None:
            _give_reason(file)
        sending.show_sending(file, drafts.of(file.review.case_id))


def _choose_verb(file: CaseFile) -> None:
    st.subheader(_("Decision"))
    case_id, draft = file.review.case_id, drafts.current(file)
    chosen = sending.verb_of(file, draft)
    edited = editing.differs(file, editing.text_of(file, draft))
    with st.container(horizontal=True, gap="small", key="verb-buttons"):
        for verb, key in VERBS:
            approves = verb is ReviewVerb.APPROVE
            word = ReviewVerb.APPROVE_EDITED if approves and edited else verb
            keys.button(
                ("▣ " if chosen is word else "") + labels.name(word),
                f"verb-{verb.value}",
                key,
                on_click=_set_verb,
                args=(case_id, verb, edited),
            )
        if file.review.stage is Stage.FIRST:
            keys.button(
                ("▣ " if draft.second_read else "□ ") + _("Second read"),
                "second-read",
                "B",
                on_click=_toggle_second_read,
                args=(case_id,),
                type="tertiary",
            )
    if draft.second_read:
        text.sentence(
            _("Nothing goes out before a second person has read the case blind."), "hri-quiet"
        )


def _set_verb(case_id: str, verb: ReviewVerb, edited: bool) -> None:
    """Choose or take back; a rejection needs a text, so the cursor goes into the box."""
    chosen = drafts.of(case_id).verb
    approved = verb is ReviewVerb.APPROVE and chosen is ReviewVerb.APPROVE_EDITED
    taken_back = chosen is verb or approved
    drafts.change(case_id, verb=None if taken_back else verb, reason_code="")
    if verb is ReviewVerb.REJECT and not taken_back and not edited:
        focus.want(editing.BOX, cursor=True)
    else:
        focus.want(PART)


def _toggle_second_read(case_id: str) -> None:
    drafts.change(case_id, second_read=not drafts.of(case_id).second_read)


def _give_reason(file: CaseFile) -> None:
    """Buttons with figures as keys; those on a slot that was judged wrong come first."""
    case_id, draft = file.review.case_id, drafts.of(file.review.case_id)
    verb = sending.verb_of(file, draft)
    offered = ordered(session.desk().review.reasons(verb.value if verb else ""), draft)
    text.sentence(_("Why?"))
    with st.container(horizontal=True, gap="small", key="reason-buttons"):
        for place, reason in enumerate(offered):
            keys.button(
                ("▣ " if reason.code == draft.reason_code else "")
                + text.label(names.reason(reason)),
                f"reason-{reason.code}",
                keys.DIGITS[place] if place < len(keys.DIGITS) else "",
                on_click=_set_reason,
                args=(case_id, reason),
                type="secondary" if reason.code == draft.reason_code else "tertiary",
            )
    chosen = next((one for one in offered if one.code == draft.reason_code), None)
    if chosen is not None and chosen.needs_text:
        _type(case_id, "reason_text", _("The reason in your words"), draft.reason_text)
    _type(case_id, "note", _("Note for colleagues (not sent)"), draft.note)


def ordered(reasons: Sequence[Reason], draft: ReviewDraft) -> tuple[Reason, ...]:
    """Reasons of slots judged wrong first, otherwise in the order of the file."""
    wrong = {slot for slot, found in draft.judgements.items() if found is Judgement.WRONG}
    return tuple(sorted(reasons, key=lambda reason: reason.slot not in wrong))


def _set_reason(case_id: str, reason: Reason) -> None:
    drafts.change(case_id, reason_code=reason.code)
    if reason.needs_text:
        focus.want(WHY, cursor=True)


def _type(case_id: str, part: str, label: str, value: str) -> None:
    key = f"{part}-{case_id}"
    st.session_state.setdefault(key, value)
    with st.container(key=_box(part)):
        st.text_input(label, key=key, on_change=_keep, args=(case_id, part, key))


def _keep(case_id: str, part: str, key: str) -> None:
    drafts.change(case_id, **{part: st.session_state[key]})
    focus.leave(_box(part))


def _box(part: str) -> str:
    return WHY if part == "reason_text" else f"{part}-box"
