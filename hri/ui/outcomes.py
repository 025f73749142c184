"""What was decided on a case, and the way back while its message has not gone out."""

from __future__ import annotations

import math
from datetime import timedelta

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.domain.reviews import RecordedDecision, ReviewState, SentReply
from hri.errors import HriError
from hri.ui import drafts, i18n, labels, problems, session, text
from hri.ui.i18n import _


def show_outcome(file: CaseFile) -> None:
    """What was decided, or what went wrong with the last step."""
    if (problem := st.session_state.pop(drafts.PROBLEM, None)) is not None:
        problems.show(problem)
    if (last := standing(file)) is not None:
        words = _("{verb} by {person}, {moment}.").format(
            verb=labels.name(last.decision.verb),
            person=last.actor_name,
            moment=i18n.second(last.at),
        )
        text.sentence("✓ " + words, "hri-banner")


def show_way_back(file: CaseFile) -> None:
    """The way back, in the place of the form, where the person looks who has just sent it."""
    last = standing(file)
    if last is None or last.actor != session.person().id:
        return
    now = session.desk().clock.now()
    waiting = [
        reply for reply in file.replies if reply.deliver_at > now and reply.withdrawn_at is None
    ]
    if waiting:
        st.header(_("Decision"))
        _show_undo(waiting[-1])


def standing(file: CaseFile) -> RecordedDecision | None:
    """The decision that holds, where the case is decided."""
    made = [recorded for recorded in file.decisions if recorded.undone_at is None]
    return made[-1] if made and file.review.state is ReviewState.DECIDED else None


def _show_undo(reply: SentReply) -> None:
    """The way back as long as the message has not gone out."""
    left = reply.deliver_at - session.desk().clock.now()
    words = _("The message goes out at {moment}, in {n} s; until then you can take it back.")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(_("Undo"), key="undo", shortcut="Z", on_click=_undo, args=(reply.case_id,))
        text.sentence(
            words.format(moment=i18n.second(reply.deliver_at), n=math.ceil(left.total_seconds()))
        )
    # Draws the page anew when the time is over, so that no button stays that can do nothing.
    st.fragment(_end_wait, run_every=left + timedelta(seconds=1))(reply)


def _end_wait(reply: SentReply) -> None:
    if session.desk().clock.now() >= reply.deliver_at:
        st.rerun()


def _undo(case_id: str) -> None:
    try:
        session.desk().review.undo(session.person(), case_id)
    except HriError as error:
        st.session_state[drafts.PROBLEM] = error
