"""From case to case: the next one by itself, and the way back for as long as there is one."""

from __future__ import annotations

import math
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.casework.permissions import UseCase
from hri.casework.review import Decided
from hri.domain.queues import QueueFilter
from hri.domain.reviews import ReviewState, ReviewVerb
from hri.errors import ReviewConflictError
from hri.ui import drafts, focus, i18n, keys, problems, session, text
from hri.ui.i18n import _

OPENED = "case-opened"
NARROW = "queue-narrow"
LAST = "case-sent"
CLEAR = "queue-clear"


class Sent(NamedTuple):
    """The decision that this session sent last."""

    case_id: str
    verb: ReviewVerb
    until: datetime
    """Until when it can be taken back."""
    read_again: bool
    """Whether a second person reads the case before anything goes out."""
    following: str | None
    """The case that was opened after it."""


def go_on(decided: Decided) -> None:
    """Note what was sent and take the next case of the queue in hand."""
    following = take_next()
    undo = timedelta(seconds=session.desk().settings.undo_seconds)
    st.session_state[LAST] = Sent(
        decided.review.case_id,
        decided.recorded.decision.verb,
        decided.recorded.at + undo,
        decided.review.decided_at is None,
        following,
    )


def recall(file: CaseFile) -> None:
    """Offer the way back after a reload too, as long as there is one."""
    made = [one for one in file.decisions if one.undone_at is None]
    if LAST in st.session_state or not made or made[-1].actor != session.person().id:
        return
    until = made[-1].at + timedelta(seconds=session.desk().settings.undo_seconds)
    if session.desk().clock.now() < until:
        again = file.review.state is not ReviewState.DECIDED
        case_id, verb = file.review.case_id, made[-1].decision.verb
        st.session_state[LAST] = Sent(case_id, verb, until, again, None)


def sent_last(case_id: str) -> bool:
    """Whether this is the case that this session sent last and did not take back."""
    sent = st.session_state.get(LAST)
    return isinstance(sent, Sent) and sent.case_id == case_id


def take_next() -> str | None:
    """Turn to the next case of the queue as it was narrowed; None when there is none.

    A case in hand that nothing was done on goes back first, so that others can take it.
    """
    left = st.session_state.get(OPENED, "")
    found = None
    with problems.kept():
        _give_back(left)
        found = find_next(st.session_state.get(NARROW, QueueFilter()), leave=left)
    if found is not None:
        show(found)
    return found


def _give_back(case_id: str) -> None:
    if not session.allowed(UseCase.REVIEW) or not drafts.opened(case_id):
        return
    if drafts.touched(case_id):
        return
    with suppress(ReviewConflictError):  # somebody else has it, or nobody: nothing to give back
        session.desk().review.release(session.person(), case_id)


def find_next(narrow: QueueFilter, leave: str = "") -> str | None:
    """Take the first free case but ``leave``; who may not review only looks at it.

    Raises:
        ForbiddenError: The person may not read the queue.
    """
    desk, person = session.desk(), session.person()
    skip = (leave,) if leave else ()
    if session.allowed(UseCase.REVIEW):
        taken = desk.review.claim_next(person, narrow, skip=skip)
        found = taken.case_id if taken else None
    else:
        item = desk.queue.next_case(person, narrow, skip=skip)
        found = item.case_id if item else None
    st.session_state[CLEAR] = found is None
    return found


def show(case_id: str) -> None:
    """Turn the page to a case."""
    st.session_state[OPENED] = case_id
    st.query_params["case"] = case_id
    focus.want("case-top", top=True)


def show_way_back() -> None:
    """What was sent last, and the way back while its message has not gone out."""
    if st.session_state.pop(CLEAR, False):
        text.sentence(_("No free case matches."))
    sent = st.session_state.get(LAST)
    if not isinstance(sent, Sent):
        return
    left = sent.until - session.desk().clock.now()
    if left <= timedelta(0):
        del st.session_state[LAST]
        return
    words = (
        _("{case}: {verb}. Another person reads it; until {moment} you can take it back.")
        if sent.read_again
        else _("{case}: {verb}. The message goes out at {moment}; until then you can take it back.")
    )
    with st.container(horizontal=True, vertical_alignment="center", key="way-back"):
        keys.button(_("Undo"), "undo", "Z", on_click=_undo, args=(sent,))
        text.sentence(
            "✓ "
            + words.format(
                case=sent.case_id, verb=_(f"Done.{sent.verb.value}"), moment=i18n.second(sent.until)
            )
        )
    # Draws the page anew when the time is over, so that no button stays that can do nothing.
    st.fragment(_end_wait, run_every=math.ceil(left.total_seconds()) + 1)(sent)


def _end_wait(sent: Sent) -> None:
    if session.desk().clock.now() >= sent.until:
        st.rerun()


def _undo(sent: Sent) -> None:
    """Take the decision back and hold that case again; the one opened after it is given back."""
    review, person = session.desk().review, session.person()
    with problems.kept():
        review.undo(person, sent.case_id)
        st.session_state.pop(LAST, None)
        drafts.forget(sent.case_id)
        show(sent.case_id)
        if sent.following and not drafts.touched(sent.following):
            review.release(person, sent.following)
