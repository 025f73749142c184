"""Strict reading of JSON, JSON Lines and TOML into models, with the exact place of every fault."""

from __future__ import annotations

import json
import math
import stat
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import IO, Any, NamedTuple, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from hri.errors import DataFileError
from hri.knowledge.faults import describe_fault

ModelT = TypeVar("ModelT", bound=BaseModel)

MAX_FILE_BYTES = 1024 * 1024 * 1024
"""Largest file that is read: all laws of a country with the texts of their articles fit in."""

MAX_LINE_BYTES = 256 * 1024 * 1024
"""Longest line of a pack file: one law with the texts of all its articles is one line."""

MAX_TOML_BYTES = 4 * 1024 * 1024
MAX_TOML_DEPTH = 32
MAX_TOML_INTEGER = 2**63
"""TOML promises whole numbers below this one only."""


class Place(NamedTuple):
    """Where reading stands, and the error that a fault there raises."""

    path: Path | str
    error: type[DataFileError]
    line: int | None = None

    def fault(self, pointer: str, problem: str, remedy: str) -> DataFileError:
        """The error for this place; ``pointer`` leads from here to the faulty value."""
        line = f"line {self.line}" if self.line is not None else ""
        return self.error(self.path, ", ".join(filter(None, (line, pointer))), problem, remedy)


class _RefusedError(ValueError):
    """Something that is JSON to the standard library and not to us."""

    def __init__(self, problem: str, remedy: str) -> None:
        self.problem, self.remedy = problem, remedy
        super().__init__(problem)


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _RefusedError(f"key {twice!r} is given twice", "Keep one of the two.")
    return record


def _refuse_constant(name: str) -> NoReturn:
    raise _RefusedError(f"{name} is not a number of JSON", "Give a finite number or null.")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _RefusedError(f"{text} is too large a number", "Give a finite number or null.")
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_refuse_duplicates, parse_constant=_refuse_constant, parse_float=_finite
)


def parse_object(text: str, place: Place) -> dict[str, Any]:
    """The JSON object in ``text``; duplicate keys, NaN and infinity are refused.

    Raises:
        DataFileError: Of the kind ``place`` names.
    """
    try:
        value = _DECODER.decode(text)
    except _RefusedError as refused:
        raise place.fault("", refused.problem, refused.remedy) from refused
    except json.JSONDecodeError as error:
        problem = f"broken JSON at column {error.colno}: {error.msg}"
        raise place.fault("", problem, "Correct the line; each line is one object.") from error
    except RecursionError as error:
        raise place.fault("", "nested too deeply", "Flatten the record.") from error
    except ValueError as error:
        raise place.fault("", f"a value cannot be read: {error}", "Correct it.") from error
    if not isinstance(value, dict):
        kind = type(value).__name__
        raise place.fault("", f"is a {kind}, not an object", "Write the record as {...}.")
    return value


def read_record(text: str, model: type[ModelT], place: Place) -> ModelT:
    """One JSON text as a model, nothing coerced.

    Raises:
        DataFileError: Of the kind ``place`` names, with a pointer such as ``passages[2].slot``.
    """
    return fit_model(parse_object(text, place), text, model, place)


def fit_model(data: Mapping[str, Any], text: str, model: type[ModelT], place: Place) -> ModelT:
    """JSON ``text``, already parsed as ``data`` for the sake of pointers, as a model."""
    try:
        return model.model_validate_json(text, strict=True)
    except ValidationError as error:
        raise place.fault(*describe_fault(error, model, data)) from error


def read_toml(path: Path, model: type[ModelT], error: type[DataFileError]) -> ModelT:
    """A TOML file as a model, nothing coerced but TOML's own dates.

    Raises:
        DataFileError: Of the kind ``error``.
    """
    place = Place(path, error)
    data = parse_toml(read_bytes(path, error), place)
    return fit_model(data, json.dumps(data, default=_isoformat), model, place)


def parse_toml(content: bytes, place: Place) -> dict[str, Any]:
    """The tables of a TOML text; all its values can be written as JSON, but for dates.

    Raises:
        DataFileError: Of the kind ``place`` names: no UTF-8, no TOML, nested too deeply, or a
            number too large.
    """
    try:
        data = tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError as fault:
        problem = f"is not UTF-8 (byte {fault.start})"
        raise place.fault("", problem, "Save the file as UTF-8.") from fault
    except RecursionError as fault:
        raise place.fault("", "nested too deeply", "Flatten the table.") from fault
    except ValueError as fault:  # a number of too many digits is no fault of TOML's own
        raise place.fault("", f"is not TOML: {fault}", "Correct that place.") from fault
    _check_values(data, place)
    return data


def _check_values(data: dict[str, Any], place: Place) -> None:
    """Refuse what TOML can say and JSON cannot, without recursion of our own."""
    waiting: list[tuple[str, Any, int]] = [("", data, 0)]
    while waiting:
        pointer, value, depth = waiting.pop()
        if depth > MAX_TOML_DEPTH:
            raise place.fault("", "nested too deeply", "Flatten the table.")
        if isinstance(value, dict):
            waiting += [(f"{pointer}.{key}".lstrip("."), each, depth + 1)
                        for key, each in value.items()]  # fmt: skip
        elif isinstance(value, list):
            waiting += [(f"{pointer}[{index}]", each, depth + 1)
                        for index, each in enumerate(value)]  # fmt: skip
        elif isinstance(value, int) and not -MAX_TOML_INTEGER <= value < MAX_TOML_INTEGER:
            raise place.fault(pointer, "is too large a number", "Give a smaller number.")
        elif isinstance(value, float) and not math.isfinite(value):
            raise place.fault(pointer, f"is {value}, not a number", "Give a finite number.")


def _isoformat(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def read_bytes(path: Path, error: type[DataFileError], limit: int = MAX_TOML_BYTES) -> bytes:
    """The bytes of a plain file of at most ``limit`` bytes.

    Raises:
        DataFileError: Of the kind ``error``, when the file cannot be read, is a folder, pipe or
            device, or is too large.
    """
    with _opened(path, error, limit) as file:
        return file.read(limit)


@contextmanager
def _opened(path: Path, error: type[DataFileError], limit: int) -> Iterator[IO[bytes]]:
    """A plain file, open; a pipe or device is not even opened, for it may have no end."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise error(path, "", "is not a plain file", "Put a file there that can be read.")
        if status.st_size > limit:
            problem = f"is larger than {limit} bytes"
            raise error(path, "", problem, "Split or shorten the file.")
        with path.open("rb") as file:
            yield file
    except OSError as fault:
        problem = f"cannot be read ({fault.strerror or fault})"
        raise error(path, "", problem, "Put the file there and make it readable.") from fault


def read_lines(path: Path, error: type[DataFileError]) -> Iterator[tuple[str, Place]]:
    """The lines of a JSON Lines file that are not blank, each with its place.

    Raises:
        DataFileError: Of the kind ``error``: unreadable or too large file, bytes that are not
            UTF-8, a line past the limit.
    """
    with _opened(path, error, MAX_FILE_BYTES) as file:
        lines = iter(lambda: file.readline(MAX_LINE_BYTES + 2), b"")
        for number, raw in enumerate(lines, start=1):
            place = Place(path, error, number)
            text = decode_line(raw.removesuffix(b"\n"), place)
            if text.strip():
                yield text, place


def decode_line(raw: bytes, place: Place, limit: int = MAX_LINE_BYTES) -> str:
    """A line of a file as text; a byte order mark before the first line is dropped.

    Raises:
        DataFileError: Of the kind ``place`` names: too long, or not UTF-8.
    """
    if len(raw) > limit:
        raise place.fault("", f"is longer than {limit} bytes", "Split or shorten the record.")
    try:
        return raw.decode("utf-8-sig" if place.line == 1 else "utf-8")
    except UnicodeDecodeError as error:
        problem = f"is not UTF-8 (byte {error.start} of the line)"
        raise place.fault("", problem, "Save the file as UTF-8.") from error
