"""Laws cited by collection: "42 U.S.C. § 1983", "RSC 1985, c C-46", "Cal. Civ. Code § 1942.5"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.articles import interval
from hri.decomposition.values.citations import Cited, CitedList, part_prefixes
from hri.decomposition.values.folding import fold, squeeze
from hri.decomposition.values.instruments import Named, known_id
from hri.domain.lawwords import CollectionShape
from hri.domain.lexicons import Lexicon
from hri.domain.ports import Names

_BEGINS, _ENDS = r"(?<![\w.-])", r"(?!\w)(?!-\d)"
_POINTS = r"(?:\s?\(\w{1,5}\))*"
_SECTION = rf"\d+[a-z]{{0,3}}(?:\.\d+[a-z]{{0,2}})*(?:(?<=[a-z])-\d+[a-z]?)?{_POINTS}"
_STATE_SECTION = rf"\d+[A-Za-z]{{0,2}}(?:[-.:]\d+[A-Za-z]{{0,2}})*{_POINTS}"
_SUBJECT = r"(?:\s+(?:[A-Z][\w.'-]*|&|of|and)){0,4}?"
_SIGNS = ("§", "ection", "ec.")
_PLAIN_RANGE = re.compile(r"(\d+)-(\d+)")


class Laws(NamedTuple):
    """What a text cites by collection: instruments, and the articles read with them."""

    named: list[Named]
    lists: list[CitedList]


class _Reader(NamedTuple):
    pattern: re.Pattern[str]
    """Has the groups ``law``, and where it is numbered ``word``, ``key``, ``mark``, ``tail``; the
    sections behind it are ``sections`` with ``sign`` in front."""
    names: dict[str, str]
    """Words of collections with their names; none where the law has no other name than its own."""
    needed: tuple[tuple[str, ...], ...]
    """Of each group one must stand in a text for the pattern to be worth a search."""


class _Lists(NamedTuple):
    section: re.Pattern[str]
    state_section: re.Pattern[str]
    to: re.Pattern[str]


@lru_cache(maxsize=16)
def _lists(lexicon: Lexicon) -> _Lists:
    to = letters(lexicon.statements.range_joins)
    return _Lists(
        re.compile(_SECTION), re.compile(_STATE_SECTION), re.compile(rf"\s*(?:{to}|-)\s*")
    )


@lru_cache(maxsize=16)
def _readers(lexicon: Lexicon) -> tuple[_Reader, ...]:
    readers = []
    for shape in CollectionShape:
        collections = [one for one in lexicon.law.collections if one.shape is shape]
        names = {word: one.name for one in collections for word in one.words}
        if names:
            pattern = _pattern(shape, tuple(names), lexicon)
            readers.append(_Reader(pattern, names, (_first_words(names),)))
    compiled = lexicon.law.compilations
    if compiled.states:
        needed = (_SIGNS, _first_words(compiled.ends), compiled.states)
        readers.append(_Reader(_state_pattern(lexicon), {}, needed))
    return tuple(readers)


def _first_words(entries: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry.split()[0] for entry in entries))


def _written(words: tuple[str, ...]) -> str:
    """The words as written, longest first, any white space between their parts."""
    longest_first = sorted(map(re.escape, words), key=len, reverse=True)
    return "(?:" + "|".join(longest_first).replace(r"\ ", r"\s+") + ")"


def _listed(section: str, lexicon: Lexicon) -> str:
    """One section or a list of them."""
    said = lexicon.statements
    joins = letters([*said.pair_joins, *said.alternatives, *said.range_joins])
    more = rf"(?:\s*,\s*(?:(?:{joins})\s+)?|\s*-\s*|\s+(?:{joins})\s+){section}"
    return rf"(?P<sections>{section}(?:{more})*){_ENDS}"


def _pattern(shape: CollectionShape, entries: tuple[str, ...], lexicon: Lexicon) -> re.Pattern[str]:
    """How a law of a collection is cited, over text whose case is kept."""
    words, law = f"(?P<word>{_written(entries)})", lexicon.law
    signs = letters(law.number_signs) or "(?!)"
    if shape is CollectionShape.TITLE:
        sign = rf"(?:,?\s*(?P<sign>(?i:{letters(part_prefixes(lexicon))})\.?))"
        front = rf"(?:(?i:{letters(law.compilations.titles) or '(?!)'})\s+)?"
        of = rf"(?:,?\s*(?:(?:{letters(law.of)})\s+)?)"
        title = rf"(?P<law>{front}(?P<key>\d{{1,2}}){of}{words})(?![^\W\d_])"
        return re.compile(rf"{_BEGINS}{title}(?:{sign}?\s*{_listed(_SECTION, lexicon)})?")
    if shape is CollectionShape.PAGE:
        page = rf"(?P<key>\d{{1,4}})\s+{words}\s+(?P<tail>\d+)"
        return re.compile(rf"{_BEGINS}(?P<law>{page}){_ENDS}")
    if shape is CollectionShape.CHAPTER:
        year = r"(?:\(?(?P<key>(?:18|19|20)\d\d)\)?,?\s*)?"
        chapter = rf"(?P<mark>(?i:{letters(law.compilations.chapters) or '(?!)'}))\.?"
        tail = r"(?P<tail>[A-Z]{0,4}[-.]?\d+(?:[-.]\d+)*)"
        return re.compile(rf"{_BEGINS}(?P<law>{words},?\s*{year}{chapter}\s*{tail}){_ENDS}")
    number = rf"(?P<key>\d{{1,4}})(?P<mark>[-/]|\s*(?:(?i:{signs}))\.?\s*)(?P<tail>\d{{1,5}})"
    return re.compile(rf"{_BEGINS}(?P<law>{words}[\s/]*(?:(?i:{signs})\.?\s*)?{number}){_ENDS}")


def _state_pattern(lexicon: Lexicon) -> re.Pattern[str]:
    """Compiled laws of a state: its abbreviation, the subject, the last words, "§"."""
    words = lexicon.law.compilations
    chapter = rf"(?:,?\s+(?:{letters(words.chapters) or '(?!)'})\.?\s*\w+)?"
    law = rf"(?P<law>{_written(words.states)}{_SUBJECT}\s+{_written(words.ends)}{chapter})"
    sign = r"(?P<sign>§§?|[Ss]ections?|[Ss]ec\.)"
    return re.compile(rf"{_BEGINS}{law},?\s*{sign}\s*{_listed(_STATE_SECTION, lexicon)}")


def find_laws(page: Page, names: Names) -> Laws:
    """All laws that a text cites by collection, in order of place, none overlapping."""
    named: list[Named] = []
    lists: list[CitedList] = []
    behind = 0
    for match, reader in sorted(_matches(page), key=lambda one: one[0].start()):
        if match.start() < behind:
            continue
        behind, law = match.end(), match.span("law")
        known = known_id(names, [page.text[law[0] : law[1]]])
        surface = _surface(match, reader, page.grammar.lexicon)
        named.append(Named(*law, known or squeeze(surface), known is not None))
        if match.groupdict().get("sections"):
            lists.append(_cited(page, match, reader))
    return Laws(named, lists)


def _matches(page: Page) -> Iterator[tuple[re.Match[str], _Reader]]:
    cased = page.cased
    for reader in _readers(page.grammar.lexicon):
        if all(any(word in cased for word in group) for group in reader.needed):
            for match in reader.pattern.finditer(cased):
                yield match, reader


def _surface(match: re.Match[str], reader: _Reader, lexicon: Lexicon) -> str:
    """The normal name of a law: "42 usc", "110 stat 3009", "si 2015/123", "rsc 1985 c c-46"."""
    parts = match.groupdict()
    if not reader.names:
        return match["law"].replace(".", "").replace(",", " ")
    name = reader.names[" ".join(match["word"].split())]
    key, tail, mark = parts["key"], parts.get("tail"), parts.get("mark")
    if tail is None or mark is None:
        return " ".join(filter(None, (key, name, tail)))
    chapters = lexicon.law.compilations.chapters
    if fold(mark) in chapters:
        mark = next(one for one in chapters if one[0] == fold(mark[0]))
        return " ".join(filter(None, (name, key, mark, tail)))
    return f"{name} {key}{mark if mark in '-/' else '/'}{tail}"


def _cited(page: Page, match: re.Match[str], reader: _Reader) -> CitedList:
    """The sections behind a law, in normal form."""
    lists = _lists(page.grammar.lexicon)
    sign = fold((match["sign"] or "").rstrip("."))
    prefix = part_prefixes(page.grammar.lexicon).get(sign, "")
    pattern = lists.section if reader.names else lists.state_section
    cited: list[Cited] = []
    for one in pattern.finditer(page.cased, *match.span("sections")):
        number = prefix + re.sub(r"\s?\(.*", "", one.group())
        spread = _PLAIN_RANGE.fullmatch(number) if sign == "§§" else None
        ends = spread.groups() if spread else (number, number)
        last = cited[-1] if cited else None
        if last and lists.to.fullmatch(page.clean, last.end, one.start()):
            cited[-1] = Cited(last.start, one.end(), interval(last.articles.first, ends[1]))
        else:
            cited.append(Cited(one.start(), one.end(), interval(*ends)))
    first = match.start("sign") if match["sign"] else match.start("sections")
    return CitedList(first, match.end(), tuple(cited), owner_in_front=True)
