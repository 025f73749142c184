"""Proposing a version: the desk makes its backtest, and another person decides on that."""

from __future__ import annotations

import streamlit as st

from hri.domain.policies import Policy
from hri.ui import acting, session, text
from hri.ui.i18n import _

NOTE = "proposal-note"
SAID = "life"


def show(policy: Policy) -> None:
    """The form that proposes a version."""
    st.subheader(_("Propose {version}").format(version=policy.version))
    text.sentence(
        _(
            "The desk tries the version on every stored case. Another person approves exactly that "
            "backtest; whoever drafted or proposed a version never approves it."
        ),
        "hri-quiet",
    )
    st.text_area(_("Note to whoever approves (optional)"), key=NOTE, height=80)
    st.button(
        _("Make the backtest and propose"), key="propose", on_click=_propose, args=(policy.version,)
    )


def _propose(version: str) -> None:
    with acting.said(SAID) as say, st.spinner(_("Making the backtest")):
        note = str(st.session_state.get(NOTE) or "")
        made = session.desk().proposals.propose(session.person(), version, note)
        say(
            _("{version} is proposed as number {number}; another person can approve it.").format(
                version=version, number=made.id
            )
        )
