"""The application: routes, errors in one shape, and around it the watch."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from hri import __version__
from hri.errors import HriError, StoreError
from hri.gateway import answers, cases, chat, errors, health, logs, openapi
from hri.gateway.gate import Gate
from hri.gateway.watching import Watch
from hri.wiring import Desk

TITLE = "HRI gateway"
SUMMARY = "Stands between a chatbot and the citizen: every answer is judged before it goes out."


def create_app(desk: Desk) -> ASGIApp:
    """The gateway over a desk, as an application for any ASGI server."""
    gate = Gate(desk)

    @asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        yield
        await gate.close()

    app = FastAPI(
        title=TITLE,
        summary=SUMMARY,
        version=__version__,
        openapi_url="/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    app.state.gate = gate
    app.add_exception_handler(HriError, _told)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _no_such_id)
    app.add_exception_handler(Exception, _broken)  # the watch logs it
    for part in (health, answers, cases, chat):
        app.include_router(part.router)
    openapi.describe(app)
    return Watch(app, gate)


async def _told(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HriError):
        raise error
    gate: Gate = request.app.state.gate
    if isinstance(error, StoreError) and request.method == "POST":
        # No case could be stored, so that this line is all that tells of it.
        gate.metrics.count("hri_gateway_not_scored_total", kind=type(error).__name__)
        logs.write(logging.ERROR, "not scored", error=type(error).__name__, why=error.why)
    answer = errors.told(error)
    request.state.told["error"] = answer.headers["X-HRI-Error"]
    if answer.status_code == LIMITED:
        gate.metrics.count("hri_gateway_limited_total", reason="rate")
    return answer


async def _no_such_id(_request: Request, _error: Exception) -> JSONResponse:
    """An id in the path that no case can have."""
    words = "There is no such case: this is no id that the gateway gives."
    return errors.answer(404, words, "invalid_request_error", "not_found", "case_id")


async def _broken(_request: Request, _error: Exception) -> JSONResponse:
    return errors.unexpected()


LIMITED = 429
MISSES = {404: "not_found", 405: "method_not_allowed"}


async def _refused(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    code = MISSES.get(error.status_code, "invalid_request")
    headers = dict(error.headers or {})
    return errors.answer(
        error.status_code, str(error.detail), "invalid_request_error", code, headers=headers
    )
