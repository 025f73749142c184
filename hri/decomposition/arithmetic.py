"""Arithmetic around values: signs, factors and operations that make another value of one."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.bounds import Cover
from hri.decomposition.values.numbers import Number
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.domain.claims import Claim
from hri.domain.lexicons import Lexicon
from hri.domain.slots import Slot

_MEASURED = (Slot.FEES, Slot.PROCESSING_TIME)
_REACH = 40
"""How far in front of a value, in characters, what changes it is looked for."""
_SIGN_BEFORE = re.compile(r"[\d)] ?[x*×÷·]\s?$")
_SIGN_BEHIND = re.compile(r"\s?[x*×÷^·]\s?\d|\s?/\s?\d|_\d")
_POWER = re.compile(r"\s?[²³]")
_SUM_BEHIND = re.compile(r"\s?\+\s?\d|\s[+-] \d")
_TIMES = re.compile(r"(?<![^\W_])[x×] ?\d+(?!\w)")
_STEP, _CURRENCY = 3, " £€$"
"""What may stand between an operation and its number."""
_GAP = re.compile(r"[\s(]*")


class Measures(NamedTuple):
    """The amounts, lengths of time and numbers of a page."""

    amounts: Sequence[Hit]
    spans: Sequence[Hit]
    numbers: Sequence[Number]


def find_changed(page: Page, measures: Measures) -> Iterator[Hit]:
    """Amounts and lengths with a sign, a factor or an operation right beside them."""
    read = [*measures.amounts, *measures.spans]
    covered = Cover(read)
    for place, value in enumerate(read):
        power = _POWER.match(page.text, value.end)  # a figure once folded
        behind = power or _SIGN_BEHIND.match(page.clean, value.end)
        if behind is None and place < len(measures.amounts):
            behind = _SUM_BEHIND.match(page.clean, value.end)
        if behind and not power and covered.overlaps(behind.end() - 1, behind.end()):
            behind = None
        start = _factor_before(page, value, measures.numbers)
        if behind or start is not None:
            first = value.start if start is None else start
            yield Hit(max(0, first), behind.end() if behind else value.end)
    for operation, number, _ in _operations(page, measures):
        if _value_at(page, operation.start, read):
            yield Hit(operation.start, number.end)


def find_unclear(page: Page, measures: Measures, claims: Sequence[Claim]) -> Iterator[Hit]:
    """Words that may change a fee or time limit of their sentence or the one before it."""
    stated = sorted(claim.start for claim in claims if claim.slot in _MEASURED)
    for hit in _changing(page, measures) if stated else ():
        place = page.index_at(hit.start)
        if place is None or _is_idle(page, hit):
            continue
        last = page.sentences[place]
        before = page.sentences[max(0, place - 1)]
        first = before if before.segment is last.segment else last
        if bisect_left(stated, first.start) < bisect_left(stated, last.end):
            yield hit


def _changing(page: Page, measures: Measures) -> Iterator[Hit]:
    yield from page.hits["factors_behind"]
    for hit in page.hits["factors"]:
        number = _number_before(hit, measures.numbers)
        if number is not None and not _is_instalment(page, number):
            yield Hit(number.start, hit.end)
    for operation, number, measured in _operations(page, measures):
        if not measured:
            yield Hit(operation.start, number.end)
    for sign in _TIMES.finditer(page.clean):
        yield Hit(*sign.span())


def _factor_before(page: Page, value: Hit, numbers: Sequence[Number]) -> int | None:
    """Where a factor that ends right in front of a value begins; None for no factor."""
    low = max(0, value.start - _REACH)
    sign = _SIGN_BEFORE.search(page.clean, low, value.start)
    share = _shares(page.grammar.lexicon).search(page.clean, low, value.start)
    for found in (sign, share):
        if found is not None and _is_near(page, found.end(), value.start):
            return found.start()
    for hit in within(page.hits["factors_before"], low, value.start):
        if _is_near(page, hit.end, value.start) and not _is_idle(page, hit):
            return hit.start
    for hit in within(page.hits["factors"], low, value.start):
        if _is_idle(page, hit):
            continue
        number = _number_before(hit, numbers)
        if number is not None and _is_near(page, hit.end, value.start):
            return number.start
    return None


def _is_idle(page: Page, hit: Hit) -> bool:
    """Whether a longer phrase holds the words of a factor and changes nothing."""
    near = within(page.hits["no_factors"], hit.start - _REACH, hit.end + _REACH)
    return any(one.start < hit.end and hit.start < one.end for one in near)


@lru_cache(maxsize=16)
def _shares(lexicon: Lexicon) -> re.Pattern[str]:
    """A share of what follows ("50 % de"), the last before a value."""
    return re.compile(rf"(?:{letters(lexicon.numbers.shares) or '(?!)'})(?!\w)")


def _is_near(page: Page, end: int, start: int) -> bool:
    """Whether only small words stand between two places."""
    between = page.clean[end:start]
    return page.grammar.stop_words.issuperset(TOKEN.findall(between)) and not _ends(between)


def _ends(between: str) -> bool:
    return any(mark in between for mark in ".,;:\n()")


def _number_before(hit: Hit, numbers: Sequence[Number]) -> Number | None:
    """The number above one, no article, right in front of a word ("trois fois")."""
    place = bisect_left(numbers, hit.start, key=_start)
    last = numbers[place - 1] if place else None
    if last is None or last.weak or not 0 <= hit.start - last.end <= 1:
        return None
    return last if last.value > 1 else None


def _is_instalment(page: Page, number: Number) -> bool:
    """Whether a number of times says in how many parts one pays."""
    words = TOKEN.findall(page.clean, max(0, number.start - _REACH), number.start)
    return bool(words) and words[-1] in page.grammar.instalments


def _start(number: Number) -> int:
    return number.start


def _operations(page: Page, measures: Measures) -> Iterator[tuple[Hit, Number, bool]]:
    """Words of an operation with the number right behind them ("minus 3", "moins 20 %").

    The third says whether the number is that of an amount or a length.
    """
    read = Cover([*measures.amounts, *measures.spans])
    for hit in page.hits["operations"]:
        place = bisect_left(measures.numbers, hit.end, key=_start)
        number = measures.numbers[place] if place < len(measures.numbers) else None
        if number is None or page.clean[hit.end : number.start][:_STEP].strip(_CURRENCY):
            continue
        measured = read.overlaps(number.start, number.end)
        if number.start - hit.end <= _STEP and (measured or not number.weak):
            yield hit, number, measured


def _value_at(page: Page, end: int, read: Sequence[Hit]) -> bool:
    """Whether a value ends right in front of a place."""
    return any(
        value.end <= end and _GAP.fullmatch(page.clean, value.end, end) is not None
        for value in read
    )
