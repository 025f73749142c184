"""The commands of verification, from the terminal."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from assurance.deployment import open_lived_in
from assurance.test_documents import small_suite
from casework.bench import CHIEF
from click.testing import CliRunner
from factories import ROOT

from hri.assurance.signing import make_key
from hri.cli import main
from hri.domain.events import EventKind


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


def test_blocked_cases_are_told_with_their_reason_once(run, tmp_path):
    text = (ROOT / "data/policies/default/v001.toml").read_text("utf-8")
    suite = small_suite(tmp_path / "suite")
    for version, changed, reason in (
        ("v009", text.replace("v001", "v009"), "version of the policy v001, not v009"),
        ("v001", text + "\n# edited", "content of the policy (SHA-256)"),
    ):
        policy = tmp_path / f"{version}.toml"
        policy.write_text(changed, "utf-8")
        done = run("run", suite, "--policy", policy)
        assert done.exit_code == 1
        assert done.output.count(reason) == 1
        assert "\n0 passed" in done.output
        assert "pass  " not in done.output


def evidence(run, out: Path, *more: object):
    return run("evidence", "--from", "2026-03-01", "--until", "2026-03-31", "--out", out, *more)


def test_evidence_of_a_period_is_written_and_verified(run, tmp_path, monkeypatch):
    desk = open_lived_in(tmp_path)
    monkeypatch.setenv("HRI_DATABASE", str(desk.settings.database))
    before = desk.audit.checkpoint(CHIEF).count
    done = evidence(run, tmp_path / "out", "--language", "fr", "--organisation", "Ville")
    assert done.exit_code == 0, done.output
    assert "duties" in done.output
    assert "Ville" in (tmp_path / "out" / "01-evidence-pack.html").read_text("utf-8")
    assert run("verify", tmp_path / "out" / "bundle.zip").exit_code == 0
    *_, told = desk.audit.walk(CHIEF)
    assert (told.kind, told.seq) == (EventKind.EVIDENCE_MADE, before + 1)
    bundle = (tmp_path / "out" / "bundle.zip").read_bytes()
    assert told.payload["bundle"] == hashlib.sha256(bundle).hexdigest()
    assert evidence(run, tmp_path / "out").exit_code == 2  # the folder is full now


def test_evidence_of_a_log_that_does_not_hold_is_written_and_fails(run, tmp_path, monkeypatch):
    desk = open_lived_in(tmp_path)
    monkeypatch.setenv("HRI_DATABASE", str(desk.settings.database))
    with closing(sqlite3.connect(desk.settings.database)) as db, db:
        db.execute("DROP TRIGGER events_no_update")
        db.execute("UPDATE events SET actor = 'nobody' WHERE seq = 20")
    done = evidence(run, tmp_path / "out")
    assert done.exit_code == 1
    assert "does not hold" in done.output
    assert (tmp_path / "out" / "bundle.zip").is_file()


def test_evidence_needs_a_database_and_a_period(run, tmp_path, monkeypatch):
    monkeypatch.setenv("HRI_DATABASE", str(tmp_path / "none.sqlite"))
    done = evidence(run, tmp_path / "out")
    assert done.exit_code == 2
    assert "no database" in done.output
    wrong = run("evidence", "--from", "1 March", "--until", "2026-03-31", "--out", tmp_path / "x")
    assert wrong.exit_code == 2
