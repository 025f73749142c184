"""Lexicons and a small index of names that the decomposition tests share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hri.decomposition import NameIndex, decompose
from hri.domain.claims import Claim, Reading
from hri.domain.lexicons import Lexicon
from hri.domain.slots import Slot
from hri.knowledge.lexicons import load_lexicon

LEXICONS: dict[str, Lexicon] = {language: load_lexicon(language) for language in ("fr", "en")}
NAMES = NameIndex(
    authorities=[("hmpo", "HM Passport Office"), ("prefecture", "préfecture")],
    instruments=[
        ("civil", "Code civil"),
        ("education", "Code de l'éducation"),
        ("ceseda", "Code de l'entrée et du séjour des étrangers et du droit d'asile"),
        ("marriage-1949", "Marriage Act 1949"),
        ("decret-2005-1726", "décret n° 2005-1726"),
    ],
)
Reader = Callable[[str, str], Reading]
SlotReader = Callable[[str, str, Slot], tuple[Claim, ...]]


@pytest.fixture(scope="session")
def lexicons() -> dict[str, Lexicon]:
    return LEXICONS


@pytest.fixture(scope="session")
def names() -> NameIndex:
    return NAMES


@pytest.fixture(scope="session")
def read() -> Reader:
    """Reads a text of a language."""
    return lambda language, text: decompose(text, LEXICONS[language], NAMES)


@pytest.fixture(scope="session")
def claims_in(read: Reader) -> SlotReader:
    """The claims of one slot in a text of a language."""
    return lambda language, text, slot: read(language, text).in_slot(slot)
