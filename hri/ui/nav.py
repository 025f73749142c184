"""The frame around every page: which pages a role has, sign-in, language, style."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import streamlit as st
from streamlit.navigation.page import Page

from hri.casework.permissions import UseCase
from hri.domain.reviews import Actor
from hri.ui import openid, problems, session
from hri.ui.i18n import N_, _

ROOT = Path(__file__).parents[2]
BUILT, FRAMED = "_built", "_framed"


class PageEntry(NamedTuple):
    """A page of the desk: its file, its title, and the right that opens it (None: everybody)."""

    name: str
    title: str
    right: UseCase | None


ENTRIES = (
    PageEntry("queue", N_("Queue"), UseCase.READ_QUEUE),
    PageEntry("case", N_("Case"), UseCase.READ_CASE),
    PageEntry("intake", N_("Intake"), UseCase.SUBMIT_CASES),
    PageEntry("supervision", N_("Supervision"), UseCase.READ_ANALYTICS),
    PageEntry("tuning", N_("Tuning"), UseCase.TUNE),
    PageEntry("assurance", N_("Assurance"), UseCase.READ_ASSURANCE),
    PageEntry("audit", N_("Audit trail"), UseCase.READ_AUDIT),
    PageEntry("settings", N_("Settings"), None),
)


def entries(actor: Actor | None) -> tuple[PageEntry, ...]:
    """The pages an actor may open; before a role is known all, so that an address survives it."""
    if actor is None or not actor.roles:
        return ENTRIES
    return tuple(entry for entry in ENTRIES if entry.right is None or session.allowed(entry.right))


def path(name: str) -> Path:
    """The file of a page, as Streamlit wants it for links and switches."""
    return ROOT / "pages" / f"{name}.py"


def build() -> Page:
    """Declare the pages of whoever is signed in and return the one asked for."""
    actor = session.actor()
    # Streamlit gives its first page the bare address only, so that "/queue" would not be found.
    home = st.Page(_turn_to_first, title="HRI", url_path="home", default=True, visibility="hidden")
    pages = [home] + [
        st.Page(path(entry.name), title=_(entry.title), url_path=entry.name)
        for entry in entries(actor)
    ]
    inside = actor is not None and actor.roles
    current = st.navigation(pages, position="sidebar" if inside else "hidden")
    st.session_state[BUILT] = True
    return current


def _turn_to_first() -> None:
    """From the bare address to the first page of the role, with what the address holds."""
    first = entries(session.actor())[0].name
    go(first, **st.query_params.to_dict())


@contextmanager
def framed() -> Iterator[None]:
    """Around the page that ``app.py`` runs, once it has looked at who is there."""
    st.session_state[FRAMED] = True
    try:
        yield
    finally:
        st.session_state.pop(FRAMED, None)


def require_frame() -> None:
    """First statement of every page file.

    Streamlit finds a folder called ``pages`` by itself and would run a page without ``app.py``,
    hence without sign-in, until the first session has declared its own navigation.
    """
    if FRAMED in st.session_state:
        return
    with problems.told():
        openid.admit()
        session.refresh()
    found = session.actor()
    if BUILT not in st.session_state or found is None or not found.roles:
        build()
        st.rerun()


def go(name: str, **parameters: str) -> None:
    """Leave for another page with parameters in the address."""
    st.switch_page(path(name), query_params=parameters)
