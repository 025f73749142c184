"""Single amounts of money: a number with the sign, name or code of a currency beside it."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import grammar_of, letters
from hri.decomposition.page import Page
from hri.decomposition.values.folding import fold
from hri.decomposition.values.numbers import Number
from hri.domain.lexicons import Lexicon

_HUNDRED = Decimal(100)
_HALF = Decimal("0.5")
_LONGEST_SIGN = 8


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
    scale: int = 1
    """What the word behind the figures multiplies them by ("million")."""
    minor: bool = False
    """True where the amount is in hundredths of its currency ("50 pence")."""
    parts: tuple[Amount, ...] = ()
    """The amounts that the text itself reckons it from ("225 € (200 € + 25 €)")."""


class _Patterns(NamedTuple):
    after: re.Pattern[str]
    minor: re.Pattern[str]
    before: re.Pattern[str]
    code: re.Pattern[str]
    scale: re.Pattern[str]
    thing: re.Pattern[str]
    tail: re.Pattern[str]
    capitals: frozenset[str]
    """Codes that are a word in small letters ("try", "all") unless the lexicon names them."""


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    grammar, money = grammar_of(lexicon), lexicon.money
    signs = letters(word for one in money.currencies for word in (*one.signs, one.code))
    scales = letters(grammar.scales) or "(?!)"
    codes = letters(one.code for one in money.currencies)
    halves = grammar.alternation(lexicon.numbers.halves)
    names = {word: code for word, code in grammar.currencies.items() if word[0].isalpha()}
    signs_behind = _bounded({word: "" for word in grammar.currencies if word not in names})
    return _Patterns(
        re.compile(
            rf"(?P<half>\s+{halves})?(?:[.,]-)?(?:[\s-]?(?P<scale>{scales}))?"
            rf"(?:\s*(?P<sign>{signs_behind})|[\s-]*(?P<name>{_bounded(names)}))"
        ),
        re.compile(rf"[\s-]?({_bounded(grammar.minor)})"),
        re.compile(rf"(?<![^\W_])({signs}):? ?$"),
        re.compile(rf"\s?({codes})(?![^\W_])"),
        re.compile(rf"\s?({scales})(?![^\W_])"),
        re.compile(r"[\s-]*(%|[^\W\d_]+)?"),
        re.compile(r"\s*(?:$|[.,;:!?)\]|\"\n])"),
        frozenset(fold(one.code) for one in money.currencies)
        - {fold(name) for one in money.currencies for name in one.names},
    )


def _bounded(words: dict[str, str]) -> str:
    """The words longest first; one that ends in a letter is whole, a sign may touch a word."""
    longest_first = sorted(words, key=len, reverse=True)
    return (
        "|".join(
            re.escape(word) + (r"(?![^\W\d_])" if word[-1].isalpha() else "")
            for word in longest_first
        )
        or "(?!)"
    )


def read_amount(page: Page, number: Number, taken: int) -> Amount | None:
    """The amount that a number and the currency in front of it or behind it make, if any.

    Args:
        page: The text.
        number: A number in it.
        taken: Where the amount in front of it ends, whose sign this number cannot have.
    """
    patterns = _patterns(page.grammar.lexicon)
    before = None
    if not number.weak:
        low = max(taken, number.start - _LONGEST_SIGN)
        before = patterns.before.search(page.clean, low, number.start)
    if before and _is_currency(page, before.span(1), patterns):
        return _with_code(page, number, before, patterns)
    after = patterns.after.match(page.clean, number.end)
    if after and _belongs(page, number, after, patterns):
        scale = page.grammar.scales.get(after["scale"] or "", 1)
        value = (number.value + _HALF if after["half"] else number.value) * scale
        name = after["sign"] or after["name"]
        currency, named = page.grammar.currencies[name], name.isalpha()
        return Amount(number.start, after.end(), value, value, currency, named=named, scale=scale)
    minor = None if number.weak else patterns.minor.match(page.clean, number.end)
    if minor:
        value, currency = number.value / _HUNDRED, page.grammar.minor[minor.group(1)]
        return Amount(number.start, minor.end(), value, value, currency, minor=True)
    return None


def _belongs(page: Page, number: Number, after: re.Match[str], patterns: _Patterns) -> bool:
    """Whether the currency behind a number is one, and that of the number."""
    if after["name"] and not _is_currency(page, after.span("name"), patterns):
        return False
    return not _begins_another(page, number, after) and not _is_cheque(page, number)


def _is_currency(page: Page, span: tuple[int, int], patterns: _Patterns) -> bool:
    word = slice(*span)
    return page.clean[word] not in patterns.capitals or page.cased[word].isupper()


def _is_cheque(page: Page, number: Number) -> bool:
    """Whether a number counts hundredths as on a cheque ("fifty and 00/100 dollars")."""
    before = page.clean[max(0, number.start - 2) : number.start]
    return number.value == _HUNDRED and before[-1:] == "/" and before[:1].isalnum()


def _with_code(page: Page, number: Number, before: re.Match[str], patterns: _Patterns) -> Amount:
    """An amount behind its sign; the code of a currency behind it says which dollar is meant."""
    end, scale = scaled(page, number.end)
    currency = page.grammar.currencies[before.group(1)]
    code = patterns.code.match(page.clean, end)
    if code and page.cased[code.start(1) : code.end()].isupper():
        end, currency = code.end(), page.grammar.currencies[code.group(1)]
    value = number.value * scale
    return Amount(before.start(1), end, value, value, currency, scale=scale)


def _begins_another(page: Page, number: Number, after: re.Match[str]) -> bool:
    """Whether the sign belongs to a figure behind it ("a £25 fee", "3 £20 vouchers")."""
    clean, end = page.clean, after.end()
    if after["name"] or not page.text[end : end + 1].isdecimal():  # no raised figure of a note
        return False
    gap = clean[number.end : after.start("sign")]
    return number.weak or (bool(gap) and not _is_hundredths(page, end, gap))


def _is_hundredths(page: Page, start: int, gap: str) -> bool:
    """Whether two figures right behind a sign are its hundredths ("3 €50")."""
    figures = re.compile(r"\d+").match(page.clean, start)
    written_behind = page.grammar.lexicon.decimal_comma and "\n" not in gap
    return written_behind and figures is not None and len(figures.group()) == 2


def scaled(page: Page, end: int) -> tuple[int, int]:
    """The word that multiplies figures ending at ``end``: where it ends, and by how much."""
    found = _patterns(page.grammar.lexicon).scale.match(page.clean, end)
    if found is None:
        return end, 1
    return found.end(), page.grammar.scales[found.group(1)]


def measures_alone(page: Page, number: Number) -> bool:
    """Whether a number has no unit, currency or percent sign of its own behind it."""
    found = _patterns(page.grammar.lexicon).thing.match(page.clean, number.end)
    word = found.group(1) if found else None
    grammar = page.grammar
    return not (word == "%" or word in grammar.units or word in grammar.currencies)


def is_hundredths_of(page: Page, amount: Amount, number: Number) -> bool:
    """Whether a bare number may count hundredths: "fifty" in "ten pounds fifty", "25 €50"."""
    if number.weak or number.value != int(number.value) or not number.value < _HUNDRED:
        return False
    if not measures_alone(page, number):
        return False
    if amount.named:
        return number.value >= 10
    clean, gap = page.clean, page.clean[amount.end : number.start]
    if len(clean[number.start : number.end]) != 2 or not page.grammar.lexicon.decimal_comma:
        return False
    if gap:
        tail = _patterns(page.grammar.lexicon).tail.match(clean, number.end)
        return gap == " " and tail is not None
    return not clean[number.end : number.end + 1].isalnum()
