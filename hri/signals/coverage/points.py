"""The point of a claim: whether its surroundings name a thing or step of their own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from hri.applicability import ApplicableFact
from hri.decomposition import fold, terms
from hri.domain.claims import Claim
from hri.domain.lexicons import Lexicon
from hri.signals.coverage.bearing import Bearing


def speaks_of_another(claim: Claim, facts: Iterable[ApplicableFact], bearing: Bearing) -> bool:
    """Whether a claim is about a thing or step of its own that no fact is about.

    "The visa costs 99 €" answers another point than "the card costs 75 €"; "the fee is 99 €" does
    not. What the question or the procedure's name speaks of is no other point.
    """
    things = _things(bearing.lexicon).intersection(terms(claim.anchor, bearing.lexicon))
    return bool(things) and not things & (_words_of(facts, bearing) | _subject(bearing))


def is_conditional(claim: Claim, bearing: Bearing) -> bool:
    """Whether a claim holds only if something is so ("if it is lost"); a place is no such case."""
    words = f"{fold(claim.condition or '')} "
    lexicon = bearing.lexicon
    openings = set(lexicon.statements.conditions) - set(lexicon.branches.excluding)
    return any(words.startswith(f"{fold(opening)} ") for opening in openings)


def _subject(bearing: Bearing) -> frozenset[str]:
    """Words of the question and of the procedure's names."""
    circumstances = bearing.circumstances
    procedure = bearing.knowledge.procedure(circumstances.procedure_id or "")
    names = procedure.names.get(circumstances.language, ()) if procedure else ()
    texts = (circumstances.question, *names)
    return frozenset(term for text in texts for term in terms(text, bearing.lexicon))


def _words_of(facts: Iterable[ApplicableFact], bearing: Bearing) -> frozenset[str]:
    return frozenset(
        term
        for item in facts
        for text in (item.known.fact.value, item.known.fact.condition or "")
        for term in terms(text, bearing.lexicon)
    )


@lru_cache(maxsize=16)
def _things(lexicon: Lexicon) -> frozenset[str]:
    """Nouns that tell one thing or step from another: kinds of document, steps, services."""
    papers = {fold(word) for word in lexicon.documents.generic}
    heads = (word.rstrip("*") for word in lexicon.documents.heads)
    nouns = [word for word in heads if fold(word) not in papers and " " not in word]
    return frozenset(
        term for noun in (*nouns, *lexicon.statements.steps) for term in terms(noun, lexicon)
    )
