"""Sending a decision: what is still missing for it, what the citizen gets, and what comes next."""

from __future__ import annotations

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.casework.opinions import missing_judgements
from hri.domain.reviews import ReviewDecision, ReviewDraft, ReviewVerb
from hri.ui import drafts, editing, keys, labels, moving, problems, session, text
from hri.ui.i18n import _


def show_sending(file: CaseFile, draft: ReviewDraft) -> None:
    """The message as it will go out, and the button that sends it or what it waits for."""
    unfit = text_problem(file, draft)
    lacks = [words for words in (unfit, *gaps(file, draft)) if words]
    decision = None if unfit else assembled(file, draft)
    if decision is not None:
        _show_message(decision)
    with st.container(horizontal=True, vertical_alignment="center", key="send-row"):
        keys.button(
            _("Send"),
            "send",
            "Ctrl+Enter",
            disabled=bool(lacks),
            on_click=_send,
            args=(decision,),
        )
        if lacks:
            text.sentence(_("Before sending: {steps}").format(steps=" ".join(lacks)))


def verb_of(file: CaseFile, draft: ReviewDraft) -> ReviewVerb | None:
    """What the choice amounts to: an approval of a changed text approves the edited one."""
    if draft.verb in (ReviewVerb.APPROVE, ReviewVerb.APPROVE_EDITED):
        changed = editing.differs(file, editing.text_of(file, draft))
        return ReviewVerb.APPROVE_EDITED if changed else ReviewVerb.APPROVE
    return draft.verb


def text_problem(file: CaseFile, draft: ReviewDraft) -> str:
    """Why the decision does not go with the text in the box; "" where it does."""
    edited, verb = editing.text_of(file, draft), verb_of(file, draft)
    if verb is None:
        return _("Choose a decision.")
    if not edited.strip():
        return _("The text is empty: write in the box what the citizen will get.")
    if verb is ReviewVerb.REJECT and not editing.differs(file, edited):
        return _("Change the text in the box first: it is what the citizen will get.")
    return ""


def gaps(file: CaseFile, draft: ReviewDraft) -> list[str]:
    """What else is missing, one sentence each."""
    found = []
    if file.commit_first:
        slots = missing_judgements(file.stored.assessment, draft.judgements)
        names = ", ".join(labels.name(slot) for slot in slots)
        found += [_("Judge these slots of the answer: {slots}.").format(slots=names)] * bool(slots)
    verb = verb_of(file, draft)
    if verb is None:
        return found
    reasons = session.desk().review.reasons(verb.value)
    reason = next((item for item in reasons if item.code == draft.reason_code), None)
    if reason is None:
        found.append(_("Choose a reason."))
    elif reason.needs_text and not draft.reason_text.strip():
        found.append(_("Say the reason in your words."))
    return found


def assembled(file: CaseFile, draft: ReviewDraft) -> ReviewDecision:
    """The decision as it would be sent; the text must fit it, see ``text_problem``."""
    verb = verb_of(file, draft) or ReviewVerb.REJECT
    plain = verb is ReviewVerb.APPROVE
    return ReviewDecision(
        case_id=file.review.case_id,
        verb=verb,
        seen_version=file.review.version,
        reason_code=draft.reason_code,
        reason_text=draft.reason_text,
        note=draft.note,
        text=None if plain else editing.text_of(file, draft),
        judgements=draft.judgements,
        text_judgements={} if plain else draft.text_judgements,
        second_read=draft.second_read,
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
    """Store the decision and open the next case; what fails leaves the draft as it is."""
    if decision is None:
        return
    with problems.kept():
        decided = session.desk().review.decide(session.person(), decision)
        drafts.forget(decision.case_id)
        moving.go_on(decided)
