"""Open the desk at the address and port of the settings: ``make run`` and ``make desk``."""

from __future__ import annotations

import errno
import os
import socket
import sys

from hri.errors import HriError, SettingsError
from hri.settings import Settings, read_settings

PROGRAM = "server.py"


def main() -> None:
    """Become the server, or say why that cannot be."""
    try:
        settings = read_settings()
        require_free(settings.bind, settings.port)
    except HriError as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(2)
    command = server_command(settings)
    os.execv(command[0], command)


def server_command(settings: Settings) -> list[str]:
    """What runs the desk; it is started from the project's folder."""
    options = {"address": settings.bind, "port": str(settings.port), "headless": "true"}
    flags = [word for name, value in options.items() for word in (f"--server.{name}", value)]
    return [sys.executable, "-m", "streamlit", "run", PROGRAM, *flags]


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
