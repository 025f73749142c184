"""Numbers of articles, sections and schedules: normal form, intervals and order."""

from __future__ import annotations

import re
from functools import lru_cache

from hri.domain.values import ArticleInterval

_FORM = re.compile(r"^([A-Za-z]+)?(\*?)(\d{1,9}(?:[-.]\d{1,9})*)((?:[a-z]{3,})?)([A-Za-z0-9]*)$")
# The order of Latin suffixes is the same in every legal order that numbers with them.
_LATIN = (
    "bis",
    "ter",
    "quater",
    "quinquies",
    "sexies",
    "septies",
    "octies",
    "nonies",
    "decies",
    "undecies",
    "duodecies",
    "terdecies",
    "quaterdecies",
    "quindecies",
    "sexdecies",
    "septdecies",
    "octodecies",
    "novodecies",
    "vicies",
)


def normal_form(number: re.Match[str], part: str = "") -> str:
    """The number as "L613-19-2", "R*410-1", "1635bisO", "Sch4"; points inside brackets left out."""
    if number["word"]:
        return f"{part}1"
    prefix = re.sub(r"[\s.]", "", number["prefix"] or "")
    star = "*" if number["star"] or number["star2"] else ""
    tail = re.sub(r"[\s-]", "", number["tail"])
    return f"{prefix or part}{star if prefix else ''}{number['digits']}{tail}"


def complete(low: str, high: str) -> str:
    """The end of a range with what it leaves out taken from its beginning ("L1-2 à 5")."""
    first, last = _FORM.match(low), _FORM.match(high)
    if not first or not last or last[1] or not first[1]:
        return high
    numbers = first[3].split("-")
    if "-" not in last[3] and len(numbers) > 1 and int(float(last[3])) < int(float(numbers[0])):
        return f"{first[1]}{first[2]}{'-'.join(numbers[:-1])}-{last[3]}{last[4]}{last[5]}"
    return f"{first[1]}{first[2]}{high}"


def interval(low: str, high: str) -> ArticleInterval:
    """An interval; an end that does not come after its beginning is dropped."""
    if not same_series(low, high) or order(high) < order(low):
        return ArticleInterval(first=low, last=low)
    return ArticleInterval(first=low, last=high)


@lru_cache(maxsize=8192)
def series(number: str) -> str:
    """The letters a number begins with, the star left out ("R" of "R*410-1")."""
    form = _FORM.match(number)
    return (form[1] or "") if form else number


def same_series(low: str, high: str) -> bool:
    """Whether two numbers have the same letters in front, so that they can bound an interval."""
    return series(low) == series(high)


@lru_cache(maxsize=8192)
def order(number: str) -> tuple[tuple[int, ...], int, str]:
    """Sort key of a number in normal form: its figures, its Latin suffix, its letter."""
    form = _FORM.match(number)
    if form is None:
        return (), 0, number
    figures = tuple(int(one) for one in re.split(r"[-.]", form[3]))
    latin = _LATIN.index(form[4]) + 1 if form[4] in _LATIN else 0
    return figures, latin, form[5]


def is_inserted(number: str, bounds: ArticleInterval) -> bool:
    """Whether a number lies deeper than the ends of an interval: an article put in between.

    "91-5" in 78 to 92 and "954 bis" in 953 to 955 need not exist, while 80 does.
    """
    if number in (bounds.first, bounds.last):
        return False
    least = min(_depth(bounds.first), _depth(bounds.last))
    return _depth(number) > least


def _depth(number: str) -> int:
    figures, latin, letter = order(number)
    return len(figures) + bool(latin) + bool(letter)


def contains(outer: ArticleInterval, inner: ArticleInterval) -> bool:
    """Whether every article of ``inner`` lies in ``outer``; both need the same letters in front."""
    kinds = {series(one) for one in (outer.first, outer.last, inner.first, inner.last)}
    if len(kinds) != 1:
        return False
    return order(outer.first) <= order(inner.first) and order(inner.last) <= order(outer.last)
