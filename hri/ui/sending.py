"""Sending a decision: what is still missing for it, what the citizen gets, and what comes next."""

from __future__ import annotations

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.casework.decisions import contradicted_slots
from hri.casework.opinions import missing_judgements, reworded_slots
from hri.domain.reviews import Judgement, ReviewDecision, ReviewDraft, ReviewVerb
from hri.domain.slots import Slot
from hri.ui import (
    drafts,
    editing,
    keys,
    labels,
    levels,
    moving,
    problems,
    rechecking,
    session,
    text,
)
from hri.ui.i18n import _

HURRIED = "changed-while-sending"


def show_sending(file: CaseFile, draft: ReviewDraft) -> None:
    """The message as it will go out, and the button that sends it or what it waits for."""
    unfit = text_problem(file, draft)
    decision = None if unfit else assembled(file, draft)
    lacks = [words for words in (unfit, contradiction(decision), *gaps(file, draft)) if words]
    if decision is not None:
        _show_message(decision)
    if st.session_state.pop(HURRIED, False):
        text.sentence("▲ " + _("You changed something just before sending: look at it, then send."))
    for words in [] if decision is None else warnings(file, decision):
        text.sentence("▲ " + words)
    with st.container(horizontal=True, vertical_alignment="center", key="send-row"):
        keys.button(
            _("Send"),
            "send",
            "M",
            disabled=bool(lacks),
            on_click=_send,
            args=(decision, file.stored.case.answer),
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


def contradiction(decision: ReviewDecision | None) -> str:
    """Why the decision does not go with the person's own judgements; "" where it does."""
    wrong = contradicted_slots(decision) if decision else ()
    if not wrong:
        return ""
    words = _("You judged as wrong: {slots}. Change the text, reject it, or judge that anew.")
    return words.format(slots=", ".join(labels.name(slot) for slot in wrong))


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
        sources_seen=drafts.seen(file.review.case_id),
    )


def _typed(case_id: str) -> tuple[str, str, str]:
    """What stands in the boxes now: text, note, reason."""
    draft, boxes = drafts.of(case_id), st.session_state
    return (
        boxes.get(editing.key_of(case_id), draft.text or ""),
        boxes.get(f"note-{case_id}", draft.note),
        boxes.get(f"reason_text-{case_id}", draft.reason_text),
    )


def _show_message(decision: ReviewDecision) -> None:
    with problems.told():
        message = session.desk().review.preview(session.person(), decision)
    if not message:
        text.sentence(_("The citizen gets no further message: the answer that went out stands."))
        return
    text.sentence(_("The citizen will get:"))
    text.plain(message, kind="hri-pane")


def warnings(file: CaseFile, decision: ReviewDecision) -> list[str]:
    """What does not fit together in a decision that can be sent all the same."""
    found = rechecking.kept(decision.case_id, decision.text)
    if decision.text is None or found is None:
        return []
    changed = reworded_slots(file.stored.assessment, found)
    wrong = [slot for slot in decision.judgements if _is_wrong(decision, slot)]
    same = [labels.name(slot) for slot in wrong if slot not in changed and found.slots[slot].claims]
    again = [labels.name(slot) for slot in wrong if slot in changed]
    words = []
    if same:
        told = _("You judged these slots as wrong, and your text says the same there: {slots}.")
        words.append(told.format(slots=", ".join(same)))
    if again:
        told = _("You judged your own text as wrong in these slots: {slots}.")
        words.append(told.format(slots=", ".join(again)))
    if found.state.escalates:
        told = _("Rechecking your text gives {level}: look at its verdicts above.")
        words.append(told.format(level=levels.words(found.state)))
    return words


def _is_wrong(decision: ReviewDecision, slot: Slot) -> bool:
    """Whether the slot of the text was judged wrong: the person's own text, else the answer."""
    judged = decision.text_judgements.get(slot) or decision.judgements.get(slot)
    return judged is Judgement.WRONG


def _send(decision: ReviewDecision | None, answer: str) -> None:
    """Store the decision and open the next case; what fails leaves the draft as it is.

    The decision is the one that was shown. What was typed since is not in it, so then nothing is
    sent; and a second press belongs to the case that is gone already.
    """
    if decision is None or moving.sent_last(decision.case_id):
        return
    if _typed(decision.case_id) != (decision.text or answer, decision.note, decision.reason_text):
        st.session_state[HURRIED] = True
        return
    with problems.kept():
        decided = session.desk().review.decide(session.person(), decision)
        drafts.forget(decision.case_id)
        moving.go_on(decided)
