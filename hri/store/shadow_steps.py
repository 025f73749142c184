"""Steps of the schema for shadow runs."""

from __future__ import annotations

from sqlite_utils import Database

from hri.store.steps import append_only, run


def m016_shadows(db: Database) -> None:
    """Candidates run beside the live policy, and what they would have done with each case."""
    run(
        db,
        """CREATE TABLE shadows (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            policy_id TEXT NOT NULL,
            ref TEXT NOT NULL,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT""",
        """CREATE TABLE shadow_ends (
            shadow_id INTEGER PRIMARY KEY REFERENCES shadows(id),
            reason TEXT NOT NULL,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT""",
        """CREATE TABLE shadow_outcomes (
            shadow_id INTEGER NOT NULL REFERENCES shadows(id),
            case_n INTEGER NOT NULL REFERENCES cases(n),
            action TEXT NOT NULL,
            hri REAL,
            PRIMARY KEY (shadow_id, case_n)
        ) STRICT, WITHOUT ROWID""",
    )
    for table in ("shadows", "shadow_ends", "shadow_outcomes"):
        append_only(db, table)


STEPS = (m016_shadows,)
