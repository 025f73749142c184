"""The desk under load: the real server in a process of its own, started as ``make desk`` does."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from uibench.people import Provider

ROOT = Path(__file__).parents[2]
STARTING = 60.0
"""Seconds a server may take to start."""


@dataclass(frozen=True)
class RunningDesk:
    """A server that answers at ``address``."""

    address: str
    database: Path
    process: subprocess.Popen[bytes]

    def resident(self) -> int:
        """Bytes of memory that the server holds now."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def busy(self) -> float:
        """Seconds of processor time the server has used so far."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(database: Path, provider: Provider) -> Iterator[RunningDesk]:
    """Start the server on a free port and stop it in the end."""
    port = _free_port()
    address = f"http://127.0.0.1:{port}"
    environment = {
        **os.environ,
        **provider.settings(address),
        "HRI_DATABASE": str(database),
        "HRI_OUTBOX": str(database.with_name("outbox")),
        "HRI_PORT": str(port),
        "PYTHONPATH": str(ROOT),
    }
    with database.with_name("server.log").open("w") as log:
        command = [sys.executable, "tools/serve.py"]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        _await(f"{address}/_stcore/health", process)
        yield RunningDesk(address, database, process)
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _await(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.perf_counter() + STARTING
    while time.perf_counter() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    sys.exit(f"The server did not start; see {ROOT / 'var' / 'bench-ui'}.")
