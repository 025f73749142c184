"""Signatures on messages, in the form of Standard Webhooks, so that receivers can prove them."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac

from hri.domain.ports import Clock
from hri.errors import SettingsError

PREFIX = "whsec_"
"""Before a secret that is written in base64, as that convention has it."""


class Signature:
    """Signs a body together with its key and the time, so that no old one can be sent again.

    Args:
        secret: Shared with the receiver; ``whsec_`` and base64, or any text.
        clock: Says when.

    Raises:
        SettingsError: What follows ``whsec_`` is no base64.
    """

    def __init__(self, secret: str, clock: Clock) -> None:
        self._secret, self._clock = _bytes_of(secret), clock

    def headers(self, key: str, body: bytes) -> dict[str, str]:
        """The headers that go with a body."""
        at = str(int(self._clock.now().timestamp()))
        said = b".".join((key.encode(), at.encode(), body))
        digest = hmac.digest(self._secret, said, hashlib.sha256)
        signed = base64.b64encode(digest).decode()
        return {"webhook-id": key, "webhook-timestamp": at, "webhook-signature": f"v1,{signed}"}


def _bytes_of(secret: str) -> bytes:
    if not secret.startswith(PREFIX):
        return secret.encode()
    try:
        return base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except binascii.Error as error:
        raise SettingsError(
            "The secret for signing messages cannot be read.",
            where="HRI_DELIVERY_SECRET",
            why=f"what follows {PREFIX} is no base64",
            remedy="Take the secret as it was made, or any other text.",
        ) from error
