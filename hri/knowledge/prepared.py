"""A pack prepared for use: its records by key in one SQLite file, never a pickle."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

Row = tuple[str, str, int, str]
"""Kind, key, position, body."""

_SCHEMA = """
create table records (
    kind text not null, key text not null, position integer not null, body text not null,
    primary key (kind, key, position)
) without rowid
"""


class RecordFile:
    """JSON texts by kind, key and position; written once, then only read, by any thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection, self._lock = connection, threading.Lock()

    @classmethod
    def create(cls, path: Path | None) -> RecordFile:
        """An empty file, or one in memory where no path is given."""
        connection = sqlite3.connect(str(path) if path else ":memory:", check_same_thread=False)
        # It is built aside and moved into place when whole, so that it needs no journal.
        connection.execute("pragma journal_mode = off")
        connection.execute("pragma synchronous = off")
        connection.execute(_SCHEMA)
        return cls(connection)

    @classmethod
    def open(cls, path: Path) -> RecordFile:
        """A finished file, read-only."""
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        return cls(sqlite3.connect(uri, uri=True, check_same_thread=False))

    def write(self, records: Iterable[Row]) -> None:
        """Add records: kind, key, position, body."""
        with self._lock:
            self._connection.executemany("insert into records values (?, ?, ?, ?)", records)
            self._connection.commit()

    def read(self, kind: str, key: str) -> list[str]:
        """The bodies under a key, in order of position."""
        query = "select body from records where kind = ? and key = ? order by position"
        with self._lock:
            return [body for (body,) in self._connection.execute(query, (kind, key))]

    def read_one(self, kind: str, key: str, position: int = 0) -> str | None:
        """The body at one position."""
        query = "select body from records where kind = ? and key = ? and position = ?"
        with self._lock:
            row = self._connection.execute(query, (kind, key, position)).fetchone()
        return None if row is None else str(row[0])

    def read_all(self, kind: str) -> Iterator[tuple[str, str]]:
        """All keys and bodies of a kind, in order of key and position."""
        query = "select key, body from records where kind = ? order by key, position"
        with self._lock:
            rows = self._connection.execute(query, (kind,)).fetchall()
        yield from rows

    def count(self, kind: str) -> int:
        """How many records of a kind there are."""
        query = "select count(*) from records where kind = ?"
        with self._lock:
            return int(self._connection.execute(query, (kind,)).fetchone()[0])

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
