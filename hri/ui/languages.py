"""The language of the screens: a link's, the person's own, or the browser's."""

from __future__ import annotations

import streamlit as st

from hri.casework.people import People
from hri.domain.reviews import Actor
from hri.ui.i18n import LANGUAGE_NAMES, language, speak

LANGUAGE = "language"
LINKED = "language-of-link"
CHOSEN = "language-chosen"
KEYS = (LANGUAGE, LINKED, CHOSEN)
"""What stays in a session when the person changes."""
SCRIPT = """
export default function ({ data }) {
  document.documentElement.lang = data.language;
}
"""


def begin() -> None:
    """At the start of a session: the language of ``?lang=`` in the link, else the browser's."""
    if LANGUAGE in st.session_state:
        speak(st.session_state[LANGUAGE])
        return
    wanted = st.query_params.get("lang", "")
    st.session_state[LINKED] = wanted in LANGUAGE_NAMES
    _speak(wanted if wanted in LANGUAGE_NAMES else language())


def tell_browser() -> None:
    """Say in the document which language it speaks, so that it is read out in it.

    Streamlit's own page says "en" whatever it shows.
    """
    mount = st.components.v2.component("hri_language", js=SCRIPT)
    mount(data={"language": language()}, key="document-language", height=0)


def choose(code: str, people: People, someone: Actor | None) -> None:
    """Speak a language from now on, and remember it for the person.

    Raises:
        StoreError: It holds for this session, but could not be kept.
    """
    _speak(code)
    st.session_state[CHOSEN] = True
    if someone is not None:
        _keep(code, people, someone)


def adopt(people: People, someone: Actor) -> None:
    """At sign-in: what was just chosen becomes the person's; else the person's holds.

    A link's language holds for its session and becomes nobody's.
    """
    if st.session_state.pop(CHOSEN, False):
        _keep(st.session_state[LANGUAGE], people, someone)
    elif not st.session_state.get(LINKED):
        own = people.preferences(someone).language
        if own in LANGUAGE_NAMES:
            _speak(own)


def _speak(code: str) -> None:
    st.session_state[LANGUAGE] = code
    speak(code)


def _keep(code: str, people: People, someone: Actor) -> None:
    before = people.preferences(someone)
    people.prefer(someone, before.model_copy(update={"language": code}))
