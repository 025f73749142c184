"""The step a value belongs to: which fact a claim is worded like, and which passage."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hri.applicability import ApplicableFact
from hri.decomposition import fold, states_same, terms
from hri.domain.claims import Claim
from hri.domain.lexicons import Lexicon
from hri.domain.slots import Slot
from hri.domain.values import Duration
from hri.signals.coverage.bearing import Bearing, claim_words, subject_terms

_FEWEST_SHARED = 2
"""Words that make a claim closer to one fact, or to a passage, than to another."""
Pair = tuple[ApplicableFact, Claim]
"""A fact with one of the claims read in it."""


def of_own_step(
    claim: Claim, equal: Sequence[Pair], pairs: Sequence[Pair], bearing: Bearing
) -> list[Pair]:
    """The facts with another length that are on the claim's step, where no equal one is.

    "The decision comes within 10 days" is not borne out by "10 days to acknowledge the file" beside
    "decision within 2 months": the words it shares with that hold the others and two more, those
    that any time limit has ("reply", "processing time") left aside.
    """
    if not isinstance(claim.value, Duration):
        return []
    words = claim_words(claim, bearing) - slot_words(bearing.slot, bearing.lexicon)
    shared = [words & fact_words(pair, bearing) for pair in equal]
    found = []
    for pair in pairs:
        mine = words & fact_words(pair, bearing)
        closer = all(one < mine and len(mine - one) >= _FEWEST_SHARED for one in shared)
        if closer and not states_same(claim, pair[1], bearing.about_tolerance):
            found.append(pair)
    return found


def in_like_words(claim: Claim, told: frozenset[str], bearing: Bearing) -> bool:
    """Whether two of a claim's own words are among those told."""
    return len(own_words(claim, bearing) & told) >= _FEWEST_SHARED


def own_words(claim: Claim, bearing: Bearing) -> frozenset[str]:
    """A claim's words without those that any claim on the slot or the procedure has."""
    common = slot_words(bearing.slot, bearing.lexicon) | subject_terms(bearing)
    return claim_words(claim, bearing) - common


@lru_cache(maxsize=32)
def slot_words(slot: Slot, lexicon: Lexicon) -> frozenset[str]:
    """Content words of the headings of a slot, which any claim on it may have."""
    headings = lexicon.slots[slot].headings
    return frozenset(term for one in headings for term in terms(one, lexicon))


def worded_elsewhere(claim: Claim, against: Sequence[Pair], bearing: Bearing) -> bool:
    """Whether a source gives a claim's value for a point that it words as the claim does.

    The value alone tells nothing; words that the facts in question do not have must stand with it.
    """
    if not against:
        return False
    own = frozenset(word for pair in against for word in fact_words(pair, bearing))
    words = claim_words(claim, bearing) - own
    said = fold(claim.text)
    return any(
        len(words.intersection(terms(item.known.passage.text, bearing.lexicon))) >= _FEWEST_SHARED
        for item in bearing.passages
        if said in fold(item.known.passage.text)
    )


def fact_words(pair: Pair, bearing: Bearing) -> frozenset[str]:
    """Content words around a fact's value and of its condition."""
    text = f"{pair[1].anchor} {pair[0].known.fact.condition or ''}"
    return frozenset(terms(text, bearing.lexicon))
