"""Steps of the schema for sealed checkpoints."""

from __future__ import annotations

from sqlite_utils import Database

from hri.store.steps import append_only, run


def m017_seals(db: Database) -> None:
    """Checkpoints that the desk makes by itself; see ``hri.store.seals``."""
    run(
        db,
        """CREATE TABLE seals (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            seq INTEGER NOT NULL UNIQUE,
            count INTEGER NOT NULL,
            hash TEXT NOT NULL,
            at INTEGER NOT NULL,
            before TEXT NOT NULL,
            key TEXT NOT NULL,
            signature TEXT NOT NULL,
            digest TEXT NOT NULL
        ) STRICT""",
    )
    append_only(db, "seals")


STEPS = (m017_seals,)
