"""Steps of the schema for people."""

from __future__ import annotations

from sqlite_utils import Database

from hri.store.steps import run


def m009_people(db: Database) -> None:
    """Who signed in, with which roles; preferences, which may change."""
    run(
        db,
        """CREATE TABLE people (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            roles TEXT NOT NULL,
            barred TEXT NOT NULL,
            preferences TEXT NOT NULL,
            seen_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID""",
    )


STEPS = (m009_people,)
