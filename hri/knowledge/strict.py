"""Strict reading of JSON, JSON Lines and TOML into models, with the exact place of every fault."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from hri.errors import DataFileError
from hri.knowledge.faults import describe_fault

ModelT = TypeVar("ModelT", bound=BaseModel)

MAX_LINE_BYTES = 256 * 1024 * 1024
"""Longest line of a pack file: one law with the texts of all its articles is one line."""


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
    try:
        data = tomllib.loads(read_bytes(path, error).decode("utf-8"))
    except UnicodeDecodeError as fault:
        problem = f"is not UTF-8 (byte {fault.start})"
        raise place.fault("", problem, "Save the file as UTF-8.") from fault
    except tomllib.TOMLDecodeError as fault:
        raise place.fault("", f"is not TOML: {fault}", "Correct that place.") from fault
    return fit_model(data, json.dumps(data, default=_isoformat), model, place)


def _isoformat(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def read_bytes(path: Path, error: type[DataFileError]) -> bytes:
    """The bytes of a file.

    Raises:
        DataFileError: Of the kind ``error``, when the file cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as fault:
        problem = f"cannot be read ({fault.strerror or fault})"
        raise error(path, "", problem, "Put the file there and make it readable.") from fault


def read_lines(path: Path, error: type[DataFileError]) -> Iterator[tuple[str, Place]]:
    """The lines of a JSON Lines file that are not blank, each with its place.

    Raises:
        DataFileError: Of the kind ``error``: unreadable file, bytes that are not UTF-8.
    """
    for number, raw in enumerate(read_bytes(path, error).split(b"\n"), start=1):
        place = Place(path, error, number)
        text = decode_line(raw, place)
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
