"""The case that a claim itself speaks of, where that is another one than the question's."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from hri.applicability.ages import read_ages, stated_ages
from hri.applicability.branches import label_terms
from hri.applicability.circumstances import PATH_SIGN, Circumstances
from hri.decomposition import terms
from hri.domain.claims import Claim
from hri.domain.lexicons import Lexicon

_FIGURE = re.compile(r"\d")
_ALL_WORDS = 1.0
"""Share of a branch's words that a claim must hold to speak of it: all, as words are few."""


def stated_case(
    claim: Claim, conditions: Iterable[str], circumstances: Circumstances, lexicon: Lexicon
) -> Circumstances | None:
    """The case with the branch a claim names ("96 € abroad") put before the one of the question.

    A branch is named by the condition that the claim states, or else by the words of its clause,
    unless these hold another figure, which they may belong to.

    Args:
        claim: What the answer says.
        conditions: The branches of the procedure's facts and passages.
        circumstances: The case with its question.
        lexicon: Words of the case's language.

    Returns:
        None where the claim names no branch.
    """
    parts = {part for condition in conditions for part in condition.split(PATH_SIGN)}
    for words in _own_words(claim):
        if any(_names(words, part, circumstances.jurisdiction, lexicon) for part in parts):
            own = replace(
                circumstances,
                question=words,
                named_share=_ALL_WORDS,
                standings={},
                applicable={},
            )
            return replace(circumstances, stated=own, applicable={})
    return None


def _own_words(claim: Claim) -> tuple[str, ...]:
    """The condition of a claim, then the words of its clause."""
    anchor = "" if _FIGURE.search(claim.anchor) else claim.anchor
    return tuple(filter(None, (claim.condition, anchor)))


def _names(words: str, label: str, jurisdiction: str, lexicon: Lexicon) -> bool:
    """Whether words hold all those of a branch, or an age where the branch is for ages."""
    label_words = label_terms(label, lexicon, jurisdiction)
    if label_words and label_words <= frozenset(terms(words, lexicon)):
        return True
    return read_ages(label, lexicon) is not None and bool(stated_ages(words, lexicon))
