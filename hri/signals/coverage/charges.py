"""How an amount is charged: once or again and again, for the procedure or for something else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from hri.applicability import ApplicableFact
from hri.decomposition import fold, terms
from hri.domain.claims import Claim
from hri.domain.lexicons import Lexicon
from hri.domain.values import Money
from hri.signals.coverage.bearing import Bearing, subject_terms


def charged_again(claim: Claim, lexicon: Lexicon) -> bool:
    """Whether a claim says that its amount is due each month, year or other stretch of time."""
    return isinstance(claim.value, Money) and claim.value.per in _stretches(lexicon)


def charged_alike(
    claim: Claim, known: Claim, bearing: Bearing, item: ApplicableFact | None = None
) -> bool:
    """Whether a source charges an equal amount for what the claim says it is charged for.

    An amount that is stated once says nothing against "per person" or "per application", but
    against "per month", and against "per photo" where neither the source nor the procedure's name
    speaks of photos.
    """
    said, fixed = claim.value, known.value
    if not isinstance(said, Money) or not isinstance(fixed, Money):
        return True
    if said.per is None or fixed.per is not None or not said.high:
        return True
    fact = f"{item.known.fact.value} {item.known.fact.condition or ''}" if item else ""
    around = fold(f"{known.anchor} {known.condition or ''} {fact}")
    if charged_again(claim, bearing.lexicon):
        return _again(bearing.lexicon).search(around) is not None
    wanted = terms(said.per, bearing.lexicon)
    known_things = subject_terms(bearing).union(terms(around, bearing.lexicon))
    return said.per in _whole(bearing.lexicon) or bool(known_things.intersection(wanted))


@lru_cache(maxsize=16)
def _stretches(lexicon: Lexicon) -> frozenset[str]:
    """Words for a stretch of time that an amount may be charged for."""
    units = (word for unit in lexicon.time.units for word in unit.words)
    return frozenset(fold(word) for word in (*units, *lexicon.money.rates))


@lru_cache(maxsize=16)
def _again(lexicon: Lexicon) -> re.Pattern[str]:
    """Words of a source that say an amount is due again and again ("per year", "annuel")."""
    said = lexicon.money
    units = _any(word for unit in lexicon.time.units for word in unit.words)
    each = _any((*said.each, *lexicon.numbers.ones))
    return re.compile(rf"(?<!\w)(?:(?:{_any(said.rates)})|(?:{each})\s*(?:{units}))(?!\w)")


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted((re.escape(fold(word)) for word in words), key=len, reverse=True))


@lru_cache(maxsize=16)
def _whole(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(fold(word) for word in lexicon.money.whole)
