"""Steps of the schema for pauses."""

from __future__ import annotations

from sqlite_utils import Database

from hri.store.steps import append_only, run


def m015_pauses(db: Database) -> None:
    """Topics that are paused, and the cases that were held because of it."""
    run(
        db,
        """CREATE TABLE pauses (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            procedure_id TEXT,
            service TEXT,
            reason TEXT NOT NULL,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT""",
        """CREATE TABLE pause_ends (
            pause_id INTEGER PRIMARY KEY REFERENCES pauses(id),
            reason TEXT NOT NULL,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT""",
        """CREATE TABLE paused_cases (
            case_n INTEGER PRIMARY KEY REFERENCES cases(n),
            case_id TEXT NOT NULL UNIQUE REFERENCES cases(case_id),
            pause_id INTEGER NOT NULL REFERENCES pauses(id)
        ) STRICT""",
    )
    for table in ("pauses", "pause_ends", "paused_cases"):
        append_only(db, table)


STEPS = (m015_pauses,)
