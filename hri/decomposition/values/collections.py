"""Laws cited by collection: "42 U.S.C. § 1983", "RSC 1985, c C-46", "Cal. Civ. Code § 1942.5"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.articles import Cited, CitedList, interval
from hri.decomposition.values.folding import fold, squeeze
from hri.decomposition.values.instruments import Named, known_as
from hri.domain.lexicons import CollectionShape, CollectionWords, Lexicon
from hri.domain.ports import Names

_BEGINS = r"(?<![\w.-])"
_POINTS = r"(?:\s?\(\w{1,5}\))*"
_PLAIN_SECTION = rf"\d+[a-z]{{0,3}}(?:\.\d+)*(?:(?<=[a-z])-\d+[a-z]?)?{_POINTS}"
_HYPHENED_SECTION = rf"\d+[A-Za-z]{{0,2}}(?:[-.:]\d+[A-Za-z]{{0,2}})*{_POINTS}"
_CAPITAL_WORDS = r"(?:\s+(?:[A-Z][\w.'-]*|&|of|and)){0,4}?"
_ENDS = r"(?![\w])(?!-\d)"


class Laws(NamedTuple):
    """What a text cites by collection: instruments, and the articles read with them."""

    named: list[Named]
    lists: list[CitedList]


class _Reader(NamedTuple):
    pattern: re.Pattern[str]
    name: str | None
    """Name of the collection; None where the text itself holds it."""


@lru_cache(maxsize=16)
def _readers(lexicon: Lexicon) -> tuple[_Reader, ...]:
    readers = [_Reader(_pattern(one, lexicon), one.name) for one in lexicon.law.collections]
    compiled = _compiled(lexicon)
    return (*readers, *([_Reader(compiled, None)] if compiled else []))


@lru_cache(maxsize=16)
def _part_words(lexicon: Lexicon) -> dict[str, str]:
    return {fold(word).rstrip("."): part.prefix for part in lexicon.law.parts for word in part.words}


def _pattern(one: CollectionWords, lexicon: Lexicon) -> re.Pattern[str]:
    """How a law of a collection is cited, over text whose case is kept."""
    words = "|".join(sorted(map(re.escape, one.words), key=len, reverse=True))
    words = words.replace(r"\ ", r"\s+")
    signs = letters(lexicon.law.number_signs) or "(?!)"
    parts = letters(word for part in lexicon.law.parts for word in part.words)
    if one.shape is CollectionShape.TITLE:
        sections = _listed(_PLAIN_SECTION, lexicon)
        sign = rf"(?:,?\s*(?P<sign>(?i:{parts})\.?)\s*)"
        return re.compile(
            rf"{_BEGINS}(?P<key>\d{{1,2}})\s*(?:{words})(?![^\W\d_])"
            rf"(?:{sign}?\s*(?P<sections>{sections}){_ENDS})?"
        )
    if one.shape is CollectionShape.PAGE:
        return re.compile(rf"{_BEGINS}(?P<key>\d{{1,4}})\s+(?:{words})\s+(?P<tail>\d+){_ENDS}")
    if one.shape is CollectionShape.CHAPTER:
        chapters = letters(lexicon.law.compilations.chapters) or "(?!)"
        return re.compile(
            rf"{_BEGINS}(?:{words}),?\s*(?:\(?(?P<key>(?:18|19|20)\d\d)\)?,?\s*)?"
            rf"(?P<sign>(?i:{chapters}))\.?\s*(?P<tail>[A-Z]{{0,4}}[-.]?\d+(?:[-.]\d+)*){_ENDS}"
        )
    number = rf"(?P<key>\d{{1,4}})(?:[-/]|\s*(?:(?i:{signs}))\.?\s*)(?P<tail>\d{{1,5}}){_ENDS}"
    return re.compile(rf"{_BEGINS}(?:{words})[\s/]*(?:(?i:{signs})\.?\s*)?{number}")


def _compiled(lexicon: Lexicon) -> re.Pattern[str] | None:
    """Compiled laws of a state: its name or abbreviation, the subject, the last words, "§"."""
    words = lexicon.law.compilations
    if not words.states or not words.ends:
        return None
    states = "|".join(sorted(map(re.escape, words.states), key=len, reverse=True))
    ends = "|".join(sorted(map(re.escape, words.ends), key=len, reverse=True))
    chapter = rf"(?:,?\s+(?:{letters(words.chapters) or '(?!)'})\.?\s*\w+)?"
    return re.compile(
        rf"{_BEGINS}(?P<named>(?:{states}){_CAPITAL_WORDS}\s+(?:{ends}){chapter}),?\s*"
        rf"(?P<sign>§§?|(?i:sections?|sec\.|s\.))\s*"
        rf"(?P<sections>{_listed(_HYPHENED_SECTION, lexicon)}){_ENDS}"
    )


def _listed(section: str, lexicon: Lexicon) -> str:
    """One section or a list of them."""
    said = lexicon.statements
    joins = letters([*said.pair_joins, *said.alternatives, *said.range_joins])
    return rf"{section}(?:(?:\s*,\s*(?:(?:{joins})\s+)?|\s*-\s*|\s+(?:{joins})\s+){section})*"


def find_laws(page: Page, names: Names) -> Laws:
    """All laws that a text cites by collection, in order of place, none overlapping."""
    found: list[tuple[Named, CitedList | None]] = []
    for reader in _readers(page.grammar.lexicon):
        for match in reader.pattern.finditer(page.cased):
            if not any(match.start() < (law or named).end and named.start < match.end()
                       for named, law in found):  # fmt: skip
                found.append(_read(page, match, reader.name, names))
    found.sort(key=lambda one: one[0].start)
    return Laws([named for named, _ in found], [law for _, law in found if law is not None])


def _read(
    page: Page, match: re.Match[str], name: str | None, names: Names
) -> tuple[Named, CitedList | None]:
    parts = match.groupdict()
    if name is None:
        end, surface = match.end("named"), re.sub(r"[.,]", "", match["named"])
    else:
        end = match.end() if not parts.get("sections") else _name_end(match)
        surface = _surface(parts, name)
    known = known_as(names, page.text[match.start() : end])
    named = Named(match.start(), end, known or squeeze(surface), known is not None)
    if not parts.get("sections"):
        return named, None
    return named, _sections(page, match)


def _name_end(match: re.Match[str]) -> int:
    first = match.start("sign") if match["sign"] else match.start("sections")
    return match.start() + len(match.string[match.start() : first].rstrip(" ,\n"))


def _surface(parts: dict[str, str | None], name: str) -> str:
    """The normal name of a law: "42 usc", "110 stat 3009", "si 2015/123", "rsc 1985 c c-46"."""
    key, tail, sign = parts.get("key"), parts.get("tail"), parts.get("sign")
    if tail is None:
        return f"{key} {name}"
    if "sections" not in parts and sign is None and name and key:
        return _numbered(name, key, tail)
    return " ".join(filter(None, (name, key, (sign or "")[:1], tail)))
