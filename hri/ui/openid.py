"""Sign-in through OpenID Connect: Streamlit checks the token, the desk reads its claims."""

from __future__ import annotations

import streamlit as st
from streamlit.runtime.secrets import SecretsValue

from hri.errors import SignInError
from hri.settings import Settings
from hri.ui import session

IDENTITY = "identity"


def secrets(settings: Settings) -> dict[str, SecretsValue] | None:
    """The settings in the words of Streamlit's ``secrets.toml``; None without OpenID Connect."""
    if not settings.oidc:
        return None
    return {
        "auth": {
            "redirect_uri": settings.oidc_redirect_uri,
            "cookie_secret": settings.oidc_cookie_secret.get_secret_value(),
            "client_id": settings.oidc_client_id,
            "client_secret": settings.oidc_client_secret.get_secret_value(),
            "server_metadata_url": settings.oidc_metadata_url,
        }
    }


def admit() -> None:
    """At the start of each run: whom the provider vouches for is in, and nobody else.

    The first run of a session records the sign-in. With OpenID Connect, nothing that a session
    holds counts on its own.

    Raises:
        StoreError: The sign-in could not be recorded.
    """
    if not session.settings().oidc:
        return
    if not is_vouched_for():
        st.session_state.pop(session.ACTOR, None)
        return
    try:
        identity = session.desk().identities.identify(st.user.to_dict())
    except SignInError as error:
        st.session_state.pop(session.ACTOR, None)
        st.session_state[session.PROBLEM] = error
        return
    if st.session_state.get(IDENTITY) != identity or session.actor() is None:
        session.welcome(identity.actor, "oidc", identity)
        st.session_state[IDENTITY] = identity
    st.session_state[session.VOUCHED] = identity.actor


def is_vouched_for() -> bool:
    """Whether the browser came with a cookie of a provider's sign-in."""
    return st.user.to_dict().get("is_logged_in") is True


def begin() -> None:
    """Send the browser to the provider."""
    st.login()


def end() -> None:
    """Forget the person here and send the browser to the provider's own sign-out."""
    session.leave()
    st.logout()
