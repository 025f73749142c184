"""Reading case files, JSON Lines or CSV, line by line: a faulty line never stops the others."""

from __future__ import annotations

import csv
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from hri.domain.cases import MAX_SAMPLES, MAX_TEXT_BYTES, Case
from hri.errors import CaseFileError
from hri.knowledge.strict import Place, decode_line, fit_model, parse_object

MAX_LINE_BYTES = 8 * 1024 * 1024
"""Longest line: all texts of a case at their limit, escaped, fit in."""

_QUOTES = "Close every quotation mark, and write one inside a cell twice."

MAX_EXCESS_BYTES = 1024 * 1024 * 1024
"""So much of a line that is too long is read over; past it the line counts as endless."""

Lines = Iterable[str] | Iterable[bytes]


class CaseLine(NamedTuple):
    """A line of a case file: its number, and the case or what is wrong with it."""

    line: int
    case: Case | CaseFileError


def read_cases(
    source: Path | Lines,
    *,
    name: str = "cases",
    columns: Mapping[str, str] | None = None,
    defaults: Mapping[str, str] | None = None,
) -> Iterator[CaseLine]:
    """The cases of a file or stream, in constant memory, with their line numbers.

    Args:
        source: A file (``.csv`` is read as CSV, anything else as JSON Lines) or lines.
        name: What faults call a source that is no file.
        columns: Given, ``source`` is CSV: the file's column names to the case's fields. Several
            columns may map to ``samples``; ``metadata.x`` is the key x of ``metadata``.
        defaults: Values of fields that a CSV file has no column for, or an empty cell.

    Raises:
        CaseFileError: The file cannot be opened or read, is a device, holds a line without end, or
            its CSV header is faulty.
    """
    label = str(source) if isinstance(source, Path) else name
    is_csv = columns is not None or (isinstance(source, Path) and source.suffix.lower() == ".csv")
    with open_lines(source) as lines:
        if is_csv:
            yield from _read_csv(lines, label, columns or {}, defaults or {})
        else:
            yield from _read_jsonl(lines, label)


def read_case(text: str, name: str, line: int | None = None) -> Case:
    """One case from its JSON text.

    Raises:
        CaseFileError: It is broken, has unknown or duplicate keys, or breaks a limit.
    """
    place = Place(name, CaseFileError, line)
    data = parse_object(text, place)
    _check_limits(data, place)
    return fit_model(data, text, Case, place)


def _check_limits(data: Mapping[str, Any], place: Place) -> None:
    samples = data.get("samples")
    listed = samples if isinstance(samples, list) else []
    if len(listed) > MAX_SAMPLES:
        problem = f"holds {len(listed)} samples, at most {MAX_SAMPLES} are read"
        raise place.fault("samples", problem, "Leave some out.")
    texts = [(key, data.get(key)) for key in ("question", "answer")]
    texts += [(f"samples[{index}]", sample) for index, sample in enumerate(listed)]
    for pointer, text in texts:
        size = len(text.encode("utf-8", "surrogatepass")) if isinstance(text, str) else 0
        if size > MAX_TEXT_BYTES:
            problem = f"is {size} bytes long, the limit is {MAX_TEXT_BYTES}"
            raise place.fault(pointer, problem, "Shorten the text.")


@contextmanager
def open_lines(source: Path | Lines) -> Iterator[Iterable[bytes]]:
    """The lines of a file or pipe, as long as the block runs; lines that are given pass through.

    Raises:
        CaseFileError: The file cannot be opened or read, is a device, or holds a line without end.
    """
    if not isinstance(source, Path):
        yield (line.encode() if isinstance(line, str) else line for line in source)
        return
    try:
        with source.open("rb") as file:
            if _is_device(file):
                problem = "is a device, not a file or pipe"
                raise CaseFileError(source, "", problem, "Name a file or a pipe.")
            yield bounded_lines(file)
    except OSError as error:
        problem = f"cannot be read ({error.strerror or error})"
        remedy = "Name a file that exists, with one record a line."
        raise CaseFileError(source, "", problem, remedy) from error


def _is_device(file: IO[bytes]) -> bool:
    """Devices give bytes without end; a terminal is where a person types, and may be read."""
    mode = os.fstat(file.fileno()).st_mode
    return stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not file.isatty())


def bounded_lines(file: IO[bytes]) -> Iterator[bytes]:
    """Lines of a file; the tail of a line past the limit is dropped, the excess stays visible."""
    number = 0
    while line := file.readline(MAX_LINE_BYTES + 2):
        number += 1
        yield line
        excess = 0
        while line and not line.endswith(b"\n"):
            line = file.readline(MAX_LINE_BYTES)
            excess += len(line)
            if excess > MAX_EXCESS_BYTES:
                raise OSError(f"line {number} does not end")


def _read_jsonl(lines: Iterable[bytes], name: str) -> Iterator[CaseLine]:
    for number, raw in enumerate(lines, start=1):
        place = Place(name, CaseFileError, number)
        try:
            text = decode_line(raw.rstrip(b"\r\n"), place, MAX_LINE_BYTES)
            if text.strip():
                yield CaseLine(number, read_case(text, name, number))
        except CaseFileError as fault:
            yield CaseLine(number, fault)


def _read_csv(
    lines: Iterable[bytes], name: str, columns: Mapping[str, str], defaults: Mapping[str, str]
) -> Iterator[CaseLine]:
    rows = _Rows(lines, name)
    fields = _fields(rows.take() or [], columns, Place(name, CaseFileError, 1))
    while True:
        first = rows.next_line
        try:
            row = rows.take()
            if row is None:
                return
            if row:
                yield CaseLine(first, _case_of_row(row, fields, defaults, name, first))
        except CaseFileError as fault:
            yield CaseLine(first, fault)


class _Rows:
    """The rows of a CSV file; one with a faulty line is refused, and the next one is read."""

    def __init__(self, lines: Iterable[bytes], name: str) -> None:
        self._lines, self._name = enumerate(lines, start=1), name
        self._fault: CaseFileError | None = None
        self._rows = csv.reader(self, strict=True)

    @property
    def next_line(self) -> int:
        """Number of the line that the next row begins on."""
        return self._rows.line_num + 1

    def take(self) -> list[str] | None:
        """The cells of the next row; None at the end.

        Raises:
            CaseFileError: The row is no CSV, or one of its lines is faulty.
        """
        at = Place(self._name, CaseFileError, self.next_line)
        self._fault = None
        try:
            row = next(self._rows, None)
        except csv.Error as error:
            raise self._fault or at.fault("", f"is not CSV: {error}", _QUOTES) from error
        if self._fault is not None:
            raise self._fault
        return row

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        number, raw = next(self._lines)
        try:
            return decode_line(raw, Place(self._name, CaseFileError, number), MAX_LINE_BYTES)
        except CaseFileError as fault:
            self._fault = self._fault or fault
            # The quotation marks of a faulty line still tell where its row ends.
            return raw[:MAX_LINE_BYTES].decode("utf-8", "replace")


def _fields(header: list[str], columns: Mapping[str, str], place: Place) -> list[str]:
    """The case field of each column, in order."""
    known = [field for field in Case.model_fields if field != "metadata"]
    fields = [columns.get(column, column) for column in header]
    for column, field in zip(header, fields, strict=True):
        pointer = column if column.isprintable() else repr(column)
        if field not in known and not field.startswith("metadata."):
            allowed = ", ".join([*known, "metadata.<key>"])
            remedy = f"Map it to one of: {allowed}."
            raise place.fault(pointer, f"unknown column {column!r}", remedy)
        if fields.count(field) > 1 and field != "samples":
            raise place.fault(pointer, f"two columns are read as {field!r}", "Map one of them.")
    missing = sorted(set(columns) - set(header))
    if missing or not header:
        problem = f"the header lacks {', '.join(missing)}" if missing else "there is no header"
        raise place.fault("", problem, "Name the columns in the first row.")
    return fields


def _case_of_row(
    row: list[str], fields: list[str], defaults: Mapping[str, str], name: str, line: int
) -> Case:
    place = Place(name, CaseFileError, line)
    if len(row) != len(fields):
        problem = f"has {len(row)} cells, the header has {len(fields)}"
        raise place.fault("", problem, "Give each row as many cells as the header.")
    record: dict[str, Any] = dict(defaults)
    for field, cell in zip(fields, row, strict=True):
        if field == "samples":
            record.setdefault("samples", []).extend([cell] if cell else [])
        elif field.startswith("metadata."):
            record.setdefault("metadata", {})[field.removeprefix("metadata.")] = cell
        elif cell or field not in record:
            record[field] = cell if cell or field in ("question", "answer") else None
    return read_case(json.dumps(record), name, line)
