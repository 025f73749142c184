"""The server is opened where the settings say, or the reason is told before it starts."""

from __future__ import annotations

import os
import runpy
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
import streamlit as st
from factories import ROOT
from streamlit import config
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
    options = serve.server_options(Settings(bind="::1", port=9123))
    assert (options["host"], options["port"]) == ("::1", 9123)
    assert serve.address_of(Settings(bind="192.0.2.1", demonstration=False)).startswith(
        "http://192.0.2.1:"
    )


def test_pages_learn_where_the_server_listens():
    before = st.get_option("server.address")
    try:
        serve.tell_streamlit(Settings(bind="::1"))
        assert st.get_option("server.address") == "::1"
    finally:
        config.set_option("server.address", before)


def test_the_server_answers_at_once_and_stops_when_told(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "HRI_PORT": str(port),
        "HRI_DATABASE": str(tmp_path / "hri.sqlite"),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "tools/serve.py"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) as server:
        try:
            for _ in range(240):
                try:
                    address = f"http://127.0.0.1:{port}/_stcore/health"
                    with urllib.request.urlopen(address, timeout=1) as answer:
                        assert answer.status == 200
                        break
                except OSError:
                    assert server.poll() is None
                    time.sleep(0.25)
            else:
                pytest.fail("the server did not start within a minute")
            server.terminate()
            assert server.wait(20) in (0, -signal.SIGTERM)
            assert f":{port}" in server.stdout.read().decode()
        finally:
            server.kill()


def test_the_server_hands_the_sign_in_over(monkeypatch):
    for name, value in OIDC.items():
        monkeypatch.setenv(name, value)
    module, _, name = serve.PROGRAM.partition(":")
    program = runpy.run_path(str(ROOT / f"{module}.py"))
    assert callable(program[name])
    handed = program["desk"]._programmatic_secrets
    assert handed["auth"]["client_secret"] == OIDC["HRI_OIDC_CLIENT_SECRET"]


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
