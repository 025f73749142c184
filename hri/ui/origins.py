"""Where a request comes from, as far as its headers tell: from this machine, or from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address

PROXY_HEADERS = frozenset(
    {
        "forwarded", "via", "client-ip", "true-client-ip", "cdn-loop", "x-real-ip", "x-client-ip",
        "x-cluster-client-ip", "x-host", "x-proxyuser-ip", "x-remote-addr", "x-remote-ip",
        "x-remote-user", "x-scheme", "x-url-scheme", "x-via", "x-cloud-trace-context",
    }
)  # fmt: skip
"""Headers that proxies add and browsers never send, in small letters."""

PROXY_FAMILIES = (
    "x-forwarded", "x-original-", "x-envoy-", "x-amzn-", "x-appengine-", "x-arr-", "x-azure-",
    "x-goog-", "x-ms-", "x-vercel-", "cf-", "fastly-", "fly-", "akamai-", "proxy-", "tailscale-",
)  # fmt: skip
"""How the names of further such headers begin."""

_HOST = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([^\[\]:/@\s]+))(?::[0-9]{1,5})?")


def came_directly(headers: Iterable[tuple[str, str]]) -> bool:
    """Whether a request was made on this machine, for this machine, and by no detour.

    Args:
        headers: Names and values of all headers; a name may stand there several times.

    Returns:
        True where no header is one of a proxy's, one Host names a loopback address, and an Origin,
        where there is one, does as well. What is missing or cannot be read counts as no.
    """
    sent = [(name.lower(), value.strip()) for name, value in headers]
    if any(name in PROXY_HEADERS or name.startswith(PROXY_FAMILIES) for name, _ in sent):
        return False
    hosts = [value for name, value in sent if name == "host"]
    origins = [value for name, value in sent if name == "origin"]
    return len(hosts) == 1 and all(map(is_loopback, [*hosts, *map(_host_of, origins)]))


def is_loopback(host: str) -> bool:
    """Whether the value of a Host header, with or without a port, names this machine."""
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    name = found[1] or found[2]
    if name.lower() == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def _host_of(origin: str) -> str:
    scheme, _, host = origin.partition("://")
    return host if scheme.lower() in ("http", "https") else ""
