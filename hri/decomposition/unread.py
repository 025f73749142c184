"""Statements in which something of a slot is said and nothing was read, so that nothing checks it.

A slot without a claim drops out of the index; what was said in it must not drop out with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hri.decomposition.destinations import unread_destinations
from hri.decomposition.doubts import Values
from hri.decomposition.page import Page
from hri.decomposition.seconds import second_numbers
from hri.decomposition.timings import unread_timings
from hri.decomposition.values.bounds import Cover
from hri.decomposition.values.forms import find_forms
from hri.decomposition.values.phrases import Hit, within
from hri.domain.claims import Detail, Doubt, DoubtKind


def find_unread(page: Page, values: Values, details: Sequence[Detail]) -> list[Doubt]:
    """Values without unit (unread), and places, times and payments left open (vague).

    Args:
        page: The text.
        values: What was read in it.
        details: Its dates, numbers to call and sites, which have checks of their own.
    """
    if not values.claims:  # such an answer never passes
        return []
    settled = [*values.priced, *values.references]
    settled += [Hit(one.start, one.end) for one in values.claims]
    settled += [Hit(one.start, one.end) for one in details]
    timings = unread_timings(page, values, Cover(settled))
    forms = [Hit(form.start, form.end) for form in find_forms(page)]
    spans = [*settled, *values.timed, *forms, *page.addresses]
    seconds = second_numbers(page, values, Cover(spans))
    vague = (*unread_destinations(page, values), *timings, *_unnamed_sums(page, values))
    return [
        *(_doubt(page, DoubtKind.UNREAD_VALUE, hit) for hit in seconds),
        *(_doubt(page, DoubtKind.VAGUE_VALUE, hit) for hit in vague),
    ]


def _doubt(page: Page, kind: DoubtKind, hit: Hit) -> Doubt:
    return Doubt(kind=kind, text=page.text[hit.start : hit.end], start=hit.start, end=hit.end)


def _unnamed_sums(page: Page, values: Values) -> Iterator[Hit]:
    """Payments asked for without an amount ("you must also pay a deposit")."""
    cited, priced = Cover(values.references), Cover(values.priced)
    for hit in page.hits["sums"]:
        sentence = page.sentence_at(hit.start)
        if sentence is None or cited.overlaps(hit.start, hit.end):
            continue
        if priced.overlaps(sentence.start, sentence.end):
            continue
        if within(page.hits["paying"], sentence.start, hit.start):
            yield hit
