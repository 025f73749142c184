"""What one browser session holds: who is signed in, and the desk all sessions share."""

from __future__ import annotations

import streamlit as st

from hri.casework.permissions import UseCase, may
from hri.domain.reviews import Actor, Role
from hri.settings import Settings, read_settings
from hri.wiring import Desk, open_desk

ACTOR = "actor"
FORWARDED = "x-forwarded-"


@st.cache_resource(max_entries=1)
def settings() -> Settings:
    """The settings of this process, read once."""
    return read_settings()


@st.cache_resource(max_entries=1)
def desk() -> Desk:
    """The desk that all sessions share; it opens a database connection for each call."""
    return open_desk(settings())


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
    forwarded = any(name.lower().startswith(FORWARDED) for name in st.context.headers)
    return settings().demonstration_allowed and not forwarded


def sign_in(role: Role) -> None:
    """Sign in as the demonstration person of a role; the desk records it."""
    someone = Actor(id=f"demo-{role.value}", name=f"demo-{role.value}", roles=(role,))
    desk().guard.signed_in(someone, "demonstration")
    st.session_state[ACTOR] = someone


def sign_out() -> None:
    """Forget who is signed in, and everything else the session holds but the language."""
    kept = {key: st.session_state[key] for key in ("language",) if key in st.session_state}
    st.session_state.clear()
    st.session_state.update(kept)
