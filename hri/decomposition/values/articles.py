"""Numbers of articles, sections and schedules: lists, ranges, normal form and order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import letters
from hri.decomposition.values.folding import fold
from hri.domain.lexicons import Lexicon
from hri.domain.values import ArticleInterval

_FORM = re.compile(r"^([A-Za-z]+)?(\*?)(\d+(?:[-.]\d+)*)((?:[a-z]{3,})?)([A-Za-z0-9]*)$")
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


class Cited(NamedTuple):
    """One article or range in a text, in normal form."""

    start: int
    end: int
    articles: ArticleInterval


class CitedList(NamedTuple):
    """Articles cited together ("articles L1, L3 à L5 et R2"); ``end`` is behind the last."""

    start: int
    end: int
    cited: tuple[Cited, ...]
    alone: bool = True
    """False where the words in front cite the law only next to an instrument."""


class _Patterns(NamedTuple):
    opening: re.Pattern[str]
    bare: re.Pattern[str]
    number: re.Pattern[str]
    link: re.Pattern[str]
    to: re.Pattern[str]
    hyphen: re.Pattern[str]
    following: re.Pattern[str]
    ends: re.Pattern[str]
    prefixes: dict[str, str]
    bound: frozenset[str]


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    law, said = lexicon.law, lexicon.statements
    parts = {fold(word): part.prefix for part in law.parts for word in part.words}
    word = letters(parts)
    joins = letters([*said.pair_joins, *said.alternatives, "&"])
    again = rf"(?:(?:(?:{letters(law.before_parts) or '(?!)'})\s*)?(?i:{word})(?![^\W_])\.?\s*)?"
    to = letters(one for one in said.range_joins if one != "-")
    ends = letters([*law.links, *said.range_joins, *said.pair_joins, *said.alternatives])
    signs = letters(law.number_signs) or r"(?!)"
    following = letters(law.and_following) or r"(?!)"
    return _Patterns(
        opening=re.compile(
            rf"(?<![^\W_])(?i:({word}))(?![^\W_])(?:\.[ ]*|\s*)(?:(?i:{signs})\s*)?"
            r"(?=\*?\s?[A-Z]|\d|\*)"
        ),
        bare=_bare_pattern(lexicon),
        number=_number_pattern(lexicon),
        link=re.compile(rf"\s*(?:,\s*(?:{joins})?|/|\(?\s*(?:{joins})(?![^\W_]))\s*{again}"),
        to=re.compile(rf"\s*(?:{to})(?![^\W_])\s*{again}"),
        hyphen=re.compile(r"\s+-\s+|-(?=[A-Z])" if law.hyphen_in_numbers else r"\s*-\s*"),
        following=re.compile(rf"\s*(?:{following})(?![^\W_])\.?"),
        ends=re.compile(rf"\s*(?:$|[,;:.()\[\]/\n\"°|*-]|(?:{ends})(?![^\W_]))"),
        prefixes=parts,
        bound=frozenset(fold(one) for part in law.parts if not part.alone for one in part.words),
    )


def _prefixes(lexicon: Lexicon) -> str:
    """The letters in front of a number, each with or without a point ("L.", "L.O.")."""
    longest_first = sorted(lexicon.law.number_prefixes, key=len, reverse=True)
    return "|".join(r"\.?\s?".join(one) for one in longest_first)


def _bare_pattern(lexicon: Lexicon) -> re.Pattern[str]:
    """Where a number stands without the word "article" and yet can be nothing else."""
    if not lexicon.law.hyphen_in_numbers:
        return re.compile(r"(?!)")
    prefix = _prefixes(lexicon)
    return re.compile(rf"(?<![^\W_.*-])(?=\*?(?:{prefix})\.?\s?\*?\s?(?:\d+-\d|\d{{3}}))")


def _number_pattern(lexicon: Lexicon) -> re.Pattern[str]:
    """A number with its letters, star, suffix and the points and paragraphs inside it."""
    law = lexicon.law
    latin = letters(law.number_suffixes) or r"(?!)"
    hyphen = r"(?:-\d+)*" if law.hyphen_in_numbers else ""
    attached = "" if law.hyphen_in_numbers else r"(?:[A-Za-z]{1,2}(?![^\W_]))?"
    suffix = rf"(?:[\s-]?(?:{latin})(?![^\W_]))?(?:\s?[A-Z]{{1,2}}(?![^\W_]|'|\.?\s?\d))?"
    return re.compile(
        rf"(?:(?P<star>\*)?\s?(?P<prefix>{_prefixes(lexicon)})\.?\s?(?P<star2>\*)?\s?)?"
        rf"(?P<digits>\d+(?:\.\d+)?{hyphen})(?P<tail>{attached}{suffix})"
        r"(?:(?:\s?-)?\s?\(\w{1,5}\))*(?:,?\s(?:[IVX]+|\d{1,2})\s?°?(?=[\s,;.)])(?<=°))*"
    )


def find_lists(cased: str, lexicon: Lexicon) -> list[CitedList]:
    """All runs of articles in a text whose accents are off and whose case is kept."""
    patterns = _patterns(lexicon)
    lists: list[CitedList] = []
    openings = sorted(
        [(found.start(), found.end(), found.group(1)) for found in patterns.opening.finditer(cased)]
        + [(found.start(), found.start(), "") for found in patterns.bare.finditer(cased)]
    )
    behind = 0
    for start, first, word in openings:
        if start < behind:
            continue
        part = patterns.prefixes.get(word.lower(), "")
        cited = tuple(_read(cased, first, part, bool(word), patterns))
        if cited:
            behind = cited[-1].end
            following = patterns.following.match(cased, behind)
            behind = following.end() if following else behind
            lists.append(CitedList(start, behind, cited, word.lower() not in patterns.bound))
    return lists


def _read(cased: str, place: int, part: str, named: bool, patterns: _Patterns) -> Iterator[Cited]:
    """The articles from ``place`` on, as long as one follows another."""
    first = True
    while True:
        number = patterns.number.match(cased, place)
        if number is None or not ((first and named) or _is_article(cased, number, patterns)):
            return
        low = normal_form(number, part)
        end, high = _range_end(cased, number.end(), low, part, patterns)
        yield Cited(number.start(), end, _interval(low, high))
        link = patterns.link.match(cased, end)
        if link is None:
            return
        place, first = link.end(), False


def _is_article(cased: str, number: re.Match[str], patterns: _Patterns) -> bool:
    """A number further on in a list is an article if a prefix or what follows it says so."""
    return bool(number["prefix"]) or patterns.ends.match(cased, number.end()) is not None


def _range_end(cased: str, end: int, low: str, part: str, patterns: _Patterns) -> tuple[int, str]:
    for join in (patterns.to, patterns.hyphen):
        found = join.match(cased, end)
        if found is None:
            continue
        number = patterns.number.match(cased, found.end())
        if number and _is_article(cased, number, patterns):
            return number.end(), _complete(low, normal_form(number, part))
    return end, low


def normal_form(number: re.Match[str], part: str = "") -> str:
    """The number as "L613-19-2", "R*410-1", "1635bisO", "Sch4"; points inside brackets left out."""
    prefix = re.sub(r"[\s.]", "", number["prefix"] or "")
    star = "*" if number["star"] or number["star2"] else ""
    tail = re.sub(r"[\s-]", "", number["tail"])
    return f"{prefix or part}{star if prefix else ''}{number['digits']}{tail}"


def _complete(low: str, high: str) -> str:
    """The end of a range with what it leaves out taken from its beginning ("L1-2 à 5")."""
    first, last = _FORM.match(low), _FORM.match(high)
    if not first or not last or last[1] or not first[1]:
        return high
    numbers = first[3].split("-")
    if "-" not in last[3] and len(numbers) > 1 and int(float(last[3])) < int(float(numbers[0])):
        return f"{first[1]}{first[2]}{'-'.join(numbers[:-1])}-{last[3]}{last[4]}{last[5]}"
    return f"{first[1]}{first[2]}{high}"


def _interval(low: str, high: str) -> ArticleInterval:
    """An interval; an end that does not come after its beginning is dropped."""
    if not same_series(low, high) or order(high) < order(low):
        return ArticleInterval(first=low, last=low)
    return ArticleInterval(first=low, last=high)


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


def contains(outer: ArticleInterval, inner: ArticleInterval) -> bool:
    """Whether every article of ``inner`` lies in ``outer``; both need the same letters in front."""
    kinds = {series(one) for one in (outer.first, outer.last, inner.first, inner.last)}
    if len(kinds) != 1:
        return False
    return order(outer.first) <= order(inner.first) and order(inner.last) <= order(outer.last)
