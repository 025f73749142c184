"""Bodies of requests: bounded, read strictly, told apart by where a fault is."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from fastapi import Request
from pydantic import BaseModel, ValidationError

from hri.errors import CaseFileError, RequestError, TooLargeError
from hri.knowledge.strict import Place, parse_object

LARGEST_BODY = 1024 * 1024
"""Bytes of one request; longer texts go to a person anyway (64 KiB each are read)."""

LONGEST_KEY = 255

M = TypeVar("M", bound=BaseModel)


async def read_object(request: Request) -> dict[str, Any]:
    """The JSON object that a request brings.

    Raises:
        TooLargeError: It is too long.
        CaseFileError: It is no JSON object, or holds a key twice or a number that is none.
    """
    chunks, size = [], 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > LARGEST_BODY:
            raise TooLargeError(
                "body", f"is longer than {LARGEST_BODY} bytes", "Shorten the texts."
            )
        chunks.append(chunk)
    place = Place("body", CaseFileError)
    try:
        text = b"".join(chunks).decode("utf-8")
    except UnicodeDecodeError as error:
        raise place.fault("", "is not UTF-8", "Send JSON in UTF-8.") from error
    found = parse_object(text, place)
    if "\\u" in text:
        _require_characters(found, place)
    return found


def _require_characters(found: dict[str, Any], place: Place) -> None:
    """Refuse halves of characters, which JSON can hold and no text can."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise place.fault("", "holds half a character", "Send whole characters.") from error


def fit(model: type[M], data: dict[str, Any]) -> M:
    """An object as a model.

    Raises:
        RequestError: It is none; the first fault is named.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "body"
        raise RequestError(place, first["msg"], "See /v1/openapi.json for the form.") from error


def idempotency_of(request: Request) -> str:
    """The idempotency key of a request, "" for none.

    Raises:
        RequestError: It is empty or too long, or holds what no header should.
    """
    found = request.headers.get("idempotency-key")
    if found is None:
        return ""
    if not 0 < len(found) <= LONGEST_KEY or not found.isprintable():
        raise RequestError("Idempotency-Key", "is empty, too long or holds hidden characters")
    return found
