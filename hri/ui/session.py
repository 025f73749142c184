"""What one browser session holds: who is signed in, and the desk all sessions share."""

from __future__ import annotations

import gc
import itertools

import streamlit as st

from hri.casework.permissions import UseCase, may
from hri.domain.actors import DEMONSTRATION_PREFIX
from hri.domain.identities import Identity
from hri.domain.reviews import Actor, Role
from hri.errors import HriError
from hri.settings import LOOPBACK, Settings, read_settings
from hri.ui import languages
from hri.ui.origins import came_directly
from hri.wiring import Desk, open_desk, start_delivery, start_figures, start_retention

ACTOR = "actor"
VOUCHED = "actor-as-signed-in"
ENDS_AT = "sign-in-ends-at"
PROBLEM = "sign-in-problem"


_RUNS = itertools.count(1)
SETTLING = (10, 100, 1000)
"""Runs of the page after which what was loaded since is set aside from collecting too."""


@st.cache_resource(max_entries=1, show_spinner=False)
def settings() -> Settings:
    """The settings of this process, read once."""
    return read_settings()


@st.cache_resource(max_entries=1, show_spinner=False)
def desk() -> Desk:
    """The desk that all sessions and the gateway share; each call has a connection to itself."""
    opened = open_desk(settings())
    start_delivery(opened)
    start_figures(opened)
    start_retention(opened)
    set_aside()
    return opened


def set_aside() -> None:
    """Take all that is loaded out of what Streamlit looks through for garbage after every run."""
    gc.collect()
    gc.freeze()


def settle() -> None:
    """At the end of a run: pages, charts and guides are loaded as people come to need them."""
    if next(_RUNS) in SETTLING:
        set_aside()


def actor() -> Actor | None:
    """Who is signed in, or None; a sign-in whose end has come holds no longer."""
    found, ends_at = st.session_state.get(ACTOR), st.session_state.get(ENDS_AT)
    if not isinstance(found, Actor) or (ends_at is not None and ends_at <= desk().clock.now()):
        return None
    return found


def person() -> Actor:
    """Who is signed in; when a sign-in has just ended, the whole page starts anew."""
    found = actor()
    if found is None:
        st.rerun()
    return found


def refresh() -> None:
    """Give whoever is signed in the roles that hold now, so that the screens follow.

    Rights do not hang on it: each use case looks for itself.
    """
    if (found := actor()) is not None:
        vouched = st.session_state.setdefault(VOUCHED, found)
        st.session_state[ACTOR] = desk().guard.known(vouched)


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
    name = f"{DEMONSTRATION_PREFIX}{role.value}"
    try:
        welcome(Actor(id=name, name=name, roles=(role,)), "demonstration")
    except HriError as error:
        st.session_state[PROBLEM] = error


def welcome(someone: Actor, how: str, identity: Identity | None = None) -> None:
    """Record a sign-in and let the person in.

    Raises:
        StoreError: It could not be recorded; nobody is signed in.
    """
    before = st.session_state.get(VOUCHED)
    if before is not None and before.id != someone.id:
        leave()
    desk().guard.signed_in(someone, how, identity.issued_at if identity else None)
    st.session_state[VOUCHED] = st.session_state[ACTOR] = someone
    st.session_state[ENDS_AT] = identity.ends_at if identity else None
    languages.adopt(desk().people, someone)


def leave() -> None:
    """Forget who is signed in, and everything else the session holds but the language."""
    kept = {key: st.session_state[key] for key in languages.KEYS if key in st.session_state}
    st.session_state.clear()
    st.session_state.update(kept)
