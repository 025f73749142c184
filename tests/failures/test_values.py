"""Values that other extractors misread, each in the smallest sentence that holds it."""

from __future__ import annotations

from decimal import Decimal
from functools import cache

import pytest
from failures.reports import Report, params, read_tables

from hri.decomposition import NameIndex, decompose
from hri.domain.claims import Claim, Polarity
from hri.domain.lexicons import Lexicon
from hri.domain.slots import Slot
from hri.domain.values import AuthorityName, DocumentName, Duration, LegalReference, Money
from hri.knowledge.lexicons import load_lexicon

READINGS = read_tables("values.toml", "readings")
NAMES = NameIndex([], [("code civil", "Code civil"), ("marriage act 1949", "Marriage Act 1949")])


@cache
def lexicon(language: str) -> Lexicon:
    return load_lexicon(language)


@pytest.mark.parametrize("row", params(READINGS))
def test_a_sentence_states_its_value(row: Report) -> None:
    reading = decompose(row["text"], lexicon(row["language"]), NAMES)
    claims = reading.in_slot(Slot(row["slot"]))
    assert [told(claim) for claim in claims] == row["states"], reading.doubts
    assert all(row["text"][claim.start : claim.end] == claim.text for claim in claims)


def told(claim: Claim) -> str:
    """A claim in one short line: denial, value, unit."""
    denied = "not " if claim.polarity is Polarity.NOT_REQUIRED else ""
    return denied + value_of(claim)


def value_of(claim: Claim) -> str:
    match claim.value:
        case Money() as money:
            return f"{ends(money.low, money.high)} {money.currency}"
        case Duration() as length:
            return f"{ends(length.low, length.high)} {length.unit}"
        case LegalReference(instrument=law, articles=None):
            return law
        case LegalReference(instrument=law, articles=cited):
            last = "" if cited.first == cited.last else f"..{cited.last}"
            return f"{law} {cited.first}{last}"
        case AuthorityName() | DocumentName() as named:
            return named.surface


def ends(low: Decimal, high: Decimal) -> str:
    plain = [f"{end.normalize():f}" for end in (low, high)]
    return plain[0] if low == high else "..".join(plain)
