"""Uploaded case files: which columns a CSV has, and what they stand for."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import islice

import streamlit as st

from hri.domain.cases import Case
from hri.errors import CaseFileError
from hri.ui import tables, text
from hri.ui.i18n import _
from hri.wiring import CaseLine, read_cases

FIELDS = tuple(Case.model_fields)
KEEP = "metadata"
PREVIEWED = 3


def lines_of(content: bytes) -> list[bytes]:
    """The lines of a file, a byte order mark taken off."""
    return content.removeprefix(b"\xef\xbb\xbf").splitlines(keepends=True)


def header_of(lines: Sequence[bytes]) -> list[str]:
    """The column names of a CSV file; empty when its first row cannot be read."""
    decoded = (line.decode("utf-8", "replace") for line in lines)
    try:
        return next(csv.reader(decoded), [])
    except csv.Error:
        return []


def choose_columns(lines: Sequence[bytes]) -> dict[str, str]:
    """The reader's mapping of columns to the fields of a case, with the first rows as a preview."""
    header = header_of(lines)
    text.sentence(
        _("Say what each column stands for; a column without a field is kept as metadata.")
    )
    mapping: dict[str, str] = {}
    columns = st.columns(min(4, max(1, len(header))))
    for index, column in enumerate(header):
        with columns[index % len(columns)]:
            text.sentence(column or "–")
            field = st.selectbox(
                _("Field of column {number}").format(number=index + 1),
                [KEEP, *FIELDS],
                index=FIELDS.index(column) + 1 if column in FIELDS else 0,
                key=f"column-{index}",
                format_func=lambda option: _(f"field.{option}"),
            )
        mapping[column] = f"{KEEP}.{column}" if field == KEEP else field
    _show_preview(header, mapping, lines)
    return mapping


def _show_preview(header: Sequence[str], mapping: dict[str, str], lines: Sequence[bytes]) -> None:
    decoded = (line.decode("utf-8", "replace") for line in lines)
    rows: list[list[tables.Cell]] = []
    try:
        for row in islice(csv.reader(decoded), 1, 1 + PREVIEWED):
            rows.append([cell if len(cell) <= 160 else f"{cell[:160]}…" for cell in row])
    except csv.Error:
        text.sentence(_("The first rows cannot be read as CSV."))
        return
    heads = [f"{column} → {_('field.' + mapping[column].split('.')[0])}" for column in header]
    tables.table(_("First rows of the file"), heads, rows)


def read(
    name: str, lines: Sequence[bytes], columns: dict[str, str] | None
) -> Iterator[tuple[int, Case | CaseFileError]]:
    """The cases of an uploaded file, each line with its number."""
    found: Iterator[CaseLine] = read_cases(lines, name=name, columns=columns)
    for line in found:
        yield line.line, line.case
