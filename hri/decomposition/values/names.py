"""Known names of a pack in running text, by automaton over whole words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import ahocorasick

from hri.decomposition.values.folding import fold, words
from hri.domain.ports import NameMatch

_BRACKET = re.compile(r"(?<=\S{3})\s*\([^()]*\)\s*$")
"""What explains a name in brackets behind it; people leave it out."""
_WORD = re.compile(r"[^\W_]+")
# Each word is closed by a mark, so that a name matches whole words only and neighbours share none.
_OPEN, _CLOSE = "\x02", "\x03"


class NameIndex:
    """Names of authorities and instruments; implements ``hri.domain.ports.Names``.

    Args:
        authorities: Pairs of id and name; of two ids with one name the first wins.
        instruments: Likewise.
        joins: Words for which a text may write "&", which is no word ("and").
    """

    def __init__(
        self,
        authorities: Iterable[tuple[str, str]] = (),
        instruments: Iterable[tuple[str, str]] = (),
        joins: Iterable[str] = (),
    ) -> None:
        silent = frozenset(fold(word) for word in joins)
        self._authorities = _build(authorities, silent)
        self._instruments = _build(instruments, silent)

    def authorities(self, text: str) -> tuple[NameMatch, ...]:
        """Names of authorities in ``text``, longest first at each place, none overlapping."""
        return tuple(_find(self._authorities, text))

    def instruments(self, text: str) -> tuple[NameMatch, ...]:
        """Titles and aliases of instruments in ``text``, likewise."""
        return tuple(_find(self._instruments, text))


def _build(names: Iterable[tuple[str, str]], silent: frozenset[str]) -> ahocorasick.Automaton:
    """The names as they are, and behind them those with "&" for a word that joins."""
    automaton = ahocorasick.Automaton()
    listed = list(names)
    bare = [(identifier, _BRACKET.sub("", name)) for identifier, name in listed]
    written = [(identifier, words(name)) for identifier, name in (*listed, *bare)]
    joined = [
        (identifier, [word for word in parts if word not in silent])
        for identifier, parts in written
        if not silent.isdisjoint(parts[1:-1])
    ]
    for identifier, parts in (*written, *joined):
        key = _key(parts)
        if key and key not in automaton:
            automaton.add_word(key, (len(key), identifier))
    automaton.make_automaton()
    return automaton


def _key(parts: Iterable[str]) -> str:
    return "".join(f"{_OPEN}{part}{_CLOSE}" for part in parts)


class _Keyed(NamedTuple):
    """A text as the automata read it, and where each word of it begins and ends."""

    key: str
    starts: dict[int, int]
    ends: dict[int, int]


@lru_cache(maxsize=8)
def _keyed(text: str) -> _Keyed:
    """A text made ready; both automata look through the same one."""
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    pieces: list[str] = []
    place = 0
    for match in _WORD.finditer(fold(text)):
        word = match.group()
        piece = f"{_OPEN}{word}{_CLOSE}" if word.isascii() else _key(words(word))
        starts[place] = match.start()
        place += len(piece)
        ends[place] = match.end()
        pieces.append(piece)
    return _Keyed("".join(pieces), starts, ends)


def _find(automaton: ahocorasick.Automaton, text: str) -> Iterator[NameMatch]:
    if not len(automaton):
        return
    keyed = _keyed(text)
    for last, (length, identifier) in automaton.iter_long(keyed.key):
        yield NameMatch(keyed.starts[last + 1 - length], keyed.ends[last + 1], identifier)
