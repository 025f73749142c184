"""The audit commands on a sound database and on changed ones."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from factories import ROOT
from store.worked import DECIDED, change, open_worked

from hri.cli import main
from hri.domain.checkpoints import Seal, Sealing
from hri.domain.events import Checkpoint, EventDraft, EventKind
from hri.store.database import open_store


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = open_worked(tmp_path).settings.database
    monkeypatch.setenv("HRI_DATABASE", str(path))
    return path


def run(*args: object, group: tuple[str, ...] = ("audit",)):
    return CliRunner().invoke(main, [*group, *map(str, args)])


@pytest.fixture
def mark(database: Path, tmp_path: Path) -> Path:
    path = tmp_path / "kept" / "checkpoint.json"
    assert run("checkpoint", "--out", path).exit_code == 0
    return path


def test_a_sound_database_with_its_checkpoint(database: Path, mark: Path):
    before = database.read_bytes()
    done = run("verify", "--checkpoint", mark)
    assert (done.exit_code, done.exception) == (0, None)
    assert "the log still contains the checkpoint of 20" in done.output
    assert "the chain holds" in done.output
    assert database.read_bytes() == before


def test_a_checkpoint_holds_head_count_and_time(mark: Path):
    kept = json.loads(mark.read_text("utf-8"))
    assert set(kept) == {*Checkpoint.model_fields, "number", "before", "key", "signature"}
    assert kept["seq"] == kept["count"] > 20
    assert Seal.model_validate(kept).at.tzinfo is not None
    assert json.loads(run("checkpoint").output)["hash"] == kept["hash"]


def test_a_checkpoint_without_a_time_is_read_too(mark: Path):
    kept = json.loads(mark.read_text("utf-8"))
    mark.write_text(json.dumps({key: kept[key] for key in ("seq", "count", "hash")}))
    assert run("verify", "--checkpoint", mark).exit_code == 0


def test_all_sealed_checkpoints_are_kept_in_one_file(mark: Path, tmp_path: Path):
    path = tmp_path / "all.jsonl"
    assert run("checkpoints", "--out", path).exit_code == 0
    lines = path.read_text("utf-8").splitlines()
    assert json.loads(lines[-1]) == json.loads(mark.read_text("utf-8"))
    done = run("verify", "--checkpoint", path)
    assert done.exit_code == 0
    assert f"still contains {len(lines)} checkpoints, the last one the" in done.output
    assert f"checked against: {len(lines)} checkpoints kept elsewhere; no key" in done.output


def test_with_a_key_every_checkpoint_must_be_signed_by_it(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    key, other = tmp_path / "key.pem", tmp_path / "other.pem"
    public = run("key", "--out", key).output.splitlines()[0]
    strange = run("key", "--out", other).output.splitlines()[0]
    monkeypatch.setenv("HRI_SIGNING_KEY", str(key))
    kept = json.loads(run("checkpoint").output)
    assert kept["key"] == public
    for done in (run("verify"), run("verify", "--key", public)):
        assert done.exit_code == 0, "what was sealed before the key was set is no fault"
        assert f"checked against: the key {public}; no checkpoint kept elsewhere" in done.output
    monkeypatch.setenv("HRI_SIGNING_KEY", str(other))
    for done in (run("verify"), run("verify", "--key", strange)):
        assert done.exit_code == 1
        assert f"checkpoint {kept['number']}: it is signed with another key" in done.output
    monkeypatch.setenv("HRI_FORMER_KEYS", public)
    assert run("verify").exit_code == 0
    monkeypatch.delenv("HRI_SIGNING_KEY")
    monkeypatch.delenv("HRI_FORMER_KEYS")
    assert "checked against: no key and no checkpoint" in run("verify").output


def test_copies_that_the_settings_keep_are_compared_unasked(
    mark: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    copies = tmp_path / "copies.jsonl"
    assert run("checkpoints", "--out", copies).exit_code == 0
    monkeypatch.setenv("HRI_CHECKPOINTS", str(copies))
    total = len(copies.read_text("utf-8").splitlines())
    done = run("verify", "--checkpoint", mark)
    assert (done.exit_code, f"{total} checkpoints kept elsewhere" in done.output) == (0, True)
    kept = Seal.model_validate_json(mark.read_bytes())
    copies.write_text(kept.model_copy(update={"hash": "f" * 64}).model_dump_json())
    done = run("verify")
    assert (done.exit_code, "DOES NOT CONTAIN" in done.output) == (1, True)
    copies.write_text("nonsense")
    done = run("verify")
    assert (done.exit_code, "line 1 is no checkpoint" in done.output) == (2, True)
    copies.unlink()
    assert "no checkpoint kept elsewhere" in run("verify").output


def standalone(*args: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-S", ROOT / "tools/verify_audit.py", *args]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)


def test_an_auditor_verifies_without_the_product(
    database: Path, mark: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    key, log = tmp_path / "key.pem", tmp_path / "log.jsonl"
    public = run("key", "--out", key).output.splitlines()[0]
    monkeypatch.setenv("HRI_SIGNING_KEY", str(key))
    never = Sealing(events=10**9, after=timedelta(days=10**5))
    with open_store(database, sealing=never).write() as records:
        draft = EventDraft(kind=EventKind.REFUSED, actor="anne", subject="é")
        records.audit.append(draft, datetime(2026, 3, 9, tzinfo=UTC))
    signed = tmp_path / "signed.json"
    assert run("checkpoint", "--out", signed).exit_code == 0
    assert run("export", "--out", log).exit_code == 0
    for place in (log, database):
        done = standalone(place, "--checkpoints", mark, "--checkpoints", signed)
        assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "holds"), done.stderr
    assert standalone(log, "--checkpoints", signed, "--key", public).returncode == 0
    done = standalone(log, "--checkpoints", signed, "--key", "0" * 64)
    assert "it is signed with another key" in done.stdout
    forged = json.loads(signed.read_text("utf-8"))
    forged["signature"] = forged["signature"][1:] + forged["signature"][:1]
    signed.write_text(json.dumps(forged))
    done = standalone(log, "--checkpoints", signed)
    assert (done.returncode, "signature does not hold" in done.stdout) == (1, True)
    log.write_text("\n".join(log.read_text("utf-8").splitlines()[:-3]))
    done = standalone(log, "--checkpoints", mark)
    assert (done.returncode, "the end is cut off" in done.stdout) == (1, True)
    log.write_text("{}")
    done = standalone(log)
    assert (done.returncode, "line 1: is no event" in done.stderr) == (2, True)


REMOVED = {
    "one": "DELETE FROM seals WHERE number = 1",
    "the last": "DELETE FROM seals WHERE number = (SELECT max(number) FROM seals)",
    "all": "DELETE FROM seals",
    "the table": "DROP TABLE seals",
    "all and their counter": "DELETE FROM seals; DELETE FROM sqlite_sequence WHERE name = 'seals'",
}


@pytest.mark.parametrize("name", REMOVED)
def test_checkpoints_taken_out_of_a_database_are_found_by_both(
    database: Path, tmp_path: Path, name: str
):
    kept = tmp_path / "kept.jsonl"
    assert run("checkpoints", "--out", kept).exit_code == 0
    assert standalone(database, "--checkpoints", kept).returncode == 0
    change(database, *REMOVED[name].split("; "))
    done = standalone(database, "--checkpoints", kept)
    assert done.returncode == 1, done.stdout
    assert run("verify", "--checkpoint", kept).exit_code == 1
    if "counter" not in name:
        assert standalone(database).returncode == 1, "the counter of the database tells"


def test_what_nothing_vouches_for_holds_as_far_as_can_be_seen(database: Path, mark: Path):
    done = standalone(database)
    assert done.returncode == 0
    last = done.stdout.splitlines()[-1]
    assert last == "holds as far as can be seen; no checkpoint was given"
    assert standalone(database, "--checkpoints", mark).stdout.splitlines()[-1] == "holds"


def test_a_key_set_later_is_no_fault_without_the_product_either(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    key, other = tmp_path / "key.pem", tmp_path / "other.pem"
    public = run("key", "--out", key).output.splitlines()[0]
    strange = run("key", "--out", other).output.splitlines()[0]
    done = standalone(database, "--key", public)
    assert (done.returncode, "no checkpoint is signed by a key" in done.stdout) == (0, True)
    monkeypatch.setenv("HRI_SIGNING_KEY", str(key))
    assert run("pause", "start", "--reason", "later", group=()).exit_code == 0
    seal = json.loads(run("checkpoint").output)
    done = standalone(database, "--key", public.upper())
    assert done.returncode == 0, done.stdout
    assert f"before the first signed one (number {seal['number']})" in done.stdout
    assert standalone(database, "--key", strange).returncode == 1
    change(database, f"UPDATE seals SET key = '', signature = '' WHERE number = {seal['number']}")
    assert standalone(database, "--key", public).returncode == 1


def test_the_stand_alone_verifier_explains_its_arguments():
    shown = standalone("--help").stdout
    for word in ("--checkpoints FILE", "--key HEX", "hri audit export", "Exit 2"):
        assert word in shown


CHANGES = {
    "a reply": (["UPDATE replies SET text = 'x' WHERE id = 1"], "replies 1, text"),
    "a decision": (["UPDATE decisions SET verb = 'reject' WHERE id = 1"], "decisions 1"),
    "a salt": (["DELETE FROM event_salts WHERE name = 'case'"], f"cases {DECIDED}, content"),
    "a policy": (["UPDATE policies SET body = '{'"], "policies default v001, body"),
    "the triggers": ([], "events, trigger events_no_delete"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_one_clear_line(database: Path, name: str):
    statements, found = CHANGES[name]
    change(database, *statements)
    done = run("verify")
    assert done.exit_code == 1
    (line,) = (line for line in done.output.splitlines() if line.startswith(f"{found}:"))
    assert "backup" not in line
    assert done.output.count("from a backup") == 1
    assert "THE LOG AND THE RECORDS DO NOT HOLD" in done.output


TABLES = ("cases", "reviews", "decisions", "replies", "policies", "activations", "event_salts")
WIPED = ["DELETE FROM events", "DELETE FROM sqlite_sequence"]


@pytest.mark.parametrize("tables", [(), ("cases",), TABLES], ids=["log", "cases", "all"])
def test_a_wiped_database_fails_and_is_not_written_to(
    database: Path, mark: Path, tables: tuple[str, ...]
):
    change(database, *WIPED, *(f"DELETE FROM {table}" for table in tables))
    before = database.read_bytes()
    done = run("verify", "--checkpoint", mark)
    assert done.exit_code == 1
    assert "the log holds no event" in done.output
    assert "the log DOES NOT CONTAIN the checkpoint" in done.output
    assert database.read_bytes() == before


def test_an_end_cut_off_is_found_with_the_checkpoint(database: Path, mark: Path):
    last = json.loads(mark.read_text("utf-8"))["seq"]
    change(
        database,
        f"DELETE FROM events WHERE seq = {last}",
        f"UPDATE sqlite_sequence SET seq = {last - 1} WHERE name = 'events'",
    )
    done = run("verify", "--checkpoint", mark)
    assert done.exit_code == 1
    assert f"event {last} does not fit: the end is cut off" in done.output
    assert "DOES NOT CONTAIN the checkpoint of 20" in done.output


@pytest.mark.parametrize("text", ["", "[]", '{"seq": -1}', '{"seq": 1e99, "count": 1, "hash": ""}'])
def test_a_file_that_is_no_checkpoint_is_refused(database: Path, tmp_path: Path, text: str):
    path = tmp_path / "no.json"
    path.write_text(text)
    done = run("verify", "--checkpoint", path)
    assert done.exit_code == 2
    assert "is no checkpoint" in done.output
    assert "Remedy:" in done.output


def test_a_file_that_is_no_database_is_refused(database: Path):
    database.write_bytes(b"x" * 5000)
    done = run("verify")
    assert done.exit_code == 2
    assert "not a database" in done.output


def test_auditing_what_does_not_exist_makes_nothing(database: Path):
    database.unlink()
    for command in ("verify", "checkpoint", "export"):
        done = run(command)
        assert done.exit_code == 2
        assert "no database" in done.output
    assert not database.exists()


def test_the_export_has_every_event(database: Path, mark: Path):
    lines = run("export").output.splitlines()
    assert len(lines) == json.loads(mark.read_text("utf-8"))["count"]
    assert json.loads(lines[-1])["hash"] == json.loads(mark.read_text("utf-8"))["hash"]


def test_an_event_that_cannot_be_read_stops_the_export_with_a_plain_error(
    database: Path, tmp_path: Path
):
    change(database, "UPDATE events SET payload = '{' WHERE seq = 4")
    done = run("export", "--out", tmp_path / "out.jsonl")
    assert done.exit_code == 2
    assert "audit event 4" in done.output
    assert not (tmp_path / "out.jsonl").exists()
