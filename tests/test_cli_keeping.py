"""The commands on the database as a whole: backup, restore, replay."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from store.worked import open_worked

from hri.cli import main


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = open_worked(tmp_path).settings.database
    monkeypatch.setenv("HRI_DATABASE", str(path))
    return path


def run(*args: object):
    return CliRunner().invoke(main, [*map(str, args)])


def test_a_copy_is_put_back_and_verified(database: Path, tmp_path: Path, monkeypatch):
    copy, mark = tmp_path / "copies" / "monday.sqlite", tmp_path / "mark.json"
    copy.parent.mkdir()
    assert run("audit", "checkpoint", "--out", mark).exit_code == 0
    assert run("backup", copy).exit_code == 0
    done = run("restore", copy)
    assert (done.exit_code, "exists" in done.output) == (2, True), "the database is still there"
    place = tmp_path / "new" / "hri.sqlite"
    monkeypatch.setenv("HRI_DATABASE", str(place))
    done = run("restore", copy, "--checkpoint", mark)
    assert done.exit_code == 0, done.output
    assert "still contains the checkpoint" in done.output
    assert f"restored to {place}" in done.output


def test_an_older_copy_than_the_checkpoint_is_told(database: Path, tmp_path: Path, monkeypatch):
    copy, mark = tmp_path / "copy.sqlite", tmp_path / "mark.json"
    assert run("backup", copy).exit_code == 0
    assert run("pause", "start", "--reason", "later").exit_code == 0
    assert run("audit", "checkpoint", "--out", mark).exit_code == 0
    monkeypatch.setenv("HRI_DATABASE", str(tmp_path / "new.sqlite"))
    done = run("restore", copy, "--checkpoint", mark)
    assert (done.exit_code, "DOES NOT CONTAIN" in done.output) == (1, True)


def test_a_damaged_copy_is_refused(database: Path, tmp_path: Path, monkeypatch):
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(database.read_bytes()[:9000] + b"x" * 9000)
    monkeypatch.setenv("HRI_DATABASE", str(tmp_path / "new.sqlite"))
    done = run("restore", copy)
    assert done.exit_code == 2
    assert "Remedy" in done.output


def test_no_file_is_replaced_by_a_copy(database: Path, tmp_path: Path):
    there = tmp_path / "there.sqlite"
    there.write_text("mine")
    done = run("backup", there)
    assert (done.exit_code, there.read_text()) == (2, "mine")


def test_the_demonstration_replays_and_a_changed_case_does_not(tmp_path: Path, monkeypatch):
    path = tmp_path / "demo.sqlite"
    monkeypatch.setenv("HRI_DATABASE", str(path))
    assert run("demo").exit_code == 0
    done = run("replay")
    assert (done.exit_code, done.output.splitlines()[-1]) == (
        0,
        "36 identical, 0 differ, 0 not replayed",
    )
    with closing(sqlite3.connect(path)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            db.execute(f"DROP TRIGGER {name}")
        sql = "SELECT case_id, assessment FROM cases LIMIT 1"
        case_id, body = db.execute(sql).fetchone()
        changed = json.loads(body) | {"hri": 0.123}
        sql = "UPDATE cases SET assessment = ? WHERE case_id = ?"
        db.execute(sql, [json.dumps(changed), case_id])
        db.commit()
    done = run("replay", case_id)
    assert (done.exit_code, done.output) == (1, f"{case_id}: DIFFERS in hri\n")
    done = run("replay", "no-such-case")
    assert done.exit_code == 2
