"""The commands of verification, from the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from assurance.test_documents import small_suite
from click.testing import CliRunner
from factories import ROOT

from hri.assurance.signing import make_key
from hri.cli import main


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    return lambda *args: CliRunner().invoke(main, ["vv", *map(str, args)])


def test_a_run_writes_a_signed_bundle_and_an_altered_one_is_told(run, tmp_path, monkeypatch):
    signer = make_key(tmp_path / "key.pem")
    monkeypatch.setenv("HRI_SIGNING_KEY", str(tmp_path / "key.pem"))
    out: Path = tmp_path / "out"
    suite = small_suite(tmp_path / "suite")
    done = run("run", suite, "--out", out, "--language", "fr")
    assert done.exit_code == 0, done.output
    assert "0 not passed" in done.output
    held = run("verify", out / "bundle.zip", "--key", signer.key)
    assert (held.exit_code, signer.key in held.output) == (0, True)
    content = bytearray((out / "bundle.zip").read_bytes())
    place = content.index(b"01-test-plan.html") + len(b"01-test-plan.html") + 5
    content[place] ^= 0xFF
    (out / "bundle.zip").write_bytes(content)
    told = run("verify", out / "bundle.zip")
    assert told.exit_code == 1
    assert "01-test-plan.html" in told.output


def test_a_folder_with_files_is_refused_before_the_run(run, tmp_path):
    (tmp_path / "x").write_text("x", "utf-8")
    done = run("run", ROOT / "data/vv/paper", "--out", tmp_path)
    assert done.exit_code == 2
    assert "pass" not in done.output.split("Error")[0]


def test_a_gap_fails_the_run(run, tmp_path):
    done = run("run", small_suite(tmp_path / "whole", whole=True))
    assert done.exit_code == 1
    assert "no test case verifies requirement audit-tamper" in done.output
