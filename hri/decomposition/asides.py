"""Values beside the point: of another thing, of the past, an age, the parts of a total."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hri.decomposition.page import Page, Sentence
from hri.decomposition.values.bounds import opening_before
from hri.decomposition.values.lengths import HOURS, Span
from hri.decomposition.values.phrases import TOKEN, within
from hri.decomposition.values.ranges import is_change
from hri.domain.values import Unit

_AGE_REACH = 24
"""How far in front of years the words can begin that make an age of them."""
_EXPLAINS = re.compile(r"[^\W\d_]*\s*[:(=]")
_FEWEST_PARTS = 2
_UNEVEN = 10
"""The part of a total, one tenth, by which its parts may miss it: months are uneven."""


def is_beside(page: Page, start: int) -> bool:
    """Whether a value is of another thing set beside the one spoken of, or was so before."""
    sentence = page.sentence_at(start)
    if sentence is None:
        return False
    opening = opening_before(page, start)
    if opening is not None and is_change(page, opening):
        return True
    return any(
        start < _comparison_end(page, hit.end, sentence)
        for hit in within(page.hits["comparisons"], sentence.start, start)
    )


def _comparison_end(page: Page, start: int, sentence: Sentence) -> int:
    """Where the words behind "unlike" end: at the comma, or at that of the clause on them."""
    end = page.clean.find(",", start, sentence.end)
    word = TOKEN.match(page.clean, end + 2) if end >= 0 else None
    if word is not None and word.group() in page.grammar.relatives:
        end = page.clean.find(",", end + 1, sentence.end)
    return end if end >= 0 else sentence.end


def is_age(page: Page, span: Span, spans: Sequence[Span]) -> bool:
    """Whether years behind "before" are an age that another length of the sentence goes with."""
    words = within(page.hits["ages"], max(0, span.start - _AGE_REACH), span.start)
    if span.unit is not Unit.YEAR or not words:
        return False
    if page.clean[words[-1].end : span.start].strip():
        return False
    sentence = page.sentence_at(span.start)
    return sentence is not None and any(sentence.start <= one.start < span.start for one in spans)


def explained(page: Page, spans: Sequence[Span]) -> frozenset[int]:
    """Where the lengths begin by which a text explains a total ("5 weeks: a month plus 7 days")."""
    found: set[int] = set()
    for place, total in enumerate(spans):
        if _EXPLAINS.match(page.clean, total.end) and total.start not in found:
            found.update(one.start for one in _parts(page, total, spans[place + 1 :]))
    return frozenset(found)


def _parts(page: Page, total: Span, following: Sequence[Span]) -> Sequence[Span]:
    """The lengths behind a total that are joined to each other and make it up."""
    sentence = page.sentence_at(total.start)
    parts: list[Span] = []
    for one in following:
        if sentence is None or one.start >= sentence.end:
            break
        if parts and not _joined(page, parts[-1].end, one.start):
            break
        parts.append(one)
    wanted = total.high * HOURS[total.unit]
    missed = abs(sum(one.high * HOURS[one.unit] for one in parts) - wanted)
    return parts if len(parts) >= _FEWEST_PARTS and missed * _UNEVEN <= wanted else ()


def _joined(page: Page, end: int, start: int) -> bool:
    between = TOKEN.findall(page.clean, end, start)
    return "+" in page.clean[end:start] or not page.grammar.enumerations.isdisjoint(between)
