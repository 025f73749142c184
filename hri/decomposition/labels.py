"""Headings and labels: which slots the words of a title name ("Fees", "Where to apply")."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection
from typing import NamedTuple

from hri.decomposition.grammar import OTHER, heading_list
from hri.decomposition.values.folding import words
from hri.decomposition.values.phrases import Hit, Hits, within
from hri.domain.slots import SLOTS, Slot

CONTENT = re.compile(r"[^\W_]")
_BOLD_OPENING = re.compile(r"\s*(?:\*\*|__)([^*\n]{1,80}?)(?:\*\*|__)\s*([:?]?)")
_LABEL = re.compile(r"(?:(?!\s/\s)[^:?|\n.;,]){1,70}?\s*[:?]+(?=\s|$|\*|\")")
_STATEMENT = re.compile(r"[£€$]|\S\s+\d{2}|\([^)]*$")
"""What no label holds: an amount, figures behind its first word, a bracket left open."""
_JOINED = re.compile(r"[,&/+]")
_VALUE_SIGNS = '£$€("«“'
"""Signs that a value may begin with, and that are no part of a label's end."""
_MOST_WORDS, _LABEL_WORDS, _TERSE_WORDS, _BARE_WORDS = 10, 9, 6, 6
_LEAST_SHARE, _BARE_SHARE = 0.3, 0.6
"""Share of a title's letters that must be heading words; more where nothing marks it as a title."""


class Label(NamedTuple):
    """A label that a stretch opens with: where it ends, and the slots it names."""

    end: int
    slots: tuple[Slot, ...]


class Labels:
    """Reads the titles of one text.

    Args:
        source: The text as written.
        clean: Its folded form without emphasis, of the same length.
        hits: Phrases found in ``clean``.
        joins: Words that join two headings in one title ("and").
    """

    def __init__(self, source: str, clean: str, hits: Hits, joins: Collection[str]) -> None:
        self._source, self._clean, self._hits, self._joins = source, clean, hits, joins
        self.starts = frozenset(hit.start for slot in SLOTS for hit in hits[heading_list(slot)])
        """Where heading words of any slot begin."""

    def label_at(self, start: int, end: int) -> Label | None:
        """The label that a stretch opens with ("**Fee:**", "Tarif :"), None where it has none."""
        bold = _BOLD_OPENING.match(self._source, start, end)
        if bold:
            inner = bold.group(1).rstrip()
            if bold.group(2) or inner.endswith((":", "?", ".")):
                return Label(bold.end(), self.slots_named(bold.start(1), bold.end(1)))
        plain = _LABEL.match(self._clean, start, end)
        if plain is None or len(plain.group().split()) > _LABEL_WORDS:
            return None
        if _STATEMENT.search(plain.group()):
            return None
        return Label(plain.end(), self.slots_named(plain.start(), plain.end()))

    def slots_named(self, start: int, end: int) -> tuple[Slot, ...]:
        """The slots whose heading words make up a stretch that is short enough for a title."""
        text = self._clean[start:end]
        if len(text.split()) > _MOST_WORDS or self.is_other(start, end):
            return ()
        longest = {slot: self._longest(slot, start, end) for slot in SLOTS}
        best = max(longest.values())
        joined = bool(_JOINED.search(text)) or any(word in self._joins for word in words(text))
        letters = len(CONTENT.findall(text))
        if not best or not (joined or best / letters >= _LEAST_SHARE):
            return ()
        return tuple(slot for slot in SLOTS if longest[slot] and (joined or longest[slot] == best))

    def is_other(self, start: int, end: int) -> bool:
        """Whether a stretch is a heading of no slot ("Conditions", "Next steps")."""
        mine = self._longest(OTHER, start, end)
        return mine > 0 and mine > max(self._longest(slot, start, end) for slot in SLOTS)

    def _longest(self, slot: Slot | str, start: int, end: int) -> int:
        """Length of the longest heading words of a slot in a stretch, 0 where there are none."""
        found = within(self._hits[heading_list(slot)], start, end)
        return max((hit.end - hit.start for hit in found), default=0)

    def is_bare_heading(self, start: int, end: int) -> bool:
        """Whether an unmarked line above other lines is made of heading words of one slot."""
        text = self._clean[start:end].strip()
        if not self._clean[end:].strip() or len(text.split()) > _BARE_WORDS:
            return False
        if text.endswith((".", ",", ";", "!", ":")):
            return False
        letters = len(CONTENT.findall(text))
        covered = max(self._covered(slot, start, end) for slot in (*SLOTS, OTHER))
        return covered / letters >= _BARE_SHARE

    def _covered(self, slot: Slot | str, start: int, end: int) -> int:
        found = within(self._hits[heading_list(slot)], start, end)
        return sum(len(CONTENT.findall(self._clean, hit.start, hit.end)) for hit in found)

    def terse_slots(self, start: int, end: int) -> tuple[Slot, ...]:
        """The slot of a note that opens with a heading word and no colon ("fee £34")."""
        begin = self.skip(start, end)
        if begin not in self.starts or len(self._clean[begin:end].split()) > _TERSE_WORDS:
            return ()
        return tuple(slot for slot in SLOTS if _begins(self._hits[heading_list(slot)], begin))

    def is_bold(self, start: int) -> bool:
        """Whether emphasis opens at a place."""
        return self._source[start : start + 2] in ("**", "__")

    def skip(self, start: int, end: int) -> int:
        """The first place from ``start`` on that a value can begin at."""
        while start < end and not CONTENT.match(self._source[start]):
            if self._source[start] in _VALUE_SIGNS:
                break
            start += 1
        return start


def _begins(hits: list[Hit], start: int) -> bool:
    """Whether one of the hits, in order, begins at a place."""
    place = bisect_left(hits, (start, 0))
    return place < len(hits) and hits[place].start == start
