"""The form of the database: triggers, tables, indexes, and what SQLite finds wrong itself."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from store.worked import report_of

from hri.domain.events import Fault
from hri.errors import StoreError
from hri.store.database import SqliteStore


def triggers(path: Path) -> list[tuple[str, str]]:
    connection = sqlite3.connect(path)
    sql = "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
    found = connection.execute(sql).fetchall()
    connection.close()
    return found


def test_a_missing_trigger_is_named(path: Path):
    wanted = triggers(path)
    assert len(wanted) >= 10
    for name, table in wanted:
        copy = Path(shutil.copy(path, path.with_name(f"{name}.sqlite")))
        connection = sqlite3.connect(copy)
        connection.execute(f"DROP TRIGGER {name}")
        connection.commit()
        connection.close()
        report = report_of(copy)
        assert not report.sound
        assert [item.name for item in report.findings] == [f"{table}, trigger {name}"]


SCHEMA_CHANGES = {
    "a trigger that does nothing": (
        "DROP TRIGGER events_no_update",
        "CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT 1; END",
        "events, trigger events_no_update",
    ),
    "a trigger of somebody else": (
        "CREATE TRIGGER quiet AFTER INSERT ON replies BEGIN SELECT 1; END",
        "replies, trigger quiet",
    ),
    "a table of somebody else": ("CREATE TABLE mine (x)", "mine, table mine"),
    "a missing table": ("DROP TABLE drafts", "drafts, table drafts"),
    "a column more": ("ALTER TABLE cases ADD COLUMN x TEXT", "cases, table cases"),
    "a missing index": ("DROP INDEX reviews_queue", "reviews, index reviews_queue"),
}


@pytest.mark.parametrize("name", SCHEMA_CHANGES)
def test_a_changed_schema_is_found(path: Path, name: str):
    *statements, found = SCHEMA_CHANGES[name]
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    report = report_of(path)
    assert not report.sound
    assert found in [item.name for item in report.findings]


def test_an_index_that_was_added_is_no_fault(path: Path):
    connection = sqlite3.connect(path)
    connection.execute("CREATE INDEX more ON cases (action)")
    connection.execute("ANALYZE")
    connection.commit()
    connection.close()
    assert report_of(path).sound


def test_a_file_that_contradicts_itself_is_found(path: Path):
    """The queue is read from an index alone: bytes changed there change no table."""
    connection = sqlite3.connect(path)
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    sql = "SELECT rootpage FROM sqlite_master WHERE name = 'reviews_queue'"
    start = (connection.execute(sql).fetchone()[0] - 1) * size
    connection.close()
    data = path.read_bytes()
    page = data[start : start + size]
    assert b"DEFER" in page
    path.write_bytes(data[:start] + page.replace(b"DEFER", b"PASSE") + data[start + size :])
    report = report_of(path)
    assert not report.sound
    assert {item.fault for item in report.findings} == {Fault.DAMAGED}


def test_a_database_of_another_version_is_not_judged(tmp_path: Path):
    path = tmp_path / "empty.sqlite"
    path.touch()
    with pytest.raises(StoreError, match=r"older version.*m006_audit.*Remedy"):
        SqliteStore(path).require_current()
    assert path.read_bytes() == b""
