"""Ellipses: bare numbers that share the unit of the value in front ("3 days, ten if ...")."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.numbers import Number
from hri.decomposition.values.phrases import Hit
from hri.domain.lexicons import Lexicon

_REACH = 32
"""How many characters may stand between a value and the number that shares its unit."""
_CASES = ("conditions", "circumstances", "bounds_behind")
"""Lists of what may stand behind such a number: the case that it holds in, or its bound."""
_SPACE = re.compile(r"\s+")


@lru_cache(maxsize=16)
def _between(lexicon: Lexicon) -> re.Pattern[str]:
    """What parts the two: a comma, with a few words of the first case in front of it."""
    said = lexicon.statements
    joins = letters([*said.alternatives, *said.pair_joins]) or "(?!)"
    return re.compile(rf"[^,;.:!?()\n\d]*,\s+(?:(?:{joins})\s+)?")


def find_elided(
    page: Page, numbers: Sequence[Number], stated: Sequence[Hit]
) -> Iterator[tuple[int, Number]]:
    """The numbers that a case stands behind and a value in front, with that value's place.

    Args:
        page: The text.
        numbers: The numbers in it.
        stated: Where its amounts, or its lengths of time, stand, in order.
    """
    starts = [number.start for number in numbers]
    for place, value in enumerate(stated):
        first = bisect_left(starts, value.end)
        if first == len(starts):
            return
        number = numbers[first]
        if number.start - value.end > _REACH or number.weak or number.value <= 1:
            continue
        if place + 1 < len(stated) and stated[place + 1].start <= number.start:
            continue
        between = _between(page.grammar.lexicon)
        if between.fullmatch(page.clean, value.end, number.start) and _opens_case(page, number):
            yield place, number


def _opens_case(page: Page, number: Number) -> bool:
    """Whether a condition, a way to apply or a bound begins right behind a number."""
    space = _SPACE.match(page.clean, number.end)
    if space is None:
        return False
    return any(_begins(page.hits[name], space.end()) for name in _CASES)


def _begins(hits: Sequence[Hit], start: int) -> bool:
    place = bisect_left(hits, (start, 0))
    return place < len(hits) and hits[place].start == start
