"""The server is opened where the settings say, or the reason is told before it starts."""

from __future__ import annotations

import runpy
import shutil
import socket
import subprocess

import pytest
from factories import ROOT
from test_settings import OIDC

from hri.errors import SettingsError
from hri.settings import Settings
from tools import serve


def test_a_port_in_use_is_told_with_the_remedy():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(SettingsError, match=rf"port {port} is used .*PORT=\d+"):
            serve.require_free("127.0.0.1", port)
    serve.require_free("127.0.0.1", port)


def test_an_address_of_another_machine_is_told():
    with pytest.raises(SettingsError, match=r"192\.0\.2\.1:8501: .*HRI_BIND"):
        serve.require_free("192.0.2.1", 8501)


def test_the_settings_name_address_and_port_of_the_server():
    command = serve.server_command(Settings(bind="::1", port=9123))
    assert command[command.index("--server.address") + 1] == "::1"
    assert command[command.index("--server.port") + 1] == "9123"


def test_the_server_hands_the_sign_in_over(monkeypatch):
    for name, value in OIDC.items():
        monkeypatch.setenv(name, value)
    program = runpy.run_path(str(ROOT / serve.PROGRAM))
    handed = program["app"]._programmatic_secrets
    assert handed["auth"]["client_secret"] == OIDC["HRI_OIDC_CLIENT_SECRET"]
    assert serve.PROGRAM in serve.server_command(Settings())


@pytest.mark.parametrize("target", ["run", "desk"])
@pytest.mark.parametrize(
    ("given", "port"), [([], "8501"), (["HRI_PORT=9321"], "9321"), (["PORT=9322"], "9322")]
)
def test_make_takes_the_port_from_either_name(monkeypatch, target, given, port):
    if shutil.which("make") is None:
        pytest.skip("there is no make")
    for name in ("PORT", "HRI_PORT", "MAKEFLAGS", "MFLAGS"):
        monkeypatch.delenv(name, raising=False)
    done = subprocess.run(
        ["make", "--dry-run", target, *given], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert f"HRI_PORT={port} .venv/bin/python tools/serve.py" in done.stdout
