"""Lengths of time with span, value and unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import grammar_of, letters
from hri.decomposition.page import Page
from hri.decomposition.values.ellipses import find_elided
from hri.decomposition.values.lengths import Span, add_up, append_span, in_unit
from hri.decomposition.values.numbers import Number
from hri.decomposition.values.phrases import Hit, pattern_of
from hri.decomposition.values.ranges import range_start
from hri.domain.lexicons import Lexicon
from hri.domain.values import Unit

__all__ = ["Span", "find_spans"]

_HALF = Decimal("0.5")
_LAST_HOUR = 24
"""Hours below it may be a time of day."""
_BEFORE = 24
"""How many characters in front of a number are searched for a word that says what it is."""


class _Patterns(NamedTuple):
    unit: re.Pattern[str]
    half_behind: re.Pattern[str]
    half_unit: re.Pattern[str]
    clock: re.Pattern[str]
    minutes: re.Pattern[str]
    out_of: re.Pattern[str]
    counted: re.Pattern[str]
    period: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    grammar, time, numbers = grammar_of(lexicon), lexicon.time, lexicon.numbers
    units = "|".join(sorted((pattern_of(word) for word in grammar.units), key=len, reverse=True))
    periods = grammar.alternation(word for one in time.periods for word in one.words)
    halves, half_of = grammar.alternation(numbers.halves), grammar.alternation(numbers.half_of)
    between = letters(time.between) or "(?!)"
    return _Patterns(
        re.compile(rf"[\s-]*(?:(?:{between})\s+)?({units})(?!\w)"),
        re.compile(rf"\s+{halves}"),
        re.compile(rf"(?<!\w){half_of}[\s-]+({units})"),
        re.compile(rf"(?<!\w){grammar.alternation(time.clock)}\s+$"),
        re.compile(r"\s*[^\W\d_]+ ?(\d+)"),
        re.compile(rf"\s*(?:{letters(time.out_of) or '(?!)'})\s*(\d+)"),
        re.compile(rf"(?<!\w)(?:{letters(numbers.counting) or '(?!)'})\s+$"),
        re.compile(rf"(?<!\w){periods}"),
    )


def find_spans(page: Page, numbers: Sequence[Number]) -> list[Span]:
    """All lengths of time of a text in order; ranges joined, parts of one length added up.

    Times of day and rates ("24 h sur 24", "3 times a month") are left out.
    """
    patterns = _patterns(page.grammar.lexicon)
    found: list[Span] = []
    bare: Number | None = None
    for number in numbers:
        if number.weak and _is_rate(page, found, number, patterns):
            continue
        span = _read_span(page, number, patterns)
        if span is None:
            bare = number
        elif not _never_rests(page, span, number.value, patterns):
            append_span(page, found, _with_bare_low(page, span, bare))
    found = _with_elided(page, numbers, add_up(page, found))
    halves = [
        half
        for half in _halves(page, patterns)
        if not any(span.start < half.start < span.end for span in found)
    ]
    return _with_periods(_periods(page, patterns), _unless_taken(found, halves))


def _with_elided(page: Page, numbers: Sequence[Number], found: list[Span]) -> list[Span]:
    """Also the lengths whose unit stands with the one in front ("3 days, ten if ...")."""
    places = [Hit(span.start, span.end) for span in found]
    more = []
    for place, number in find_elided(page, numbers, places):
        unit, scale = found[place].unit, found[place].scale
        low = number.value * scale
        more.append(Span(number.start, number.end, low, low, unit, scale))
    return sorted([*found, *more]) if more else found


def _with_periods(periods: list[Span], found: list[Span]) -> list[Span]:
    """Both together; of two at one place the longer wording stays."""
    wider = [
        period
        for period in periods
        if any(period.start <= one.start and one.end < period.end for one in found)
        and not any(one.start < period.start < one.end for one in found)
    ]
    return sorted(_unless_taken(periods, _unless_taken(found, wider)))


def _unless_taken(spans: list[Span], first: list[Span]) -> list[Span]:
    """``first`` and those of ``spans`` that share no place with them."""
    rest = [
        span
        for span in spans
        if not any(one.start < span.end and span.start < one.end for one in first)
    ]
    return [*first, *rest]


def _read_span(page: Page, number: Number, patterns: _Patterns) -> Span | None:
    clean, value = page.clean, number.value
    end = number.end
    half = patterns.half_behind.match(clean, end)
    if half:
        value, end = value + _HALF, half.end()
    match = patterns.unit.match(clean, end)
    if match is None:
        return None
    word = " ".join(match.group(1).replace("-", " ").split())
    unit, count = page.grammar.units[word], page.grammar.unit_counts.get(word, 1)
    end = match.end()
    if _is_clock(page, number, unit, patterns):
        return None
    behind = None if half else patterns.half_behind.match(clean, end)
    if behind:
        value, end = value + _HALF, behind.end()
    return Span(number.start, end, value * count, value * count, unit, count)


def _is_clock(page: Page, number: Number, unit: Unit, patterns: _Patterns) -> bool:
    """Whether "9 heures" is a time of day, as in "à 9 heures" or "9 h 30"."""
    if unit is not Unit.HOUR or number.value >= _LAST_HOUR:
        return False
    minutes = patterns.minutes.match(page.clean, number.end, number.end + _BEFORE)
    if minutes and not patterns.unit.match(page.clean, minutes.end()):
        return True
    low = max(0, number.start - 8)
    return patterns.clock.search(page.clean, low, number.start) is not None


def _is_rate(page: Page, found: list[Span], number: Number, patterns: _Patterns) -> bool:
    """Whether "a week" says how often or how much; "24 hours a day" is no length at all."""
    low = max(0, number.start - _BEFORE)
    if patterns.counted.search(page.clean, low, number.start):
        return True
    last = found[-1] if found else None
    if last is None or page.clean[last.end : number.start] != " ":
        return False
    each = _read_span(page, number, patterns)
    if each is None:
        return False
    if in_unit(last.low, last.unit, each.unit) == 1:
        found.pop()
    return True


def _never_rests(page: Page, span: Span, value: Decimal, patterns: _Patterns) -> bool:
    """Whether a length is the rate of what never rests ("7 jours sur 7")."""
    out_of = patterns.out_of.match(page.clean, span.end)
    return out_of is not None and int(out_of.group(1)[:6]) == value


def _with_bare_low(page: Page, span: Span, number: Number | None) -> Span:
    if number is None:
        return span
    start = range_start(page, number.start, number.end, span.start, either=True)
    low = number.value * span.scale
    return span if start is None or low > span.high else span._replace(start=start, low=low)


def _periods(page: Page, patterns: _Patterns) -> list[Span]:
    spans = []
    for match in patterns.period.finditer(page.clean):
        key = " ".join(match.group().replace("-", " ").split())
        count, unit = page.grammar.periods[key]
        spans.append(Span(match.start(), match.end(), Decimal(count), Decimal(count), unit))
    return spans


def _halves(page: Page, patterns: _Patterns) -> list[Span]:
    spans = []
    for match in patterns.half_unit.finditer(page.clean):
        word = " ".join(match.group(1).replace("-", " ").split())
        value = _HALF * page.grammar.unit_counts.get(word, 1)
        spans.append(Span(match.start(), match.end(), value, value, page.grammar.units[word]))
    return spans
