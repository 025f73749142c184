"""Sentences: where each ends, and which slots the labels and headings around give it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hri.decomposition.labels import Labels
from hri.decomposition.segments import Layout, Segment, Stretch

_END = re.compile(r"(?<![.!?…])[.!?…]+[\"')\]*_]*(?=\s)|;(?=\s)|\s/\s|,\s+")
_LAST_WORD = re.compile(r"[^\W_]+$")


def read_stretches(
    segment: Segment, clean: str, labels: Labels, abbreviations: frozenset[str]
) -> Iterator[Stretch]:
    """The sentences of a segment; one that opens with a label has the label's slots."""
    for begin, end in split_sentences(clean, segment.start, segment.end, labels, abbreviations):
        start = begin
        slots, labelled = segment.slots, segment.labelled and start == segment.start
        label = labels.label_at(start, end) if segment.layout is not Layout.HEADING else None
        if label is not None and label.slots:
            slots, labelled, start = label.slots, True, labels.skip(label.end, end)
        elif terse := labels.terse_slots(start, end):
            slots, labelled = terse, False
        elif clean[max(0, start - 2) : start] in ("/ ", ", "):
            slots = ()
        yield Stretch(start, end, slots, labelled)


def split_sentences(
    clean: str, start: int, end: int, labels: Labels, abbreviations: frozenset[str]
) -> Iterator[tuple[int, int]]:
    """Spans of the sentences in a stretch.

    A line's end inside a paragraph ends none; a slash between spaces does, as does a comma in front
    of heading words ("45 €, réf : ...").
    """
    begin = start
    for stop in _END.finditer(clean, start, end):
        mark = stop.group()
        if mark[0] == "," and stop.end() not in labels.starts:
            continue
        if mark == "." and _ends_abbreviation(clean, begin, stop.start(), abbreviations):
            continue
        if clean[begin : stop.end()].strip():
            yield begin, stop.end()
        begin = stop.end()
    if clean[begin:end].strip():
        yield begin, end


def _ends_abbreviation(clean: str, begin: int, stop: int, abbreviations: frozenset[str]) -> bool:
    word = _LAST_WORD.search(clean, max(begin, stop - 20), stop)
    return word is not None and word.group() in abbreviations
