"""What a text says of a paper beside its name: age limit, number, holder, valid or expired."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import grammar_of
from hri.decomposition.page import Page
from hri.decomposition.values.bounds import overlaps
from hri.decomposition.values.durations import Span
from hri.decomposition.values.folding import fold, squeeze
from hri.decomposition.values.numbers import Number
from hri.decomposition.values.papers import Paper
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.domain.lexicons import Lexicon
from hri.domain.values import AgeLimit, PaperParts, PaperState

_MOST_COPIES = 100
"""Numbers from here on count no copies: years, form numbers, postcodes."""
_BESIDE = 40
"""Characters behind a name within which its age limit, holder or state stands."""


class Measures(NamedTuple):
    """Numbers and lengths of time of a page, in order."""

    numbers: Sequence[Number] = ()
    spans: Sequence[Span] = ()


NO_MEASURES = Measures()


def read_parts(page: Page, paper: Paper, until: int, measures: Measures) -> tuple[PaperParts, str]:
    """The parts that a text states for a paper, and the paper's surface without its age limit.

    Args:
        page: The text.
        paper: The paper.
        until: Where the next paper or the sentence's end is.
        measures: Numbers and lengths of the whole page.
    """
    reach = Hit(paper.start, max(paper.end, min(until, paper.end + _BESIDE)))
    age, phrase = _age(page, paper, reach, measures.spans)
    parts = PaperParts(
        age=age,
        count=_count(paper, measures),
        holder=_holder(page, paper, reach),
        state=_state(page, paper, reach),
        optional=_is_optional(page, paper, reach),
    )
    if phrase is None or phrase.end > paper.end:
        return parts, paper.surface
    rest = squeeze(page.clean[paper.start : phrase.start] + page.clean[phrase.end : paper.end])
    return parts, rest or paper.surface


def _age(
    page: Page, paper: Paper, reach: Hit, spans: Sequence[Span]
) -> tuple[AgeLimit | None, Hit | None]:
    """The first length in or right behind a name that a word in front bounds, and its phrase."""
    for span in spans:
        if not reach.start <= span.start < reach.end:
            continue
        bound = _bound(page, span.start)
        if bound is not None and _is_beside(page, paper.end, bound[0]):
            start = _before_copulas(page, paper.start, bound[0])
            age = AgeLimit(length=span.high, unit=span.unit, older=bound[1])
            return age, Hit(start, span.end)
    return None, None


def _before_copulas(page: Page, low: int, start: int) -> int:
    """Start of the words that join a name and its age limit ("datant de", "issued")."""
    for token in reversed(list(TOKEN.finditer(page.clean, low, start))):
        if token.group() not in page.grammar.copulas | page.grammar.paper_inside:
            break
        start = token.start()
    return start


def _bound(page: Page, place: int) -> tuple[int, bool] | None:
    """Start of the longest bounding phrase that ends at a place, and whether it means more."""
    found: list[tuple[int, bool]] = []
    for name, older in (
        ("at_most", False),
        ("documents.younger", False),
        ("at_least", True),
        ("documents.older", True),
    ):
        for hit in within(page.hits[name], place - 40, place):
            if not TOKEN.search(page.clean, hit.end, place):
                found.append((hit.start, older))
    return min(found, default=None)


def _is_beside(page: Page, end: int, start: int) -> bool:
    """Whether nothing but small words of a name stands between a paper and what is said of it."""
    between = TOKEN.findall(page.clean, end, start) if end < start else []
    small = page.grammar.paper_inside | page.grammar.paper_clauses | page.grammar.copulas
    return all(word in small for word in between)


def _count(paper: Paper, measures: Measures) -> int | None:
    taken = [(span.start, span.end) for span in measures.spans]
    taken += [(form.start, form.end) for form in paper.forms]
    inside = [
        one.value
        for one in measures.numbers
        if paper.start <= one.start < paper.end
        and not one.weak
        and not overlaps(taken, one.start, one.end)
    ]
    if len(inside) != 1 or not 0 < inside[0] < _MOST_COPIES or inside[0] % 1:
        return None
    return int(inside[0])


class _Patterns(NamedTuple):
    holders: tuple[tuple[str, re.Pattern[str]], ...]
    own: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    grammar = grammar_of(lexicon)
    groups = tuple(
        (fold(group[0]), re.compile(rf"(?<!\w){grammar.alternation(group)}"))
        for group in lexicon.documents.holders
    )
    own = grammar.alternation(lexicon.documents.owners)
    return _Patterns(groups, re.compile(rf"(?<!\w){own}\s+$"))


def _holder(page: Page, paper: Paper, reach: Hit) -> str | None:
    """Whose paper it is; the applicant's where the text says "your"; None where two are named."""
    patterns = _patterns(page.grammar.lexicon)
    named = []
    for name, pattern in patterns.holders:
        for found in pattern.finditer(page.clean, reach.start, reach.end):
            if _is_beside(page, paper.end, found.start()):
                named.append(name)
                break
    if len(named) == 1:
        return named[0]
    own = patterns.own.search(page.clean, max(0, paper.start - 10), paper.start)
    return patterns.holders[0][0] if own and not named and patterns.holders else None


def _is_optional(page: Page, paper: Paper, reach: Hit) -> bool:
    """Whether a word in a name or right behind it says that the paper may be left out."""
    hits = within(page.hits["documents.optional"], reach.start, reach.end)
    return any(not TOKEN.search(page.clean, paper.end, max(paper.end, hit.start)) for hit in hits)


def without_holder(surface: str, lexicon: Lexicon) -> str:
    """The folded surface of a paper without the words for whose it is."""
    for _, pattern in _patterns(lexicon).holders:
        surface = pattern.sub(" ", surface)
    return " ".join(surface.split())


def _state(page: Page, paper: Paper, reach: Hit) -> PaperState | None:
    """Expired or valid, as an adjective says right in front of a name, in it or behind it."""
    for state, name in (
        (PaperState.EXPIRED, "documents.expired"),
        (PaperState.VALID, "documents.valid"),
    ):
        for hit in within(page.hits[name], max(0, paper.start - 20), reach.end):
            before = not TOKEN.search(page.clean, hit.end, max(hit.end, paper.start))
            if before and _is_beside(page, paper.end, hit.start):
                return state
    return None
