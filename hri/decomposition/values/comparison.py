"""Comparing normalised values: how alike two of one type are, from 0 to 1, in either order."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache

from rapidfuzz import fuzz
from rapidfuzz.distance import Prefix

from hri.decomposition.values.articles import contains, order, same_series
from hri.decomposition.values.folding import words
from hri.decomposition.values.lengths import HOURS, WORKING_WEEK
from hri.domain.values import (
    AgeLimit,
    ArticleInterval,
    AuthorityName,
    DocumentName,
    Duration,
    DurationKind,
    LegalReference,
    Money,
    Unit,
    Value,
)

PARTIAL = 0.5
"""Likeness of statements that agree in part: a point in a range, a law with and without article."""
_UNIT_TOLERANCE = Decimal("0.015")
"""How far lengths in different units may be apart and still be equal (12 months, 365 days)."""
_DATED = re.compile(r"^([a-z -]+?)(?: (\d+[-/]\d+|\d+))?(?: (\d{4}-\d{2}-\d{2}))?$")
_WITH_DETAIL, _NAMING_WORDS = 0.95, 2
"""Likeness of a document with detail added to the same one, named by two words at least."""
_LEAST_ROOT = 6
"""Letters that two words of one root share at least, and two thirds of the longer one."""
_SAME_LETTERS = 88
"""Score out of 100 from which two long words count as one, a slip of the pen aside."""


def value_similarity(a: Value, b: Value) -> float:
    """Likeness of two values in [0, 1]; symmetric; 1 for the same, 0 for different types."""
    if a == b:
        return 1.0
    for kind, compare in _COMPARISONS:
        if isinstance(a, kind) and isinstance(b, kind):
            return compare(a, b)
    return 0.0


def money_similarity(a: Money, b: Money) -> float:
    """1 for the same amounts; a half where the amounts touch or are charged for other units."""
    if a.currency != b.currency and (a.high or b.high):
        return 0.0
    if (a.low, a.high) == (b.low, b.high):
        return PARTIAL if a.per and b.per and not same_word(a.per, b.per) else 1.0
    touching = a.low <= b.high and b.low <= a.high and a.high > 0 and b.high > 0
    return PARTIAL if touching else 0.0


def duration_similarity(a: Duration, b: Duration) -> float:
    """1 for the same length, whatever its unit (90 days, 3 months); validity stands apart.

    Whether a limit binds the office or the applicant is often a matter of wording: the same time.
    """
    kinds = {a.kind, b.kind}
    if len(kinds) > 1 and DurationKind.VALIDITY in kinds and DurationKind.OPEN not in kinds:
        return 0.0
    if same_length(a, b, Decimal(0)):
        return 1.0
    if (a.low, a.high) == (b.low, b.high) and {a.unit, b.unit} == {Unit.DAY, Unit.WORKING_DAY}:
        return PARTIAL
    if _is_working(a) != _is_working(b):
        return 0.0
    touching = _hours(a, a.low) <= _hours(b, b.high) and _hours(b, b.low) <= _hours(a, a.high)
    return PARTIAL if touching else 0.0


def same_length(a: Duration, b: Duration, tolerance: Decimal) -> bool:
    """Whether two lengths are equal at both ends, within a share of the longer one."""
    if _is_working(a) != _is_working(b):
        return _same_working_weeks(a, b)
    slack = tolerance if a.unit is b.unit else max(tolerance, _UNIT_TOLERANCE)
    ends = ((a.low, b.low), (a.high, b.high))
    return all(_close(_hours(a, mine), _hours(b, theirs), slack) for mine, theirs in ends)


def _same_working_weeks(a: Duration, b: Duration) -> bool:
    """Whole weeks against working days ("five weeks" for 25 working days).

    Only of an office's time: where a limit binds the applicant, holidays would make a week too long
    of it.
    """
    days, weeks = (a, b) if _is_working(a) else (b, a)
    if weeks.unit is not Unit.WEEK or {a.kind, b.kind} != {DurationKind.PROCESSING}:
        return False
    ends = ((days.low, weeks.low), (days.high, weeks.high))
    return all(mine == theirs * WORKING_WEEK for mine, theirs in ends)


def _is_working(one: Duration) -> bool:
    return one.unit is Unit.WORKING_DAY


def _hours(one: Duration, value: Decimal) -> Decimal:
    return value * HOURS[one.unit]


def _close(a: Decimal, b: Decimal, tolerance: Decimal) -> bool:
    return abs(a - b) <= max(a, b) * tolerance


def authority_similarity(a: AuthorityName, b: AuthorityName) -> float:
    """1 for the same id or name; less where one name says more, a half for other places."""
    elsewhere = bool(a.places and b.places) and not set(a.places) & set(b.places)
    if a.id is not None and b.id is not None:
        return (PARTIAL if elsewhere else 1.0) if a.id == b.id else 0.0
    if elsewhere:
        return min(PARTIAL, surface_similarity(a.surface, b.surface))
    return surface_similarity(a.surface, b.surface)


def document_similarity(a: DocumentName, b: DocumentName) -> float:
    """1 for the same document; form numbers decide where both have them."""
    if a.id is not None and a.id == b.id:
        return 1.0
    if a.forms and b.forms:
        return 1.0 if set(a.forms) & set(b.forms) else 0.0
    share = surface_similarity(a.surface, b.surface)
    if not a.surface or not b.surface or share == 0:
        return share
    contained = _contained(a.surface, b.surface)
    likeness = (share + contained) / 2
    if a.parts.age and b.parts.age and not same_age(a.parts.age, b.parts.age):
        return min(likeness, PARTIAL)
    named = min(len(weighted_words(a.surface)), len(weighted_words(b.surface))) >= _NAMING_WORDS
    return max(likeness, _WITH_DETAIL) if named and contained >= 1.0 else likeness


def same_age(a: AgeLimit, b: AgeLimit) -> bool:
    """The same age limit of a paper, whatever its unit."""
    ends = (a.length * HOURS[a.unit], b.length * HOURS[b.unit])
    return a.older is b.older and _close(*ends, _UNIT_TOLERANCE)


@lru_cache(maxsize=32768)
def _contained(a: str, b: str) -> float:
    """Share of the shorter name's words that the longer one has: detail added is no other paper."""
    mine, theirs = weighted_words(a), weighted_words(b)
    if (sum(mine.values()), sorted(mine)) > (sum(theirs.values()), sorted(theirs)):
        mine, theirs = theirs, mine
    return shared_weight(mine, theirs) / sum(mine.values()) if mine else 0.0


def reference_similarity(a: LegalReference, b: LegalReference) -> float:
    """1 for the same instrument with the same articles or one interval inside the other."""
    if not same_instrument(a, b):
        unnamed = not a.instrument or not b.instrument
        return PARTIAL if unnamed and _articles(a, b) == 1.0 and a.articles else 0.0
    return _articles(a, b)


def _articles(a: LegalReference, b: LegalReference) -> float:
    if a.articles is None and b.articles is None:
        return 1.0
    if a.articles is None or b.articles is None:
        return PARTIAL
    return interval_similarity(a.articles, b.articles)


def interval_similarity(a: ArticleInterval, b: ArticleInterval) -> float:
    """1 where one interval holds the other, a half where they overlap, else 0."""
    if contains(a, b) or contains(b, a):
        return 1.0
    if not same_series(a.first, b.first):
        return 0.0
    overlap = order(a.first) <= order(b.last) and order(b.first) <= order(a.last)
    return PARTIAL if overlap else 0.0


def date_of(reference: LegalReference) -> str:
    """The date that a reference states for its instrument, ISO 8601; "" where it states none."""
    if reference.known:
        return reference.dated
    stated = _DATED.match(reference.instrument)
    return stated[3] or "" if stated else ""


def same_instrument(a: LegalReference, b: LegalReference) -> bool:
    """Same id or surface; a law cited by number and one by number and date are the same.

    Two dates must be equal.
    """
    if a.instrument == b.instrument:
        return bool(a.instrument)
    if a.known and b.known:
        return False
    mine, theirs = _DATED.match(a.instrument), _DATED.match(b.instrument)
    if not mine or not theirs or mine[1] != theirs[1]:
        return False
    if mine[3] and theirs[3] and mine[3] != theirs[3]:
        return False
    if mine[2] and theirs[2]:
        return mine[2] == theirs[2]
    return bool(mine[3]) and mine[3] == theirs[3]


@lru_cache(maxsize=32768)
def surface_similarity(a: str, b: str) -> float:
    """Share of the words that two names have in common, long words counting more; symmetric."""
    mine, theirs = weighted_words(a), weighted_words(b)
    if not mine or not theirs:
        return 1.0 if mine == theirs else 0.0
    shared = (shared_weight(mine, theirs) + shared_weight(theirs, mine)) / 2
    total = sum(mine.values()) + sum(theirs.values()) - shared
    return min(1.0, shared / total)


def shared_weight(
    mine: dict[str, int],
    theirs: dict[str, int],
    same: Callable[[str, str], bool] | None = None,
) -> float:
    """Weight of the words of one name that the other has too; ``same`` defaults to same_word."""
    alike = same or same_word
    return float(
        sum(
            weight
            for word, weight in mine.items()
            if word in theirs or any(alike(word, other) for other in theirs)
        )
    )


@lru_cache(maxsize=65536)
def shared_parts(a: str, b: str) -> tuple[float, float]:
    """Shares in [0, 1] of the words of each of two names that the other one has; 0 for no words."""
    mine, theirs = weighted_words(a), weighted_words(b)
    if not mine or not theirs:
        return 0.0, 0.0
    inside = shared_weight(mine, theirs) / sum(mine.values())
    return inside, shared_weight(theirs, mine) / sum(theirs.values())


@lru_cache(maxsize=8192)
def _weighted(name: str) -> tuple[tuple[str, int], ...]:
    found = [_singular(word) for word in words(name)]
    weights = {word: 4 if word.isdigit() else max(0, len(word) - 2) for word in found}
    return tuple((word, weight) for word, weight in weights.items() if weight)


def weighted_words(name: str) -> dict[str, int]:
    """The words of a name with their weight: letters beyond two, so small words hardly count."""
    return dict(_weighted(name))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word[-1] in "sx" else word


@lru_cache(maxsize=65536)
def same_word(a: str, b: str) -> bool:
    """Whether two words are the same but for their ending or a slip of the pen."""
    a, b = _singular(a), _singular(b)
    if a == b:
        return True
    if min(len(a), len(b)) < 5 or a.isdigit() or b.isdigit():
        return False
    return a.endswith(b) or b.endswith(a) or fuzz.ratio(a, b) >= _SAME_LETTERS


@lru_cache(maxsize=8192)
def same_root(a: str, b: str) -> bool:
    """Whether two words are the same or of one root, an office and its holder ("mediator")."""
    root = Prefix.similarity(a, b)
    return same_word(a, b) or (root >= _LEAST_ROOT and 3 * root >= 2 * max(len(a), len(b)))


_COMPARISONS: tuple[tuple[type, Callable[..., float]], ...] = (
    (Money, money_similarity),
    (Duration, duration_similarity),
    (AuthorityName, authority_similarity),
    (DocumentName, document_similarity),
    (LegalReference, reference_similarity),
)
