"""Numbers in figures and in words, with their value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from text_to_num import text2num

from hri.decomposition.grammar import Grammar, letters
from hri.decomposition.values.folding import fold
from hri.decomposition.values.phrases import TOKEN
from hri.domain.lexicons import Lexicon

_DIGITS = re.compile(r"[\d½¼¾]+")
_LINK = re.compile(r"[\s-]+")
_AGAIN = re.compile(r"\s?\(\s?(\d+)\s?\)")
_LONGEST_RUN = 24
"""Number words in a row beyond which no number is read: the longest real ones have about 15."""
_PARTS = {"½": "1/2", "¼": "1/4", "¾": "3/4"}
_FRACTION = re.compile(r"(\d*)\s?(\d)/(\d)")
_MULTIPLIES = 100
"""From here on a number word multiplies what stands in front of it ("a hundred")."""


class Number(NamedTuple):
    """A number in a text. ``weak``: an article that counts as one only before a unit."""

    start: int
    end: int
    value: Decimal
    written: bool = False
    weak: bool = False


class _Patterns(NamedTuple):
    figures: re.Pattern[str]
    groups: re.Pattern[str]
    of: re.Pattern[str]
    half: re.Pattern[str]
    halves: re.Pattern[str]
    values: dict[str, int]
    spellings: dict[str, str]
    """Number words without their accents, and with them."""


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    numbers = lexicon.numbers
    codes = letters(one.code for one in lexicon.money.currencies)
    begins = rf"(?:(?<![\w.,])|(?<=\b(?:{codes})))"
    values = {letters([word]): value for word, value in numbers.groups.items()}
    of = rf"(?:{letters(one for one in numbers.of if one[-1] == chr(39)) or '(?!)'}"
    of += rf"|(?:{letters(one for one in numbers.of if one[-1] != chr(39)) or '(?!)'})\s)"
    return _Patterns(
        re.compile(
            rf"{begins}(?:(?:\d{{1,3}} )?(?<![\d/])(?:1/[234]|[23]/[34])(?![\d/])|\d{{0,3}}[½¼¾]"
            r"|\d{1,3}(?:[ .,']\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?(?!\d)"
            r"|[.,]\d{1,2}(?!\d))"
        ),
        re.compile(
            rf"(?<![^\W_])(?:(?:{letters(numbers.ones)})\s+)?({letters(values) or '(?!)'})\s+{of}"
        ),
        re.compile(rf"\s+{of}"),
        re.compile(rf"(?<![^\W_])(?:{letters(numbers.half_of) or '(?!)'})[\s-]+$"),
        re.compile(rf"\s+(?:{letters(numbers.halves) or '(?!)'})(?!\w)"),
        values,
        {fold(word): word for word in numbers.words if fold(word) != word},
    )


def find_numbers(clean: str, grammar: Grammar) -> list[Number]:
    """All numbers of a folded text in order; figures and words do not overlap."""
    patterns = _patterns(grammar.lexicon)
    found = [*_find_figures(clean, grammar, patterns), *_find_written(clean, grammar)]
    if any(noun in clean for noun in patterns.values):
        found += [
            Number(group.start(), group.end(), Decimal(patterns.values[group[1]]), True)
            for group in patterns.groups.finditer(clean)
        ]
    return _without_repeats(clean, sorted(found, key=lambda one: (one.start, -one.end)))


def _find_figures(clean: str, grammar: Grammar, patterns: _Patterns) -> Iterator[Number]:
    behind = 0
    for digits in _DIGITS.finditer(clean):  # far quicker than the whole pattern at every place
        start = digits.start()
        if start < behind:
            continue
        leading = start > behind and clean[start - 1] in ".,"
        found = patterns.figures.match(clean, start - leading)
        if found:
            behind = found.end()
            yield Number(found.start(), behind, parse_figures(found.group(), grammar))


def _without_repeats(clean: str, numbers: list[Number]) -> list[Number]:
    """The numbers, a written one with its figures in brackets ("six (6)") being one."""
    kept: list[Number] = []
    for number in numbers:
        if kept and number.start < kept[-1].end:
            continue
        again = _AGAIN.match(clean, number.end) if number.written else None
        same = again is not None and Decimal(again.group(1)) == number.value
        kept.append(number._replace(end=again.end()) if again and same else number)
    return kept


def parse_figures(figures: str, grammar: Grammar) -> Decimal:
    """The value of figures such as "1 450,50"; the language tells "1,000" from "1.000"."""
    fraction = _FRACTION.fullmatch("".join(_PARTS.get(one, one) for one in figures))
    if fraction:
        whole, part, parts = (int(one or 0) for one in fraction.groups())
        return (whole + Decimal(part) / parts).quantize(Decimal("0.01"))
    plain = figures.replace(" ", "").replace("'", "")
    marks = [mark for mark in plain if mark in ".,"]
    if not marks:
        return Decimal(plain)
    decimal = "," if grammar.lexicon.decimal_comma else "."
    last = marks[-1]
    rest = plain.rpartition(last)[2]
    is_decimal = len(marks) != marks.count(last) or (
        marks.count(last) == 1 and (last == decimal or len(rest) != 3)
    )
    if is_decimal:
        whole_part = plain.rpartition(last)[0].replace(".", "").replace(",", "")
        return Decimal(f"{whole_part}.{rest}")
    return Decimal(plain.replace(".", "").replace(",", ""))


def _find_written(clean: str, grammar: Grammar) -> Iterator[Number]:
    run: list[re.Match[str]] = []
    for token in TOKEN.finditer(clean):
        word = token.group()
        linked = bool(run) and _LINK.fullmatch(clean, run[-1].end(), token.start()) is not None
        if run and not (linked and _goes_on(word, grammar) and len(run) < _LONGEST_RUN):
            yield from _written(clean, run, grammar)
            run = []
        opens = word in grammar.number_words or word in grammar.ones
        if opens or (run and word in grammar.number_joins):
            run.append(token)
    yield from _written(clean, run, grammar)


def _goes_on(word: str, grammar: Grammar) -> bool:
    return word in grammar.number_words or word in grammar.number_joins


def _written(clean: str, run: list[re.Match[str]], grammar: Grammar) -> Iterator[Number]:
    """The numbers that a run of number words holds, longest first from its left end."""
    while run:
        for length in range(len(run), 0, -1):
            part = run[:length]
            spellings = _patterns(grammar.lexicon).spellings
            words = tuple(spellings.get(token.group(), token.group()) for token in part)
            value = _worth(words, grammar)
            single = length == 1 and words[0] in grammar.ones
            if value is not None or single:
                number = Decimal(1 if single else value or 0)
                found = Number(part[0].start(), part[-1].end(), number, True, single)
                yield _multiplied(clean, found, words, grammar)
                break
        run = run[length:]


def _worth(words: tuple[str, ...], grammar: Grammar) -> int | None:
    """The value of number words, "a" in front of "hundred" counting as one."""
    language = grammar.lexicon.language
    value = _value(words, language)
    led_by_article = value is None and len(words) > 1 and words[0] in grammar.ones
    if led_by_article and (_value(words[1:2], language) or 0) >= _MULTIPLIES:
        return _value(words[1:], language)
    return value


def _multiplied(clean: str, found: Number, words: tuple[str, ...], grammar: Grammar) -> Number:
    """The number with "half" in front of "a million", "et demi" and "d'" behind it."""
    if found.value < _MULTIPLIES:
        return found
    patterns = _patterns(grammar.lexicon)
    if words[-1] in grammar.scales:
        half = patterns.halves.match(clean, found.end)
        if half:
            more = Decimal(grammar.scales[words[-1]]) / 2
            found = found._replace(end=half.end(), value=found.value + more)
        of = patterns.of.match(clean, found.end)
        found = found._replace(end=of.end()) if of else found
    multiplies = len(words) == 1 or (len(words) == 2 and words[0] in grammar.ones)
    half = patterns.half.search(clean, max(0, found.start - 14), found.start)
    if half and multiplies:
        return found._replace(start=half.start(), value=found.value / 2)
    return found


@lru_cache(maxsize=4096)
def _value(parts: tuple[str, ...], language: str) -> int | None:
    for link in (" ", "-"):
        try:
            return int(text2num(link.join(parts), language))
        except ValueError:
            continue
    return None
