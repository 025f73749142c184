"""Steps of the schema for the outbox."""

from __future__ import annotations

from sqlite_utils import Database

from hri.store.steps import run


def m008_outbox(db: Database) -> None:
    """Decided messages on their way out; what was due before this step counts as out."""
    run(
        db,
        """CREATE TABLE outbox (
            reply_id INTEGER PRIMARY KEY REFERENCES replies(id),
            state TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            done_at INTEGER,
            problem TEXT NOT NULL
        ) STRICT""",
        "CREATE INDEX outbox_due ON outbox (state, due_at)",
    )


STEPS = (m008_outbox,)
