"""The text in the box: edited, rechecked at once, set beside the answer, judged again."""

from __future__ import annotations

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.domain.reviews import ReviewDraft
from hri.ui import diffs, drafts, focus, judging, keys, problems, rechecking, text
from hri.ui.i18n import _

BOX = "edit-box"


def text_of(file: CaseFile, draft: ReviewDraft) -> str:
    """The text as it stands: the person's own, else the answer."""
    return file.stored.case.answer if draft.text is None else draft.text


def key_of(case_id: str) -> str:
    """The key of the box of a case."""
    return f"text-{case_id}"


def differs(file: CaseFile, edited: str) -> bool:
    """Whether a text is another one than the answer."""
    return edited.strip() != file.stored.case.answer.strip()


def show_editing(file: CaseFile) -> None:
    """The box, and what rechecking found of a text that was changed."""
    case_id, answer = file.review.case_id, file.stored.case.answer
    key = key_of(case_id)
    st.session_state.setdefault(key, text_of(file, drafts.current(file)))
    with st.container(key=BOX):
        st.text_area(
            _("Text for the citizen: edit it here, it is rechecked when you leave the box"),
            key=key,
            height="content",
            on_change=_keep_text,
            args=(case_id, key),
        )
    with st.container(horizontal=True, key="edit-buttons"):
        keys.button(_("Edit the text"), "edit", "E", on_click=_ask_cursor)
        st.button(
            _("Back to the original"), key="restore", on_click=_restore, args=(case_id, key, answer)
        )
    edited = text_of(file, drafts.of(case_id))
    if edited.strip() and differs(file, edited):
        _show_recheck(file, edited)


def _show_recheck(file: CaseFile, edited: str) -> None:
    with st.spinner(_("Rechecking …")), problems.told():
        found = rechecking.recheck(file.review.case_id, edited)
    rechecking.show_recheck(file, edited, found)
    text.sentence(_("What you changed: struck through was taken out, underlined came in."))
    diffs.show(file.stored.case.answer, edited, file.stored.case.language)
    judging.judge_text(file, found)


def _ask_cursor() -> None:
    focus.want(BOX, cursor=True)


def _keep_text(case_id: str, key: str) -> None:
    drafts.change(case_id, text=st.session_state[key], text_judgements={})
    focus.leave(BOX)


def _restore(case_id: str, key: str, answer: str) -> None:
    st.session_state[key] = answer
    drafts.change(case_id, text=None, text_judgements={})
