from __future__ import annotations

import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlite_utils import Database

from hri.domain.canonical import sha256_hex
from hri.domain.events import EventDraft, EventKind
from hri.errors import NotFoundError, StoreError
from hri.store import database
from hri.store.database import SqliteStore, open_store
from hri.store.migrations import migrations
from hri.store.restoring import restore

SCHEMA = {
    "m001_cases": "7c59ea1921e2de03",
    "m002_reviews": "713a332536f89bf9",
    "m003_decisions": "2a8d576da269a211",
    "m004_policies": "2191b59a52f20f50",
    "m005_replies": "66494ea59df7fa43",
    "m006_audit": "5cfa5bbf7aeef3b1",
    "m007_queue_work": "4cd2d4412872802c",
    "m008_outbox": "6e65011f9344872e",
    "m009_people": "549a535ea5232f07",
    "m010_sample": "43fb7fa158b1d780",
    "m011_seeds": "403d0da8422077eb",
    "m012_activations": "d7c23c85e4922d88",
    "m013_proposals": "e688e3053dde5fe8",
    "m014_own_work": "b574d7ed985770c5",
    "m015_pauses": "28d188c7391c01a7",
    "m016_shadows": "47f3bca0b47ecbaf",
    "m017_seals": "36d2080b3b171bad",
    "m018_clients": "d10047c603383128",
}
"""Digest of the schema after each released step. A step that is out never gets another one."""


def schema_of(db: Database) -> str:
    sql = "SELECT sql FROM sqlite_master WHERE name NOT LIKE '\\_sqlite%' ESCAPE '\\' ORDER BY name"
    return sha256_hex("\n".join(row[0] or "" for row in db.execute(sql)))[:16]


def insert_trait(store: SqliteStore, body: str) -> None:
    with store.write() as records:
        records.cases._db.execute("INSERT INTO traits (body) VALUES (?)", [body])


def sign_in(store: SqliteStore) -> None:
    with store.write() as records:
        draft = EventDraft(kind=EventKind.SIGNED_IN, actor="anne", subject="anne")
        records.audit.append(draft, datetime(2026, 3, 2, tzinfo=UTC))


def traits(store: SqliteStore) -> list[str]:
    with store.read() as records:
        return [row[0] for row in records.cases._db.execute("SELECT body FROM traits ORDER BY n")]


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return open_store(tmp_path / "deep" / "hri.sqlite", busy_seconds=0.2)


def test_every_connection_is_careful(careful: None, store: SqliteStore):
    with store.write() as records:
        db = records.cases._db
        found = {
            name: db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers")
        }
    assert found == {
        "journal_mode": "delete",
        "synchronous": 2,
        "foreign_keys": 1,
        "recursive_triggers": 1,
    }


def test_only_the_owner_can_read_the_file(store: SqliteStore):
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600


def test_released_steps_are_never_edited():
    db, found = Database(memory=True), {}
    names = [step.name for step in migrations.pending(db)]
    for place, name in enumerate(names):
        rest = names[place + 1 :]
        migrations.apply(db, stop_before=rest[:1])
        found[name] = schema_of(db)
    assert found == SCHEMA


def test_migrating_twice_changes_nothing(store: SqliteStore):
    before = store.path.read_bytes()
    store.migrate()
    assert store.path.read_bytes() == before


def test_a_step_that_fails_leaves_the_old_schema(tmp_path: Path, monkeypatch):
    store = SqliteStore(tmp_path / "hri.sqlite")
    real = Database.execute

    def fail_late(self, sql, *args):
        if "CREATE TABLE event_salts" in sql:
            raise sqlite3.OperationalError("disk I/O error")
        return real(self, sql, *args)

    monkeypatch.setattr(Database, "execute", fail_late)
    with pytest.raises(StoreError, match="disk I/O error"):
        store.migrate()
    monkeypatch.undo()
    tables = sqlite3.connect(store.path).execute("SELECT count(*) FROM sqlite_master").fetchone()
    assert tables == (0,)
    store.migrate()


def test_a_file_of_a_newer_version_is_refused(store: SqliteStore):
    connection = sqlite3.connect(store.path)
    connection.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
        "VALUES ('hri', 'm999', '')"
    )
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match=r"newer version.*m999"):
        open_store(store.path)


def test_many_that_open_a_new_file_at_once_all_succeed(tmp_path: Path):
    with ThreadPoolExecutor(8) as pool:
        stores = list(pool.map(lambda _: open_store(tmp_path / "hri.sqlite"), range(8)))
    assert traits(stores[0]) == []


def test_an_error_inside_a_transaction_undoes_all_of_it(store: SqliteStore):
    insert_trait(store, "kept")

    def fail() -> None:
        with store.write() as records:
            records.cases._db.execute("INSERT INTO traits (body) VALUES ('lost')")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert traits(store) == ["kept"]


def test_what_a_read_writes_is_dropped(store: SqliteStore):
    with store.read() as records:
        records.cases._db.execute("INSERT INTO traits (body) VALUES ('lost')")
    assert traits(store) == []


def test_a_reader_sees_one_moment(store: SqliteStore):
    with store.read() as records:
        db = records.cases._db
        assert db.execute("SELECT count(*) FROM traits").fetchone() == (0,)
        with pytest.raises(StoreError, match="locked"):
            insert_trait(store, "a")
        assert db.execute("SELECT count(*) FROM traits").fetchone() == (0,)


def test_a_still_view_of_a_long_file_lets_others_write(store: SqliteStore, monkeypatch):
    monkeypatch.setattr(database, "LONG", 0)
    insert_trait(store, "before")
    with store.still() as records:
        insert_trait(store, "meanwhile")
        assert [row[0] for row in records.database.execute("SELECT body FROM traits")] == ["before"]
    assert traits(store) == ["before", "meanwhile"]


def test_a_still_view_without_room_for_a_copy_reads_the_file_itself(
    store: SqliteStore, monkeypatch
):
    monkeypatch.setattr(database, "LONG", 0)
    insert_trait(store, "there")

    def full(*_: object) -> None:
        raise StoreError("The database cannot be used.", why="disk is full")

    monkeypatch.setattr(store, "_connected", full)
    assert store._copied() is None
    monkeypatch.undo()
    monkeypatch.setattr(database, "LONG", 0)
    monkeypatch.setattr(store, "_copied", lambda: None)
    with store.still() as records:
        assert [row[0] for row in records.database.execute("SELECT body FROM traits")] == ["there"]


@pytest.mark.parametrize("length", [0, 10**9])
def test_faults_of_a_still_view_are_told_in_words(store: SqliteStore, monkeypatch, length: int):
    monkeypatch.setattr(database, "LONG", length)
    with pytest.raises(StoreError, match=r"no such table.*Remedy"), store.still() as records:
        records.database.execute("SELECT * FROM nowhere")


def test_a_second_writer_waits_and_then_is_refused_with_a_remedy(store: SqliteStore):
    with store.write(), pytest.raises(StoreError, match=r"locked.*Remedy"), store.write():
        pytest.fail("two writers at once")


def test_errors_of_the_product_pass_through_unchanged(store: SqliteStore):
    with pytest.raises(NotFoundError), store.read() as records:
        records.cases.get("no")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path):
    path = tmp_path / "hri.sqlite"
    path.write_bytes(b"this is not a database, it is a text" * 100)
    with pytest.raises(StoreError, match=r"hri\.sqlite.*not a database"):
        open_store(path)
    assert path.read_bytes().startswith(b"this is not")


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match=r"cannot be used"):
        open_store(tmp_path / "file" / "hri.sqlite")


def test_a_full_disk_refuses_the_write_and_keeps_what_was_there(store: SqliteStore):
    insert_trait(store, "kept")

    def overfill() -> None:
        with store.write() as records:
            db = records.cases._db
            pages = db.execute("PRAGMA page_count").fetchone()[0]
            db.execute(f"PRAGMA max_page_count = {pages}")
            db.execute("INSERT INTO traits (body) VALUES (?)", ["x" * 100_000])

    with pytest.raises(StoreError, match="full"):
        overfill()
    assert traits(store) == ["kept"]


def test_a_backup_made_during_a_write_is_whole_and_does_not_hold_the_write(
    store: SqliteStore, tmp_path: Path
):
    insert_trait(store, "kept")
    with store.write() as records:
        records.cases._db.execute("INSERT INTO traits (body) VALUES ('open')")
        store.backup(tmp_path / "backup" / "hri.sqlite")
    assert traits(SqliteStore(tmp_path / "backup" / "hri.sqlite")) == ["kept"]


def test_a_backup_is_restored_and_verified(store: SqliteStore, tmp_path: Path):
    sign_in(store)
    store.backup(tmp_path / "backup.sqlite")
    sign_in(store)
    report = restore(tmp_path / "backup.sqlite", tmp_path / "new" / "hri.sqlite")
    assert (report.sound, report.head.count) == (True, 1)


def test_a_restored_backup_that_does_not_verify_is_said_to_be_so(
    store: SqliteStore, tmp_path: Path
):
    sign_in(store)
    insert_trait(store, "forged")
    store.backup(tmp_path / "backup.sqlite")
    report = restore(tmp_path / "backup.sqlite", tmp_path / "new" / "hri.sqlite")
    assert [item.name for item in report.findings] == ["traits 1"]


def test_restoring_never_overwrites_a_database(store: SqliteStore, tmp_path: Path):
    store.backup(tmp_path / "backup.sqlite")
    insert_trait(store, "mine")
    with pytest.raises(StoreError, match="exists"):
        restore(tmp_path / "backup.sqlite", store.path)
    assert traits(store) == ["mine"]


def test_restoring_what_is_not_there_makes_no_file(store: SqliteStore, tmp_path: Path):
    with pytest.raises(StoreError, match="no such database"):
        restore(tmp_path / "none.sqlite", tmp_path / "new.sqlite")
    assert list(tmp_path.glob("*.sqlite")) == []


def test_a_backup_never_overwrites(store: SqliteStore, tmp_path: Path):
    target = tmp_path / "there"
    target.write_text("mine")
    with pytest.raises(StoreError, match="exists"):
        store.backup(target)
    assert target.read_text() == "mine"
