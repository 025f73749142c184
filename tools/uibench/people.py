"""People at the desk: each with a sign-in of their own, as a provider's would be."""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass, field

from streamlit.web.server.starlette.starlette_app_utils import (
    create_signed_value,
    generate_xsrf_token_string,
)
from websockets.typing import Subprotocol

COOKIE, XSRF = "_streamlit_user", "_streamlit_xsrf"
HOURS = 3600 * 8


@dataclass(frozen=True)
class Provider:
    """Signs cookies with the desk's own secret; nobody is asked, nothing goes over the network."""

    cookie_secret: str = field(default_factory=lambda: secrets.token_urlsafe(32))

    def settings(self, address: str) -> dict[str, str]:
        """Environment of a desk that trusts these cookies."""
        return {
            "HRI_OIDC_METADATA_URL": "http://127.0.0.1:9/.well-known/openid-configuration",
            "HRI_OIDC_CLIENT_ID": "bench",
            "HRI_OIDC_CLIENT_SECRET": "bench",
            "HRI_OIDC_REDIRECT_URI": f"{address}/oauth2callback",
            "HRI_OIDC_COOKIE_SECRET": self.cookie_secret,
        }


@dataclass(frozen=True)
class Person:
    """Somebody whom the provider vouches for; a caseworker unless other roles are given."""

    id: str
    provider: Provider
    roles: tuple[str, ...] = ("hri-caseworker",)

    def cookie(self, address: str) -> str:
        """The signed claims, as Streamlit keeps them after a sign-in."""
        now = int(time.time())  # noqa: TID251
        claims = {
            "origin": address,
            "is_logged_in": True,
            "sub": self.id,
            "name": self.id.title(),
            "roles": list(self.roles),
            "iat": now,
            "exp": now + HOURS,
        }
        return create_signed_value(self.provider.cookie_secret, COOKIE, json.dumps(claims)).decode()

    def handshake(self, address: str) -> tuple[dict[str, str], list[Subprotocol]]:
        """Headers and protocols with which a browser of this person opens the websocket."""
        token = generate_xsrf_token_string()
        headers = {"Cookie": f"{COOKIE}={self.cookie(address)}; {XSRF}={token}"}
        return headers, [Subprotocol("streamlit"), Subprotocol(token)]
