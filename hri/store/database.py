"""The one place where the database is opened: connection, pragmas, transactions, migration."""

from __future__ import annotations

import os
import sqlite3
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from hri.domain.checkpoints import Sealing
from hri.errors import StoreError
from hri.store.migrations import migrations
from hri.store.records import SqliteRecords
from hri.store.seals import SEALING
from hri.store.turns import Turns

REMEDY = "Look at the disk's space and rights and at who else has the file open, then try again."

PRAGMAS = ("foreign_keys=ON", "synchronous=FULL", "trusted_schema=OFF", "secure_delete=ON")
"""What every connection is told first; what was committed outlives a power cut."""

LONG = 16 * 1024 * 1024
"""Bytes of a file that takes about a second to be read through; writers can wait that long."""

MOST_IDLE = 8
"""Open connections kept for the next use; each may hold two megabytes of pages."""


class Place(NamedTuple):
    """Which file a connection has open, and for which process; neither can be told by the path."""

    process: int
    device: int
    node: int


class SqliteStore:
    """Records in one SQLite file; share the object freely, every use has a connection to itself.

    Args:
        path: The file; it and its folder are made when absent.
        busy_seconds: How long a transaction waits for another writer.
        sealing: When checkpoints of the log are sealed, and who signs them.
    """

    def __init__(self, path: Path, busy_seconds: float = 10.0, sealing: Sealing = SEALING) -> None:
        self.path, self._busy, self._sealing = path, busy_seconds, sealing
        self._turns = Turns(busy_seconds)
        self._idle: deque[tuple[Place | None, sqlite3.Connection]] = deque(maxlen=MOST_IDLE)

    @contextmanager
    def read(self) -> Iterator[SqliteRecords]:
        """A view that does not change while it is open; what it writes is dropped."""
        with self._turns.reading(), self._transaction("BEGIN") as db:
            try:
                yield SqliteRecords(db, self._sealing)
            finally:
                db.rollback()

    @contextmanager
    def still(self) -> Iterator[SqliteRecords]:
        """One moment's view for work that takes long; others can write meanwhile.

        A reader keeps writers from making anything durable, so a file of some size is copied
        first, into a private file that SQLite deletes; where there is no room, it is read itself.
        """
        copy = self._copied() if self.path.exists() and self._is_long() else None
        if copy is None:
            with self.read() as records:
                yield records
            return
        with self._told(), closing(copy):
            yield SqliteRecords(Database(copy, execute_plugins=False), self._sealing)

    def _is_long(self) -> bool:
        return self.path.stat().st_size > LONG

    def _copied(self) -> sqlite3.Connection | None:
        """A copy that lives as long as its connection; None where there is no room for it."""
        copy = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        try:
            with self._turns.reading(), self._connected() as db:
                db.conn.backup(copy)
        except StoreError:
            copy.close()
            return None
        for pragma in PRAGMAS:
            copy.execute(f"PRAGMA {pragma}")
        return copy

    @contextmanager
    def write(self) -> Iterator[SqliteRecords]:
        """One transaction, alone from its start; any error leaves nothing of it behind."""
        # IMMEDIATE: a deferred transaction that reads first can fail later, whatever the timeout.
        with self._turns.writing(), self._transaction("BEGIN IMMEDIATE") as db:
            yield SqliteRecords(db, self._sealing)
            with self._turns.closing():
                db.commit()

    def migrate(self) -> None:
        """Bring the file to the current schema: wholly or not at all.

        Raises:
            StoreError: The file cannot be written, or was made by a newer version.
        """
        with self._connected() as db:
            mode = db.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
            if mode != "delete":
                raise StoreError(
                    f"The database stays in journal mode {mode}.",
                    where=str(self.path),
                    why="write-ahead logging can corrupt files in this version of SQLite",
                    remedy="Close every other program that has the file open, then start again.",
                )
        with self._transaction("BEGIN IMMEDIATE") as db:
            self._refuse_newer(db)
            migrations.apply(db)
            db.commit()

    def require_current(self) -> None:
        """Make sure, without writing, that the schema is the one of this version.

        Raises:
            StoreError: The file was made by an older or newer version, or is no database of ours.
        """
        with self._transaction("BEGIN") as db:
            self._refuse_newer(db)
            missing = [step.name for step in migrations.pending(db)]
        if missing:
            raise StoreError(
                "The database was made by an older version of HRI, or by something else.",
                where=str(self.path),
                why=f"it lacks the steps {', '.join(missing)}",
                remedy="Start the desk once to bring it up to date, or restore it from a backup.",
            )

    def backup(self, to: Path) -> None:
        """Copy the database while it is in use; the copy is one moment's, whole and checked.

        Raises:
            StoreError: The target exists, cannot be written, or the copy is damaged.
        """
        if to.exists():
            raise StoreError("The file exists.", where=str(to), remedy="Name another file.")
        if not self.path.exists():
            raise StoreError("There is no such database.", where=str(self.path))
        copy = SqliteStore(to, self._busy)
        with self._connected() as db, copy._connected() as target:
            db.conn.backup(target.conn)
            result = target.execute("PRAGMA integrity_check").fetchone()[0]
        if result != "ok":
            raise StoreError("The copy is damaged.", where=str(to), why=str(result))

    def _refuse_newer(self, db: Database) -> None:
        known = {step.name for step in migrations.pending(Database(memory=True))}
        unknown = {step.name for step in migrations.applied(db)} - known
        if unknown:
            raise StoreError(
                "The database was made by a newer version of HRI.",
                where=str(self.path),
                why=f"it holds the steps {', '.join(sorted(unknown))}",
                remedy="Start that version, or name another file in HRI_DATABASE.",
            )

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Database]:
        with self._connected() as db:
            db.execute(begin)
            try:
                yield db
            except BaseException:
                db.rollback()
                raise

    @contextmanager
    def _connected(self) -> Iterator[Database]:
        with self._told():
            place, connection = self._take()
            try:
                # The library's savepoints nest inside the transaction that the caller opened.
                yield Database(connection, recursive_triggers=True, execute_plugins=False)
            except BaseException:
                connection.close()
                raise
            self._give_back(place, connection)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Faults of the file in words for people."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise StoreError(
                "The database cannot be used; nothing was written.",
                where=str(self.path),
                why=str(error),
                remedy=REMEDY,
            ) from error

    def _take(self) -> tuple[Place | None, sqlite3.Connection]:
        """An idle connection to the file that is there now, or else a new one."""
        place = self._place()
        with suppress(IndexError):
            while True:
                kept, connection = self._idle.pop()
                if kept == place:
                    return place, connection
                connection.close()
        connection = self._connect()
        return self._place(), connection

    def _give_back(self, place: Place | None, connection: sqlite3.Connection) -> None:
        """Keep a connection for the next use; one that a transaction is open on is closed."""
        if connection.in_transaction or len(self._idle) >= MOST_IDLE:
            connection.close()
        else:
            self._idle.append((place, connection))

    def _place(self) -> Place | None:
        """The file under the path; it may have been put there since it was opened."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return Place(os.getpid(), found.st_dev, found.st_ino)

    def _connect(self) -> sqlite3.Connection:
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch(mode=0o600)
        # Used by one thread at a time, though not always by the one that opened it.
        connection = sqlite3.connect(
            self.path, timeout=self._busy, isolation_level=None, check_same_thread=False
        )
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        return connection


def open_store(path: Path, busy_seconds: float = 10.0, sealing: Sealing = SEALING) -> SqliteStore:
    """Open the store of a file and bring its schema up to date.

    Raises:
        StoreError: The file cannot be opened or written.
    """
    store = SqliteStore(path, busy_seconds, sealing)
    store.migrate()
    return store
