"""Amounts of money and phrases for "free of charge", with span and value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.amounts import Amount, read_amount
from hri.decomposition.values.bounds import overlaps
from hri.decomposition.values.ellipses import find_elided
from hri.decomposition.values.folding import fold
from hri.decomposition.values.numbers import Number
from hri.decomposition.values.phrases import Hit
from hri.decomposition.values.sums import add_hundredths, drop_parts, join_ranges
from hri.domain.lexicons import Lexicon

__all__ = ["Amount", "find_amounts", "find_free"]

_RATE_REACH = 40
"""How far in front of an amount, in characters, a word for a rate can stand ("monthly fee of")."""

_NUMBER_SIGN = re.compile(r"\w+\.\s?\d")
"""The start of words that only seem to deny: in "form No. 14011*02. The fee" no fee is denied."""


def find_amounts(page: Page, numbers: Sequence[Number]) -> list[Amount]:
    """All amounts of a text in order: ranges joined, hundredths added, parts of a sum left out."""
    single: list[Amount] = []
    bare: list[Number] = []
    for number in numbers:
        taken = single[-1].end if single else 0
        if number.start < taken:
            continue  # "millions" in "2 millions d'euros"
        amount = read_amount(page, number, taken)
        if amount is not None:
            single.append(amount)
        elif not add_hundredths(page, single, number) and not number.weak:
            bare.append(number)
    joined = drop_parts(page, join_ranges(page, single, bare))
    return [_with_per(page, amount) for amount in _with_elided(page, numbers, joined)]


def _with_elided(page: Page, numbers: Sequence[Number], found: list[Amount]) -> list[Amount]:
    """Also the amounts whose currency stands with the one in front ("34 pounds, 43 by post")."""
    places = [Hit(amount.start, amount.end) for amount in found]
    more = []
    for place, number in find_elided(page, numbers, places):
        low = number.value * found[place].scale
        more.append(Amount(number.start, number.end, low, low, found[place].currency))
    return sorted([*found, *more], key=lambda one: one.start) if more else found


class _Each(NamedTuple):
    """What an amount is charged for: "a year", which is a length of time too, and "per person"."""

    unit: re.Pattern[str]
    thing: re.Pattern[str]
    rate_behind: re.Pattern[str]
    rate_before: re.Pattern[str]


@lru_cache(maxsize=16)
def _each(lexicon: Lexicon) -> _Each:
    ones = letters(lexicon.numbers.ones)
    said = [word for word in lexicon.money.each if word not in lexicon.numbers.ones]
    articles = [word for word in said if word in lexicon.stop_words or word[-1] == "'"]
    each = letters(word for word in said if word not in articles) or "(?!)"
    rates = letters(lexicon.money.rates) or "(?!)"
    # "30 € le mois" is a rate, "30 € le jour du dépôt" is none.
    alone = rf"(?:{letters(articles) or '(?!)'})\s*(?P<alone>[^\W\d_]+)(?![\w-]|\s+[^\W\d_])"
    return _Each(
        re.compile(rf"(?:\s+|-)(?:{ones})(?:\s+|-)([^\W\d_]+)"),
        re.compile(
            rf"(?:\s*|-)(?:(?:{each})(?:\s*|-)(?:(?:{ones})\s+)?(?P<thing>[^\W\d_]+)|{alone})"
        ),
        re.compile(rf"\s*[,(]?\s*({rates})(?!\w)"),
        re.compile(rf"(?<!\w)({rates})(?:\s+[^\W\d_]+){{0,3}}[\s:]*$"),
    )


def _with_per(page: Page, amount: Amount) -> Amount:
    each = _each(page.grammar.lexicon)
    unit = each.unit.match(page.clean, amount.end)
    if unit and unit.group(1) in page.grammar.units:
        return amount._replace(end=unit.end(), per=unit.group(1))
    per = each.thing.match(page.clean, amount.end)
    thing = (per["thing"] or per["alone"]) if per else None
    if thing and thing not in page.grammar.stop_words and not _is_new_part(page, per):
        return amount._replace(per=thing)
    low = max(0, amount.start - _RATE_REACH)
    rate = each.rate_behind.match(page.clean, amount.end) or each.rate_before.search(
        page.clean, low, amount.start
    )
    return amount._replace(per=rate.group(1)) if rate else amount


def _is_new_part(page: Page, per: re.Match[str] | None) -> bool:
    """Whether a stroke with spaces around it parts two statements ("25 € / délai 3 mois")."""
    if per is None or not per.group().startswith((" / ", "\n")):
        return False
    known = {*page.grammar.units, *map(fold, page.grammar.lexicon.money.whole)}
    return per["thing"] not in known


def find_free(page: Page) -> list[Hit]:
    """Places that say something costs nothing."""
    other = page.hits["not_free"]
    places: list[Hit] = []
    for hit in page.hits["free"]:
        said = page.clean[hit.start : hit.end]
        if overlaps(other, hit.start, hit.end) or _NUMBER_SIGN.match(said):
            continue
        if places and hit.start < places[-1].end:
            places[-1] = Hit(places[-1].start, max(places[-1].end, hit.end))
        else:
            places.append(hit)
    return places
