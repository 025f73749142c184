"""Sign-in for a fresh machine: clearly marked, loopback only, behind no proxy."""

from __future__ import annotations

import streamlit as st

from hri.domain.reviews import Role
from hri.ui import labels, problems, session, text
from hri.ui.i18n import LANGUAGE_NAMES, _, language


def show_banner() -> None:
    """The mark that nobody has proved who they are."""
    text.sentence(
        _("Demonstration sign-in: nobody has to prove who they are. Not for real cases."),
        "hri-banner",
    )


def show_sign_in() -> None:
    """The choice of a role, or why there is none."""
    st.title(_("Review desk for chatbot answers"))
    if not session.demonstration_allowed():
        text.sentence(
            _(
                "The demonstration sign-in is closed: it works only on this machine itself, "
                "without a proxy, and where the settings allow it."
            )
        )
        return
    show_banner()
    if (problem := st.session_state.pop(session.PROBLEM, None)) is not None:
        problems.show(problem)
    st.header(_("Sign in as"))
    for role in Role:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                labels.name(role),
                key=f"sign-in-{role.value}",
                on_click=session.sign_in,
                args=(role,),
                width=180,
            )
            text.sentence(_(f"Role.{role.value}.does"), "hri-quiet")


def choose_language() -> None:
    """The choice of a language; it holds for the session and can be set by ``?lang=`` in a link."""
    if "language" not in st.session_state:
        wanted = st.query_params.get("lang", "")
        st.session_state["language"] = wanted if wanted in LANGUAGE_NAMES else language()
    st.session_state["language-choice"] = st.session_state["language"]
    st.selectbox(
        "Langue · Language",
        list(LANGUAGE_NAMES),
        key="language-choice",
        format_func=LANGUAGE_NAMES.__getitem__,
        on_change=_keep_language,
    )


def _keep_language() -> None:
    st.session_state["language"] = st.session_state["language-choice"]


def show_account() -> None:
    """Who is signed in, with the way out."""
    person = session.person()
    text.line((_("Signed in as"), ", ".join(labels.name(role) for role in person.roles)))
    st.button(_("Sign out"), key="sign-out", on_click=session.sign_out)
