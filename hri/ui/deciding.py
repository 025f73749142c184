"""Deciding a case: edit and recheck, approve, reject, and what the citizen will get."""

from __future__ import annotations

import streamlit as st
from pydantic import ValidationError

from hri.casework.review import CaseFile
from hri.domain.reviews import Reason, ReviewDecision, ReviewDraft, ReviewVerb
from hri.errors import HriError
from hri.ui import drafts, labels, problems, rechecking, session, text
from hri.ui.i18n import _, language

VERB_KEYS = {ReviewVerb.APPROVE: "A", ReviewVerb.APPROVE_EDITED: "B", ReviewVerb.REJECT: "D"}
SENT = "decided"


@st.fragment
def show_decision(file: CaseFile) -> None:
    """The form; it reruns alone, so that typing and rechecking do not move the page."""
    if st.session_state.pop(SENT, None) == file.review.case_id:
        st.rerun()
    if (problem := st.session_state.pop(drafts.PROBLEM, None)) is not None:
        problems.show(problem)
    draft = drafts.current(file)
    edited = _edit(file, draft)
    _choose_verb(file, draft)
    draft = drafts.of(file.review.case_id)
    if draft.verb is None:
        return
    reason = _give_reason(file, draft, draft.verb)
    decision = _assembled(file, drafts.of(file.review.case_id), edited)
    if isinstance(decision, str):
        text.sentence(decision)
        return
    _preview_and_send(decision, ready=reason is not None)


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
    if edited.strip() and edited != answer:
        with st.spinner(_("Rechecking …")), problems.told():
            rechecking.show_recheck(file, edited, rechecking.recheck(case_id, edited))
    return edited


def _keep_text(case_id: str, key: str) -> None:
    drafts.change(case_id, text=st.session_state[key])


def _restore(case_id: str, key: str, answer: str) -> None:
    st.session_state[key] = answer
    drafts.change(case_id, text=None)


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
    drafts.change(case_id, verb=verb, reason_code="")


def _give_reason(file: CaseFile, draft: ReviewDraft, verb: ReviewVerb) -> Reason | None:
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
        format_func=lambda chosen: reason_name(reasons[chosen]),
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
    return reason


def reason_name(reason: Reason) -> str:
    """A reason in the reader's language, else in whatever language the file has."""
    return reason.names.get(language()) or next(iter(reason.names.values()))


def _keep_reason(case_id: str, keys: dict[str, str]) -> None:
    kept = {part: st.session_state.get(key) or "" for part, key in keys.items()}
    drafts.change(case_id, reason_code=kept["reason"], reason_text=kept["why"], note=kept["note"])


def _assembled(file: CaseFile, draft: ReviewDraft, edited: str) -> ReviewDecision | str:
    """The decision as it would be sent, or a sentence on what is missing."""
    changed = edited != file.stored.case.answer
    if draft.verb is ReviewVerb.APPROVE and changed:
        return _("You changed the text: choose “Approve edited”, or go back to the original.")
    if draft.verb is not ReviewVerb.APPROVE and not (changed and edited.strip()):
        return _("Change the text in the box first: it is what the citizen will get.")
    try:
        return ReviewDecision(
            case_id=file.review.case_id,
            verb=draft.verb or ReviewVerb.REJECT,
            seen_version=seen_version(file),
            reason_code=draft.reason_code,
            reason_text=draft.reason_text,
            note=draft.note,
            text=edited if draft.verb is not ReviewVerb.APPROVE else None,
            judgements=draft.judgements,
        )
    except ValidationError:
        return _("This decision cannot be sent as it stands.")


def seen_version(file: CaseFile) -> int:
    """The version of the review that this screen shows."""
    return file.review.version


def _preview_and_send(decision: ReviewDecision, *, ready: bool) -> None:
    with problems.told():
        message = session.desk().review.preview(session.person(), decision)
    text.sentence(_("The citizen will get:"))
    text.plain(message, kind="hri-pane")
    st.button(
        _("Send"),
        key="send",
        shortcut="Ctrl+Enter",
        disabled=not ready or not decision.reason_code,
        help=None if ready else _("Choose a reason first."),
        on_click=_send,
        args=(decision,),
    )


def _send(decision: ReviewDecision) -> None:
    try:
        session.desk().review.decide(session.person(), decision)
    except HriError as error:
        st.session_state[drafts.PROBLEM] = error
        return
    drafts.forget(decision.case_id)
    st.session_state[SENT] = decision.case_id
