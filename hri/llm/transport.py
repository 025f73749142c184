"""The way to the black box: to checked addresses only, and no answer without end."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2

from hri.domain.chats import LlmFault
from hri.errors import LlmError
from hri.llm.addresses import Addresses

LARGEST_ANSWER = 4 * 1024 * 1024
"""Bytes of one answer of the black box that are read."""

PORTS = {"http": 80, "https": 443}


class GuardedTransport(httpx2.AsyncBaseTransport):
    """Connects to the address that was checked, so that a name cannot be bent in between."""

    def __init__(self, addresses: Addresses, inner: httpx2.AsyncBaseTransport) -> None:
        self._addresses, self._inner = addresses, inner

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request; the answer may be read up to ``LARGEST_ANSWER``."""
        host, scheme = request.url.host, request.url.scheme
        address = await self._addresses.of(host, request.url.port or PORTS.get(scheme, 443))
        request.extensions = {**request.extensions, "sni_hostname": host}
        request.url = request.url.copy_with(host=address)
        response = await self._inner.handle_async_request(request)
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()
            raise LlmError(LlmFault.MALFORMED, "it compressed an answer unasked", host)
        stream = response.stream
        if isinstance(stream, httpx2.AsyncByteStream):
            response.stream = _Bounded(stream, host)
        return response

    async def aclose(self) -> None:
        """Close all connections."""
        await self._inner.aclose()


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, host: str) -> None:
        self._inner, self._host = inner, host

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._inner:
            size += len(chunk)
            if size > LARGEST_ANSWER:
                raise LlmError(LlmFault.OVERSIZE, "the answer does not end", self._host)
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()
