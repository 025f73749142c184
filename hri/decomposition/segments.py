"""The layout of a text: headings, labels, list items, table cells and sentences.

A heading ("## Fees") or a label ("**Fee:** £34") gives the slots of the text under or behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from hri.decomposition.grammar import OTHER, Grammar, heading_list
from hri.decomposition.values.phrases import Hits, within
from hri.domain.slots import SLOTS, Slot

_LINE = re.compile(r"[^\n]*")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*?)[\s#]*$")
_ITEM = re.compile(r"(\s*)(?:[-*+•·▪◦‣–—►✓✔→]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+(?=\S)")
_RULE = re.compile(r"\s*(?:[-=_*]\s*){3,}$|\s*\|?[\s:|-]*-{2,}[\s:|-]*$")
_BOLD = re.compile(r"\s*(?:\*\*|__)(.+?)(?:\*\*|__)\s*[:.?]?\s*$")
_BOLD_OPENING = re.compile(r"\s*(?:\*\*|__)([^*\n]{1,80}?)(?:\*\*|__)\s*([:?]?)")
_LABEL = re.compile(r"(?:(?!\s/\s)[^:?|\n.;,]){1,70}?\s*[:?]+(?=\s|$|\*|\")")
_SENTENCE_END = re.compile(r"[.!?…]+[\"')\]*_]*(?=\s)|;(?=\s)|\s/\s|,\s+")
_LAST_WORD = re.compile(r"[^\W_]+$")
_CONTENT = re.compile(r"[^\W_]")
_TERSE_WORDS = 6
PLAIN_LEVEL = 7
"""Level of a heading that no number sign marks: a bold line, or a line of heading words alone."""


class Layout(StrEnum):
    """What a segment is in the layout."""

    HEADING = "heading"
    ITEM = "item"
    CELL = "cell"
    PROSE = "prose"


class Stretch(NamedTuple):
    """A sentence of a segment: its span, without the label it may open with, and its slots."""

    start: int
    end: int
    slots: tuple[Slot, ...]
    labelled: bool


@dataclass(slots=True)
class Segment:
    """A stretch of text with the slots that its headings and labels give it.

    ``lead`` is the span of the sentence in front of a list that the item continues.
    ``labelled`` is True when the slots come from a label on the segment's own line.
    """

    start: int
    end: int
    layout: Layout
    slots: tuple[Slot, ...] = ()
    title: str = ""
    lead: tuple[int, int] | None = None
    labelled: bool = False
    sentences: list[Stretch] = field(default_factory=list)


@dataclass(slots=True)
class _Scope:
    """What the headings and labels read so far say about the next line."""

    headings: list[tuple[int, tuple[Slot, ...], str]] = field(default_factory=list)
    label: tuple[Slot, ...] | None = None
    label_title: str = ""
    label_indent: int = -1
    lead: tuple[int, int] | None = None
    columns: list[tuple[Slot, ...]] = field(default_factory=list)
    paragraph: Segment | None = None

    def slots(self) -> tuple[Slot, ...]:
        if self.label is not None:
            return self.label
        return self.headings[-1][1] if self.headings else ()

    def title(self) -> str:
        return self.label_title or (self.headings[-1][2] if self.headings else "")


class LayoutReader:
    """Reads one text's layout.

    Args:
        source: The text as written.
        clean: Its folded form without emphasis, of the same length.
        hits: Phrases found in ``clean``.
        grammar: The words in use.
    """

    def __init__(self, source: str, clean: str, hits: Hits, grammar: Grammar) -> None:
        self._source, self._clean, self._hits, self._grammar = source, clean, hits, grammar
        self._segments: list[Segment] = []
        self._scope = _Scope()
        self._heading_starts = frozenset(
            hit.start for slot in SLOTS for hit in hits[heading_list(slot)]
        )

    def read(self, heading: str = "", slots: tuple[Slot, ...] = ()) -> list[Segment]:
        """All segments in order; ``heading`` and ``slots`` stand above the text."""
        if heading or slots:
            self._scope.headings.append((0, slots, heading))
        for line in _LINE.finditer(self._source):
            if line.start() < line.end() or line.end() < len(self._source):
                self._read_line(line.start(), line.end())
        for segment in self._segments:
            segment.sentences = list(self._stretches(segment))
        return self._segments

    def _stretches(self, segment: Segment) -> Iterator[Stretch]:
        """The sentences of a segment; one that opens with a label has the label's slots."""
        for start, end in self._sentences(segment.start, segment.end):
            slots, labelled = segment.slots, segment.labelled and start == segment.start
            label = self._label(start, end) if segment.layout is not Layout.HEADING else None
            if label is not None and label[1]:
                slots, labelled, start = label[1], True, self._skip(label[0], end)
            elif terse := self._terse_slots(start, end):
                slots, labelled = terse, False
            elif self._clean[max(0, start - 2) : start] in ("/ ", ", "):
                slots = ()
            yield Stretch(start, end, slots, labelled)

    def _terse_slots(self, start: int, end: int) -> tuple[Slot, ...]:
        """The slot of a note that opens with a heading word and no colon ("fee £34")."""
        begin = self._skip(start, end)
        if begin not in self._heading_starts or len(self._clean[begin:end].split()) > _TERSE_WORDS:
            return ()
        return tuple(
            slot for slot in SLOTS if any(hit.start == begin for hit in self._hits[heading_list(slot)])
        )

    def _read_line(self, start: int, end: int) -> None:
        line = self._source[start:end]
        scope = self._scope
        if not _CONTENT.search(line):
            if not _RULE.match(line) or not line.strip():
                self._close_paragraph()
            return
        heading = _HEADING.match(line)
        if heading:
            self._open_heading(len(heading.group(1)), start + heading.start(2), end)
        elif line.count("|") >= 2 or (line.lstrip().startswith("|")):
            self._read_row(start, end)
        elif item := _ITEM.match(line):
            self._read_item(start + item.end(), end, len(item.group(1).expandtabs(4)))
        elif _BOLD.match(line) and len(line.split()) <= 10:
            self._read_bold_line(start, end)
        elif scope.paragraph is None and self._is_bare_heading(start, end):
            self._open_heading(PLAIN_LEVEL, start, end)
        else:
            self._read_prose(start, end, len(line) - len(line.lstrip()))

    def _close_paragraph(self) -> None:
        scope = self._scope
        if scope.paragraph is not None:
            ends_open = self._clean[: scope.paragraph.end].rstrip().endswith(":")
            if not ends_open and scope.label_indent < 0:
                scope.label, scope.label_title = None, ""
                scope.lead = None
        scope.paragraph = None
        scope.columns = []

    def _open_heading(self, level: int, start: int, end: int) -> None:
        scope = self._scope
        slots = self.slots_named(start, end)
        title = self._clean[start:end].strip(" :#*_?.\n")
        scope.headings = [one for one in scope.headings if one[0] < level]
        if not slots and scope.headings and not self.is_other(start, end):
            slots = scope.headings[-1][1]
        scope.headings.append((level, slots, title))
        scope.label, scope.label_title, scope.label_indent = None, "", -1
        scope.lead, scope.paragraph, scope.columns = None, None, []
        self._segments.append(Segment(start, end, Layout.HEADING, slots, title))

    def _read_bold_line(self, start: int, end: int) -> None:
        """A line all in bold is a heading, unless it is a statement of its own."""
        if self._clean[start:end].rstrip(" *_").endswith((":", ".", "!")):
            self._read_prose(start, end, 0)
        elif self.slots_named(start, end):
            self._open_heading(PLAIN_LEVEL, start, end)
        else:
            self._open_heading(PLAIN_LEVEL, start, end)
            # Such a line may state a value as well ("**£34 online**"), so it is read as prose too.
            self._segments[-1].layout = Layout.PROSE

    def _is_bare_heading(self, start: int, end: int) -> bool:
        text = self._clean[start:end].strip()
        if not self._clean[end:].strip() or len(text.split()) > 6 or text.endswith((".", ",", ";", "!", ":")):
            return False
        return self._covered(start, end) >= 0.6

    def _covered(self, start: int, end: int) -> float:
        """Share of the letters of a stretch that heading words of one slot make up."""
        letters = len(_CONTENT.findall(self._clean, start, end))
        best = 0
        for slot in (*SLOTS, OTHER):
            covered = sum(
                len(_CONTENT.findall(self._clean, hit.start, hit.end))
                for hit in within(self._hits[heading_list(slot)], start, end)
            )
            best = max(best, covered)
        return best / letters if letters else 0.0

    def _read_row(self, start: int, end: int) -> None:
        scope = self._scope
        cells = [cell for cell in self._cells(start, end) if cell[0] < cell[1]]
        named = [self.slots_named(*cell) for cell in cells]
        header = not scope.columns and sum(map(bool, named)) >= 2
        if header:
            scope.columns = named
            return
        row_slots = named[0] if named and len(cells) > 1 else ()
        for place, (cell_start, cell_end) in enumerate(cells):
            column = scope.columns[place] if place < len(scope.columns) else ()
            slots = column or (row_slots if place else ()) or scope.slots()
            title = self._clean[cells[0][0] : cells[0][1]].strip() if place else ""
            self._segments.append(
                Segment(cell_start, cell_end, Layout.CELL, slots, title, None, bool(place))
            )

    def _cells(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        place = start
        for cell in self._source[start:end].split("|"):
            stripped = cell.strip()
            if stripped:
                begin = place + cell.index(stripped)
                yield begin, begin + len(stripped)
            place += len(cell) + 1

    def _read_item(self, start: int, end: int, indent: int) -> None:
        scope = self._scope
        if scope.paragraph is not None and scope.lead is None:
            scope.lead = self._lead_of(scope.paragraph)
        if scope.label is not None and 0 <= scope.label_indent and indent <= scope.label_indent:
            scope.label, scope.label_title, scope.label_indent = None, "", -1
        scope.paragraph = None
        label = self._label(start, end)
        segment = Segment(start, end, Layout.ITEM, scope.slots(), scope.title(), scope.lead)
        if label is not None:
            label_end, slots = label
            if slots or self._is_bold(start):
                segment.slots, segment.labelled = slots or segment.slots, bool(slots)
                segment.title = self._clean[start:label_end].strip(" :*_?")
                segment.start = self._skip(label_end, end)
            if slots and (segment.start >= end or self._clean[start:end].rstrip().endswith(":")):
                scope.label, scope.label_title, scope.label_indent = slots, segment.title, indent
                scope.lead = None
            elif self._clean[start:end].rstrip(" *_").endswith(":"):
                scope.lead = (start, end)
        self._segments.append(segment)
        scope.paragraph = None

    def _read_prose(self, start: int, end: int, indent: int) -> None:
        scope = self._scope
        if self._continues(indent):
            self._segments[-1].end = end
            return
        if scope.label_indent >= 0:
            scope.label, scope.label_title, scope.label_indent = None, "", -1
        scope.lead = None
        begin = start + indent
        label = self._label(begin, end)
        segment = Segment(begin, end, Layout.PROSE, scope.slots(), scope.title())
        if label is not None and (label[1] or self._is_bold(begin)):
            label_end, slots = label
            scope.label = slots or (() if self.is_other(begin, label_end) else None)
            scope.label_title = self._clean[begin:label_end].strip(" :*_?.")
            segment.slots, segment.title = scope.slots(), scope.label_title
            segment.labelled = bool(slots)
            segment.start = self._skip(label_end, end)
        elif scope.paragraph is None and not self._only_label_above():
            scope.label, scope.label_title = None, ""
            segment.slots, segment.title = scope.slots(), scope.title()
        self._segments.append(segment)
        scope.paragraph = segment

    def _only_label_above(self) -> bool:
        """Whether the line before was a label with nothing behind it."""
        last = self._segments[-1] if self._segments else None
        return bool(last and last.start >= last.end and last.labelled)

    def _continues(self, indent: int) -> bool:
        """Whether a line goes on with the paragraph or list item before it (a hard wrap)."""
        last = self._segments[-1] if self._segments else None
        if last is None or last.layout is Layout.HEADING or last.layout is Layout.CELL:
            return False
        between = self._source[last.end :]
        adjacent = between[:1] == "\n" and not between[1:].startswith("\n")
        if not adjacent:
            return False
        if last.layout is Layout.ITEM:
            return indent > 0 and last.start < last.end
        return self._scope.paragraph is last and not self._begins_label(last)

    def _begins_label(self, last: Segment) -> bool:
        """Whether the line after ``last`` opens with a label, and so is a paragraph of its own."""
        start = last.end + 1
        end = self._source.find("\n", start)
        end = len(self._source) if end < 0 else end
        label = self._label(start, end)
        return label is not None and bool(label[1] or self._is_bold(start))

    def _lead_of(self, paragraph: Segment) -> tuple[int, int] | None:
        if not self._clean[: paragraph.end].rstrip(" *_").endswith((":", ",")):
            if not self._clean[paragraph.start : paragraph.end].strip():
                return None
        sentences = list(self._sentences(paragraph.start, paragraph.end))
        return sentences[-1] if sentences else None

    def _is_bold(self, start: int) -> bool:
        return self._source[start : start + 2] in ("**", "__")

    def _label(self, start: int, end: int) -> tuple[int, tuple[Slot, ...]] | None:
        """End of the label that a line opens with, and the slots it names."""
        bold = _BOLD_OPENING.match(self._source, start, end)
        if bold:
            inner = bold.group(1).rstrip()
            if bold.group(2) or inner.endswith((":", "?", ".")):
                return bold.end(), self.slots_named(bold.start(1), bold.end(1))
        plain = _LABEL.match(self._clean, start, end)
        if plain is None or len(plain.group().split()) > 9:
            return None
        return plain.end(), self.slots_named(plain.start(), plain.end())

    def slots_named(self, start: int, end: int) -> tuple[Slot, ...]:
        """The slots whose heading words make up a stretch that is short enough for a heading."""
        if len(self._clean[start:end].split()) > 10 or self.is_other(start, end):
            return ()
        found = {slot: within(self._hits[heading_list(slot)], start, end) for slot in SLOTS}
        longest = {
            slot: max((hit.end - hit.start for hit in hits), default=0)
            for slot, hits in found.items()
        }
        text = self._clean[start:end]
        joined = bool(re.search(r"\b(?:et|and)\b|[,&/+]", text))
        best = max(longest.values(), default=0)
        if not best:
            return ()
        letters = len(_CONTENT.findall(text))
        keep = [slot for slot in SLOTS if longest[slot] and (joined or longest[slot] == best)]
        return tuple(keep) if best / max(letters, 1) >= 0.3 or joined else ()

    def is_other(self, start: int, end: int) -> bool:
        """Whether a stretch is a heading of no slot ("Conditions", "Next steps")."""
        mine = max((h.end - h.start for h in within(self._hits[heading_list(OTHER)], start, end)), default=0)
        theirs = max(
            (
                hit.end - hit.start
                for slot in SLOTS
                for hit in within(self._hits[heading_list(slot)], start, end)
            ),
            default=0,
        )
        return mine > theirs

    def _skip(self, start: int, end: int) -> int:
        while start < end and not _CONTENT.match(self._source[start]) and self._source[start] not in "£$€(\"«“":
            start += 1
        return start

    def _sentences(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Spans of the sentences of a segment; a line inside a paragraph ends none."""
        begin = start
        for stop in _SENTENCE_END.finditer(self._clean, start, end):
            mark = stop.group()
            if mark[0] == "," and stop.end() not in self._heading_starts:
                continue
            if mark == "." and self._is_abbreviation(begin, stop.start()):
                continue
            if self._clean[begin : stop.end()].strip():
                yield begin, stop.end()
            begin = stop.end()
        if self._clean[begin:end].strip():
            yield begin, end

    def _is_abbreviation(self, begin: int, stop: int) -> bool:
        word = _LAST_WORD.search(self._clean, begin, stop)
        return word is not None and word.group() in self._grammar.abbreviations
