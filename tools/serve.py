"""Open the desk at the address and port of the settings: ``make run`` and ``make desk``."""

from __future__ import annotations

import errno
import socket
import sys
from pathlib import Path
from typing import Any

import uvicorn
from streamlit import config

from hri.errors import HriError, SettingsError
from hri.settings import Settings, read_settings

ROOT = Path(__file__).parents[1]
PROGRAM = "server:app"
STOPPING = 5
"""Seconds that open pages have to end when the server is told to stop."""


def main() -> None:
    """Serve until told to stop, or say why that cannot be."""
    try:
        settings = read_settings()
        require_free(settings.bind, settings.port)
    except HriError as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(2)
    tell_streamlit(settings)
    print(f"The desk is at {address_of(settings)}", flush=True)
    uvicorn.run(PROGRAM, **server_options(settings))


def tell_streamlit(settings: Settings) -> None:
    """Where the server listens: what is offered on this machine only goes by it."""
    for name, value in (("address", settings.bind), ("port", settings.port), ("headless", True)):
        config.set_option(f"server.{name}", value)


def server_options(settings: Settings) -> dict[str, Any]:
    """How uvicorn runs the desk; it is started from the project's folder.

    ``streamlit run`` opens the socket itself, so that small answers wait for others to fill up.
    """
    return {
        "app_dir": str(ROOT),
        "host": settings.bind,
        "port": settings.port,
        "ws": "websockets-sansio",
        "ws_per_message_deflate": False,
        "access_log": False,
        "log_level": "warning",
        "timeout_graceful_shutdown": STOPPING,
    }


def address_of(settings: Settings) -> str:
    """The address for a browser on this machine."""
    host = f"[{settings.bind}]" if ":" in settings.bind else settings.bind
    return f"http://{'localhost' if settings.loopback else host}:{settings.port}"


def require_free(address: str, port: int) -> None:
    """Refuse an address or port that the server could not listen on.

    Raises:
        SettingsError: With what to set instead.
    """
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            address, port, type=socket.SOCK_STREAM
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            # As servers do, so that connections that have just ended do not count.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
            probe.listen()
    except OSError as error:
        raise _refused(address, port, error) from error


def _refused(address: str, port: int, error: OSError) -> SettingsError:
    if error.errno == errno.EADDRINUSE:
        what = f"port {port} is used by another program, perhaps by a desk that runs already"
        other = port + 1 if port < 65535 else 8501
        remedy = f"Stop that program, or take another port: make run PORT={other}"
    elif error.errno == errno.EACCES:
        what = f"port {port} may not be used by this person"
        remedy = "Take a port above 1023: make run PORT=8501"
    else:
        what = f"the server cannot listen there ({error.strerror or error})"
        remedy = "Set HRI_BIND to an address of this machine, such as 127.0.0.1."
    return SettingsError(what, where=f"{address}:{port}", remedy=remedy)


if __name__ == "__main__":
    main()
