"""Ages: the span of years that a branch is for, and the age that a text states."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from hri.applicability.circumstances import Openness
from hri.decomposition import fold, terms
from hri.decomposition.values.phrases import pattern_of
from hri.domain.lexicons import Lexicon

_OLDEST = 130


class Ages(NamedTuple):
    """Years of age from ``low`` to ``high``, both included."""

    low: int
    high: int


def openness_by_age(label: str, text: str, lexicon: Lexicon) -> tuple[Openness | None] | None:
    """How a branch for an age stands to the ages that a text states.

    Returns:
        Named where a stated age lies inside, open where one only touches, ruled out (a None in a
        tuple) where all lie outside; None where branch or text has no age.
    """
    branch = read_ages(label, lexicon)
    stated = stated_ages(text, lexicon) if branch else ()
    if branch is None or not stated:
        return None
    if any(branch.low <= one.low and one.high <= branch.high for one in stated):
        return (Openness.NAMED,)
    touched = any(one.low <= branch.high and branch.low <= one.high for one in stated)
    return (Openness.OPEN if touched else None,)


@lru_cache(maxsize=8192)
def read_ages(label: str, lexicon: Lexicon) -> Ages | None:
    """The ages a label is for ("under 55", "de 60 à 76 ans"); None where it is about more."""
    folded = fold(label)
    if not any(sign.isdigit() for sign in folded):
        return None
    found = _found(folded, lexicon)
    if found is None:
        return None
    ages, start, end = found
    rest = set(terms(f"{folded[:start]} {folded[end:]}", lexicon))
    return ages if rest <= _persons(lexicon) else None


@lru_cache(maxsize=1024)
def stated_ages(text: str, lexicon: Lexicon) -> tuple[Ages, ...]:
    """The ages a question or condition states: a span of years, or how old people are."""
    whole = read_ages(text, lexicon)
    if whole is not None:
        return (whole,)
    found = _patterns(lexicon).stated.finditer(fold(text))
    ages = (int(one["before"] or one["behind"]) for one in found)
    return tuple(Ages(age, age) for age in ages if age < _OLDEST)


def _found(folded: str, lexicon: Lexicon) -> tuple[Ages, int, int] | None:
    """The first span of years in a folded text with its place."""
    patterns = _patterns(lexicon)
    between = patterns.between.search(folded)
    if between is not None:
        return Ages(int(between[1]), int(between[2])), *between.span()
    below = patterns.under.search(folded)
    if below is not None:
        return Ages(0, int(below[1]) - 1), *below.span()
    above = patterns.over.search(folded)
    if above is not None:
        return Ages(int(above[1]) + 1, _OLDEST), *above.span()
    since = patterns.since.search(folded)
    if since is not None:
        return Ages(int(since[1] or since[2]), _OLDEST), *since.span()
    return None


class _Patterns(NamedTuple):
    between: re.Pattern[str]
    under: re.Pattern[str]
    over: re.Pattern[str]
    since: re.Pattern[str]
    stated: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    words, said = lexicon.branches.ages, lexicon.statements
    age, years = r"(\d{1,3})(?!\d)", rf"(?:\s?{_any(words.years)})"
    joins = _any((*said.range_joins, *said.pair_joins))
    return _Patterns(
        re.compile(rf"(?<!\d){age}{years}?\s?{joins}\s?{age}{years}?"),
        re.compile(rf"(?<!\w){_any(words.under)}\s{age}{years}?"),
        re.compile(rf"(?<!\w){_any(words.over)}\s{age}{years}?"),
        re.compile(
            rf"(?<!\w){_any(words.since)}\s{age}{years}?"
            rf"|(?<!\d){age}{years}?\s{_any(words.and_over)}"
        ),
        re.compile(
            rf"(?<!\w){_any(words.stated)}\s(?P<before>\d{{1,3}}){years}?(?=\s*(?:$|[.,;:?!)]"
            rf"|{_any(words.going_on)}(?!\w)))"
            rf"|(?<!\w){_any(words.old)}\s(?P<behind>\d{{1,3}}){years}"
        ),
    )


def _any(entries: tuple[str, ...]) -> str:
    patterns = sorted(map(pattern_of, entries), key=len, reverse=True)
    return "(?:" + "|".join(patterns) + ")" if patterns else r"(?!)"


@lru_cache(maxsize=16)
def _persons(lexicon: Lexicon) -> frozenset[str]:
    """Words beside an age that make it no other thing's age."""
    words = lexicon.branches.ages.persons
    return frozenset(term for word in words for term in terms(word, lexicon))
