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


SYSTEM_ID = "system"
RESERVED_IDS = frozenset({SYSTEM_ID, "hri"})
"""Ids that stand for the product in the audit trail; no person may sign in under one."""


def is_reserved(identifier: str) -> bool:
    """Whether an id reads like one of the product's own, whatever its case, width or accents."""
    plain = unicodedata.normalize("NFKD", identifier).casefold()
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return letters.strip("-_.:@") in RESERVED_IDS
