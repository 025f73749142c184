"""Leaving a case to others: skipping it with a reason, sending it back to be decided anew."""

from __future__ import annotations

from datetime import timedelta

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.casework.permissions import UseCase
from hri.domain.reviews import Reason, ReviewState, Stage
from hri.ui import dialogs, keys, moving, names, problems, session, text
from hri.ui.i18n import _

CHOSEN = "skip-reason"


def show_dialogs(file: CaseFile) -> None:
    """The dialog that is open, if it is one of these."""
    case_id = file.review.case_id
    if dialogs.is_open("skip"):
        st.dialog(_("Skip this case"), on_dismiss=dialogs.close)(_ask_why)(case_id)
    if dialogs.is_open("send-back"):
        st.dialog(_("Send the case back"), on_dismiss=dialogs.close)(_ask_note)(case_id)


def may_send_back(file: CaseFile, *, holding: bool) -> bool:
    """Whether the person may have the case decided anew: a second reader, or a supervisor."""
    if file.review.state is ReviewState.DECIDED:
        return session.allowed(UseCase.SEND_BACK) and not _can_be_undone(file)
    return holding and file.review.stage is not Stage.FIRST


def _can_be_undone(file: CaseFile) -> bool:
    """Whether the undo time still runs, in which the use case refuses to send back."""
    desk, decided = session.desk(), file.review.decided_at
    undo = timedelta(seconds=desk.settings.undo_seconds)
    return decided is not None and desk.clock.now() < decided + undo


def _ask_why(case_id: str) -> None:
    """Reasons as buttons; one that needs no words skips at once."""
    text.sentence(_("It stays in the queue for others; you are not handed it again."))
    reasons = session.desk().worklist.skip_reasons()
    for place, reason in enumerate(reasons):
        st.button(
            text.label(names.reason(reason)),
            key=f"skip-{reason.code}",
            shortcut=keys.of(keys.DIGITS[place], inside=True) if place < len(keys.DIGITS) else None,
            on_click=_choose,
            args=(case_id, reason),
            width="stretch",
        )
    chosen = next((one for one in reasons if one.code == st.session_state.get(CHOSEN)), None)
    if chosen is not None:
        words = st.text_input(_("The reason in your words"), key="skip-words")
        st.button(
            _("Skip"),
            key="skip-confirm",
            on_click=_skip,
            args=(case_id, chosen.code, words),
            disabled=not words.strip(),
        )
    if st.session_state.pop("skipped", False):
        st.rerun()


def _choose(case_id: str, reason: Reason) -> None:
    if reason.needs_text:
        st.session_state[CHOSEN] = reason.code
    else:
        _skip(case_id, reason.code, "")


def _skip(case_id: str, code: str, words: str) -> None:
    """Skip the case and go on to the next one."""
    st.session_state.pop(CHOSEN, None)
    dialogs.close()
    st.session_state["skipped"] = True
    with problems.kept():
        session.desk().worklist.skip(session.person(), case_id, code, words)
        moving.take_next()


def _ask_note(case_id: str) -> None:
    text.sentence(_("Who decided first decides anew; what was decided stays on record."))
    note = st.text_area(_("What has to be looked at again"), key="send-back-note")
    st.button(
        _("Send back"),
        key="send-back-confirm",
        on_click=_send_back,
        args=(case_id,),
        disabled=not note.strip(),
    )
    if st.session_state.pop("sent-back", False):
        st.rerun()


def _send_back(case_id: str) -> None:
    dialogs.close()
    st.session_state["sent-back"] = True
    with problems.kept():
        worklist = session.desk().worklist
        worklist.send_back(session.person(), case_id, st.session_state["send-back-note"])
