"""The point of a claim: whether its surroundings name a thing or step of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from hri.applicability.circumstances import Circumstances
from hri.applicability.facts import ApplicableFact
from hri.decomposition import fold, terms
from hri.decomposition.values.phrases import pattern_of
from hri.domain.claims import Claim
from hri.domain.lexicons import Lexicon
from hri.domain.ports import Knowledge
from hri.domain.slots import Slot


class Scope(NamedTuple):
    """The slot and the case that claims and facts are compared for."""

    slot: Slot
    circumstances: Circumstances
    knowledge: Knowledge
    lexicon: Lexicon


def speaks_of_another(claim: Claim, facts: Iterable[ApplicableFact], scope: Scope) -> bool:
    """Whether a claim is about a thing or step of its own that no fact is about.

    "The visa costs 99 €" answers another point than "the card costs 75 €"; "the fee is 99 €" does
    not. What the question or the procedure's name speaks of is no other point.
    """
    things = things_of(scope.lexicon).intersection(terms(claim.anchor, scope.lexicon))
    told = {term for item in facts for term in _words_of(item, scope)}
    return bool(things) and not things & (told | subject_of(scope))


def answers(item: ApplicableFact, claim: Claim, scope: Scope) -> bool:
    """Whether a fact may speak against a claim: it is about no step or case of its own.

    Facts written by hand are on the slot itself.
    """
    if _is_other_case(item, claim, scope):
        return False
    if item.known.passage is None:
        return True
    steps = _steps(scope.lexicon) & _words_of(item, scope)
    return steps <= subject_of(scope) | set(terms(claim.anchor, scope.lexicon))


def _is_other_case(item: ApplicableFact, claim: Claim, scope: Scope) -> bool:
    """Whether fact and claim each hold under a condition of their own ("online", "by post")."""
    fact, stated = item.known.fact.condition, claim.condition
    if not fact or not stated or is_conditional(claim, scope):
        return False
    ways = {fold(way) for way in scope.lexicon.statements.circumstances}
    mine = {way for way in ways if way in fold(stated)}
    theirs = {way for way in ways if way in fold(fact)}
    return bool(mine and theirs) and not mine & theirs


def stands_elsewhere(item: ApplicableFact, slot: Slot) -> bool:
    """Whether a fact read from a guide stands in the chapter of another slot."""
    passage = item.known.passage
    return passage is not None and passage.slot not in (None, slot)


def is_conditional(claim: Claim, scope: Scope) -> bool:
    """Whether a claim holds only if something is so ("if it is lost"); a place is no such case."""
    words = f"{fold(claim.condition or '')} "
    lexicon = scope.lexicon
    openings = set(lexicon.statements.conditions) - set(lexicon.branches.excluding)
    return any(words.startswith(f"{fold(opening)} ") for opening in openings)


def is_restricted(claim: Claim, scope: Scope) -> bool:
    """Whether a claim shuts out other cases or makes an exception ("only for", "unless")."""
    words = f"{fold(claim.condition or '')} "
    return any(pattern.match(words) for pattern in _restrictions(scope.lexicon))


@lru_cache(maxsize=16)
def _restrictions(lexicon: Lexicon) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern_of(one)) for one in lexicon.statements.restrictions)


def subject_of(scope: Scope) -> frozenset[str]:
    """Words of the question and of the procedure's names."""
    circumstances = scope.circumstances
    procedure = scope.knowledge.procedure(circumstances.procedure_id or "")
    names = procedure.names.get(circumstances.language, ()) if procedure else ()
    texts = (circumstances.question, *names)
    return frozenset(term for text in texts for term in terms(text, scope.lexicon))


def _words_of(item: ApplicableFact, scope: Scope) -> frozenset[str]:
    fact = item.known.fact
    return frozenset(terms(f"{fact.value} {fact.condition or ''}", scope.lexicon))


@lru_cache(maxsize=16)
def _steps(lexicon: Lexicon) -> frozenset[str]:
    """Nouns for steps and services beside a procedure."""
    return frozenset(term for noun in lexicon.statements.steps for term in terms(noun, lexicon))


@lru_cache(maxsize=16)
def things_of(lexicon: Lexicon) -> frozenset[str]:
    """Nouns that tell one thing or step from another: kinds of document, steps, services."""
    papers = {fold(word) for word in lexicon.documents.generic}
    heads = (word.rstrip("*") for word in lexicon.documents.heads)
    nouns = [word for word in heads if fold(word) not in papers and " " not in word]
    return _steps(lexicon) | {term for noun in nouns for term in terms(noun, lexicon)}
