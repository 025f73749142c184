"""Unsent work on a case: kept in the database at each change, so that nothing is lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.domain.reviews import Judgement, ReviewDraft
from hri.domain.slots import SLOTS, Slot
from hri.ui import problems, session

BOXES = ("text", "note", "reason_text")
"""Boxes of the page, each with the case's id behind it, that show parts of a draft."""


class Kept(NamedTuple):
    """The draft in hand, and the one that the database had when this session last saw it."""

    draft: ReviewDraft
    stored: ReviewDraft


def current(file: CaseFile) -> ReviewDraft:
    """The draft in hand; one that was changed in another window is taken over."""
    case_id, stored = file.review.case_id, file.draft or ReviewDraft()
    kept = _kept(case_id)
    if kept is None:
        st.session_state[_key(case_id)] = Kept(stored, stored)
    elif kept.stored != stored:
        st.session_state[_aside(case_id)] = kept.draft.text
        put(case_id, stored)
        for box in BOXES:
            st.session_state.pop(f"{box}-{case_id}", None)
    return of(case_id)


def left_aside(case_id: str) -> str | None:
    """A text that this window wrote on an older state of the draft, so that it is not lost."""
    found: str | None = st.session_state.get(_aside(case_id))
    return None if found == of(case_id).text else found


def of(case_id: str) -> ReviewDraft:
    """The draft of a case that this session has opened."""
    kept = _kept(case_id)
    return ReviewDraft() if kept is None else kept.draft


def _kept(case_id: str) -> Kept | None:
    found = st.session_state.get(_key(case_id))
    return found if isinstance(found, Kept) else None


def change(case_id: str, **fields: Any) -> None:
    """Change the draft and store it; a failure is kept for the page to show."""
    before = _kept(case_id) or Kept(ReviewDraft(), ReviewDraft())
    draft = before.draft.model_copy(update={"sources_seen": seen(case_id), **fields})
    st.session_state[_key(case_id)] = Kept(draft, before.stored)
    with problems.kept():
        session.desk().review.save_draft(session.person(), case_id, draft, before.stored)
        put(case_id, draft)


def saw(case_id: str, slot: Slot) -> None:
    """Note that the sources of a slot were shown; it is stored with the next change."""
    st.session_state.setdefault(_seen(case_id), set()).add(slot)


def seen(case_id: str) -> tuple[Slot, ...]:
    """The slots whose sources were shown while this person worked on the case."""
    shown = {*of(case_id).sources_seen, *st.session_state.get(_seen(case_id), ())}
    return tuple(slot for slot in SLOTS if slot in shown)


def judge(case_id: str, slot: Slot, judgement: Judgement | None) -> None:
    """Note what the person finds of a slot of the answer; None takes it back."""
    others = {other: found for other, found in of(case_id).judgements.items() if other is not slot}
    change(case_id, judgements=others if judgement is None else {**others, slot: judgement})


def judge_text(case_id: str, slot: Slot, judgement: Judgement) -> None:
    """The same for the text that the person wrote."""
    change(case_id, text_judgements=_toggled(of(case_id).text_judgements, slot, judgement))


def _toggled(
    judged: Mapping[Slot, Judgement], slot: Slot, judgement: Judgement
) -> dict[Slot, Judgement]:
    others = {other: found for other, found in judged.items() if other is not slot}
    return others if judged.get(slot) is judgement else {**others, slot: judgement}


def put(case_id: str, draft: ReviewDraft) -> None:
    """Take over a draft that the desk returned."""
    st.session_state[_key(case_id)] = Kept(draft, draft)


def opened(case_id: str) -> bool:
    """Whether this session has looked at the draft of a case."""
    return _kept(case_id) is not None


def touched(case_id: str) -> bool:
    """Whether this session holds any work on a case."""
    return of(case_id) != ReviewDraft()


def forget(case_id: str) -> None:
    """Drop the draft of a decided case from the session."""
    for key in (_key(case_id), _seen(case_id)):
        st.session_state.pop(key, None)


def _key(case_id: str) -> str:
    return f"draft-{case_id}"


def _seen(case_id: str) -> str:
    return f"sources-seen-{case_id}"


def _aside(case_id: str) -> str:
    return f"draft-aside-{case_id}"
