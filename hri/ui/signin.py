"""Sign-in pages: OpenID Connect, the marked demonstration, and who has no role here."""

from __future__ import annotations

import streamlit as st

from hri.domain.reviews import Role
from hri.errors import HriError
from hri.ui import labels, languages, openid, problems, session, text
from hri.ui.i18n import LANGUAGE_NAMES, _


def show_banner() -> None:
    """The mark that nobody has proved who they are; not for people a provider vouches for."""
    if session.settings().oidc:
        return
    text.sentence(
        _("Demonstration sign-in: nobody has to prove who they are. Not for real cases."),
        "hri-banner",
    )


def show_sign_in() -> None:
    """The way in, or why there is none."""
    st.title(_("Review desk for chatbot answers"))
    if (problem := st.session_state.pop(session.PROBLEM, None)) is not None:
        problems.show(problem)
    if session.settings().oidc:
        _show_provider()
    elif session.demonstration_allowed():
        _show_roles()
    else:
        text.sentence(
            _(
                "The demonstration sign-in is closed: it works only on this machine itself, "
                "without a proxy, and where the settings allow it."
            )
        )


def _show_provider() -> None:
    text.sentence(_("Sign in with your organisation's account."))
    with st.container(horizontal=True):
        st.button(_("Sign in"), key="sign-in", on_click=openid.begin)
        if openid.is_vouched_for():
            st.button(_("Sign out"), key="sign-out", on_click=openid.end)


def _show_roles() -> None:
    show_banner()
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


def show_no_role() -> None:
    """All that somebody without a role gets to see."""
    st.title(_("You have no role here"))
    text.sentence(
        _("You are signed in as {name}, but no role of this desk is yours.").format(
            name=session.person().name
        )
    )
    text.sentence(_("Ask an administrator of the desk for a role, then sign in again."))
    _show_way_out()


def choose_language() -> None:
    """The choice of a language; it is remembered for whoever is signed in."""
    st.session_state["language-choice"] = st.session_state[languages.LANGUAGE]
    st.selectbox(
        "Langue · Language",
        list(LANGUAGE_NAMES),
        key="language-choice",
        format_func=LANGUAGE_NAMES.__getitem__,
        on_change=_keep_language,
    )


def _keep_language() -> None:
    chosen = st.session_state["language-choice"]
    try:
        languages.choose(chosen, session.desk().people, session.actor())
    except HriError as error:
        st.session_state[session.PROBLEM] = error


def show_account() -> None:
    """Who is signed in, with the way out."""
    person = session.person()
    roles = ", ".join(labels.name(role) for role in person.roles)
    named = [(_("Signed in as"), person.name), (_("Roles"), roles)]
    text.line(*(named if session.settings().oidc else [(_("Signed in as"), roles)]))
    _show_way_out()
    if (problem := st.session_state.pop(session.PROBLEM, None)) is not None:
        problems.show(problem)


def _show_way_out() -> None:
    way_out = openid.end if session.settings().oidc else session.leave
    st.button(_("Sign out"), key="sign-out", on_click=way_out)
