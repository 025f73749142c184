"""Deciding a case: edit and recheck, judge the text again, approve or reject, with a reason."""

from __future__ import annotations

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.domain.reviews import ReviewDraft, ReviewVerb
from hri.ui import (
    drafts,
    judging,
    labels,
    names,
    problems,
    rechecking,
    sending,
    session,
)
from hri.ui.i18n import _

VERB_KEYS = {ReviewVerb.APPROVE: "A", ReviewVerb.APPROVE_EDITED: "B", ReviewVerb.REJECT: "D"}


@st.fragment
def show_decision(file: CaseFile) -> None:
    """The form; it reruns alone, so that typing and rechecking do not move the page."""
    if st.session_state.pop(sending.SENT, None) == file.review.case_id:
        st.rerun()
    if (problem := st.session_state.pop(drafts.PROBLEM, None)) is not None:
        problems.show(problem)
    draft = drafts.current(file)
    edited = _edit(file, draft)
    _choose_verb(file, draft)
    draft = drafts.of(file.review.case_id)
    if draft.verb is not None:
        _give_reason(file, draft, draft.verb)
    sending.show_sending(file, drafts.of(file.review.case_id), edited)


def _edit(file: CaseFile, draft: ReviewDraft) -> str:
    case_id, answer = file.review.case_id, file.stored.case.answer
    key = f"text-{case_id}"
    if key not in st.session_state:
        st.session_state[key] = answer if draft.text is None else draft.text
    edited: str = st.text_area(
        _("Text of the answer: edit it here, it is rechecked when you leave the box"),
        key=key,
        height=200,
        on_change=_keep_text,
        args=(case_id, key),
    )
    with st.container(horizontal=True):
        st.button(_("Recheck the text"), key="recheck", shortcut="E")
        st.button(
            _("Back to the original"), key="restore", on_click=_restore, args=(case_id, key, answer)
        )
    if edited.strip() and sending.differs(file, edited):
        with st.spinner(_("Rechecking …")), problems.told():
            found = rechecking.recheck(case_id, edited)
        rechecking.show_recheck(file, edited, found)
        judging.judge_text(file, found)
    return edited


def _keep_text(case_id: str, key: str) -> None:
    drafts.change(case_id, text=st.session_state[key], text_judgements={})


def _restore(case_id: str, key: str, answer: str) -> None:
    st.session_state[key] = answer
    drafts.change(case_id, text=None, text_judgements={})


def _choose_verb(file: CaseFile, draft: ReviewDraft) -> None:
    st.subheader(_("Decision"))
    with st.container(horizontal=True, gap="small", key="verb-buttons"):
        for verb, key in VERB_KEYS.items():
            st.button(
                ("✓ " if draft.verb is verb else "") + labels.name(verb),
                key=f"verb-{verb.value}",
                shortcut=key,
                on_click=_set_verb,
                args=(file.review.case_id, verb),
            )


def _set_verb(case_id: str, verb: ReviewVerb) -> None:
    if drafts.of(case_id).verb is verb:
        return  # the reason that stands there goes on holding
    st.session_state.pop(f"reason-{case_id}-{verb.value}", None)
    drafts.change(case_id, verb=verb, reason_code="")


def _give_reason(file: CaseFile, draft: ReviewDraft, verb: ReviewVerb) -> None:
    case_id = file.review.case_id
    reasons = {reason.code: reason for reason in session.desk().review.reasons(verb.value)}
    keys = {part: f"{part}-{case_id}-{verb.value}" for part in ("reason", "why", "note")}
    for part, value in (
        ("reason", draft.reason_code or None),
        ("why", draft.reason_text),
        ("note", draft.note),
    ):
        st.session_state.setdefault(keys[part], value)
    code = st.selectbox(
        _("Reason"),
        list(reasons),
        key=keys["reason"],
        format_func=lambda chosen: names.reason(reasons[chosen]),
        placeholder=_("Choose a reason"),
        index=None,
        on_change=_keep_reason,
        args=(case_id, keys),
    )
    reason = reasons.get(code or "")
    if reason is not None and reason.needs_text:
        st.text_input(
            _("The reason in your words"),
            key=keys["why"],
            on_change=_keep_reason,
            args=(case_id, keys),
        )
    st.text_input(
        _("Note for colleagues (not sent)"),
        key=keys["note"],
        on_change=_keep_reason,
        args=(case_id, keys),
    )


def _keep_reason(case_id: str, keys: dict[str, str]) -> None:
    kept = {part: st.session_state.get(key) or "" for part, key in keys.items()}
    drafts.change(case_id, reason_code=kept["reason"], reason_text=kept["why"], note=kept["note"])
