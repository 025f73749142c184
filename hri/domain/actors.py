"""What kinds of actors there are, and the ids that only the system itself may have."""

from __future__ import annotations

import unicodedata
from enum import StrEnum


class ActorKind(StrEnum):
    """Who or what acts."""

    PERSON = "person"
    """Somebody signed in; roles give the rights."""
    SYSTEM = "system"
    """A part of the product; it has the few rights it needs and no roles."""
    CLIENT = "client"
    """A program with a key; it has rights on its own cases only."""


SYSTEM_ID = "system"
RESERVED_IDS = frozenset({SYSTEM_ID, "hri"})
"""Ids that stand for the product in the audit trail; no person may sign in under one."""

DEMONSTRATION_PREFIX = "demo-"
"""How the ids of the demonstration's people begin; no provider may vouch for one."""


CLIENT_PREFIX = "client:"
"""How the ids of the gateway's clients begin; no person may sign in under one."""

LOOKALIKES = str.maketrans(
    {
        **dict.fromkeys("ѕꜱ", "s"),
        **dict.fromkeys("уүγυʏ", "y"),
        **dict.fromkeys("тτᴛ", "t"),
        **dict.fromkeys("еєҽεᴇ", "e"),
        **dict.fromkeys("мμᴍ", "m"),
        **dict.fromkeys("һнհʜη", "h"),
        **dict.fromkeys("гʀ", "r"),
        **dict.fromkeys("іıιɪӏ", "i"),
        **dict.fromkeys("ԁɗ", "d"),
        **dict.fromkeys("оοօ", "o"),
        **dict.fromkeys("сϲᴄ", "c"),
        **dict.fromkeys("ⅼʟ", "l"),
        **dict.fromkeys("ոռɴ", "n"),
        **dict.fromkeys("∶։׃", ":"),
        **dict.fromkeys("‐‑‒–—−", "-"),
    }
)
"""Letters of other scripts that read like those of the ids above."""


def is_reserved(identifier: str) -> bool:
    """Whether an id reads like one of the product's own, whatever its case, width or script."""
    return _letters(identifier) in RESERVED_IDS


def is_demonstration(identifier: str) -> bool:
    """Whether an id reads like one of the demonstration's people."""
    return _letters(identifier).startswith(DEMONSTRATION_PREFIX)


def is_client(identifier: str) -> bool:
    """Whether an id reads like that of a client of the gateway."""
    return _letters(identifier).startswith(CLIENT_PREFIX)


def _letters(identifier: str) -> str:
    plain = unicodedata.normalize("NFKD", identifier).casefold().translate(LOOKALIKES)
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return letters.strip("-_.:@")
