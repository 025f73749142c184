"""What the sources say against "free of charge": that the same thing is to be paid for."""

from __future__ import annotations

from functools import lru_cache

from hri.decomposition import read_charges, terms
from hri.domain.claims import Claim, Polarity
from hri.domain.lexicons import Lexicon
from hri.domain.slots import Slot
from hri.domain.values import Money
from hri.signals.coverage.bearing import Bearing, BearingPassage, claim_words, passage_evidence
from hri.signals.coverage.opposing import Place
from hri.signals.coverage.steps import slot_words

_FEWEST_SHARED = 2
"""Words that make a passage speak of the thing that a claim speaks of."""
_LONGEST_QUOTE = 80
"""How many characters of a sentence the verdict quotes."""


def is_free(claim: Claim) -> bool:
    """Whether a claim says that something costs nothing."""
    value = claim.value
    free = isinstance(value, Money) and not value.high
    return free and claim.polarity is Polarity.REQUIRED


def charged_elsewhere(claim: Claim, bearing: Bearing) -> list[Place]:
    """Where the sources say that what a claim calls free is to be paid for.

    Without facts on fees their chapter does so whatever it speaks of; elsewhere it takes words of
    the claim. None where a source calls a thing free that the claim speaks of.
    """
    if not is_free(claim) or bearing.slot is not Slot.FEES or claim.aside:
        return []
    said = _terms(claim.anchor, bearing.lexicon)  # a condition may name what is not free
    words = said - slot_words(bearing.slot, bearing.lexicon)
    places: list[Place] = []
    for item in bearing.passages:
        chapter = item.known.passage.slot is Slot.FEES and not bearing.facts
        if _calls_free(item, words, bearing):
            return []
        places += _charges(item, words, bearing, chapter)
    return places[:3]


def _calls_free(item: BearingPassage, words: frozenset[str], bearing: Bearing) -> bool:
    for known in item.known.claims:
        if known.slot is Slot.FEES and is_free(known):
            told = claim_words(known, bearing)
            if item.known.passage.slot is Slot.FEES or words & told:
                return True
    return False


def _charges(
    item: BearingPassage, words: frozenset[str], bearing: Bearing, chapter: bool
) -> list[Place]:
    passage = item.known.passage
    found = []
    sentences = _charging(passage.text, bearing.lexicon)
    named = chapter or (
        bool(sentences) and len(words & _terms(passage.text, bearing.lexicon)) >= _FEWEST_SHARED
    )
    for sentence in sentences:
        if named or words & _terms(sentence, bearing.lexicon):
            at = max(0, passage.text.find(sentence))
            place = passage_evidence(item.known, (at, at + len(sentence)))
            found.append((sentence[:_LONGEST_QUOTE].strip(), place))
    return found


def _terms(text: str, lexicon: Lexicon) -> frozenset[str]:
    return frozenset(terms(text, lexicon))


@lru_cache(maxsize=4096)
def _charging(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    return read_charges(text, lexicon)
