"""Reading the layout of a text line by line: what each line is, and the slots above it.

A heading ("## Fees") or a label ("**Fee:** £34") gives the slots of the text under or behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hri.decomposition.grammar import Grammar
from hri.decomposition.labels import CONTENT, Label, Labels
from hri.decomposition.segments import Layout, Segment
from hri.decomposition.sentences import read_stretches, split_sentences
from hri.decomposition.values.phrases import Hits
from hri.domain.slots import Slot

_LINE = re.compile(r"(?m)^[^\n]*")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+")
_ITEM = re.compile(r"(\s*)(?:[-*+•·▪◦‣–—►✓✔→]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+(?=\S)")
_LINE_MARKS, _TABLE_MARKS = frozenset("-=_*"), frozenset("-:|")
"""What a drawn line is made of, and the line under a table's head."""
_BOLD_MARKS = ("**", "__")
_BOLD_WORDS = 10
PLAIN_LEVEL = 7
"""Level of a heading that no number sign marks: a bold line, or a line of heading words alone."""


def _is_rule(line: str) -> bool:
    """Whether a line is drawn ("---", "* * *") or rules off a table's head ("|:--|--|")."""
    marks = "".join(line.split())
    if len(marks) >= 3 and _LINE_MARKS.issuperset(marks):
        return True
    return "--" in line and _TABLE_MARKS.issuperset(marks)


def _is_bold(line: str) -> bool:
    """Whether a line is all in bold, but for a colon, point or question mark behind it."""
    text = line.strip()
    if text.endswith((":", ".", "?")):
        text = text[:-1].rstrip()
    return len(text) > 4 and text.startswith(_BOLD_MARKS) and text.endswith(_BOLD_MARKS)


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

    def drop_label(self) -> None:
        self.label, self.label_title, self.label_indent = None, "", -1


class LayoutReader:
    """Reads one text's layout.

    Args:
        source: The text as written.
        clean: Its folded form without emphasis, of the same length.
        hits: Phrases found in ``clean``.
        grammar: The words in use.
    """

    def __init__(self, source: str, clean: str, hits: Hits, grammar: Grammar) -> None:
        self._source, self._clean = source, clean
        self._labels = Labels(source, clean, hits, grammar.joins)
        self._abbreviations = grammar.abbreviations
        self._segments: list[Segment] = []
        self._scope = _Scope()

    def read(self, heading: str = "", slots: tuple[Slot, ...] = ()) -> list[Segment]:
        """All segments in order; ``heading`` and ``slots`` stand above the text."""
        if heading or slots:
            self._scope.headings.append((0, slots, heading))
        for line in _LINE.finditer(self._source):
            if line.start() < line.end() or line.end() < len(self._source):
                self._read_line(line.start(), line.end())
        for segment in self._segments:
            segment.sentences = list(
                read_stretches(segment, self._clean, self._labels, self._abbreviations)
            )
        return self._segments

    def _read_line(self, start: int, end: int) -> None:
        line = self._source[start:end]
        if not CONTENT.search(line):
            if not _is_rule(line):
                self._close_paragraph()
            return
        heading = _HEADING.match(line)
        if heading:
            self._open_heading(len(heading.group(1)), start + heading.end(), end)
        elif line.count("|") >= 2 or line.lstrip().startswith("|"):
            self._read_row(start, end)
        elif item := _ITEM.match(line):
            self._read_item(start + item.end(), end, len(item.group(1).expandtabs(4)))
        elif _is_bold(line) and len(line.split()) <= _BOLD_WORDS:
            self._read_bold_line(start, end)
        elif self._scope.paragraph is None and self._labels.is_bare_heading(start, end):
            self._open_heading(PLAIN_LEVEL, start, end)
        else:
            self._read_prose(start, end, len(line) - len(line.lstrip()))

    def _close_paragraph(self) -> None:
        scope = self._scope
        ended = scope.paragraph is not None and not self._ends_open(scope.paragraph.end)
        if ended and scope.label_indent < 0:
            scope.label, scope.label_title, scope.lead = None, "", None
        scope.paragraph = None
        scope.columns = []

    def _ends_open(self, end: int) -> bool:
        """Whether the text up to a place ends with a colon, so that what follows belongs to it."""
        return self._clean[max(0, end - 200) : end].rstrip(" *_\n").endswith(":")

    def _open_heading(self, level: int, start: int, end: int) -> None:
        scope, labels = self._scope, self._labels
        slots = labels.slots_named(start, end)
        title = self._clean[start:end].strip(" :#*_?.\n")
        scope.headings = [one for one in scope.headings if one[0] < level]
        if not slots and scope.headings and not labels.is_other(start, end):
            slots = scope.headings[-1][1]
        scope.headings.append((level, slots, title))
        scope.drop_label()
        scope.lead, scope.paragraph, scope.columns = None, None, []
        self._segments.append(Segment(start, end, Layout.HEADING, slots, title))

    def _read_bold_line(self, start: int, end: int) -> None:
        """A line all in bold is a heading, unless it is a label or a statement of its own."""
        if self._clean[start:end].rstrip(" *_").endswith((":", ".", "!")):
            self._read_prose(start, end, 0)
            return
        self._open_heading(PLAIN_LEVEL, start, end)
        if not self._labels.slots_named(start, end):
            # Such a line may state a value as well ("**£34 online**"), so it is read as prose too.
            self._segments[-1].layout = Layout.PROSE

    def _read_row(self, start: int, end: int) -> None:
        scope = self._scope
        cells = list(self._cells(start, end))
        named = [self._labels.slots_named(*cell) for cell in cells]
        if not scope.columns and sum(map(bool, named)) > 1:
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
        if scope.label is not None and scope.label_indent >= 0 and indent <= scope.label_indent:
            scope.drop_label()
        scope.paragraph = None
        segment = Segment(start, end, Layout.ITEM, scope.slots(), scope.title(), scope.lead)
        label = self._labels.label_at(start, end)
        if label is not None:
            self._apply_item_label(segment, label, indent)
        self._segments.append(segment)

    def _apply_item_label(self, segment: Segment, label: Label, indent: int) -> None:
        scope, start, end = self._scope, segment.start, segment.end
        opens = self._ends_open(end)
        if label.slots or self._labels.is_bold(start):
            segment.slots, segment.labelled = label.slots or segment.slots, bool(label.slots)
            segment.title = self._clean[start : label.end].strip(" :*_?")
            segment.start = self._labels.skip(label.end, end)
        if label.slots and (segment.start >= end or opens):
            scope.label, scope.label_title = label.slots, segment.title
            scope.label_indent, scope.lead = indent, None
        elif opens:
            scope.lead = (start, end)

    def _read_prose(self, start: int, end: int, indent: int) -> None:
        scope = self._scope
        if self._continues(indent):
            self._segments[-1].end = end
            return
        if scope.label_indent >= 0:
            scope.drop_label()
        scope.lead = None
        begin = start + indent
        segment = Segment(begin, end, Layout.PROSE, scope.slots(), scope.title())
        label = self._labels.label_at(begin, end)
        if label is not None and (label.slots or self._labels.is_bold(begin)):
            self._apply_label(segment, label)
        elif scope.paragraph is None and not self._only_label_above():
            scope.label, scope.label_title = None, ""
            segment.slots, segment.title = scope.slots(), scope.title()
        self._segments.append(segment)
        scope.paragraph = segment

    def _apply_label(self, segment: Segment, label: Label) -> None:
        scope, begin = self._scope, segment.start
        none = () if self._labels.is_other(begin, label.end) else None
        scope.label = label.slots or none
        scope.label_title = self._clean[begin : label.end].strip(" :*_?.")
        segment.slots, segment.title = scope.slots(), scope.label_title
        segment.labelled = bool(label.slots)
        segment.start = self._labels.skip(label.end, segment.end)

    def _only_label_above(self) -> bool:
        """Whether the line before was a label with nothing behind it."""
        last = self._segments[-1] if self._segments else None
        return bool(last and last.start >= last.end and last.labelled)

    def _continues(self, indent: int) -> bool:
        """Whether a line goes on with the paragraph or list item before it (a hard wrap)."""
        last = self._segments[-1] if self._segments else None
        if last is None or last.layout in (Layout.HEADING, Layout.CELL):
            return False
        if self._source[last.end : last.end + 1] != "\n" or last.start >= last.end:
            return False
        if self._source[last.end + 1 : last.end + 2] == "\n":
            return False
        if last.layout is Layout.ITEM:
            return indent > 0
        return self._scope.paragraph is last and not self._begins_label(last.end + 1)

    def _begins_label(self, start: int) -> bool:
        """Whether the line at a place opens with a label, and so is a paragraph of its own."""
        end = self._source.find("\n", start)
        label = self._labels.label_at(start, len(self._source) if end < 0 else end)
        return label is not None and bool(label.slots or self._labels.is_bold(start))

    def _lead_of(self, paragraph: Segment) -> tuple[int, int] | None:
        """The last sentence of the paragraph in front of a list."""
        sentences = list(
            split_sentences(
                self._clean, paragraph.start, paragraph.end, self._labels, self._abbreviations
            )
        )
        return sentences[-1] if sentences else None
