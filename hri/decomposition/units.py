"""The stretches of a text that a reply can withdraw: sentences, list items, table rows."""

from __future__ import annotations

from collections.abc import Iterable

from hri.decomposition.grammar import grammar_of
from hri.decomposition.page import Page, visible
from hri.decomposition.segments import Layout, Segment
from hri.domain.lexicons import Lexicon

Span = tuple[int, int]


def split_units(text: str, lexicon: Lexicon) -> tuple[Span, ...]:
    """Split a text into what can be withdrawn as a whole, in order, without overlap.

    A sentence of prose, the content of a list item (its mark stays), a whole table row. Headings
    are none: they state nothing by themselves.
    """
    shown, offsets = visible(text)
    page = Page(shown, grammar_of(lexicon))
    spans: list[Span] = []
    for segment in page.segments:
        spans.extend(_spans(segment, shown))
    merged = _merge(sorted(set(spans)))
    if offsets is None:
        return tuple(merged)
    return tuple((offsets[start], offsets[end - 1] + 1) for start, end in merged)


def _spans(segment: Segment, text: str) -> Iterable[Span]:
    if segment.layout is Layout.HEADING:
        return ()
    if segment.layout is Layout.CELL:
        start = text.rfind("\n", 0, segment.start) + 1
        end = text.find("\n", segment.end)
        return ((start, len(text) if end < 0 else end),)
    if segment.layout is Layout.ITEM:
        return (_trim(segment.start, segment.end, text),)
    return tuple(_trim(sentence[0], sentence[1], text) for sentence in segment.sentences)


def _trim(start: int, end: int, text: str) -> Span:
    """A span without white space at its ends, so that the layout around it stays."""
    stretch = text[start:end]
    left = len(stretch) - len(stretch.lstrip())
    return start + left, end - (len(stretch) - len(stretch.rstrip()))


def _merge(spans: list[Span]) -> list[Span]:
    """Spans that overlap become one: cells of a row, an item within an item."""
    merged: list[Span] = []
    for start, end in spans:
        if start >= end:
            continue
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
