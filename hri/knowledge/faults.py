"""Words for what does not fit a model: pointer, problem and remedy."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

Location = tuple[int | str, ...]


def describe_fault(
    error: ValidationError, model: type[BaseModel], data: Mapping[str, Any]
) -> tuple[str, str, str]:
    """Pointer, problem and remedy of the first fault in ``data``, which did not fit ``model``."""
    faults = error.errors(include_url=False)
    unknown = (fault for fault in faults if fault["type"] == "extra_forbidden")
    # A misspelt key also leaves the right one missing: the misspelling is the better news.
    first = next(unknown, faults[0])
    location = first["loc"]
    path = _real_path(location, data)
    if first["type"] == "extra_forbidden":
        allowed = ", ".join(_allowed_keys(model, location[:-1]))
        return _pointer(path), f"unknown key {location[-1]!r}", f"Allowed here: {allowed}."
    if first["type"] == "missing":
        return _pointer(path), f"key {location[-1]!r} is missing", "Add the key."
    same = [fault for fault in faults if _real_path(fault["loc"], data) == path]
    problem = " or ".join(dict.fromkeys(_problem(fault) for fault in same))
    return _pointer(path) or _named_field(problem, model), problem, _remedy(first)


def _problem(fault: ErrorDetails) -> str:
    message = fault["msg"].removeprefix("Value error, ")
    message = message[:1].lower() + message[1:]
    given = fault.get("input")
    shown = given is None or isinstance(given, str | int | float | bool)
    if fault["type"] == "value_error" or not shown:
        return message
    text = repr(given)
    return f"{message}, not {text if len(text) <= 60 else text[:57] + '...'}"


def _remedy(fault: ErrorDetails) -> str:
    if fault["type"] == "value_error":
        return "Correct the values so that they fit together."
    return "Correct the value."


def _real_path(location: Location, data: Any) -> Location:
    """The location without the names that pydantic adds for members of a union."""
    path: list[int | str] = []
    for step, part in enumerate(location):
        inside = data is not None and not isinstance(data, str)
        if isinstance(data, Mapping) and (part in data or step == len(location) - 1):
            path.append(part)
            data = data.get(part)
        elif isinstance(part, int) and inside and isinstance(data, Sequence):
            path.append(part)
            data = data[part] if part < len(data) else None
    return tuple(path)


def _pointer(path: Location) -> str:
    pointer = ""
    for part in path:
        pointer += f"[{part}]" if isinstance(part, int) else f".{part}" if pointer else part
    return pointer


def _named_field(problem: str, model: type[BaseModel]) -> str:
    """A fault of a whole record names the field it is about first, where it is about one."""
    word = problem.split(" ", 1)[0]
    return word if word in model.model_fields else ""


def _allowed_keys(model: type[BaseModel], location: Location) -> list[str]:
    models = [model]
    for part in location:
        annotations = [
            candidate.model_fields[part].annotation
            for candidate in models
            if isinstance(part, str) and part in candidate.model_fields
        ]
        if annotations:
            models = [found for annotation in annotations for found in _models_in(annotation)]
        elif isinstance(part, str):
            models = [found for found in models if _has_tag(found, part)] or models
    return list(dict.fromkeys(name for found in models for name in found.model_fields))


def _has_tag(model: type[BaseModel], tag: str) -> bool:
    return any(tag in get_args(field.annotation) for field in model.model_fields.values())


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    if get_origin(annotation) in (Annotated, Union, types.UnionType, tuple, dict):
        return [model for part in get_args(annotation) for model in _models_in(part)]
    return []
