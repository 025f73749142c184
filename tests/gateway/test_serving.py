"""Desk and gateway as one server, started as people start it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from factories import ROOT


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(folder: Path, *arguments: str, **settings: str) -> tuple[subprocess.Popen[bytes], str]:
    """The server as a process of its own, and its address."""
    port = free_port()
    environment = {
        **os.environ,
        "HRI_PORT": str(port),
        "HRI_DATABASE": str(folder / "hri.sqlite"),
        "HRI_OUTBOX": str(folder / "outbox"),
        "HRI_CACHE": str(folder / "cache"),
        "PYTHONPATH": str(ROOT),
        **settings,
    }
    with (folder / "log").open("ab") as log:
        command = [sys.executable, "-m", "hri", "serve", *arguments]
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    return server, f"http://127.0.0.1:{port}"


def wait_for(url: str, server: subprocess.Popen[bytes], seconds: float = 60) -> Any:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        assert server.poll() is None, "the server ended"
        try:
            found = httpx.get(url, timeout=30)
        except httpx.HTTPError:
            time.sleep(0.1)
            continue
        if found.status_code == 200:
            return found
        time.sleep(0.1)
    pytest.fail("the server did not start")


def make_key(folder: Path, *arguments: str) -> str:
    environment = {**os.environ, "HRI_DATABASE": str(folder / "hri.sqlite")}
    command = [sys.executable, "-m", "hri", "keys", "make", "portal", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.mark.parametrize("alone", [False, True], ids=["with-desk", "alone"])
def test_one_command_serves_desk_and_gateway(tmp_path: Path, pack_cache: Path, alone: bool):
    arguments = ["--gateway-only"] if alone else []
    server, url = start(tmp_path, *arguments, HRI_CACHE=str(pack_cache))
    try:
        assert wait_for(f"{url}/v1/health", server).json()["status"] == "ok"
        key = make_key(tmp_path, "--scope", "assess")
        body = {"question": "Combien ?", "answer": "25 €.", "language": "fr"}
        headers = {"Authorization": f"Bearer {key}"}
        found = httpx.post(f"{url}/v1/assessments", json=body, headers=headers, timeout=30)
        assert found.headers["x-hri-action"] in ("WARN", "DEFER", "ROUTE")
        page = httpx.get(url, timeout=30)
        assert (page.status_code == 200 and "<html" in page.text.lower()) is not alone
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(40) in (0, -signal.SIGTERM)
    log = (tmp_path / "log").read_text("utf-8")
    assert '"event": "request"' in log
    assert "Combien" not in log
    assert key.split("_", 2)[2] not in log
