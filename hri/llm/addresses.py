"""Which machines may be asked: hosts on a list, and no private address behind them."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Callable, Sequence

from hri.domain.chats import LlmFault
from hri.errors import LlmError

KEPT_SECONDS = 30.0
"""How long an address that was looked up is used; each connection goes to one that was checked."""

Lookup = Callable[[str, int], Sequence[str]]


def look_up(host: str, port: int) -> Sequence[str]:
    """All addresses of a host, as text."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(item[4][0]) for item in found]


class Addresses:
    """Turns an allowed host into an address that may be connected to.

    Args:
        hosts: The hosts that may be asked, in lower case.
        private: Whether they may be on this machine or on a private network.
        lookup: Gives the addresses of a host.
    """

    def __init__(self, hosts: frozenset[str], *, private: bool, lookup: Lookup = look_up) -> None:
        self._hosts, self._private, self._lookup = hosts, private, lookup
        self._kept: dict[tuple[str, int], tuple[float, str]] = {}

    async def of(self, host: str, port: int) -> str:
        """The address to connect to.

        Raises:
            LlmError: The host is not on the list, has no address, or any of its addresses is
                private and must not be.
        """
        if host.lower() not in self._hosts:
            raise LlmError(LlmFault.FORBIDDEN, "the host is not on the list", host)
        loop, key = asyncio.get_running_loop(), (host, port)
        until, address = self._kept.get(key, (0.0, ""))
        if loop.time() >= until:
            address = await self._checked(host, port)
            self._kept[key] = (loop.time() + KEPT_SECONDS, address)
        return address

    async def _checked(self, host: str, port: int) -> str:
        loop = asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(None, self._lookup, host, port)
        except OSError as error:
            raise LlmError(LlmFault.UNREACHABLE, "the host has no address", host) from error
        if not found:
            raise LlmError(LlmFault.UNREACHABLE, "the host has no address", host)
        # One private address among public ones is how names are bent towards inner machines.
        if not self._private and not all(map(is_public, found)):
            raise LlmError(LlmFault.FORBIDDEN, "the host has a private address", host)
        return found[0]


def is_public(address: str) -> bool:
    """Whether an address is on the open network, whatever form it is written in."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    inner = getattr(found, "ipv4_mapped", None) or getattr(found, "sixtofour", None)
    if inner is not None:
        return is_public(str(inner))
    return found.is_global and not found.is_multicast
