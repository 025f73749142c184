"""Steps of the schema for the life of a policy."""

from __future__ import annotations

from sqlite_utils import Database

from hri.store.steps import append_only, run


def m012_activations(db: Database) -> None:
    """Which version is live from when; opening the desk puts the folder's version in force."""
    run(
        db,
        "DROP TABLE live_policies",
        """CREATE TABLE activations (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            policy_id TEXT NOT NULL,
            version TEXT NOT NULL,
            published INTEGER NOT NULL DEFAULT 1 CHECK (published = 1),
            kind TEXT NOT NULL,
            from_at INTEGER NOT NULL,
            proposal INTEGER,
            reason TEXT NOT NULL,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            at INTEGER NOT NULL,
            FOREIGN KEY (policy_id, version, published)
                REFERENCES policies(policy_id, version, published)
        ) STRICT""",
        "CREATE INDEX activations_live ON activations (policy_id, from_at, id)",
        """CREATE TABLE activation_ends (
            activation_id INTEGER PRIMARY KEY REFERENCES activations(id),
            reason TEXT NOT NULL,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT""",
    )
    for table in ("activations", "activation_ends"):
        append_only(db, table)


def m013_proposals(db: Database) -> None:
    """Versions proposed with their backtests, and how each proposal ended."""
    run(
        db,
        """CREATE TABLE proposals (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            policy_id TEXT NOT NULL,
            version TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            backtest TEXT NOT NULL,
            backtest_sha256 TEXT NOT NULL,
            note TEXT NOT NULL,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT""",
        """CREATE TABLE proposal_ends (
            proposal_id INTEGER PRIMARY KEY REFERENCES proposals(id),
            verdict TEXT NOT NULL,
            reason TEXT NOT NULL,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT""",
    )
    for table in ("proposals", "proposal_ends"):
        append_only(db, table)


STEPS = (m012_activations, m013_proposals)
