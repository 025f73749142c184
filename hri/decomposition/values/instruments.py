"""Instruments of law in a text: known ones by name, others by kind, number, date or title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import grammar_of, letters
from hri.decomposition.page import Page
from hri.decomposition.values.folding import squeeze
from hri.decomposition.values.phrases import TOKEN
from hri.decomposition.values.titles import find_titles
from hri.domain.lexicons import Lexicon
from hri.domain.measurewords import DayOrder
from hri.domain.ports import Names

_NUMBER = r"(?:\d{2,4}[-/]\d{1,5}(?:/[a-z]{2,5})?(?![\d-]|/\d)|\d{1,5}/\d{4})"


class Named(NamedTuple):
    """An instrument in a text: its id where known, else its normal surface."""

    start: int
    end: int
    name: str
    known: bool
    dated: str = ""
    """The date that the text gives a known instrument, ISO 8601; "" where it gives none."""


class _Patterns(NamedTuple):
    abbreviation: re.Pattern[str]
    titles: dict[str, str]
    code: re.Pattern[str]
    kind: re.Pattern[str]
    further: re.Pattern[str]
    foreign_behind: re.Pattern[str]
    foreign_before: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    law, grammar = lexicon.law, grammar_of(lexicon)
    titles = {squeeze(short): title for short, title in law.abbreviations.items()}
    titles |= {short.removesuffix("."): title for short, title in titles.items() if " " in short}
    return _Patterns(
        re.compile(rf"(?<![\w-])(?:{_by_first_letter(titles)})(?![\w-])"),
        titles,
        _code_pattern(lexicon),
        _kind_pattern(lexicon, letters(grammar.months) or "(?!)"),
        _further_pattern(lexicon),
        re.compile(rf"\s+(?:{letters(law.foreign) or '(?!)'})(?!\w)"),
        re.compile(rf"(?<!\w)(?:{letters(law.foreign) or '(?!)'})\s+$"),
    )


def _by_first_letter(words: Iterable[str]) -> str:
    """The words longest first, each tried only where its first letter stands."""
    rests: dict[str, list[str]] = {}
    for word in words:
        rests.setdefault(word[0], []).append(word[1:])
    return "|".join(f"{first}(?:{letters(rest)})" for first, rest in rests.items()) or "(?!)"


def _code_pattern(lexicon: Lexicon) -> re.Pattern[str]:
    """A title such as "code de procédure civile" or "code monétaire et financier"."""
    law = lexicon.law
    if not law.codes:
        return re.compile(r"(?!)")
    parts = letters(word for part in law.parts for word in part.words)
    stop = rf"(?!(?:{parts}|{letters(law.kinds)}|{letters(law.codes)})(?!\w))"
    word = rf"{stop}[^\W\d_]+(?:-[^\W\d_]+)*"
    adjective = rf"{stop}[^\W\d_]*(?:{letters(law.adjective_endings)})(?!\w)"
    links = rf"(?:{letters(law.code_links)})(?:(?<=')|\s+)"
    joins = letters(lexicon.statements.pair_joins) or "(?!)"
    more = rf"(?:\s+{links}{word}|\s+{adjective}|\s+(?:{joins})\s+{adjective})"
    return re.compile(rf"(?<!\w)(?:{letters(law.codes)})\s+(?:{adjective}|{links}{word}){more}*")


def _kind_pattern(lexicon: Lexicon, months: str) -> re.Pattern[str]:
    """An instrument by kind with number, date or both ("loi n° 83-634 du 13 juillet 1983")."""
    law = lexicon.law
    kinds, adjectives = letters(law.kinds), letters(law.kind_adjectives) or "(?!)"
    signs = letters(law.number_signs) or "(?!)"
    articles = letters(word for part in law.parts for word in part.words) or "(?!)"
    endings = letters(law.day_endings) or "(?!)"
    figures = r"|[/.](?P<figures>0?[1-9]|1[0-2])[/.]" if _day_first(lexicon) else ""
    month = rf"(?:(?:{endings})?\s+(?P<month>{months})\.?\s+{figures})"
    date = rf"(?P<day>\d{{1,2}}){month}(?P<year>\d{{4}})"
    amended = rf"(?:(?:{letters(law.amended) or '(?!)'})\s+)?"
    issued = rf"(?:(?:{letters(law.issuers) or '(?!)'})\s+)?"
    dated = rf"{issued}{amended}(?:{letters(law.dated) or '(?!)'})\s+{date}"
    return re.compile(
        rf"(?<![\w-])(?P<kind>{kinds})(?:\s+(?:{adjectives}))*"
        rf"(?:\s+(?!(?:{articles})(?!\w))[^\W\d_]+(?:[-'][^\W\d_]+)*){{0,3}}?\s+"
        rf"(?:(?:(?:{signs})\.?\s*)?(?P<number>{_NUMBER})(?:,?\s+{dated})?"
        rf"|(?:(?:{signs})\.?\s*(?P<plain>\d+)\s+)?{dated.replace('?P<', '?P<d')})"
    )


def _day_first(lexicon: Lexicon) -> bool:
    """Whether a date in figures can be read in one way only."""
    return lexicon.time.day_order is DayOrder.DAY


def _further_pattern(lexicon: Lexicon) -> re.Pattern[str]:
    """One more number behind an instrument of the same kind ("lois n° 78-17 et 78-753")."""
    said = lexicon.statements
    joins = letters([*said.pair_joins, *said.alternatives])
    signs = letters(lexicon.law.number_signs) or "(?!)"
    sign = rf"(?:(?:{signs})\.?\s*)?"
    return re.compile(
        rf"\s*(?:,\s*(?:(?:{joins})\s+)?|\s(?:{joins})\s+){sign}(?P<number>{_NUMBER})"
    )


def find_instruments(page: Page, names: Names) -> list[Named]:
    """All instruments of a text in order of place, the longest reading at each place."""
    patterns = _patterns(page.grammar.lexicon)
    found = [
        Named(match.start, match.end, match.id, True) for match in names.instruments(page.text)
    ]
    found += _by_kind(page, names, patterns)
    found += [Named(*one, False) for one in find_titles(page)]
    found += _by_abbreviation(page, names, patterns)
    found += [
        Named(one.start(), one.end(), squeeze(one.group()), False)
        for one in patterns.code.finditer(page.clean)
    ]
    found += [
        Named(hit.start, hit.end, squeeze(page.text[hit.start : hit.end]), False)
        for hit in page.hits["unwritten"]
    ]
    return [_of_another_state(one, page, patterns) for one in _longest(found, page)]


def _of_another_state(one: Named, page: Page, patterns: _Patterns) -> Named:
    """An instrument that the text calls another state's ("Code civil belge") is not the one known.

    Its name then holds the adjective.
    """
    behind = patterns.foreign_behind.match(page.clean, one.end)
    before = patterns.foreign_before.search(page.clean, max(0, one.start - 24), one.start)
    if behind is None and before is None:
        return one
    start, end = before.start() if before else one.start, behind.end() if behind else one.end
    return Named(start, end, squeeze(page.text[start:end]), False)


def _longest(found: list[Named], page: Page) -> list[Named]:
    """Of instruments that overlap, the known one that begins first, else the longest."""
    kept: list[Named] = []
    for one in sorted(found, key=lambda it: (it.start, not it.known, it.start - it.end)):
        if kept and one.start < kept[-1].end:
            if not _replaces(one, kept[-1]) and not _is_title_within(one, kept[-1], page):
                continue
            kept.pop()
        kept.append(one)
    return kept


def _replaces(one: Named, last: Named) -> bool:
    """Whether a later reading is better: a longer one of a kind and number at the same place."""
    return (
        one.start == last.start
        and one.end > last.end
        and not one.known
        and bool(re.search(r"\d", one.name))
    )


def _is_title_within(one: Named, last: Named, page: Page) -> bool:
    """Whether a known title ends an unknown reading as a noun phrase of its own.

    "See the Labour Code" holds the Labour Code; "Social Housing Act" does not hold the Housing Act.
    """
    if not one.known or last.known or one.end < last.end:
        return False
    before = TOKEN.findall(page.clean, last.start, one.start)
    determiners = {phrase.split()[-1] for phrase in page.grammar.lexicon.law.of if " " in phrase}
    return bool(before) and before[-1] in determiners


def _by_kind(page: Page, names: Names, patterns: _Patterns) -> Iterator[Named]:
    for match in patterns.kind.finditer(page.clean):
        kind = match["kind"].rstrip("s")
        number = match["number"] or match["plain"]
        date = _date(match.groupdict(), page.grammar.months)
        surface = " ".join(filter(None, (kind, number and _plain_number(number), date)))
        known = _known(names, kind, number, page.text[match.start() : match.end()])
        dated = date if known else ""
        yield Named(match.start(), match.end(), known or surface, known is not None, dated)
        yield from _further(page, names, kind, match.end(), patterns)


def _further(page: Page, names: Names, kind: str, end: int, patterns: _Patterns) -> Iterator[Named]:
    while match := patterns.further.match(page.clean, end):
        number, end = match["number"], match.end()
        known = _known(names, kind, number, match["number"])
        surface = f"{kind} {_plain_number(number)}"
        yield Named(match.start("number"), end, known or surface, known is not None)


def _date(parts: dict[str, str | None], months: dict[str, int]) -> str:
    """The date as ISO 8601, or "" where none is stated."""
    for prefix in ("", "d"):
        year, day = parts[f"{prefix}year"], parts[f"{prefix}day"]
        name, figures = parts[f"{prefix}month"], parts.get(f"{prefix}figures")
        if year and day:
            return f"{year}-{months[name] if name else int(figures or 0):02d}-{int(day):02d}"
    return ""


def _plain_number(number: str) -> str:
    """An EU number keeps only year and number, so that "2004/38/CE" is "2004/38"."""
    return re.sub(r"/[a-z]+$", "", number)


def _known(names: Names, kind: str, number: str | None, surface: str) -> str | None:
    """Id of the instrument under one of the ways to write its number, or its whole surface."""
    numbered = [f"{kind} n° {number}", f"{kind} {number}"] if number else []
    return known_id(names, [surface, *numbered])


def known_id(names: Names, spellings: Sequence[str]) -> str | None:
    """Id of the instrument that one of the spellings names as a whole; None where none does."""
    for spelling in spellings:
        length = len(spelling.rstrip())
        for match in names.instruments(spelling):
            if match.start == 0 and match.end >= length:
                return match.id
    return None


def _by_abbreviation(page: Page, names: Names, patterns: _Patterns) -> Iterator[Named]:
    for match in patterns.abbreviation.finditer(page.clean):
        title = patterns.titles[squeeze(match.group())]
        known = _known(names, "", None, title)
        yield Named(match.start(), match.end(), known or squeeze(title), known is not None)
