"""Steps of the schema for the gateway: keys of clients, and legal holds."""

from __future__ import annotations

from sqlite_utils import Database

from hri.store.steps import append_only, run


def m018_clients(db: Database) -> None:
    """Keys of clients, of each secret only a digest; legal holds on the texts of cases."""
    ends = """actor TEXT NOT NULL, actor_name TEXT NOT NULL, at INTEGER NOT NULL,
        reason TEXT NOT NULL"""
    run(
        db,
        """CREATE TABLE api_keys (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            client TEXT NOT NULL,
            terms TEXT NOT NULL,
            digest TEXT NOT NULL UNIQUE,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT""",
        f"""CREATE TABLE api_key_ends (
            key_id INTEGER PRIMARY KEY REFERENCES api_keys(id), {ends}
        ) STRICT""",
        """CREATE TABLE legal_holds (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            case_id TEXT NOT NULL REFERENCES cases(case_id),
            reason TEXT NOT NULL,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT""",
        "CREATE INDEX legal_holds_case ON legal_holds (case_id)",
        f"""CREATE TABLE legal_hold_ends (
            hold_id INTEGER PRIMARY KEY REFERENCES legal_holds(id), {ends}
        ) STRICT""",
        # Texts that are still there, oldest first, for the one who erases them in time.
        "CREATE INDEX cases_kept ON cases (received_at) WHERE content IS NOT NULL",
    )
    for table in ("api_keys", "api_key_ends", "legal_holds", "legal_hold_ends"):
        append_only(db, table)


STEPS = (m018_clients,)
