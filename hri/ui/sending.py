"""Sending a decision: what is still missing for it, and what the citizen will get."""

from __future__ import annotations

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.casework.opinions import missing_judgements
from hri.domain.reviews import ReviewDecision, ReviewDraft, ReviewVerb
from hri.errors import HriError
from hri.ui import drafts, labels, problems, session, text
from hri.ui.i18n import _

SENT = "decided"


def show_sending(file: CaseFile, draft: ReviewDraft, edited: str) -> None:
    """The message as it will go out, and the button that sends it or what it waits for."""
    unfit = text_problem(file, draft, edited)
    lacks = [words for words in (unfit, *gaps(file, draft)) if words]
    decision = None if unfit else assembled(file, draft, edited)
    if decision is not None:
        _show_message(decision)
    with st.container(horizontal=True, vertical_alignment="center", key="send-row"):
        st.button(
            _("Send"),
            key="send",
            shortcut="Ctrl+Enter",
            disabled=bool(lacks),
            on_click=_send,
            args=(decision,),
        )
        if lacks:
            text.sentence(_("Before sending: {steps}").format(steps=" ".join(lacks)))


def text_problem(file: CaseFile, draft: ReviewDraft, edited: str) -> str:
    """Why the decision does not go with the text in the box; "" where it does."""
    changed = differs(file, edited)
    if draft.verb is None:
        return _("Choose a decision.")
    if draft.verb is not ReviewVerb.APPROVE:
        if changed and edited.strip():
            return ""
        return _("Change the text in the box first: it is what the citizen will get.")
    if changed:
        return _("You changed the text: choose “Approve edited”, or go back to the original.")
    if not file.stored.case.answer.strip():
        return _("The answer is empty: write one in the box, there is nothing to approve.")
    return ""


def differs(file: CaseFile, edited: str) -> bool:
    """Whether the text in the box is another one than the answer."""
    return edited.strip() != file.stored.case.answer.strip()


def gaps(file: CaseFile, draft: ReviewDraft) -> list[str]:
    """What else is missing, one sentence each."""
    found = []
    if file.commit_first:
        slots = missing_judgements(file.stored.assessment, draft.judgements)
        names = ", ".join(labels.name(slot) for slot in slots)
        found += [_("Judge these slots of the answer: {slots}.").format(slots=names)] * bool(slots)
    if draft.verb is None:
        return found
    reasons = session.desk().review.reasons(draft.verb.value)
    reason = next((item for item in reasons if item.code == draft.reason_code), None)
    if reason is None:
        found.append(_("Choose a reason."))
    elif reason.needs_text and not draft.reason_text.strip():
        found.append(_("Say the reason in your words."))
    return found


def assembled(file: CaseFile, draft: ReviewDraft, edited: str) -> ReviewDecision:
    """The decision as it would be sent; the text must fit it, see ``text_problem``."""
    plain = draft.verb is ReviewVerb.APPROVE
    return ReviewDecision(
        case_id=file.review.case_id,
        verb=draft.verb or ReviewVerb.REJECT,
        seen_version=file.review.version,
        reason_code=draft.reason_code,
        reason_text=draft.reason_text,
        note=draft.note,
        text=None if plain else edited,
        judgements=draft.judgements,
        text_judgements={} if plain else draft.text_judgements,
    )


def _show_message(decision: ReviewDecision) -> None:
    with problems.told():
        message = session.desk().review.preview(session.person(), decision)
    if not message:
        text.sentence(_("The citizen gets no further message: the answer that went out stands."))
        return
    text.sentence(_("The citizen will get:"))
    text.plain(message, kind="hri-pane")


def _send(decision: ReviewDecision | None) -> None:
    if decision is None:
        return
    try:
        session.desk().review.decide(session.person(), decision)
    except HriError as error:
        st.session_state[drafts.PROBLEM] = error
        return
    drafts.forget(decision.case_id)
    st.session_state[SENT] = decision.case_id
