"""An application that is opened in the background: loading a pack takes seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread

from starlette.types import ASGIApp, Receive, Scope, Send

from hri.errors import HriError
from hri.gateway import errors, logs


class Opening:
    """Opens an application in a thread of its own; requests wait for it, or hear why not.

    What fails is tried anew with the next request.
    """

    def __init__(self, make: Callable[[], ASGIApp]) -> None:
        self._make = make
        self._lock = Lock()
        self._made: Future[ASGIApp] | None = None

    def start(self) -> Future[ASGIApp]:
        """Begin opening, unless that was begun or is done."""
        with self._lock:
            if self._made is None or (self._made.done() and self._made.exception()):
                self._made = Future()
                Thread(target=self._open, args=(self._made,), daemon=True).start()
            return self._made

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        try:
            app = await asyncio.wrap_future(self.start())
        except HriError as error:
            logs.LOG.error("the gateway cannot be opened: %s", error)
            await errors.not_open()(scope, receive, send)
            return
        await app(scope, receive, send)

    def _open(self, made: Future[ASGIApp]) -> None:
        try:
            made.set_result(self._make())
        except BaseException as error:  # whoever waits for it raises it
            made.set_exception(error)
