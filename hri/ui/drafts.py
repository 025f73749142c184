"""Unsent work on a case: kept in the database at each change, so that nothing is lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.domain.reviews import Judgement, ReviewDraft
from hri.domain.slots import Slot
from hri.ui import problems, session


def current(file: CaseFile) -> ReviewDraft:
    """The draft in hand: what this session last wrote, else what the database keeps."""
    kept = st.session_state.get(_key(file.review.case_id))
    if isinstance(kept, ReviewDraft):
        return kept
    draft = file.draft or ReviewDraft()
    st.session_state[_key(file.review.case_id)] = draft
    return draft


def of(case_id: str) -> ReviewDraft:
    """The draft of a case that this session has opened."""
    kept = st.session_state.get(_key(case_id))
    return kept if isinstance(kept, ReviewDraft) else ReviewDraft()


def change(case_id: str, **fields: Any) -> None:
    """Change the draft and store it; a failure is kept for the page to show."""
    draft = of(case_id).model_copy(update=fields)
    st.session_state[_key(case_id)] = draft
    with problems.kept():
        session.desk().review.save_draft(session.person(), case_id, draft)


def judge(case_id: str, slot: Slot, judgement: Judgement) -> None:
    """Note what the person finds of a slot of the answer; the same again takes it back."""
    change(case_id, judgements=_toggled(of(case_id).judgements, slot, judgement))


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
    st.session_state[_key(case_id)] = draft


def touched(case_id: str) -> bool:
    """Whether this session holds any work on a case."""
    return of(case_id) != ReviewDraft()


def forget(case_id: str) -> None:
    """Drop the draft of a decided case from the session."""
    st.session_state.pop(_key(case_id), None)


def _key(case_id: str) -> str:
    return f"draft-{case_id}"
