"""What is looked at before a database is worked on: the file itself, and the end of its log."""

from __future__ import annotations

import sqlite3
import time

from sqlite_utils import Database

from hri.errors import StoreError
from hri.store.chain import contains, highest_given, tail_misfit
from hri.store.database import SqliteStore
from hri.store.seals import sealed

NEWEST = 1000
"""Events at the end of the log that are looked at; `audit verify` looks at all."""

STEPS = 20_000
"""Steps of SQLite's machine between two looks at the clock."""


def require_sound_start(store: SqliteStore, seconds: float) -> bool:
    """Make sure that the file holds together and the end of its log fits; nothing is written.

    Args:
        store: The database, at its current schema.
        seconds: How long the file is looked at; a big one is left at that.

    Returns:
        Whether the whole file was looked at.

    Raises:
        StoreError: Something does not fit: what, and that a backup is the remedy.
    """
    with store.read() as records:
        db = records.database
        whole = _check_file(store, db, seconds)
        _check_log(store, db)
    return whole


def _check_file(store: SqliteStore, db: Database, seconds: float) -> bool:
    until = time.monotonic() + seconds
    db.conn.set_progress_handler(lambda: int(time.monotonic() > until), STEPS)
    try:
        found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorname", "") != "SQLITE_INTERRUPT":
            raise
        return False
    finally:
        db.conn.set_progress_handler(None, 0)
    if found != "ok":
        raise _unsound(store, str(found).partition("\n")[0])
    return True


def _check_log(store: SqliteStore, db: Database) -> None:
    last, misfit = tail_misfit(db, NEWEST)
    if misfit:
        raise _unsound(store, misfit)
    if last != highest_given(db):
        raise _unsound(store, f"the log ends at event {last}, and later ones were given out")
    seals = sealed(db)
    if seals and (seals[-1].seal is None or not contains(db, seals[-1].seal)):
        raise _unsound(store, f"checkpoint {seals[-1].number} is not of this log")


def _unsound(store: SqliteStore, why: str) -> StoreError:
    return StoreError(
        "The database is damaged or was changed; the desk does not work on it.",
        where=str(store.path),
        why=why,
        remedy="Keep the file, run `hri audit verify`, and put the last backup in its place with "
        "`hri restore`. HRI_START_UNSOUND=true opens it all the same.",
    )
