"""From a document to blocks (headings, facts, lists, tables), and from blocks to Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any, NamedTuple

from hri.assurance.artefacts import Document, Part, RunHeader
from hri.assurance.words import Words
from hri.domain.base import Model

WIDEST = 7
"""Most columns of a table that still reads on a page."""

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "forward": ("requirement", "text", "clause", "risk", "method", "cases", "verdict", "incidents"),
    "events": ("id", "started", "case", "description", "verdict", "incident"),
    "risks": ("id", "cause", "impact", "treatment"),
    "items": ("ref", "figure", "value", "interval", "basis"),
    "duties": ("article", "duty", "answer", "exhibits"),
}
"""Columns of tables that would be too wide; the JSON has every field."""

WIDTHS: Mapping[str, tuple[int, ...]] = {
    "test_data": (10, 28, 13, 10, 11, 19, 9),
    "items": (6, 25, 30, 15, 24),
    "duties": (14, 25, 11, 50),
}
"""Widths of columns that are to stand alike in all tables of a document."""


class Heading(NamedTuple):
    """A heading; level 2 begins a section."""

    level: int
    text: str


class Facts(NamedTuple):
    """Names with their values, one a line; a value may be several lines."""

    rows: tuple[tuple[str, tuple[str, ...]], ...]


class Bullets(NamedTuple):
    """A list."""

    items: tuple[str, ...]


class Table(NamedTuple):
    """A table; a cell may be several lines."""

    head: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], ...], ...]
    widths: tuple[int, ...] = ()
    """Of the columns, in parts of a hundred; none: as their content takes."""


class Paragraph(NamedTuple):
    """A paragraph."""

    text: str


Block = Heading | Facts | Bullets | Table | Paragraph


def blocks_of(document: Document, words: Words) -> Iterator[Block]:
    """The blocks of a document without its first page, in order."""
    names = [name for name in type(document).model_fields if name not in Document.model_fields]
    for single, run in groupby(names, lambda name: _is_single(getattr(document, name))):
        fields = list(run)
        if single and len(fields) > 1:
            yield Heading(2, words.label("overview"))
            yield Facts(tuple((words.label(f), lines_of(getattr(document, f))) for f in fields))
            continue
        for name in fields:
            yield Heading(2, words.label(name))
            yield from _section(name, getattr(document, name), words)
    if document.glossary_last:
        yield from _glossary(document, words)


def _glossary(document: Document, words: Words) -> Iterator[Block]:
    yield Heading(2, words.label("glossary"))
    yield Facts(tuple((item.term, (item.meaning,)) for item in document.header.glossary))


def _is_single(value: object) -> bool:
    return isinstance(value, str | datetime)


def header_blocks(document: Document, words: Words) -> Iterator[Block]:
    """The blocks of the first page."""
    header = document.header
    names = [name for name in type(header).model_fields if name not in {"glossary", "result"}]
    yield Heading(2, words.label("identification"))
    yield Facts(tuple((words.label(name), lines_of(getattr(header, name))) for name in names))
    if not document.glossary_last:
        yield from _glossary(document, words)


def results_of(document: Document) -> tuple[str, ...]:
    """What stands under the title before anything else: what came of the run."""
    return (document.header.result,) if isinstance(document.header, RunHeader) else ()


def _section(name: str, value: Any, words: Words, level: int = 3) -> Iterator[Block]:
    if isinstance(value, Part):
        yield from _part(value, words)
    elif isinstance(value, Model):
        yield _facts(value, words)
    elif isinstance(value, tuple) and value and isinstance(value[0], Part):
        yield from _parts(value, words)
    elif isinstance(value, tuple) and value and isinstance(value[0], Model):
        yield from _records(name, value, words, level)
    elif isinstance(value, tuple):
        yield Bullets(tuple(map(str, value)))
    else:
        yield Paragraph(*lines_of(value))


def _part(part: Part, words: Words, leave_out: str = "") -> Iterator[Block]:
    """The parts of a section; its first table stands under the section's own heading."""
    fields = {name: field for name, field in type(part).model_fields.items() if name != leave_out}
    tables = [
        name
        for name, field in fields.items()
        if isinstance(getattr(part, name), tuple) and field.annotation != tuple[str, ...]
    ]
    for name in fields:
        value = getattr(part, name)
        if name in tables[1:]:
            yield Heading(3, words.label(name))
        if value:
            yield from _section(name, value, words, level=4)
        elif name in tables:
            yield Paragraph(words.text("nothing_here"))


def _records(name: str, records: Sequence[Model], words: Words, level: int) -> Iterator[Block]:
    fields = COLUMNS.get(name, tuple(type(records[0]).model_fields))
    if name in COLUMNS or len(fields) <= WIDEST:
        head = tuple(words.label(field) for field in fields)
        rows = tuple(tuple(_cell(item, f, words) for f in fields) for item in records)
        yield Table(head, rows, WIDTHS.get(name, ()))
        return
    for item in records:
        first = next(iter(type(item).model_fields))
        yield Heading(level, str(getattr(item, first)))
        yield _facts(item, words, leave_out=first)


def _parts(parts: Sequence[Part], words: Words) -> Iterator[Block]:
    """Parts of one kind, each under the heading that its first field gives."""
    for part in parts:
        first = next(iter(type(part).model_fields))
        yield Heading(3, str(getattr(part, first)))
        yield from _part(part, words, leave_out=first)


def _cell(item: Model, field: str, words: Words) -> tuple[str, ...]:
    value = getattr(item, field)
    return (words.value(value),) if field == "name" else lines_of(value)


def _facts(item: Model, words: Words, leave_out: str = "") -> Facts:
    names = [name for name in type(item).model_fields if name != leave_out]
    return Facts(tuple((words.label(name), lines_of(getattr(item, name))) for name in names))


def lines_of(value: Any) -> tuple[str, ...]:
    """A value as lines of text; a dash where there is none."""
    if isinstance(value, datetime):
        return (f"{value.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC",)
    if isinstance(value, tuple):
        return tuple(map(str, value)) or ("–",)
    return (str(value) or "–",)


SIGNS = re.compile(r"([\\`*_{}\[\]<>|~!&]|:(?=//)|@)")
"""Signs that act as markup wherever they stand; addresses are not to become links."""

LEADS = re.compile(r"^([#+\-=]|\d+(?=[.)]))")
"""Signs that act as markup at the beginning only; of a number, what follows it is escaped."""


COLON = {"fr": "\u00a0:", "en": ":"}


def to_markdown(document: Document, words: Words) -> str:
    """The document as Markdown in which no text can act as markup."""
    colon = COLON[document.language]
    parts = [f"# {plain(document.header.title)}", *map(plain, results_of(document))]
    parts += [_markdown(block, colon) for block in header_blocks(document, words)]
    parts += [_markdown(block, colon) for block in blocks_of(document, words)]
    return "\n\n".join(parts) + "\n"


def _markdown(block: Block, colon: str) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {plain(text)}"
        case Facts(rows):
            return "\n".join(f"- **{inline(name)}**{colon}{_after(lines)}" for name, lines in rows)
        case Bullets(items):
            return "\n".join(f"- {plain(item)}" for item in items)
        case Table(head, rows, _widths):
            lines = [_row(tuple((name,) for name in head)), "|" + " --- |" * len(head)]
            return "\n".join([*lines, *map(_row, rows)])
        case Paragraph(text):
            return plain(text)


def _after(lines: tuple[str, ...]) -> str:
    if len(lines) == 1:
        return f" {inline(lines[0])}"
    return "\n" + "\n".join(f"  - {plain(line)}" for line in lines)


def _row(cells: tuple[tuple[str, ...], ...]) -> str:
    return "| " + " | ".join("<br>".join(map(inline, lines)) for lines in cells) + " |"


def inline(text: str) -> str:
    """Text inside a line in which no sign acts as markup."""
    return SIGNS.sub(r"\\\1", " ".join(text.split()))


def plain(text: str) -> str:
    """Text that begins a line, or a list item, in which no sign acts as markup."""
    return LEADS.sub(_escaped_lead, inline(text))


def _escaped_lead(lead: re.Match[str]) -> str:
    return f"{lead[1]}\\" if lead[1].isdigit() else f"\\{lead[1]}"
