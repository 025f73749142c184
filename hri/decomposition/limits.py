"""Limits: lengths of time that small words set between two events, and ages, which are none."""

from __future__ import annotations

from collections.abc import Sequence

from hri.decomposition.page import Page
from hri.decomposition.values.durations import Span
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.domain.values import Unit

_LONGEST = 24
"""Length in characters of the longest words of a limit, and how far apart two ages stand."""


def is_limit(page: Page, span: Span) -> bool:
    """Whether words of a limit stand right in front of a length or right behind it."""
    for hit in within(page.hits["limit_before"], span.start - _LONGEST, span.end):
        begun = hit.start <= span.start and page.clean[hit.end : span.start].strip() == ""
        if begun and hit.end <= span.end:
            return True
    behind = within(page.hits["limit_behind"], span.end, span.end + _LONGEST)
    return any(not page.clean[span.end : hit.start].strip() for hit in behind)


def is_of_thing(page: Page, span: Span) -> bool:
    """Whether a length is a trait of the thing named in front ("a course of 6 months")."""
    sentence = page.sentence_at(span.start)
    low = max(sentence.start if sentence else 0, span.start - _LONGEST)
    before = TOKEN.findall(page.clean, low, span.start)
    if len(before) <= 1 or before[-1] not in page.grammar.of:
        return False
    return before[-2] not in page.grammar.copulas


def is_rate(page: Page, span: Span, amounts: Sequence[Hit]) -> bool:
    """Whether a length is what an amount in front of it buys ("45 € for a year")."""
    before = [hit.end for hit in amounts if hit.end <= span.start]
    if not before or span.start - max(before) > _LONGEST:
        return False
    return page.grammar.stop_words.issuperset(TOKEN.findall(page.clean, max(before), span.start))


def is_of_age(page: Page, span: Span) -> bool:
    """Whether years are someone's age: behind "is", "has", "of" or a range, and no limit."""
    if span.unit is not Unit.YEAR or is_limit(page, span):
        return False
    if span.low != span.high:
        return True
    sentence = page.sentence_at(span.start)
    low = max(sentence.start if sentence else 0, span.start - _LONGEST)
    before = TOKEN.findall(page.clean, low, span.start)
    while len(before) > 1 and before[-1] in page.grammar.not_yet:
        before.pop()
    return bool(before) and before[-1] in page.grammar.old
