"""What one browser session holds: who is signed in, and the desk all sessions share."""

from __future__ import annotations

import gc

import streamlit as st

from hri.casework.permissions import UseCase, may
from hri.domain.reviews import Actor, Role
from hri.errors import HriError
from hri.settings import LOOPBACK, Settings, read_settings
from hri.ui.origins import came_directly
from hri.wiring import Desk, open_desk

ACTOR = "actor"
PROBLEM = "sign-in-problem"


@st.cache_resource(max_entries=1, show_spinner=False)
def settings() -> Settings:
    """The settings of this process, read once."""
    return read_settings()


@st.cache_resource(max_entries=1, show_spinner=False)
def desk() -> Desk:
    """The desk that all sessions share; it opens a database connection for each call."""
    opened = open_desk(settings())
    # Streamlit collects all garbage after every run; what is loaded once need not be looked at.
    gc.collect()
    gc.freeze()
    return opened


def actor() -> Actor | None:
    """Who is signed in, or None."""
    found = st.session_state.get(ACTOR)
    return found if isinstance(found, Actor) else None


def person() -> Actor:
    """Who is signed in; the page's frame has made sure that somebody is."""
    found = actor()
    if found is None:
        st.stop()
    return found


def allowed(use_case: UseCase) -> bool:
    """Whether to show a thing; the right itself is checked in casework."""
    found = actor()
    return found is not None and may(found, use_case)


def demonstration_allowed() -> bool:
    """Whether the demonstration sign-in may be offered: loopback only, and behind no proxy."""
    headers = st.context.headers
    sent = [(name, value) for name in headers for value in headers.get_all(name)]
    listens_here = st.get_option("server.address") in LOOPBACK
    return settings().demonstration_allowed and listens_here and came_directly(sent)


def sign_in(role: Role) -> None:
    """Sign in as the demonstration person of a role; the desk records it."""
    if not demonstration_allowed():
        return
    someone = Actor(id=f"demo-{role.value}", name=f"demo-{role.value}", roles=(role,))
    try:
        desk().guard.signed_in(someone, "demonstration")
    except HriError as error:
        st.session_state[PROBLEM] = error
    else:
        st.session_state[ACTOR] = someone


def sign_out() -> None:
    """Forget who is signed in, and everything else the session holds but the language."""
    kept = {key: st.session_state[key] for key in ("language",) if key in st.session_state}
    st.session_state.clear()
    st.session_state.update(kept)
