"""Words that people write at the desk: seen by whoever reads them, and nothing else in them."""

from __future__ import annotations

import unicodedata

from hri.domain.base import UNSEEN
from hri.errors import InvalidDecisionError

LAYOUT = frozenset("\n\t\r")
"""Control characters that lay a text out."""

REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks after which letters stand in another order than they are stored in."""

EMPTY_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters by their category that show nothing."""


def is_blank(text: str) -> bool:
    """Whether nothing of a text shows."""
    return all(
        sign.isspace() or sign in EMPTY_LETTERS or unicodedata.category(sign) in UNSEEN
        for sign in text
    )


def require_plain(text: str | None, where: str) -> None:
    """Make sure that a text holds no control characters and nothing that reorders it.

    Raises:
        InvalidDecisionError: It does; the first such character is named.
    """
    for place, sign in enumerate(text or ""):
        hidden = unicodedata.category(sign) in ("Cc", "Cs") and sign not in LAYOUT
        if hidden or sign in REORDERING:
            raise InvalidDecisionError(
                f"The text holds the character U+{ord(sign):04X}, which does not show.",
                where=where,
                why=f"it is character {place + 1}; a reader would see something else",
                remedy="Take it out.",
            )
