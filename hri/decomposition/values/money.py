"""Amounts of money and phrases for "free of charge", with span and value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.amounts import Amount, read_amount
from hri.decomposition.values.bounds import overlaps
from hri.decomposition.values.numbers import Number
from hri.decomposition.values.phrases import Hit
from hri.decomposition.values.sums import add_hundredths, drop_parts, join_ranges
from hri.domain.lexicons import Lexicon

__all__ = ["Amount", "find_amounts", "find_free"]


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
    return [_with_per(page, amount) for amount in joined]


@lru_cache(maxsize=16)
def _each(lexicon: Lexicon) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What an amount is charged for: "a year", which is a length of time too, and "per person"."""
    ones = letters(lexicon.numbers.ones)
    each = letters(word for word in lexicon.money.each if word not in lexicon.numbers.ones)
    return (
        re.compile(rf"(?:\s+|-)(?:{ones})(?:\s+|-)([^\W\d_]+)"),
        re.compile(rf"(?:\s*|-)(?:{each})(?:\s*|-)(?:(?:{ones})\s+)?([^\W\d_]+)"),
    )


def _with_per(page: Page, amount: Amount) -> Amount:
    article, each = _each(page.grammar.lexicon)
    unit = article.match(page.clean, amount.end)
    if unit and unit.group(1) in page.grammar.units:
        return amount._replace(end=unit.end(), per=unit.group(1))
    per = each.match(page.clean, amount.end)
    if per and per.group(1) not in page.grammar.stop_words:
        return amount._replace(per=per.group(1))
    return amount


def find_free(page: Page) -> list[Hit]:
    """Places that say something costs nothing."""
    other = page.hits["not_free"]
    places: list[Hit] = []
    for hit in page.hits["free"]:
        if overlaps(other, hit.start, hit.end):
            continue
        if places and hit.start < places[-1].end:
            places[-1] = Hit(places[-1].start, max(places[-1].end, hit.end))
        else:
            places.append(hit)
    return places
