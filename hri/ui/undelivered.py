"""Messages that nobody took, told where people begin their work."""

from __future__ import annotations

import streamlit as st

from hri.casework.permissions import UseCase
from hri.ui import nav, problems, session, text
from hri.ui.i18n import _, ngettext

CHOICE, OPEN = "undelivered-case", "undelivered-open"
MOST = 100


def show_undelivered(to: UseCase = UseCase.RETRY_DELIVERY) -> bool:
    """How many messages were not delivered, and the way to their cases; whether there are any.

    ``to`` is the right of those who are told; it takes READ_REPLIES at least.
    """
    if not session.allowed(to):
        return False
    with problems.told():
        failed = session.desk().delivery.failed(session.person(), MOST)
    if failed:
        n = len(failed)
        words = ngettext("{n} message was not delivered.", "{n} messages were not delivered.", n)
        text.sentence("▲ " + words.format(n=n), "hri-bad")
        # A list, not buttons: its options are shown as they are, and ids come from outside.
        st.selectbox(
            _("Open a case whose message was not delivered"),
            list(dict.fromkeys(way.case_id for way in failed)),
            index=None,
            key=CHOICE,
            placeholder=_("Choose a case"),
            on_change=_ask,
        )
    if chosen := st.session_state.pop(OPEN, None):
        nav.go("case", case=chosen)
    return bool(failed)


def _ask() -> None:
    st.session_state[OPEN] = st.session_state[CHOICE]
