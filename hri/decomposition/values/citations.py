"""Articles cited in a text: runs of numbers behind the word for an article, lists and ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import letters, unpossessed
from hri.decomposition.page import Page
from hri.decomposition.values.articles import complete, interval, normal_form
from hri.decomposition.values.bounds import overlaps
from hri.decomposition.values.folding import fold
from hri.decomposition.values.phrases import Hit
from hri.domain.lexicons import Lexicon
from hri.domain.values import ArticleInterval

_LINE_END = re.compile(r"[ \t]*\n")
_TOUCHING = re.compile(r"[a-z]\d")


class Cited(NamedTuple):
    """One article or range in a text, in normal form."""

    start: int
    end: int
    articles: ArticleInterval


class CitedList(NamedTuple):
    """Articles cited together ("articles L1, L3 à L5 et R2"); ``end`` is behind the last."""

    start: int
    end: int
    cited: tuple[Cited, ...]
    alone: bool = True
    """False where the words in front cite the law only next to an instrument."""
    owner_in_front: bool = False
    """True where the instrument can only be the one in front."""


class _Patterns(NamedTuple):
    opening: re.Pattern[str]
    begins: re.Pattern[str]
    sign: re.Pattern[str] | None
    glued: re.Pattern[str] | None
    bare: re.Pattern[str]
    number: re.Pattern[str]
    link: re.Pattern[str]
    to: re.Pattern[str]
    hyphen: re.Pattern[str]
    following: re.Pattern[str]
    details: re.Pattern[str]
    ends: re.Pattern[str]
    title: re.Pattern[str]
    prefixes: dict[str, str]
    bound: frozenset[str]


@lru_cache(maxsize=16)
def part_prefixes(lexicon: Lexicon) -> dict[str, str]:
    """The words for parts of an instrument, folded, with the letters they are numbered with."""
    return {fold(word): part.prefix for part in lexicon.law.parts for word in part.words}


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    law, said = lexicon.law, lexicon.statements
    parts = part_prefixes(lexicon)
    word = letters(parts)
    joins = letters([*said.pair_joins, *said.alternatives, "&"])
    again = rf"(?:(?:(?:{letters(law.before_parts) or '(?!)'})\s*)?(?i:{word})(?![^\W_])\.?\s*)?"
    to = letters(one for one in said.range_joins if one != "-")
    ends = letters([*law.links, *said.range_joins, *said.pair_joins, *said.alternatives])
    following = letters(law.and_following) or r"(?!)"
    signs = letters(one for one in parts if one[-1] not in "." and not one[-1].isalnum())
    space = rf"(?:\.[ ]*|\s*)(?:(?:{letters(law.number_signs) or '(?!)'})\s*)?"
    return _Patterns(
        opening=re.compile(rf"(?<![^\W_]){unpossessed(lexicon)}({word})(?![^\W_]){space}"),
        begins=_beginning_pattern(lexicon),
        sign=re.compile(rf"(?:{signs})(?=\d)") if signs else None,
        glued=re.compile(rf"(?<![^\W_])({letters(law.glued)})$") if law.glued else None,
        bare=_bare_pattern(lexicon),
        number=_number_pattern(lexicon),
        link=re.compile(rf"\s*(?:,\s*(?:{joins})?|/|\(?\s*(?:{joins})(?![^\W_]))\s*{again}"),
        to=re.compile(rf"\s*(?:{to})(?![^\W_])\s*{again}"),
        hyphen=re.compile(r"\s+-\s+|-(?=[A-Z])" if law.hyphen_in_numbers else r"\s*-\s*"),
        following=re.compile(rf"\s*(?:{following})(?![^\W_])\.?"),
        details=_details_pattern(lexicon),
        ends=re.compile(rf"\s*(?:$|[,;:.()\[\]/\n\"°|*-]|(?:{ends})(?![^\W_]))"),
        title=re.compile(rf"(?:{letters(law.bound_titles) or '(?!)'})(?!\w)"),
        prefixes=parts,
        bound=frozenset(fold(one) for part in law.parts if not part.alone for one in part.words),
    )


def _beginning_pattern(lexicon: Lexicon) -> re.Pattern[str]:
    """What a number may begin with, over text whose case is kept."""
    firsts = letters(lexicon.numbers.firsts) or r"(?!)"
    return re.compile(rf"\*?\s?[A-Z]|\d|\*|(?i:{firsts})(?!\w)")


def _details_pattern(lexicon: Lexicon) -> re.Pattern[str]:
    """Parts of an article behind its number, which say no more about which one it is."""
    words = letters(lexicon.law.subdivisions) or r"(?!)"
    said = lexicon.statements
    joins = letters([*said.pair_joins, *said.alternatives, *said.range_joins, "&"])
    one = rf"(?:{words})\.?\s*\(?[\w°]{{1,5}}\)?(?:\s?\(\w{{1,5}}\))*(?![^\W_])"
    point = r"(?:\s*,\s*[IVX]{1,5}|\s*,?\s*\d{1,2}°)(?![^\W_])"
    return re.compile(rf"(?:\s*,?\s*(?:(?:{joins})\s+)?{one}|{point})+")


def _prefixes(lexicon: Lexicon) -> str:
    """The letters in front of a number, each with or without a point ("L.", "L.O.")."""
    longest_first = sorted(lexicon.law.number_prefixes, key=len, reverse=True)
    return "|".join(r"\.?\s?".join(one) for one in longest_first)


def _bare_pattern(lexicon: Lexicon) -> re.Pattern[str]:
    """Where a number stands without the word "article" and yet can be nothing else."""
    if not lexicon.law.hyphen_in_numbers:
        return re.compile(r"(?!)")
    prefix = _prefixes(lexicon)
    return re.compile(rf"(?<![^\W_.*-])(?=\*?(?:{prefix})\.?\s?\*?\s?(?:\d+-\d|\d{{3}}))")


def _number_pattern(lexicon: Lexicon) -> re.Pattern[str]:
    """A number with its letters, star, suffix and the points and paragraphs inside it."""
    law, said = lexicon.law, lexicon.statements
    latin = letters(law.number_suffixes) or r"(?!)"
    endings, firsts = letters(law.number_endings) or r"(?!)", letters(lexicon.numbers.firsts)
    short = letters(one.removesuffix(".") for one in law.abbreviations if one[1:2] == ".")
    hyphen = r"(?:-\d+)*" if law.hyphen_in_numbers else ""
    attached = "" if law.hyphen_in_numbers else r"(?:[A-Za-z]{1,2}(?![^\W_]))?"
    letter = rf"(?:\s?(?!(?i:{short or '(?!)'})(?!\w))[A-Z]{{1,2}}(?![^\W_]|'|\.?\s?\d))?"
    suffix = rf"(?:[\s-]?(?:{latin})(?![^\W_]))?{letter}"
    joins = letters([*said.pair_joins, *said.alternatives, *said.range_joins, ",", "&"])
    points = rf"(?:(?:\s?(?:{joins}|-))?\s?\(\w{{1,5}}\))*"
    return re.compile(
        rf"(?:(?P<star>\*)?\s?(?P<prefix>{_prefixes(lexicon)})\.?\s?(?P<star2>\*)?\s?)?"
        rf"(?P<digits>\d+(?:\.\d+)?{hyphen})(?:{endings}(?![^\W_]))?(?P<tail>{attached}{suffix})"
        rf"{points}(?:,?\s(?:[IVX]+|\d{{1,2}})\s?°?(?=[\s,;.)])(?<=°))*"
        rf"|(?P<word>(?i:{firsts or '(?!)'})(?![^\W_]))"
    )


def find_lists(
    page: Page,
    barred: Sequence[Hit] = (),
    laws: frozenset[int] = frozenset(),
    titles: Sequence[Hit] = (),
) -> list[CitedList]:
    """All runs of articles in a text.

    Args:
        page: The text.
        barred: Stretches in which none begins.
        laws: Where instruments begin, in front of which a list may end.
        titles: Names of instruments, whose own numbers are no articles ("Regulations 2006").
    """
    patterns, cased = _patterns(page.grammar.lexicon), page.cased
    lists: list[CitedList] = []
    behind = 0
    for start, first, word, glued in sorted(_openings(page, patterns)):
        if start < behind or overlaps(barred, start, start + 1):
            continue
        if any(one.start <= start and first < one.end for one in titles):
            continue
        part = patterns.prefixes.get(word, "")
        cited = tuple(_Run(page, part, laws, patterns).read(first, bool(word)))
        if cited:
            behind = _list_end(cased, cited[-1].end, patterns)
            alone = word not in patterns.bound and not glued
            lists.append(CitedList(start, behind, cited, alone))
    return lists


def _openings(page: Page, patterns: _Patterns) -> Iterator[tuple[int, int, str, bool]]:
    """Where a list may begin: its start, its first number, the word, and whether the two touch."""
    clean, cased = page.clean, page.cased
    for found in patterns.opening.finditer(clean):
        if patterns.begins.match(cased, found.end()):
            yield found.start(), found.end(), found[1], False
    for found in patterns.bare.finditer(cased):
        yield found.start(), found.start(), "", False
    for found in patterns.sign.finditer(clean) if patterns.sign else ():
        yield found.start(), found.end(), found[0], False
    for found in _TOUCHING.finditer(cased) if patterns.glued else ():
        place = found.start() + 1
        word = patterns.glued and patterns.glued.search(cased, max(0, place - 6), place)
        if word:
            yield word.start(), place, word[1], True


def list_behind_title(cased: str, place: int, lexicon: Lexicon) -> CitedList | None:
    """A number with a point in brackets right behind a short title ("INA 212(a)")."""
    number = _patterns(lexicon).number.match(cased, place)
    if number is None or number["digits"] is None or not number.group().endswith(")"):
        return None
    low = normal_form(number)
    cited = Cited(number.start(), number.end(), interval(low, low))
    return CitedList(number.start(), number.end(), (cited,), owner_in_front=True)


def _list_end(cased: str, end: int, patterns: _Patterns) -> int:
    """Where a list ends, with "and following" and the parts of its last article."""
    for pattern in (patterns.details, patterns.following):
        found = pattern.match(cased, end)
        end = found.end() if found else end
    return end


def _cited(number: re.Match[str], end: int, low: str, high: str) -> Iterator[Cited]:
    """A range, or both its ends alone where the second does not come after the first."""
    whole = interval(low, high)
    yield Cited(number.start(), end, whole)
    if low != high and whole.first == whole.last:
        yield Cited(number.start(), end, interval(high, high))


class _Run(NamedTuple):
    """What reading one list needs to know."""

    page: Page
    part: str
    laws: frozenset[int]
    patterns: _Patterns

    def read(self, place: int, named: bool) -> Iterator[Cited]:
        """The articles from ``place`` on, as long as one follows another."""
        first = True
        while True:
            number = self.patterns.number.match(self.page.cased, place)
            if number is None or not ((first and named) or self._is_article(number)):
                return
            low = normal_form(number, self.part)
            end, high = self._range_end(number.end(), low)
            yield from _cited(number, end, low, high)
            link = self.patterns.link.match(self.page.cased, end)
            if link is None:
                return
            place, first = link.end(), False

    def _is_article(self, number: re.Match[str]) -> bool:
        """A number further on in a list is an article if a prefix or what follows it says so."""
        end = number.end()
        if number["prefix"] or self.patterns.ends.match(self.page.cased, end):
            return True
        if _LINE_END.match(self.page.text, end):
            return True
        behind = end + 1
        bound = self.patterns.title.match(self.page.clean, behind)
        return self.page.clean[end].isspace() and (behind in self.laws or bound is not None)

    def _range_end(self, end: int, low: str) -> tuple[int, str]:
        for join in (self.patterns.to, self.patterns.hyphen):
            found = join.match(self.page.cased, end)
            number = self.patterns.number.match(self.page.cased, found.end()) if found else None
            if number and self._is_article(number):
                return number.end(), complete(low, normal_form(number, self.part))
        return end, low
