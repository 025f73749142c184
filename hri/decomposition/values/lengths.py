"""Lengths of time as values: units, ranges of two lengths, and sums of several."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.ranges import range_start
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
WORKING_WEEK = 5
"""Working days of a week."""


class Span(NamedTuple):
    """A length of time or a range in a text. ``low == high == 0``: at once."""

    start: int
    end: int
    low: Decimal
    high: Decimal
    unit: Unit
    scale: int = 1
    """How many of the unit the word behind the figures stands for ("quarters": 3 months)."""


@lru_cache(maxsize=16)
def _link(lexicon: Lexicon) -> re.Pattern[str]:
    """What stands between the parts of one length: a comma, "and", or nothing."""
    joins = letters(lexicon.numbers.joins) or "(?!)"
    return re.compile(rf"\s*(,?)\s*(?:({joins})\s+)?")


def append_span(page: Page, found: list[Span], span: Span) -> None:
    """Add a span, joined with the one before it where the two are a range."""
    last = found[-1] if found else None
    if last is not None and last.low == last.high:
        start = range_start(page, last.start, last.end, span.start)
        joined = None if start is None else _joined(last, span)
        if start is not None and joined is not None:
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


def add_up(page: Page, spans: list[Span]) -> list[Span]:
    """Parts of one length as one ("1 an et 6 mois"); a comma alone makes two lengths of them."""
    summed: list[Span] = []
    link, place = _link(page.grammar.lexicon), 0
    while place < len(spans):
        parts, joins = [spans[place]], [""]
        for one in spans[place + 1 :]:
            join = link.fullmatch(page.clean, parts[-1].end, one.start)
            if join is None or not _is_part(parts[-1], one) or "\n" in join.group():
                break
            parts.append(one)
            joins.append(join.group(2) or join.group(1))
        if joins[-1] == ",":
            parts = parts[:1]
        summed.append(_sum(parts))
        place += len(parts)
    return summed


def _is_part(whole: Span, part: Span) -> bool:
    """Whether a length may be the rest of a longer one, less than one of its unit."""
    fixed = whole.low == whole.high and part.low == part.high
    if not fixed or Unit.WORKING_DAY in (whole.unit, part.unit):
        return False
    return 0 < part.low * HOURS[part.unit] < HOURS[whole.unit] <= whole.low * HOURS[whole.unit]


def _sum(parts: list[Span]) -> Span:
    """The lengths as one in the finest of their units, or in days where that leaves a rest."""
    if len(parts) == 1:
        return parts[0]
    for unit in (parts[-1].unit, Unit.DAY):
        total = sum((in_unit(one.low, one.unit, unit) for one in parts), Decimal(0))
        if total == total.to_integral_value():
            break
    return Span(parts[0].start, parts[-1].end, total, total, unit)


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
