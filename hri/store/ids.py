"""Identifiers that were never given before."""

from __future__ import annotations

import secrets

SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Digits and letters that nobody confuses when reading a reference number aloud."""

LENGTH = 12


class RandomIds:
    """Identifiers from chance: 60 bits of it, so that none is given twice or guessed."""

    def new(self, kind: str) -> str:
        """An identifier that starts with ``kind``."""
        return kind + "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


def new_secret() -> str:
    """A secret of 43 characters that nobody guesses (256 bits)."""
    return secrets.token_urlsafe(32)
