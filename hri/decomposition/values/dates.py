"""Dates of the calendar with span and ISO 8601 form; day and month are never guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import grammar_of, letters
from hri.decomposition.page import Page
from hri.domain.lexicons import Lexicon
from hri.domain.measurewords import DayOrder

_LEAP_YEAR = 2000
"""Stands for the year that a date leaves out: the 29th of February is a day of some years."""
_YEARS = r"1[5-9]\d\d|20\d\d"
_FIGURES = re.compile(
    rf"(?<![\w/.-])(?:(?P<year>{_YEARS})(?P<first>[-/])(?P<month>\d\d?)(?P=first)(?P<day>\d\d?)"
    rf"|(?P<one>\d\d?)(?P<mark>[-/.])(?P<two>\d\d?)(?P=mark)(?P<last>{_YEARS}))"
    r"(?![\w/-]|\.\d)"
)


_BEHIND_FIGURES = re.compile(r"\d\w{0,3}[\s-]+$")
"""In front of a month: a day that the month does not have."""
_WORD = re.compile(r"\s*(%|[^\W\d_]+)")


class Day(NamedTuple):
    """A date in a text: its readings as ISO 8601, two where day and month may change places."""

    start: int
    end: int
    readings: tuple[str, ...]


class _Patterns(NamedTuple):
    day_first: re.Pattern[str]
    month_first: re.Pattern[str]
    month_alone: re.Pattern[str]
    figures: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    months = letters(grammar_of(lexicon).months) or "(?!)"
    said, law = lexicon.statements, lexicon.law
    endings = letters(law.day_endings) or "(?!)"
    firsts = letters(lexicon.numbers.firsts) or "(?!)"
    joins = letters(
        [*said.range_joins, *said.pair_joins, *said.alternatives, *lexicon.time.day_joins]
    )
    day = rf"(?:(?:[12]\d|3[01]|0?[1-9])(?:\s?(?:{endings})(?!\w))?|{firsts})(?!\w)"
    more = rf"(?:\s*(?:,\s*(?:(?:{joins})\s+)?|(?:{joins}|/)\s*){day})"
    of = rf"(?:(?:{letters(lexicon.time.date_links) or '(?!)'})\s+)?"
    month = rf"(?P<month>{months})(?!\w)\.?"
    year = rf"(?:(?:\s*[,-]\s*|\s+)(?P<year>{_YEARS})(?![\w/-]|[.,]\d))"
    begins = r"(?<![\w/.,°-])"
    return _Patterns(
        re.compile(rf"{begins}(?P<days>{day}{more}{{0,12}})[\s-]+{of}{month}{year}?"),
        re.compile(rf"(?<!\w){month}\s+(?P<days>{day}{more}{{0,12}}){year}?"),
        re.compile(rf"(?<!\w){month}{year}"),
        re.compile(rf"(?P<figure>\d+)|{firsts}"),
    )


def find_dates(page: Page, order: DayOrder | None = None) -> list[Day]:
    """All dates of a text in order; each day of a list or range is a date of its own.

    Args:
        page: The text.
        order: Which of day and month stands first in figures; None to take the lexicon's.
    """
    lexicon = page.grammar.lexicon
    patterns, first = _patterns(lexicon), order or lexicon.time.day_order
    found = list(_in_figures(page.clean, first))
    for pattern in (patterns.day_first, patterns.month_first, patterns.month_alone):
        taken = frozenset(place for one in found for place in range(one.start, one.end))
        for match in pattern.finditer(page.clean):
            if taken.isdisjoint(range(*match.span())):
                found += _with_month(page, match, patterns)
    return sorted(found)


def _in_figures(clean: str, order: DayOrder | None) -> Iterator[Day]:
    for match in _FIGURES.finditer(clean):
        if match["year"]:
            readings = [_iso(match["year"], match["month"], match["day"])]
        else:
            one, two, year = match["one"], match["two"], match["last"]
            day_first, month_first = _iso(year, two, one), _iso(year, one, two)
            readings = [day_first, month_first]
            if order is DayOrder.DAY:
                readings = [day_first or month_first]
            elif order is DayOrder.MONTH:
                readings = [month_first or day_first]
        real = tuple(dict.fromkeys(one for one in readings if one is not None))
        if real:
            yield Day(match.start(), match.end(), real)


def _iso(year: str | int, month: str | int, day: str | int) -> str | None:
    """The date as ISO 8601; None where the calendar has no such day."""
    with suppress(ValueError):
        return date(int(year), int(month), int(day)).isoformat()
    return None


def _with_month(page: Page, match: re.Match[str], patterns: _Patterns) -> list[Day]:
    """The dates of one month by name; none where a day of them does not exist."""
    month, year = page.grammar.months[match["month"]], match["year"]
    if "days" not in match.re.groupindex:
        behind_figures = _BEHIND_FIGURES.search(
            page.clean, max(0, match.start() - 8), match.start()
        )
        return [] if behind_figures else [Day(*match.span(), (f"{year}-{month:02d}",))]
    if not year and not _is_month(page, match):
        return []
    figures = list(patterns.figures.finditer(page.clean, match.start("days"), match.end("days")))
    days = [int(one["figure"] or 1) for one in figures]
    forms = [_iso(year or _LEAP_YEAR, month, day) for day in days]
    if None in forms:
        return []
    starts = [match.start(), *(one.start() for one in figures[1:])]
    ends = [*(one.end() for one in figures[:-1]), match.end()]
    return [
        Day(start, _trim(page, start, end), ((form or "") if year else f"-{(form or '')[4:]}",))
        for start, end, form in zip(starts, ends, forms, strict=True)
    ]


def _trim(page: Page, start: int, end: int) -> int:
    return page.trimmed(start, end).end


def _is_month(page: Page, match: re.Match[str]) -> bool:
    """Whether a word beside a day alone is a month: where months have capitals, "may" is none."""
    capital = page.text[match.start("month")].isupper()
    following = _WORD.match(page.clean, match.end())
    counts = following is not None and following.group(1) in page.grammar.units  # "March 5 years"
    return not counts and (capital or not page.grammar.lexicon.time.months_with_capital)
