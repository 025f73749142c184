"""Amounts that belong together: hundredths, ranges, and parts that the text adds up itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.amounts import Amount, is_hundredths_of, measures_alone, scaled
from hri.decomposition.values.numbers import Number
from hri.decomposition.values.ranges import range_start, tight_range_start
from hri.domain.lexicons import Lexicon

_REACH = 160
"""How far in front of a total its parts may stand, in characters."""
_MOST_PARTS = 4
_BRACKET = re.compile(r"[^()\n]{0,30}\(")
_GAPS = range(1, 14)


@lru_cache(maxsize=16)
def _total(lexicon: Lexicon) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What makes an amount the sum of those in front of it: words before it, words behind it."""
    words = letters(lexicon.money.total) or "(?!)"
    return re.compile(rf"(?:{words})\W*$"), re.compile(rf"\W{{1,3}}(?:{words})(?!\w)")


@lru_cache(maxsize=16)
def _link(lexicon: Lexicon) -> re.Pattern[str]:
    """What stands between an amount and its hundredths."""
    joins = letters(lexicon.numbers.joins) or "(?!)"
    return re.compile(rf"\s*(?:(?:{joins})\s+)?")


def add_hundredths(page: Page, amounts: list[Amount], number: Number) -> bool:
    """Add "fifty" in "ten pounds fifty" to the amount in front of it."""
    if not amounts or not is_hundredths_of(page, amounts[-1], number):
        return False
    last = amounts[-1]
    if last.low != int(last.low) or last.minor or last.scale > 1:
        return False
    if not _link(page.grammar.lexicon).fullmatch(page.clean, last.end, number.start):
        return False
    value = last.low + number.value / 100
    amounts[-1] = last._replace(end=number.end, low=value, high=value, named=False)
    return True


def join_ranges(page: Page, amounts: list[Amount], bare: Sequence[Number]) -> list[Amount]:
    """Join "25 to 50 €", "between £25 and £50", "10 or 20 €", "£20-30" and "25 € 50 centimes"."""
    ends = {number.end: number for number in bare}
    starts = {number.start: number for number in bare}
    joined: list[Amount] = []
    for amount in amounts:
        merged = _merge(page, joined[-1], amount) if joined else None
        if merged is not None:
            joined[-1] = merged
            continue
        one = _with_bare_low(page, amount, ends)
        joined.append(one if one is not amount else _with_bare_high(page, amount, starts))
    return joined


def _merge(page: Page, low: Amount, high: Amount) -> Amount | None:
    """Two amounts as one: an amount with its hundredths, or a range."""
    if low.low != low.high or high.start < low.end:
        return None
    hundredths = high.minor and not low.minor and low.low == int(low.low)
    if hundredths and _link(page.grammar.lexicon).fullmatch(page.clean, low.end, high.start):
        total = low.low + high.high
        return low._replace(end=high.end, low=total, high=total, named=False)
    if low.currency != high.currency:
        return None
    start = range_start(page, low.start, low.end, high.start)
    first = _low_end(low.low, low.scale, high)
    return high._replace(start=start, low=first) if start is not None and first else None


def _low_end(value: Decimal, scale: int, high: Amount) -> Decimal | None:
    """The low end of a range, in the same thousands as the high one; None where it is higher."""
    if scale == 1 and value * high.scale <= high.high:
        value = value * high.scale
    return value if value <= high.high else None


def _with_bare_low(page: Page, amount: Amount, bare: dict[int, Number]) -> Amount:
    number = next((bare[amount.start - gap] for gap in _GAPS if amount.start - gap in bare), None)
    if number is None:
        return amount
    start = range_start(page, number.start, number.end, amount.start, either=True)
    low = _low_end(number.value / 100 if amount.minor else number.value, 1, amount)
    return amount._replace(start=start, low=low) if start is not None and low else amount


def _with_bare_high(page: Page, amount: Amount, bare: dict[int, Number]) -> Amount:
    """ "£20-30" and "between £20 and 30": the high end has no sign of its own."""
    number = next((bare[amount.end + gap] for gap in _GAPS if amount.end + gap in bare), None)
    if number is None or amount.minor or amount.low != amount.high:
        return amount
    start = tight_range_start(page, amount.start, amount.end, number.start)
    if start is None or not measures_alone(page, number):
        return amount
    end, scale = scaled(page, number.end)
    high = amount._replace(end=end, high=number.value * max(scale, amount.scale), scale=scale)
    low = _low_end(amount.low, amount.scale, high)
    return high._replace(start=start, low=low) if low is not None and low < high.high else amount


def drop_parts(page: Page, amounts: list[Amount]) -> list[Amount]:
    """Leave out amounts that the text itself adds up to another one: "225 € (200 € + 25 €)"."""
    before, behind = _total(page.grammar.lexicon)
    dropped: set[int] = set()
    for place, total in enumerate(amounts):
        inside = _bracketed(page, amounts, place)
        if len(inside) > 1 and sum(amounts[one].low for one in inside) == total.low:
            dropped.update(inside)
        elif place > 1 and (
            before.search(page.clean, max(0, total.start - 40), total.start)
            or behind.match(page.clean, total.end)
        ):
            dropped.update(_parts(amounts, place))
    return [amount for place, amount in enumerate(amounts) if place not in dropped]


def _parts(amounts: Sequence[Amount], place: int) -> range:
    """Places of the two or three amounts in front of a total that make it up; else none."""
    total = amounts[place]
    for first in range(max(0, place - _MOST_PARTS), place - 1):
        parts = amounts[first:place]
        near = parts[0].start > total.start - _REACH
        if near and sum(one.low for one in parts) == total.low:
            return range(first, place)
    return range(0)


def _bracketed(page: Page, amounts: list[Amount], place: int) -> list[int]:
    """Places of the amounts inside a bracket right behind an amount."""
    if place + 1 == len(amounts) or not 0 < amounts[place + 1].start - amounts[place].end < 80:
        return []
    opening = _BRACKET.match(page.clean, amounts[place].end)
    if opening is None:
        return []
    closing = page.clean.find(")", opening.end())
    last = min(len(amounts), place + 2 + _MOST_PARTS)
    return [one for one in range(place + 1, last) if opening.end() <= amounts[one].start < closing]
