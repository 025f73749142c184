"""Around every request: how many are in hand, how long each took, one line in the log."""

from __future__ import annotations

import logging
import time
from typing import Any

from fastapi.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hri.errors import OverloadedError
from hri.gateway import errors, logs
from hri.gateway.gate import Gate

UNWATCHED = frozenset({"/v1/health", "/metrics"})
"""Asked by machines every few seconds, also while there is much to do."""


class Watch:
    """Counts requests, refuses those that would wait too long, and logs what became of each.

    An error that nobody expected is answered as such: no page of a framework, no traceback.
    """

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app, self._gate = app, gate
        self._in_hand = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        told: dict[str, Any] = {}
        scope.setdefault("state", {})["told"] = told
        begun, seen = time.perf_counter(), _Seen(send)
        watched = scope["path"] not in UNWATCHED
        self._in_hand += watched
        try:
            if watched and self._in_hand > self._gate.desk.settings.gateway_waiting:
                await self._too_many()(scope, receive, seen)
            else:
                await self._app(scope, receive, seen)
        except Exception:
            logs.LOG.exception("request broke off", extra={"fields": told})
            if not seen.status:
                await errors.unexpected()(scope, receive, seen)
        finally:
            self._in_hand -= watched
            self._note(scope, told, seen.status, time.perf_counter() - begun)

    def _too_many(self) -> JSONResponse:
        self._gate.metrics.count("hri_gateway_limited_total", reason="overload")
        return errors.told(
            OverloadedError("Too many requests are in hand.", remedy="Ask again in a moment.")
        )

    def _note(self, scope: Scope, told: dict[str, Any], status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "other")
        metrics, method = self._gate.metrics, scope["method"]
        known = method if method in METHODS else "other"
        metrics.gauge("hri_gateway_in_hand", self._in_hand)
        metrics.count("hri_gateway_requests_total", route=route, method=known, status=str(status))
        metrics.observe(seconds, route=route)
        level = logging.DEBUG if scope["path"] in UNWATCHED else logging.INFO
        took = round(seconds * 1000, 1)
        logs.write(level, "request", route=route, method=known, status=status, ms=took, **told)


METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class _Seen:
    """Passes an answer on and remembers its status."""

    def __init__(self, send: Send) -> None:
        self._send, self.status = send, 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        await self._send(message)
