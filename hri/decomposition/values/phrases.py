"""Finding a lexicon's words and phrases in a text, all lists in one pass over its words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from itertools import chain, islice
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


_NONE: list[Hit] = []
"""The hits of a list that has none; nobody writes to it."""
_Candidates = tuple[tuple[str, re.Pattern[str] | None], ...]
"""Lists that may have a phrase at a word; None where the word alone is the phrase."""
_MOST_KEPT = 50_000


class _Entry(NamedTuple):
    """A phrase of a list: its pattern, and the word that must come behind its first one."""

    name: str
    first: str
    pattern: str
    second: str | None
    """None where any word may follow, or none need."""
    alone: bool
    """Whether the first word is the whole phrase, so that no pattern is needed."""


class _Starts:
    """The phrases that may begin at one word, by the word behind it.

    Most phrases have a second word that is not there; they are not even tried.
    """

    __slots__ = ("_by_second", "_known", "_plain")

    def __init__(self, entries: Iterable[_Entry]) -> None:
        self._plain: list[_Entry] = []
        self._by_second: dict[str, list[_Entry]] = {}
        for entry in entries:
            if entry.second is None:
                self._plain.append(entry)
            else:
                self._by_second.setdefault(entry.second, []).append(entry)
        self._known: dict[str, _Candidates] = {"": _join(self._plain)}

    def before(self, second: str) -> _Candidates:
        """What may begin here, in front of a word; "" where none follows."""
        if second not in self._by_second:
            return self._known[""]
        found = self._known.get(second)
        if found is None:
            found = self._known[second] = _join([*self._plain, *self._by_second[second]])
        return found


class PhraseIndex:
    """Phrases by the first two words they begin with.

    Args:
        lists: Entries by list name; see ``hri.domain.lexicons`` for how entries are written.
    """

    def __init__(self, lists: Mapping[str, Iterable[str]]) -> None:
        self.names = tuple(lists)
        self._exact: dict[str, list[_Entry]] = {}
        self._begun: dict[str, list[_Entry]] = {}
        for name, entries in lists.items():
            for written in entries:
                first, open_ended, entry = _compile(name, written)
                table = self._begun if open_ended else self._exact
                table.setdefault(first, []).append(entry)
        self._lengths = sorted({len(first) for first in self._begun})
        self._kept: dict[str, _Starts | None] = {}
        self._empty = dict.fromkeys(self.names, _NONE)

    def find(self, text: str) -> dict[str, list[Hit]]:
        """All phrases in a folded text."""
        hits, kept = self._empty.copy(), self._kept
        tokens = list(TOKEN.finditer(text))
        words = [token.group() for token in tokens]
        behind = chain(islice(words, 1, None), ("",))
        for token, word, second in zip(tokens, words, behind, strict=False):
            try:
                starts = kept[word]
            except KeyError:
                starts = self._starts(word)
            if starts is None:
                continue
            for name, pattern in starts.before(second):
                start, end = token.span()
                if pattern is not None:
                    match = pattern.match(text, start)
                    if match is None:
                        continue
                    end = match.end()
                _add(hits, name, start, end)
        return hits

    def _starts(self, word: str) -> _Starts | None:
        """What may begin at a word; kept, as most words of a text come again."""
        entries = list(self._exact.get(word, ()))
        for length in self._lengths:
            if length > len(word):
                break
            entries += self._begun.get(word[:length], ())
        found = _Starts(entries) if entries else None
        if len(self._kept) < _MOST_KEPT:
            self._kept[word] = found
        return found


def _add(hits: dict[str, list[Hit]], name: str, start: int, end: int) -> None:
    """Add a hit of a list; of several at one place the longest stays."""
    found = hits[name]
    if found is _NONE:
        hits[name] = [Hit(start, end)]
    elif found[-1].start != start:
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


def _compile(name: str, written: str) -> tuple[str, bool, _Entry]:
    """The first word of an entry, whether it goes on behind it ("pay*"), and the entry."""
    folded = fold(written)
    first = TOKEN.search(folded)
    if first is None:
        raise ValueError(f"the entry {written!r} has no word in it")
    word, open_ended = first.group(), folded.startswith("*", first.end())
    pattern = pattern_of(folded[first.start() :])
    alone = pattern == re.escape(word) + r"(?!\w)"
    return word, open_ended, _Entry(name, word, pattern, _second(folded, first.end()), alone)


def _second(folded: str, end: int) -> str | None:
    """The word that stands behind the first one in every text that an entry matches."""
    second = TOKEN.search(folded, end)
    if second is None or ".." in folded[end : second.start()] or "_" in folded:
        return None
    return None if folded.startswith("*", second.end()) else second.group()


def _join(entries: Iterable[_Entry]) -> _Candidates:
    """One pattern a list and first word, longer phrases first; None where it is all of it."""
    table: dict[tuple[str, str], list[_Entry]] = {}
    for entry in entries:
        table.setdefault((entry.name, entry.first), []).append(entry)
    return tuple(
        (name, None if len(own) == 1 and own[0].alone else _alternatives([e.pattern for e in own]))
        for (name, _), own in table.items()
    )


def _alternatives(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(sorted(patterns, key=len, reverse=True)))
