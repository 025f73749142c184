"""A database that is killed, cut off, damaged or out of room: whole before or whole after."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlite_utils import Database

from hri.domain.checkpoints import Sealing
from hri.domain.events import EventDraft, EventKind
from hri.errors import StoreError
from hri.settings import Settings
from hri.store.database import SqliteStore, open_store
from hri.store.migrations import migrations
from hri.store.starting import require_sound_start
from hri.wiring import open_desk

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
OLD = "m010_sample"
"""Databases of an older version end before this step."""


def append(store: SqliteStore, count: int) -> None:
    with store.write() as records:
        for number in range(count):
            draft = EventDraft(kind=EventKind.REFUSED, actor="anne", subject=f"s{number}")
            records.audit.append(draft, NOON + timedelta(seconds=number))


def in_child(do: Callable[[], None]) -> int:
    """Run in a process of its own; its exit code, or minus the signal that killed it."""
    child = os.fork()
    if child == 0:
        try:
            do()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


# Migration


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database of an older version with something in it."""
    path = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        db = Database(connection)
        migrations.apply(db, stop_before=[OLD])
        connection.execute("INSERT INTO traits (body) VALUES ('kept')")
    return path


def schema(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as db:
        return {row[0] for row in db.execute("SELECT name FROM sqlite_master")}


def killed_at(path: Path, statement: int) -> bool:
    """Migrate in a child that is killed at its so-manieth statement; False where it got through."""

    def migrate() -> None:
        real, count = Database.execute, 0

        def counting(self: Database, *args: object):
            nonlocal count
            count += 1
            if count == statement:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(self, *args)

        Database.execute = counting  # the child ends with it
        SqliteStore(path).migrate()

    return in_child(migrate) == -signal.SIGKILL


def kill_in_migration(old: Path, tmp_path: Path, statements: range) -> int:
    """Kill at each of these statements; how many were before the end."""
    before, rounds, longest = schema(old), 0, 0.0
    for statement in statements:
        path = Path(shutil.copy(old, tmp_path / "round.sqlite"))
        if not killed_at(path, statement):
            break
        rounds += 1
        assert schema(path) in (before, WHOLE), statement
        begun = time.perf_counter()
        store = open_store(path)
        require_sound_start(store, 5)
        longest = max(longest, time.perf_counter() - begun)
        with store.read() as records:
            assert records.database.execute("SELECT body FROM traits").fetchall() == [("kept",)]
            assert records.database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert records.audit.verify().first_bad is None
        assert schema(path) == WHOLE
    print(f"{rounds} migrations killed; longest start {longest:.2f} s")  # noqa: T201
    return rounds


def _whole_schema() -> set[str]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrations.apply(Database(connection))
        return {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}


WHOLE = _whole_schema()


def test_a_migration_that_is_killed_is_whole_or_never_was(old: Path, tmp_path: Path):
    assert kill_in_migration(old, tmp_path, range(3, 90, 12)) >= 5


@pytest.mark.torture
def test_a_migration_killed_at_any_statement_is_whole_or_never_was(
    careful: None, old: Path, tmp_path: Path
):
    assert kill_in_migration(old, tmp_path, range(1, 1000)) >= 100


# Start


@pytest.fixture
def path(tmp_path: Path) -> Path:
    store = open_store(tmp_path / "hri.sqlite", sealing=Sealing(events=7))
    append(store, 40)
    return store.path


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        held = triggers.fetchall()
        for name, _ in held:
            db.execute(f"DROP TRIGGER {name}")
        for statement in (*statements, *(sql for _, sql in held)):
            db.execute(statement)
        db.commit()


def test_a_sound_database_is_worked_on(path: Path):
    before = path.read_bytes()
    assert require_sound_start(SqliteStore(path), 5)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("statements", "why"),
    [
        (["UPDATE events SET actor = 'eve' WHERE seq = 39"], "event 39: its content"),
        (["DELETE FROM events WHERE seq = 20"], "event 21: follows event 19"),
        (["DELETE FROM events WHERE seq > 30"], "ends at event 30"),
        (
            [
                "DELETE FROM events WHERE seq > 30",
                "UPDATE sqlite_sequence SET seq = 30 WHERE name = 'events'",
            ],
            "checkpoint 5 is not of this log",
        ),
    ],
)
def test_a_log_that_does_not_fit_at_its_end_is_not_worked_on(path: Path, statements, why: str):
    change(path, *statements)
    with pytest.raises(StoreError, match=why) as told:
        require_sound_start(SqliteStore(path), 5)
    assert "hri restore" in str(told.value)


def test_a_damaged_file_is_not_worked_on(path: Path):
    content = bytearray(path.read_bytes())
    for place in range(len(content) // 2, len(content) - 200):
        content[place] = 0x5A
    path.write_bytes(content)
    with pytest.raises(StoreError):
        require_sound_start(SqliteStore(path), 5)


def test_the_desk_opens_what_is_unsound_only_when_told_to(tmp_path: Path):
    settings = Settings(database=tmp_path / "hri.sqlite", outbox=tmp_path / "outbox")
    open_desk(settings)
    change(settings.database, "UPDATE events SET actor = 'eve' WHERE seq = 1")
    with pytest.raises(StoreError, match="HRI_START_UNSOUND"):
        open_desk(settings)
    assert open_desk(settings.model_copy(update={"start_unsound": True})) is not None


def test_half_a_transaction_without_its_journal_is_found(tmp_path: Path):
    store = open_store(tmp_path / "hri.sqlite")
    append(store, 2000)

    def die_half_way() -> None:
        with store.write() as records:
            db = records.database
            db.execute("PRAGMA cache_size = 1")  # so that pages reach the file before the end
            for number in range(3000):
                draft = EventDraft(kind=EventKind.REFUSED, actor="x" * 400, subject=f"t{number}")
                records.audit.append(draft, NOON)
            os.kill(os.getpid(), signal.SIGKILL)

    assert in_child(die_half_way) == -signal.SIGKILL
    journal = Path(f"{store.path}-journal")
    assert journal.exists()
    with_journal = Path(shutil.copy(store.path, tmp_path / "kept.sqlite"))
    shutil.copy(journal, f"{with_journal}-journal")
    journal.unlink()
    with pytest.raises(StoreError):
        require_sound_start(SqliteStore(store.path), 30)
    assert require_sound_start(SqliteStore(with_journal), 30), "with its journal it is as before"
    with SqliteStore(with_journal).read() as records:
        assert records.audit.checkpoint().count == 2000


# Room and rights


def test_a_file_that_may_not_be_written_is_read_and_says_so():
    folder = Path(tempfile.mkdtemp())
    try:
        store = open_store(folder / "hri.sqlite")
        append(store, 3)
        folder.chmod(0o755)
        store.path.chmod(0o444)

        def look() -> None:
            if os.geteuid() == 0:
                os.setuid(65534)  # root may write whatever the rights say
            other = SqliteStore(store.path)
            with other.read() as records:
                assert records.audit.latest() == 3
            with pytest.raises(StoreError, match="readonly"), other.write() as records:
                records.database.execute("INSERT INTO traits (body) VALUES ('x')")

        assert in_child(look) == 0
    finally:
        shutil.rmtree(folder)


def test_without_room_everything_is_read_and_nothing_half_written(path: Path):
    store = SqliteStore(path)
    with store.read() as records:
        before = records.audit.checkpoint()

    def write_with_little_room() -> None:
        import resource

        size = path.stat().st_size + 4096
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        with pytest.raises(StoreError, match=r"nothing was written"):
            append(SqliteStore(path), 5000)
        with SqliteStore(path).read() as records:
            assert records.audit.checkpoint() == before

    assert in_child(write_with_little_room) == 0
    with store.read() as records:
        assert records.audit.checkpoint() == before
        assert records.audit.verify().first_bad is None
