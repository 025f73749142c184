"""The gate: what all requests share, from the desk to the counters."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fastapi import Request

from hri.domain.clients import ApiKey
from hri.errors import UnauthenticatedError
from hri.gateway.limits import Buckets
from hri.gateway.metrics import Metrics
from hri.wiring import Desk, Door

T = TypeVar("T")
BEARER = "bearer "


class Gate:
    """One for an application; nothing in it outlives the process but what the desk stores."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.metrics = Metrics()
        self.buckets = Buckets(desk.settings.gateway_rate)
        self._threads = ThreadPoolExecutor(desk.settings.gateway_threads, "gateway")

    @property
    def door(self) -> Door:
        """What clients may ask for."""
        return self.desk.door

    async def run(self, work: Callable[[], T]) -> T:
        """Do what takes the processor or the disk in a thread, a few at a time."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def admit(self, request: Request) -> ApiKey:
        """The key that a request comes with, as far as it may ask now.

        Raises:
            UnauthenticatedError: There is none, or it is not known.
            RateLimitError: It asks too often.
        """
        said = request.headers.get("authorization", "")
        secret = said[len(BEARER) :].strip() if said.lower().startswith(BEARER) else ""
        try:
            key = await self.run(functools.partial(self.door.clients.known, secret))
        except UnauthenticatedError:
            self.metrics.count("hri_gateway_unauthenticated_total")
            raise
        request.state.told["client"] = key.terms.client
        self.buckets.take(key)
        return key

    async def close(self) -> None:
        """Let go of the threads and of the connections to the black box."""
        await self.door.chatting.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
