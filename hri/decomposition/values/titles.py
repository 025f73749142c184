"""Titles of instruments in capitals, known by their last word ("Marriage (Scotland) Act 1977")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.page import Page
from hri.decomposition.values.folding import fold, squeeze, words
from hri.domain.lexicons import Lexicon

_ROMAN = re.compile(r"[IVXLC]+")
_YEAR_ALONE = re.compile(r"(?:1[89]|20)\d\d")
_TOKEN = re.compile(r"\([^()\n]{1,60}\)|[^\s()]+")


class Title(NamedTuple):
    """A title in a text with its folded surface."""

    start: int
    end: int
    surface: str


@lru_cache(maxsize=16)
def _year(lexicon: Lexicon) -> re.Pattern[str]:
    dated = "|".join(map(re.escape, lexicon.law.dated)) or "(?!)"
    return re.compile(
        rf",?\s+(?:(?:{dated})\s+)?(?:\((?P<closed>(?:1[0-9]|20)\d{{2}})\)|\(?(?P<year>(?:1[0-9]|20)\d{{2}}))(?![\w-])"
    )


@lru_cache(maxsize=16)
def _last_word(lexicon: Lexicon) -> re.Pattern[str]:
    ends = "|".join(map(re.escape, lexicon.law.title_ends)) or "(?!)"
    return re.compile(rf"(?<![\w-])(?:{ends})(?![\w-])")


def find_titles(page: Page) -> Iterator[Title]:
    """Titles in order of their last word: capitals back from it, and the year behind it."""
    if not page.grammar.lexicon.law.title_ends:
        return
    for match in _last_word(page.grammar.lexicon).finditer(page.text):
        year = _year(page.grammar.lexicon).match(page.text, match.end())
        start = _start(page, match.start())
        end = year.end() if year else match.end()
        if start is None:
            continue
        surface = squeeze(page.text[start : match.end()])
        yield Title(start, end, f"{surface} {year['closed'] or year['year']}" if year else surface)


def _start(page: Page, last: int) -> int | None:
    """Where the title begins whose last word is at ``last``; None where no capital precedes it."""
    law = page.grammar.lexicon.law
    line = max(page.text.rfind("\n\n", 0, last), 0, last - 160)
    start: int | None = None
    bracket = False
    for token in reversed(list(_TOKEN.finditer(page.text, line, last))):
        word = token.group()
        if word[0] == "(" and word[-1] == ")":
            bracket = True
            continue
        if bracket and _YEAR_ALONE.fullmatch(word):  # "Equality Act 2010 (Commencement) Order"
            continue
        bracket = False
        plain = fold(word.strip(",'\"*_"))
        if word[-1] in ".;:!?" and plain.rstrip(".") not in page.grammar.abbreviations:
            break
        if _ROMAN.fullmatch(word):  # "Title VII of the Civil Rights Act"
            break
        if word.strip("\"'*_“‘(")[:1].isupper():
            if not _opens_sentence(plain, page):
                start = token.start() + (len(word) - len(word.lstrip("\"'*_“‘(")))
        elif plain.rstrip(",") not in law.title_links:
            break
    return start


def _opens_sentence(word: str, page: Page) -> bool:
    """A capital on a small word ("The", "Under") opens a sentence, not a title."""
    parts = words(word)
    return not parts or parts[0] in page.grammar.never_in_titles
