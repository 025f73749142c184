"""How near two bodies are: one bare kind of body, or bodies of one family."""

from __future__ import annotations

from hri.decomposition.grammar import grammar_of
from hri.decomposition.values.comparison import authority_similarity, same_root, weighted_words
from hri.decomposition.values.folding import words
from hri.domain.lexicons import Lexicon
from hri.domain.values import AuthorityName

_NEAR = 0.5
"""Likeness of two names from which they may be wordings of one."""


def is_bare(body: AuthorityName) -> bool:
    """Whether a name only tells the kind of a body ("the court"), not which one."""
    return len(weighted_words(body.surface)) == 1


def shares_head(a: AuthorityName, b: AuthorityName) -> bool:
    """Whether one bare name is the head of the other, at its front or end ("county court")."""
    (bare, other) = (a, b) if is_bare(a) else (b, a)
    theirs = list(weighted_words(other.surface))
    return is_bare(bare) and any(
        same_root(word, head)
        for word in weighted_words(bare.surface)
        for head in (*theirs[:1], *theirs[-1:])
    )


def may_be_same(a: AuthorityName, b: AuthorityName, lexicon: Lexicon) -> bool:
    """Whether two names may mean one body: alike, or one bare and both of one family."""
    return (
        authority_similarity(a, b) >= _NEAR
        or stands_for(a, b, lexicon)
        or _belongs_to(a, b, lexicon)
    )


def _belongs_to(a: AuthorityName, b: AuthorityName, lexicon: Lexicon) -> bool:
    """Whether two names have heads of one family that differ: a judge and the court he sits in."""
    place = -1 if lexicon.heads_last else 0
    mine, theirs = words(a.surface)[place], words(b.surface)[place]
    families = grammar_of(lexicon).families
    return mine != theirs and any(mine in family and theirs in family for family in families)


def stands_for(a: AuthorityName, b: AuthorityName, lexicon: Lexicon) -> bool:
    """Whether a bare name may stand for the other one ("the judge", "the county court")."""
    if not is_bare(a) and not is_bare(b):
        return False
    mine, theirs = set(words(a.surface)), set(words(b.surface))
    families = grammar_of(lexicon).families
    return shares_head(a, b) or any(mine & family and theirs & family for family in families)


def is_private(body: AuthorityName, lexicon: Lexicon) -> bool:
    """Whether a body is of a kind that a text often speaks of without sending anybody there."""
    heads = grammar_of(lexicon).private_heads
    found = words(body.surface)
    if body.id is not None:
        return body.surface in grammar_of(lexicon).private_names
    if body.surface.startswith(grammar_of(lexicon).public_names):
        return False
    return bool(found) and (found[-1] if lexicon.heads_last else found[0]) in heads
