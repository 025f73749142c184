"""Polarity: whether the words in front of a value deny it."""

from __future__ import annotations

from hri.decomposition.page import Page
from hri.decomposition.values.bounds import overlaps
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.domain.claims import Polarity

_RELATIVE_REACH = 2
"""Words that may stand between a relative pronoun and the negation of its clause."""
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
    """Whether a negation in front of a value, in its own clause, reaches it; or one behind does."""
    clause = page.clause_at(span.start, span.end)
    for hit in within(page.hits["negations"], clause.start, span.start):
        if _denies(page, hit, clause) and not _ends_before(page, hit, span):
            return True
    return any(
        hit.start >= span.end for hit in within(page.hits["denied_behind"], span.end, clause.end)
    )


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
