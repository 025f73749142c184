"""Amounts of money and phrases for "free of charge", with span and value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import grammar_of, letters
from hri.decomposition.page import Page
from hri.decomposition.values.bounds import opening_before, overlaps
from hri.decomposition.values.numbers import Number
from hri.decomposition.values.phrases import Hit
from hri.domain.lexicons import Lexicon

_HUNDRED = Decimal(100)


class Amount(NamedTuple):
    """An amount or range of amounts in a text."""

    start: int
    end: int
    low: Decimal
    high: Decimal
    currency: str
    per: str | None = None
    named: bool = False
    """True where the currency is written as a word, so that hundredths may follow bare."""


class _Patterns(NamedTuple):
    after: re.Pattern[str]
    minor: re.Pattern[str]
    before: re.Pattern[str]
    hundredths: re.Pattern[str]
    per: re.Pattern[str]
    each: re.Pattern[str]
    join: re.Pattern[str]
    pair: re.Pattern[str]
    either: re.Pattern[str]
    total: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    grammar, money, said = grammar_of(lexicon), lexicon.money, lexicon.statements
    currencies = letters(grammar.currencies)
    signs = letters(word for one in money.currencies for word in (*one.signs, one.code.lower()))
    minor = letters(grammar.minor) or r"(?!)"
    scales = letters(grammar.scales) or r"(?!)"
    joins = letters(lexicon.numbers.joins) or r"(?!)"
    each = letters(word for word in money.each if word not in lexicon.numbers.ones)
    return _Patterns(
        re.compile(rf"[\s-]*(?:({scales})\s*)?({currencies})(?![^\W\d_])"),
        re.compile(rf"\s*({minor})(?![^\W_])"),
        re.compile(rf"(?<![^\W_])(?<!\d )(?<!\d)({signs}) ?$"),
        re.compile(rf"\s+(?:(?:{joins})\s+)?$"),
        re.compile(rf"\s*(?:{each})\s*(?:(?:{letters(lexicon.numbers.ones)})\s+)?([^\W\d_]+)"),
        re.compile(rf"\s+({letters(lexicon.numbers.ones)})\s+([^\W\d_]+)"),
        re.compile(rf"\s*(?:{letters(said.range_joins)})\s*"),
        re.compile(rf"\s*(?:{letters(said.pair_joins)})\s*"),
        re.compile(rf"\s+(?:{letters(said.alternatives)})\s+"),
        re.compile(rf"(?:{letters(money.total)})\W*$"),
    )


def find_amounts(page: Page, numbers: Sequence[Number]) -> list[Amount]:
    """All amounts of a text in order: ranges joined, hundredths added, parts of a sum left out."""
    patterns = _patterns(page.grammar.lexicon)
    single: list[Amount] = []
    bare: list[Number] = []
    for number in numbers:
        amount = _read_amount(page, number, patterns)
        if amount is None:
            grown = _add_hundredths(page, single, number, patterns)
            if not grown and not number.weak:
                bare.append(number)
        else:
            single.append(amount)
    ranges = _join_ranges(page, single, bare, patterns)
    return [_with_per(page, one, patterns) for one in _drop_parts(page, ranges, patterns)]


def _read_amount(page: Page, number: Number, patterns: _Patterns) -> Amount | None:
    clean, grammar = page.clean, page.grammar
    value, currencies = number.value, grammar.currencies
    before = patterns.before.search(clean, max(0, number.start - 8), number.start)
    if before and not number.weak:
        end, value = _scaled(page, number.end, value)
        return Amount(before.start(1), end, value, value, currencies[before.group(1)])
    after = patterns.after.match(clean, number.end)
    if after and not _before_own_figure(page.clean, number, after.end()):
        value = value * grammar.scales.get(after.group(1) or "", 1)
        name = after.group(2)
        return Amount(
            number.start, after.end(), value, value, currencies[name], None, name.isalpha()
        )
    minor = patterns.minor.match(clean, number.end)
    if minor and not number.weak:
        value = value / _HUNDRED
        return Amount(number.start, minor.end(), value, value, grammar.minor[minor.group(1)])
    return None


def _before_own_figure(clean: str, number: Number, end: int) -> bool:
    """Whether a sign behind "a" belongs to the figure behind it ("a £25 fee")."""
    return number.weak and clean[end : end + 1].isdigit()


def _scaled(page: Page, end: int, value: Decimal) -> tuple[int, Decimal]:
    found = _scale(page.grammar.lexicon).match(page.clean, end)
    if found is None:
        return end, value
    return found.end(), value * page.grammar.scales[found.group(1)]


@lru_cache(maxsize=16)
def _scale(lexicon: Lexicon) -> re.Pattern[str]:
    words = letters(grammar_of(lexicon).scales) or r"(?!)"
    return re.compile(rf"\s?({words})(?![^\W_])")


def _add_hundredths(page: Page, amounts: list[Amount], number: Number, patterns: _Patterns) -> bool:
    """Add "fifty" in "ten pounds fifty" to the amount in front of it."""
    if not amounts or not amounts[-1].named or not 10 <= number.value < _HUNDRED:
        return False
    last = amounts[-1]
    if not patterns.hundredths.fullmatch(page.clean, last.end, number.start):
        return False
    if _counts_things(page, number):
        return False
    value = last.low + number.value / _HUNDRED
    amounts[-1] = last._replace(end=number.end, low=value, high=value, named=False)
    return True


def _counts_things(page: Page, number: Number) -> bool:
    """Whether a number has a unit, a currency or a percent sign of its own behind it."""
    following = re.compile(r"[\s-]*(%|[^\W\d_]+)?").match(page.clean, number.end)
    word = following.group(1) if following else None
    grammar = page.grammar
    return word == "%" or word in grammar.units or word in grammar.currencies


def _join_ranges(
    page: Page, amounts: list[Amount], bare: list[Number], patterns: _Patterns
) -> list[Amount]:
    """Join "25 to 50 €", "between £25 and £50", "10 or 20 €" and "25 € 50 centimes"."""
    starts = {number.end: number for number in bare}
    joined: list[Amount] = []
    for amount in amounts:
        previous = joined[-1] if joined else None
        if previous and previous.currency == amount.currency:
            merged = _merge(page, previous, amount, patterns)
            if merged is not None:
                joined[-1] = merged
                continue
        joined.append(_with_bare_low(page, amount, starts, patterns))
    return joined


def _merge(page: Page, low: Amount, high: Amount, patterns: _Patterns) -> Amount | None:
    if low.low != low.high or not 0 <= high.start - low.end <= 8:
        return None
    if (
        low.named
        and high.high < 1
        and patterns.hundredths.fullmatch(page.clean, low.end, high.start)
    ):
        total = low.low + high.high
        return low._replace(end=high.end, low=total, high=total)
    opening = opening_before(page, low.start)
    pair = patterns.pair.fullmatch(page.clean, low.end, high.start) and opening is not None
    join = patterns.join.fullmatch(page.clean, low.end, high.start)
    if (pair or join) and low.low <= high.high:
        start = low.start if opening is None else opening
        return Amount(start, high.end, low.low, high.high, low.currency, None, high.named)
    return None


def _with_bare_low(
    page: Page, amount: Amount, bare: dict[int, Number], patterns: _Patterns
) -> Amount:
    for gap in range(1, 8):
        number = bare.get(amount.start - gap)
        if number is None:
            continue
        opening = opening_before(page, number.start)
        between = (page.clean, number.end, amount.start)
        linked = (
            patterns.join.fullmatch(*between)
            or patterns.either.fullmatch(*between)
            or (opening is not None and patterns.pair.fullmatch(*between))
        )
        if linked and number.value <= amount.low:
            start = number.start if opening is None else opening
            return amount._replace(start=start, low=number.value)
    return amount


def _drop_parts(page: Page, amounts: list[Amount], patterns: _Patterns) -> list[Amount]:
    """Leave out amounts that the text itself adds up to another one: "225 € (200 € + 25 €)"."""
    dropped: set[int] = set()
    for place, total in enumerate(amounts):
        behind = _bracketed(page, amounts, place)
        before = list(range(max(0, place - 3), place))
        if len(behind) > 1 and sum(amounts[one].low for one in behind) == total.low:
            dropped.update(behind)
        elif len(before) > 1 and patterns.total.search(page.clean, 0, total.start):
            for first in range(len(before) - 1):
                parts = before[first:]
                near = amounts[parts[0]].start > total.start - 160
                if near and sum(amounts[one].low for one in parts) == total.low:
                    dropped.update(parts)
                    break
    return [amount for place, amount in enumerate(amounts) if place not in dropped]


def _bracketed(page: Page, amounts: list[Amount], place: int) -> list[int]:
    opening = re.compile(r"[^()\n]{0,30}\(").match(page.clean, amounts[place].end)
    if opening is None:
        return []
    closing = page.clean.find(")", opening.end())
    return [
        one
        for one in range(place + 1, len(amounts))
        if opening.end() <= amounts[one].start < closing
    ]


def _with_per(page: Page, amount: Amount, patterns: _Patterns) -> Amount:
    article = patterns.each.match(page.clean, amount.end)
    if article and article.group(2) in page.grammar.units:
        return amount._replace(end=article.end(), per=article.group(2))
    per = patterns.per.match(page.clean, amount.end)
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
