"""Comparing claims: how alike two statements are, and whether one states what a fact fixes."""

from __future__ import annotations

from decimal import Decimal

from hri.decomposition.values.articles import contains
from hri.decomposition.values.comparison import (
    same_instrument,
    same_length,
    same_root,
    same_word,
    shared_parts,
    shared_weight,
    value_similarity,
    weighted_words,
)
from hri.domain.claims import Claim, Qualifier
from hri.domain.values import (
    AuthorityName,
    DocumentName,
    Duration,
    DurationKind,
    LegalReference,
    Money,
    Value,
)

_NAME_SHARE = 0.85
"""Share of the words of the shorter document name that the longer one must have."""
_LEAST_SHARE = 0.45
"""Share of a claim's words that a fact's name must account for."""


def similarity(a: Claim, b: Claim) -> float:
    """Likeness of two claims in [0, 1] (paper, part 2: the soft Jaccard under SIS).

    Symmetric; 1 for the same statement however worded (25 €, 25,00 EUR, "vingt-cinq euros"); 0 for
    claims of different slots or of opposite polarity.
    """
    if a.slot is not b.slot or a.polarity is not b.polarity:
        return 0.0
    return value_similarity(a.value, b.value)


def states_same(claim: Claim, fact: Claim, about_tolerance: float) -> bool:
    """Whether ``claim`` states what ``fact`` fixes.

    Args:
        claim: What the answer says.
        fact: What a source says.
        about_tolerance: Share in [0, 1] by which an "about" value may be off.
    """
    if claim.slot is not fact.slot or claim.polarity is not fact.polarity:
        return False
    mine, theirs = claim.value, fact.value
    slack = _tolerance(claim, fact, about_tolerance)
    at_most = claim.qualifier is Qualifier.AT_MOST
    if isinstance(mine, Money) and isinstance(theirs, Money):
        return _bounds_agree(claim, fact) and _same_money(mine, theirs, slack, at_most)
    if isinstance(mine, Duration) and isinstance(theirs, Duration):
        return _bounds_agree(claim, fact) and _same_duration(mine, theirs, slack, at_most)
    return _same_name(mine, theirs)


def _same_name(mine: Value, theirs: Value) -> bool:
    if isinstance(mine, AuthorityName) and isinstance(theirs, AuthorityName):
        return _same_authority(mine, theirs)
    if isinstance(mine, DocumentName) and isinstance(theirs, DocumentName):
        return _same_document(mine, theirs)
    if isinstance(mine, LegalReference) and isinstance(theirs, LegalReference):
        return _same_reference(mine, theirs)
    return False


def _bounds_agree(claim: Claim, fact: Claim) -> bool:
    """ "At least" states only another "at least", and no "at most" states one.

    A price or limit that may be passed is not the one fixed; every other pair goes together.
    """
    if claim.qualifier is Qualifier.AT_LEAST:
        return fact.qualifier is Qualifier.AT_LEAST
    return not (claim.qualifier is Qualifier.AT_MOST and fact.qualifier is Qualifier.AT_LEAST)


def _tolerance(claim: Claim, fact: Claim, about: float) -> Decimal:
    is_about = Qualifier.ABOUT in (claim.qualifier, fact.qualifier)
    return Decimal(str(about)) if is_about else Decimal(0)


def _same_money(mine: Money, theirs: Money, slack: Decimal, at_most: bool) -> bool:
    """Equal amounts; "up to 50" also states the upper end of "25 to 50"."""
    if mine.currency != theirs.currency and (mine.high or theirs.high):
        return False
    if mine.per and theirs.per and not same_word(mine.per, theirs.per):
        return False
    if _near(mine.low, theirs.low, slack) and _near(mine.high, theirs.high, slack):
        return True
    return at_most and mine.high == theirs.high > theirs.low


def _near(mine: Decimal, theirs: Decimal, slack: Decimal) -> bool:
    return abs(mine - theirs) <= theirs * slack


def _same_duration(mine: Duration, theirs: Duration, slack: Decimal, at_most: bool) -> bool:
    """Equal lengths; "at most 6 weeks" also states the upper end of "2 to 6 weeks"."""
    kinds = {mine.kind, theirs.kind}
    if len(kinds) > 1 and DurationKind.VALIDITY in kinds and DurationKind.OPEN not in kinds:
        return False
    if same_length(mine, theirs, slack):
        return True
    if not at_most or theirs.low == theirs.high:
        return False
    return same_length(mine, theirs.model_copy(update={"low": theirs.high}), slack)


def _same_authority(mine: AuthorityName, theirs: AuthorityName) -> bool:
    """The same body, and none of another place ("of the place of birth", "of your choice")."""
    if mine.places and theirs.places and not set(mine.places) & set(theirs.places):
        return False
    if mine.id is not None and theirs.id is not None:
        return mine.id == theirs.id
    claimed, fixed = weighted_words(mine.surface), weighted_words(theirs.surface)
    if not claimed or not fixed:
        return mine.surface == theirs.surface
    named = shared_weight(fixed, claimed, same_root) >= sum(fixed.values())
    head = same_root(next(iter(claimed)), next(iter(fixed)))
    return named and (head or len(claimed) == len(fixed))


def _same_document(mine: DocumentName, theirs: DocumentName) -> bool:
    if mine.id is not None and mine.id == theirs.id:
        return True
    if mine.forms and theirs.forms:
        return bool(set(mine.forms) & set(theirs.forms))
    if not weighted_words(mine.surface) or not weighted_words(theirs.surface):
        return weighted_words(mine.surface) == weighted_words(theirs.surface)
    inside, covered = shared_parts(mine.surface, theirs.surface)
    return inside >= _NAME_SHARE or (covered >= _NAME_SHARE and inside >= _LEAST_SHARE)


def _same_reference(mine: LegalReference, theirs: LegalReference) -> bool:
    """A claim without article states the instrument alone, which any citation of it supports."""
    if not same_instrument(mine, theirs):
        return False
    if mine.articles is None:
        return True
    return theirs.articles is not None and contains(theirs.articles, mine.articles)
