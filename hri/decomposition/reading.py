"""Reading a text: its claims in order of place, what kind of text it is, its language."""

from __future__ import annotations

from hri.domain.claims import Claim, Reading, TextKind
from hri.domain.lexicons import Lexicon
from hri.domain.ports import Names
from hri.domain.slots import Slot


def decompose(text: str, lexicon: Lexicon, names: Names) -> Reading:
    """Take an answer apart into claims."""
    kind = TextKind.NO_CLAIM if text.strip() else TextKind.EMPTY
    return Reading(claims=(), kind=kind, language=None)


def read_fact(slot: Slot, text: str, lexicon: Lexicon, names: Names) -> tuple[Claim, ...]:
    """The claims in the short text of a fact whose slot is known; spans point into ``text``."""
    return ()


def read_passage(
    text: str, heading: str, slot: Slot | None, lexicon: Lexicon, names: Names
) -> tuple[Claim, ...]:
    """The claims in prose of an official source under a heading; spans point into ``text``."""
    return ()
