"""Amounts that belong together: hundredths, ranges, and parts that the text adds up itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import combinations

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.amounts import Amount, is_hundredths_of, measures_alone, scaled
from hri.decomposition.values.numbers import Number
from hri.decomposition.values.ranges import range_start, tight_range_start
from hri.domain.lexicons import Lexicon

_REACH = 160
"""How far in front of a total its parts may stand, in characters."""
_MOST_PARTS = 4
_MOST_BESIDE = 8
"""How many amounts of a sentence are tried as the ends of a difference."""
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
    """Amounts that the text reckons from others hold those as their parts.

    The parts of a sum are left out beside it: "225 € (200 € + 25 €)". Those of a multiple and of a
    difference stay: "£84 (£42 each)", "£10 more (£35 instead of £25)".
    """
    dropped: set[int] = set()
    reckoned: dict[int, tuple[Amount, ...]] = {}
    for place in range(len(amounts)):
        inside = _bracketed(page, amounts, place)
        summed = _summed(page, amounts, place, inside)
        if summed:
            dropped.update(summed)
            reckoned[place] = tuple(amounts[one] for one in summed)
        elif found := _from_others(page, amounts, place, inside):
            reckoned[place] = found
    return [
        amount._replace(parts=reckoned.get(place, ()))
        for place, amount in enumerate(amounts)
        if place not in dropped
    ]


def _summed(
    page: Page, amounts: Sequence[Amount], place: int, inside: Sequence[int]
) -> Sequence[int]:
    """Places of the amounts that the text adds up to the one at a place."""
    total = amounts[place]
    if len(inside) > 1 and sum(amounts[one].low for one in inside) == total.low:
        return inside
    return _parts(amounts, place) if place > 1 and _is_total(page, total) else ()


def _is_total(page: Page, total: Amount) -> bool:
    """Whether words beside an amount say that it sums up those in front of it."""
    before, behind = _total(page.grammar.lexicon)
    front = before.search(page.clean, max(0, total.start - 40), total.start)
    return bool(front or behind.match(page.clean, total.end))


def _from_others(
    page: Page, amounts: Sequence[Amount], place: int, inside: Sequence[int]
) -> tuple[Amount, ...]:
    """What an amount is a multiple of, or the difference of, in the words of the text."""
    total, (apiece, more) = amounts[place], _reckoned(page.grammar.lexicon)
    near = [amounts[one] for one in inside] if len(inside) == 1 else []
    if not near and place and _is_total(page, total):
        near = [amounts[place - 1]]
    for one in near:
        times = total.low / one.low if one.low else 0
        if times > 1 and times == int(times) and apiece.match(page.clean, one.end):
            return (one,)
    sentence = page.sentence_at(total.start)
    if sentence is None or not more.match(page.clean, total.end):
        return ()
    beside = [one for one in amounts if sentence.start <= one.start < sentence.end][:_MOST_BESIDE]
    return next(
        (pair for pair in combinations(beside, 2) if abs(pair[0].low - pair[1].low) == total.low),
        (),
    )


@lru_cache(maxsize=16)
def _reckoned(lexicon: Lexicon) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Words behind an amount that is due for each of several, and behind a difference."""
    apiece = letters(lexicon.money.apiece) or "(?!)"
    more = letters(lexicon.money.differences) or "(?!)"
    return re.compile(rf"\s*(?:{apiece})(?!\w)"), re.compile(rf"\s*(?:{more})(?!\w)")


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
