"""Numbers in figures and in words, with their value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from text_to_num import text2num

from hri.decomposition.grammar import Grammar
from hri.decomposition.values.phrases import TOKEN

_FIGURES = re.compile(
    r"(?<![\w.,])(?:\d{1,3}(?:[ .,']\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)(?!\d)"
)
_LINK = re.compile(r"[\s-]+")
_LONGEST_RUN = 24
"""Number words in a row beyond which no number is read: the longest real ones have about 15."""


class Number(NamedTuple):
    """A number in a text. ``weak``: an article that counts as one only before a unit."""

    start: int
    end: int
    value: Decimal
    written: bool = False
    weak: bool = False


def find_numbers(clean: str, grammar: Grammar) -> list[Number]:
    """All numbers of a folded text in order; none overlapping."""
    figures = [
        Number(found.start(), found.end(), parse_figures(found.group(), grammar))
        for found in _FIGURES.finditer(clean)
    ]
    return sorted([*figures, *_find_written(clean, grammar)])


def parse_figures(figures: str, grammar: Grammar) -> Decimal:
    """The value of figures such as "1 450,50"; the language tells "1,000" from "1.000"."""
    plain = figures.replace(" ", "").replace("'", "")
    marks = [mark for mark in plain if mark in ".,"]
    if not marks:
        return Decimal(plain)
    decimal = "," if grammar.lexicon.decimal_comma else "."
    last = marks[-1]
    fraction = plain.rpartition(last)[2]
    is_decimal = len(marks) != marks.count(last) or (
        marks.count(last) == 1 and (last == decimal or len(fraction) != 3)
    )
    if is_decimal:
        whole = plain.rpartition(last)[0].replace(".", "").replace(",", "")
        return Decimal(f"{whole}.{fraction}")
    return Decimal(plain.replace(".", "").replace(",", ""))


def _find_written(clean: str, grammar: Grammar) -> Iterator[Number]:
    ones = grammar.ones
    run: list[re.Match[str]] = []
    for token in TOKEN.finditer(clean):
        word = token.group()
        linked = bool(run) and _LINK.fullmatch(clean, run[-1].end(), token.start()) is not None
        if run and not (linked and _goes_on(word, grammar) and len(run) < _LONGEST_RUN):
            yield from _written(run, grammar, ones)
            run = []
        opens = word in grammar.number_words or word in ones
        if opens or (run and word in grammar.number_joins):
            run.append(token)
    yield from _written(run, grammar, ones)


def _goes_on(word: str, grammar: Grammar) -> bool:
    return word in grammar.number_words or word in grammar.number_joins


def _written(run: list[re.Match[str]], grammar: Grammar, ones: frozenset[str]) -> Iterator[Number]:
    """The numbers that a run of number words holds, longest first from its left end."""
    while run:
        for length in range(len(run), 0, -1):
            part = run[:length]
            value = _value(tuple(token.group() for token in part), grammar.lexicon.language)
            single = length == 1 and part[0].group() in ones
            if value is not None or single:
                number = Decimal(1 if single else value or 0)
                yield Number(part[0].start(), part[-1].end(), number, True, single)
                break
        run = run[length:]


@lru_cache(maxsize=4096)
def _value(parts: tuple[str, ...], language: str) -> int | None:
    for link in (" ", "-"):
        try:
            return int(text2num(link.join(parts), language))
        except ValueError:
            continue
    return None
