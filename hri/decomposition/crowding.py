"""Crowded texts: more values or names than any answer of use holds, so that nobody reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hri.decomposition.page import Page
from hri.decomposition.values.numbers import find_numbers
from hri.domain.ports import Names

_SHORT = 2_000
"""Characters up to which no text is crowded: it is read quickly whatever it holds."""
_MOST_VALUES, _MOST_TOGETHER = 800, 200
"""Values or names of one kind in a text, and in one sentence; each is compared with each."""
_FIGURES = re.compile(r"\d+")
_NAMING = ("documents.heads", "authority.heads", "authority.names", "law.heads", "numbers")


def is_crowded(page: Page, names: Names) -> bool:
    """Whether a text holds too many figures or names to be taken apart.

    Besides the words of the lexicon the names of the pack count, articles that may be a number
    ("a"), and how many phrases of one list share a sentence.
    """
    if len(page.text) <= _SHORT:
        return False
    for places in _values(page, names):
        if len(places) > _MOST_VALUES or _is_packed(page, places):
            return True
    return any(_is_packed(page, [hit.start for hit in hits]) for hits in page.hits.values())


def _values(page: Page, names: Names) -> Iterator[list[int]]:
    """Where the values and names of each kind begin, the cheapest to find first."""
    yield [found.start() for found in _FIGURES.finditer(page.clean)]
    for name in _NAMING:
        yield [hit.start for hit in page.hits[name]]
    yield [match.start for match in names.authorities(page.text)]
    yield [match.start for match in names.instruments(page.text)]
    yield [number.start for number in find_numbers(page.clean, page.grammar)]


def _is_packed(page: Page, places: Sequence[int]) -> bool:
    """Whether a sentence holds more than ``_MOST_TOGETHER`` of some places in order."""
    for first, last in zip(places, places[_MOST_TOGETHER:], strict=False):
        sentence = page.sentence_at(first)
        if sentence is not None and last < sentence.end:
            return True
    return False
