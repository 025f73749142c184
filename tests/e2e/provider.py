"""A small OpenID Connect provider on this machine: discovery, keys, authorize, token, sign-out."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT_ID, CLIENT_SECRET = "review-desk", secrets.token_urlsafe(16)


class Provider:
    """Vouches for ``claims`` without asking; whoever signs in next is that person.

    ``lifetime`` is how long a token holds, in seconds. With ``forging``, tokens are signed with a
    key that the provider does not publish.
    """

    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.claims: dict[str, Any] = {}
        self.lifetime, self.forging = 3600, False
        self.signed_out = 0
        self.key = RSAKey.generate_key(2048, {"kid": "one", "alg": "RS256", "use": "sig"})
        self.other_key = RSAKey.generate_key(2048, {"kid": "one", "alg": "RS256", "use": "sig"})
        self._codes: dict[str, dict[str, str]] = {}

    def discovery(self) -> dict[str, Any]:
        """What the provider says of itself."""
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "end_session_endpoint": f"{self.issuer}/sign-out",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
        }

    def authorize(self, asked: dict[str, str]) -> str:
        """Where to send the browser: back to the client with a code."""
        assert asked["client_id"] == CLIENT_ID
        assert asked["response_type"] == "code"
        assert "openid" in asked["scope"].split()
        code = secrets.token_urlsafe(16)
        self._codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, sent: dict[str, str], authorization: str) -> dict[str, Any] | None:
        """The tokens for a code that was not used before, or None."""
        asked = self._codes.pop(sent.get("code", ""), None)
        known = base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
        if asked is None or authorization != f"Basic {known}":
            return None
        digest = hashlib.sha256(sent["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if challenge != asked["code_challenge"] or sent["redirect_uri"] != asked["redirect_uri"]:
            return None
        return {
            "token_type": "Bearer",
            "access_token": secrets.token_urlsafe(16),
            "id_token": self._id_token(asked["nonce"]),
        }

    def _id_token(self, nonce: str) -> str:
        now = int(time.time())  # noqa: TID251
        claims = {
            "iss": self.issuer,
            "aud": CLIENT_ID,
            "iat": now,
            "exp": now + self.lifetime,
            "nonce": nonce,
            **self.claims,
        }
        key = self.other_key if self.forging else self.key
        return jwt.encode({"alg": "RS256", "kid": "one"}, claims, key)


@contextmanager
def running() -> Iterator[Provider]:
    """A provider on a free port, as long as the block lasts."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    provider = Provider(f"http://127.0.0.1:{server.server_port}")
    server.provider = provider  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


class _Handler(BaseHTTPRequestHandler):
    @property
    def provider(self) -> Provider:
        return self.server.provider  # type: ignore[attr-defined]

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        asked = {key: values[0] for key, values in parse_qs(address.query).items()}
        match address.path:
            case "/.well-known/openid-configuration":
                self._answer(self.provider.discovery())
            case "/keys":
                self._answer({"keys": [self.provider.key.as_dict(private=False)]})
            case "/authorize":
                self._send_on(self.provider.authorize(asked))
            case "/sign-out":
                self.provider.signed_out += 1
                self._send_on(asked["post_logout_redirect_uri"])
            case _:
                self.send_error(404)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        sent = {key: values[0] for key, values in parse_qs(body).items()}
        tokens = self.provider.token(sent, self.headers.get("Authorization", ""))
        self._answer(tokens or {"error": "invalid_grant"}, 200 if tokens else 400)

    def _answer(self, body: dict[str, Any], status: int = 200) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _send_on(self, address: str) -> None:
        self.send_response(302)
        self.send_header("Location", address)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing: the test says what went wrong."""
