"""Errors as clients see them: one shape for all, that of the OpenAI protocol."""

from __future__ import annotations

import math

from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from hri.errors import (
    ConflictError,
    DataFileError,
    ErasedError,
    ForbiddenError,
    HriError,
    LlmError,
    NotFoundError,
    OverloadedError,
    RateLimitError,
    RequestError,
    StoreError,
    TooLargeError,
    UnauthenticatedError,
)

BUSY_SECONDS = 2
"""How long a client is told to wait where the gateway cannot store or has too much in hand."""


class ErrorBody(BaseModel):
    """What went wrong with a request."""

    model_config = ConfigDict(extra="forbid")

    message: str = Field(description="What went wrong, where, why and what to do about it.")
    type: str = Field(description="Kind of error, as in the OpenAI protocol.")
    param: str | None = Field(default=None, description="The part of the request at fault.")
    code: str = Field(description="One word for programs.")


class ErrorAnswer(BaseModel):
    """The body of every answer that is not a success."""

    model_config = ConfigDict(extra="forbid")

    error: ErrorBody


KINDS: tuple[tuple[type[HriError], int, str, str], ...] = (
    (UnauthenticatedError, 401, "authentication_error", "invalid_api_key"),
    (ForbiddenError, 403, "permission_error", "forbidden"),
    (ErasedError, 410, "invalid_request_error", "content_erased"),
    (NotFoundError, 404, "invalid_request_error", "not_found"),
    (ConflictError, 409, "invalid_request_error", "conflict"),
    (RateLimitError, 429, "rate_limit_error", "rate_limit_exceeded"),
    (OverloadedError, 503, "server_error", "overloaded"),
    (TooLargeError, 413, "invalid_request_error", "too_large"),
    (RequestError, 400, "invalid_request_error", "invalid_request"),
    (DataFileError, 400, "invalid_request_error", "invalid_request"),
    (LlmError, 502, "server_error", "upstream_failed"),
    (StoreError, 503, "server_error", "not_stored"),
)
"""Each kind of error with its status; the first that fits counts."""


def told(error: HriError) -> JSONResponse:
    """An error of the product as an answer; nothing of the inside is told but what it says."""
    for kind, status, family, code in KINDS:
        if isinstance(error, kind):
            return answer(status, _words(error), family, code, _param(error), _headers(error))
    return unexpected()


def unexpected() -> JSONResponse:
    """The answer to a request that hit a fault of the product itself."""
    return answer(500, "The request could not be served.", "server_error", "internal_error")


def not_open() -> JSONResponse:
    """The answer while the gateway cannot be opened."""
    headers = {"Retry-After": str(BUSY_SECONDS)}
    words = "The gateway is not open: the log of the server says why."
    return answer(503, words, "server_error", "not_open", headers=headers)


def answer(
    status: int,
    message: str,
    family: str,
    code: str,
    param: str | None = None,
    headers: dict[str, str] | None = None,
) -> JSONResponse:
    """An answer that is not a success."""
    body = ErrorBody(message=message, type=family, param=param, code=code)
    content = ErrorAnswer(error=body).model_dump()
    return JSONResponse(content, status, {**(headers or {}), "X-HRI-Error": code})


def _words(error: HriError) -> str:
    # Where the database lies is nothing that a client has to know.
    return error.what if isinstance(error, StoreError) else str(error)


def _param(error: HriError) -> str | None:
    if isinstance(error, DataFileError):
        return error.pointer or None
    return error.param if isinstance(error, RequestError) else None


def _headers(error: HriError) -> dict[str, str]:
    if isinstance(error, RateLimitError):
        return {"Retry-After": str(max(1, math.ceil(error.wait)))}
    if isinstance(error, OverloadedError | StoreError):
        return {"Retry-After": str(BUSY_SECONDS)}
    return {"WWW-Authenticate": "Bearer"} if isinstance(error, UnauthenticatedError) else {}
