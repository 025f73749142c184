"""Finding a lexicon's words and phrases in a text, all lists in one pass over its words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from hri.decomposition.values.folding import fold

TOKEN = re.compile(r"[^\W_]+")
_GAP = r"(?:\W+\w+){0,3}?\W+"
_SPACE = r"[\s-]+"


class Hit(NamedTuple):
    """A phrase found: offsets into the text."""

    start: int
    end: int


Hits = Mapping[str, list[Hit]]
"""Hits by list name, each in order of place; at one place only the longest of a list."""


_Candidates = tuple[tuple[str, re.Pattern[str] | None], ...]
"""Lists that may have a phrase at a word; None where the word alone is the phrase."""
_MOST_KEPT = 50_000


class PhraseIndex:
    """Phrases by the first word they begin with.

    Args:
        lists: Entries by list name; see ``hri.domain.lexicons`` for how entries are written.
    """

    def __init__(self, lists: Mapping[str, Iterable[str]]) -> None:
        self.names = tuple(lists)
        exact: dict[str, dict[str, list[str]]] = {}
        begun: dict[str, dict[str, list[str]]] = {}
        for name, entries in lists.items():
            for entry in entries:
                first, open_ended, pattern = _compile(entry)
                table = begun if open_ended else exact
                table.setdefault(first, {}).setdefault(name, []).append(pattern)
        self._exact = {first: _join(first, table) for first, table in exact.items()}
        self._begun = {first: _join(first, table) for first, table in begun.items()}
        self._lengths = sorted({len(first) for first in begun})
        self._kept: dict[str, _Candidates] = {}

    def find(self, text: str) -> dict[str, list[Hit]]:
        """All phrases in a folded text."""
        hits: dict[str, list[Hit]] = {name: [] for name in self.names}
        kept = self._kept
        for token in TOKEN.finditer(text):
            word = token.group()
            candidates = kept.get(word)
            if candidates is None:
                candidates = self._candidates(word)
            for name, pattern in candidates:
                start, end = token.span()
                if pattern is not None:
                    match = pattern.match(text, start)
                    if match is None:
                        continue
                    end = match.end()
                _add(hits[name], start, end)
        return hits

    def _candidates(self, word: str) -> _Candidates:
        """What may begin at a word; kept, as most words of a text come again."""
        found = self._exact.get(word, ())
        for length in self._lengths:
            if length > len(word):
                break
            found += self._begun.get(word[:length], ())
        if len(self._kept) < _MOST_KEPT:
            self._kept[word] = found
        return found


def _add(found: list[Hit], start: int, end: int) -> None:
    """Add a hit; of two at one place the longer stays."""
    if not found or found[-1].start != start:
        found.append(Hit(start, end))
    elif found[-1].end < end:
        found[-1] = Hit(start, end)


def within(hits: list[Hit], start: int, end: int) -> list[Hit]:
    """The hits that begin at or after ``start`` and end at or before ``end``."""
    found = []
    for place in range(bisect_left(hits, (start, 0)), len(hits)):
        hit = hits[place]
        if hit[0] >= end:
            break
        if hit[1] <= end:
            found.append(hit)
    return found


def pattern_of(entry: str) -> str:
    """The regular expression of one entry over folded text."""
    parts: list[str | None] = []
    for word in fold(entry).replace("-", " ").split():
        if word == "..":
            parts.append(None)
        elif word.endswith("*"):
            parts.append(re.escape(word[:-1]) + r"\w*")
        else:
            parts.append(re.escape(word))
    pattern = ""
    for place, part in enumerate(parts):
        if part is None:
            continue
        if place:
            pattern += _GAP if parts[place - 1] is None else _SPACE
        pattern += part
    return pattern + (r"(?!\w)" if re.search(r"\w$", pattern) else "")


def _compile(entry: str) -> tuple[str, bool, str]:
    folded = fold(entry)
    first = TOKEN.search(folded)
    if first is None:
        raise ValueError(f"the entry {entry!r} has no word in it")
    pattern = pattern_of(folded[first.start() :])
    return first.group(), folded[first.end() : first.end() + 1] == "*", pattern


def _join(first: str, table: dict[str, list[str]]) -> _Candidates:
    """One pattern a list, longer phrases first; None where the first word is the whole phrase."""
    alone = re.escape(first) + r"(?!\w)"
    return tuple(
        (name, None if patterns == [alone] else _alternatives(patterns))
        for name, patterns in table.items()
    )


def _alternatives(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(sorted(patterns, key=len, reverse=True)))
