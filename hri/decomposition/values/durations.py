"""Lengths of time with span, value and unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import grammar_of, letters
from hri.decomposition.page import Page
from hri.decomposition.values.bounds import opening_before
from hri.decomposition.values.numbers import Number
from hri.decomposition.values.phrases import pattern_of
from hri.domain.lexicons import Lexicon
from hri.domain.values import Unit

HOURS: dict[Unit, Decimal] = {
    Unit.MINUTE: Decimal(1) / 60,
    Unit.HOUR: Decimal(1),
    Unit.DAY: Decimal(24),
    Unit.WORKING_DAY: Decimal(24),
    Unit.WEEK: Decimal(168),
    Unit.MONTH: Decimal(720),
    Unit.YEAR: Decimal(8760),
}
"""Length of each unit in hours where units are mixed: a month counts 30 days, a year 365."""
_HALF = Decimal("0.5")
_LAST_HOUR = 24
"""Hours below it may be a time of day."""


class Span(NamedTuple):
    """A length of time or a range in a text. ``low == high == 0``: at once."""

    start: int
    end: int
    low: Decimal
    high: Decimal
    unit: Unit
    scale: int = 1
    """How many of the unit the word behind the figures stands for ("quarters": 3 months)."""


class _Patterns(NamedTuple):
    unit: re.Pattern[str]
    half_behind: re.Pattern[str]
    half_unit: re.Pattern[str]
    clock: re.Pattern[str]
    period: re.Pattern[str]
    join: re.Pattern[str]
    pair: re.Pattern[str]
    either: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    grammar, said = grammar_of(lexicon), lexicon.statements
    units = "|".join(sorted((pattern_of(word) for word in grammar.units), key=len, reverse=True))
    periods = grammar.alternation(word for one in lexicon.time.periods for word in one.words)
    halves = grammar.alternation(lexicon.numbers.halves)
    half_of = grammar.alternation(lexicon.numbers.half_of)
    return _Patterns(
        re.compile(rf"[\s-]*({units})(?!\w)"),
        re.compile(rf"\s+{halves}"),
        re.compile(rf"(?<!\w){half_of}[\s-]+({units})"),
        re.compile(rf"(?<!\w){grammar.alternation(lexicon.time.clock)}\s+$"),
        re.compile(rf"(?<!\w){periods}"),
        re.compile(rf"\s*(?:{letters(said.range_joins)})\s*"),
        re.compile(rf"\s*(?:{letters(said.pair_joins)})\s*"),
        re.compile(rf"\s+(?:{letters(said.alternatives)})\s+"),
    )


def find_spans(page: Page, numbers: Sequence[Number]) -> list[Span]:
    """All lengths of time of a text in order; ranges joined, clock times left out."""
    patterns = _patterns(page.grammar.lexicon)
    found: list[Span] = []
    bare: dict[int, Number] = {}
    for number in numbers:
        span = _read_span(page, number, patterns)
        if span is None:
            bare[number.end] = number
        else:
            _append(page, found, _with_bare_low(page, span, bare, patterns), patterns)
    halves = [
        half
        for half in _halves(page, patterns)
        if not any(span.start < half.start < span.end for span in found)
    ]
    found = _unless_taken(found, halves)
    return sorted(_unless_taken(_periods(page, patterns), found))


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
    """Whether "9 heures" is a time of day, as in "à 9 heures"."""
    if unit is not Unit.HOUR or number.value >= _LAST_HOUR:
        return False
    if re.match(r"\s*[^\W\d_]+ ?\d", page.clean[number.end : number.end + 10]):
        return True
    return patterns.clock.search(page.clean, max(0, number.start - 8), number.start) is not None


def _with_bare_low(page: Page, span: Span, bare: dict[int, Number], patterns: _Patterns) -> Span:
    for gap in range(1, 8):
        number = bare.get(span.start - gap)
        if number is None:
            continue
        opening = opening_before(page, number.start)
        between = (page.clean, number.end, span.start)
        linked = (
            patterns.join.fullmatch(*between)
            or patterns.either.fullmatch(*between)
            or (opening is not None and patterns.pair.fullmatch(*between))
        )
        low = number.value * span.scale
        if linked and low <= span.high:
            start = number.start if opening is None else opening
            return span._replace(start=start, low=low)
    return span


def _append(page: Page, found: list[Span], span: Span, patterns: _Patterns) -> None:
    """Add a span, joined with the one before it where the two are a range."""
    last = found[-1] if found else None
    if last is not None and 0 < span.start - last.end <= 12 and last.low == last.high:
        opening = opening_before(page, last.start)
        pair = patterns.pair.fullmatch(page.clean, last.end, span.start) and opening is not None
        join = patterns.join.fullmatch(page.clean, last.end, span.start)
        joined = _joined(last, span) if pair or join else None
        if joined is not None:
            start = last.start if opening is None else opening
            found[-1] = joined._replace(start=start)
            return
    found.append(span)


def _joined(low: Span, high: Span) -> Span | None:
    """The range of two spans in the finer of their units; None where it would run backwards."""
    unit = high.unit
    if low.unit is not high.unit:
        unit = min(low.unit, high.unit, key=lambda one: HOURS[one])
    first, last = in_unit(low.low, low.unit, unit), in_unit(high.high, high.unit, unit)
    return Span(low.start, high.end, first, last, unit) if first <= last else None


def in_unit(value: Decimal, unit: Unit, wanted: Unit) -> Decimal:
    """A length in another unit; a month counts 30 days, a year twelve months or 365 days."""
    if unit is wanted:
        return value
    if unit is Unit.YEAR and wanted is Unit.MONTH:
        return value * 12
    if unit is Unit.MONTH and wanted is Unit.YEAR:
        return value / 12
    exact = (value * HOURS[unit] / HOURS[wanted]).quantize(Decimal("0.01"))
    whole = exact.to_integral_value()
    return whole if whole == exact else exact


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
