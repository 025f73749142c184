"""The part of the stored history that the tuning screen looks at."""

from __future__ import annotations

import streamlit as st

from hri.evaluation.spans import Span
from hri.ui import candidates, names, session, text
from hri.ui.i18n import _

READ = "tuning-read"
LONGEST = 3650
EVERY, LATELY = "*", "days"


def choose_span() -> Span:
    """A list of times, a box for the number of days, a list of services; the way back beside."""
    services = _services()
    times = {EVERY: _("all stored"), LATELY: _("received lately")}
    named = {service: _named(service) for service in (EVERY, *services)}
    with st.container(horizontal=True, vertical_alignment="bottom", key="tuning-span"):
        lately: str = st.selectbox(
            _("Cases"),
            list(times),
            key="span-time",
            format_func=times.__getitem__,
            width=230,
        )
        days = _choose_days() if lately == LATELY else None
        service: str = st.selectbox(
            _("Service"),
            list(named),
            key="span-service",
            format_func=named.__getitem__,
            width=280,
        )
        st.button(_("Back to the numbers in force"), key="tuning-reset", on_click=candidates.reset)
    return Span(days=days, service=None if service == EVERY else service)


def _services() -> tuple[str, ...]:
    """The services; the first time it may have to wait until all stored cases are read."""
    if READ in st.session_state:
        return session.desk().tuning.services(session.person())
    with st.spinner(_("Reading the stored cases; a million of them take a while")):
        found = session.desk().tuning.services(session.person())
    st.session_state[READ] = True
    return found


def _named(service: str) -> str:
    if service == EVERY:
        return _("all")
    return text.visible(names.service(service)) if service else _("not stated")


def _choose_days() -> int:
    days: int = st.number_input(
        _("Days back from now"), 1, LONGEST, 30, step=1, key="span-days", width=170
    )
    return days
