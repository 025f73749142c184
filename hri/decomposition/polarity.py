"""Polarity: whether the words around a value deny it."""

from __future__ import annotations

import re
from bisect import bisect_left

from hri.decomposition.page import Page
from hri.decomposition.values.bounds import overlaps
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.domain.claims import Polarity

_RELATIVE_REACH = 2
"""Words that may stand between a relative pronoun and the negation of its clause."""
_EXCLUSION_REACH = 40
"""How far in front of a value, in characters, an exclusion of it can begin."""
_FIGURE = re.compile(r"\d")
_BOUNDS = ("at_most", "at_least", "about", "free", "not_free", "affirming")
"""Lists whose phrases may hold a negation without denying what follows ("no more than")."""


def read_polarity(page: Page, span: Hit) -> Polarity:
    """Whether the clause of a value says that it does not hold ("is not 86 €")."""
    denied = is_denied(page, span) or is_negated(page, span)
    return Polarity.NOT_REQUIRED if denied else Polarity.REQUIRED


def is_denied(page: Page, span: Hit) -> bool:
    """Whether the clause of a value says that it is not required."""
    clause = page.clause_at(span.start, span.end)
    return bool(within(page.hits["not_required"], clause.start, clause.end))


def is_negated(page: Page, span: Hit) -> bool:
    """Whether a value is denied: by a negation in front of it in its own clause that reaches it, by
    one behind, by an exclusion right in front, or by a verdict, label or sign on the statement.
    """
    if _is_disowned(page, span) or _is_excluded(page, span):
        return True
    clause = page.clause_at(span.start, span.end)
    for hit in within(page.hits["negations"], clause.start, span.start):
        if _denies(page, hit, clause) and not _ends_before(page, hit, span):
            return True
    return any(
        hit.start >= span.end for hit in within(page.hits["denied_behind"], span.end, clause.end)
    )


def _is_disowned(page: Page, span: Hit) -> bool:
    last = bisect_left(page.disowned, (span.end, 0)) - 1
    return last >= 0 and span.start < page.disowned[last].end


def _is_excluded(page: Page, span: Hit) -> bool:
    """Whether "other than" or the like stands in front of a value with small words between.

    In front of a figure "except" opens another case ("10 years, except 5 for children").
    """
    figure = _FIGURE.search(page.clean, span.start, span.end)
    for name in ("exclusions",) if figure else ("exclusions", "exceptions"):
        for hit in within(page.hits[name], span.start - _EXCLUSION_REACH, span.start):
            if within(page.hits["conditions"], hit.end, span.start):
                continue  # "except if" opens a condition
            between = page.clean[hit.end : span.start]
            if page.grammar.stop_words.issuperset(TOKEN.findall(between)) and "\n" not in between:
                return True
    return False


def _denies(page: Page, hit: Hit, clause: Hit) -> bool:
    """A negation of its own: no part of a bound, of a condition or of a relative clause."""
    if any(_holds(page.hits[name], hit) for name in _BOUNDS):
        return False
    if within(page.hits["conditions"], clause.start, hit.start):
        return False
    before = TOKEN.findall(page.clean, clause.start, hit.start)
    return not page.grammar.relatives.intersection(before[-_RELATIVE_REACH:])


def _holds(phrases: list[Hit], hit: Hit) -> bool:
    return any(one.start <= hit.start and hit.end <= one.end for one in phrases)


def _ends_before(page: Page, hit: Hit, span: Hit) -> bool:
    """Whether a word that joins two statements stands between a negation and a value."""
    for token in TOKEN.finditer(page.clean, hit.end, span.start):
        if token.group() in page.grammar.enumerations:
            cues = within(page.hits["documents.cues"], token.end(), span.start)
            listed = overlaps(page.hits["documents.heads"], hit.end, token.start())
            if cues or not listed:
                return True
    return False
