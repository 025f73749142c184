"""Steps of the schema for work on the queue."""

from __future__ import annotations

from sqlite_utils import Database

from hri.store.steps import append_only, run

COLUMNS = (
    "stage TEXT NOT NULL DEFAULT 'first'",
    "first_reader TEXT",
    "second_reader TEXT",
    "assignee TEXT",
    "assignee_name TEXT",
    "snoozed_until INTEGER",
    "sent_back INTEGER NOT NULL DEFAULT 0",
    "skipped INTEGER NOT NULL DEFAULT 0",
    "drawn INTEGER NOT NULL DEFAULT 0",
    "sample_weight REAL",
    "failures INTEGER NOT NULL DEFAULT 0",
)
INDEX = (
    "DROP INDEX reviews_queue",
    """CREATE INDEX reviews_queue ON reviews (
            state, due_at, received_at, priority_risk, drawn, held_until, origin, holder,
            action, flagged, failures, language, procedure_id, service, model, channel,
            stage, first_reader, second_reader, assignee, snoozed_until, sent_back, skipped,
            sample_weight, case_id
        )""",
)
REMARKS = (
    """CREATE TABLE remarks (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            case_id TEXT NOT NULL REFERENCES cases(case_id),
            kind TEXT NOT NULL,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            at INTEGER NOT NULL,
            code TEXT NOT NULL,
            about TEXT NOT NULL,
            text TEXT
        ) STRICT""",
    "CREATE INDEX remarks_case ON remarks (case_id, kind, actor)",
    "CREATE INDEX remarks_kind ON remarks (kind, id)",
    """CREATE TRIGGER remarks_only_erased BEFORE UPDATE ON remarks
           WHEN NEW.text IS NOT NULL
             OR (NEW.id, NEW.case_id, NEW.kind, NEW.actor, NEW.actor_name, NEW.at, NEW.code,
                 NEW.about)
                IS NOT (OLD.id, OLD.case_id, OLD.kind, OLD.actor, OLD.actor_name, OLD.at, OLD.code,
                 OLD.about)
           BEGIN SELECT RAISE(ABORT, 'remarks are added, never changed'); END""",
    """CREATE TRIGGER remarks_no_delete BEFORE DELETE ON remarks
           BEGIN SELECT RAISE(ABORT, 'remarks are added, never changed'); END""",
)
BATCHES = (
    """CREATE TABLE batches (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            verb TEXT NOT NULL,
            actor TEXT NOT NULL,
            at INTEGER NOT NULL,
            placed TEXT NOT NULL
        ) STRICT""",
    """CREATE TABLE batch_undos (
            batch_id INTEGER PRIMARY KEY REFERENCES batches(id),
            at INTEGER NOT NULL
        ) STRICT""",
)
DECISIONS = (
    "ALTER TABLE decisions ADD COLUMN stage TEXT NOT NULL DEFAULT 'first'",
    "DROP TRIGGER decisions_only_erased",
    """CREATE TRIGGER decisions_only_erased BEFORE UPDATE ON decisions
           WHEN NEW.body IS NOT NULL OR NEW.rescored IS NOT NULL
             OR (NEW.id, NEW.case_id, NEW.verb, NEW.actor, NEW.actor_name, NEW.at, NEW.stage)
                IS NOT (OLD.id, OLD.case_id, OLD.verb, OLD.actor, OLD.actor_name, OLD.at, OLD.stage)
           BEGIN SELECT RAISE(ABORT, 'decisions are added, never changed'); END""",
)


def m007_queue_work(db: Database) -> None:
    """Giving, putting off, skipping and sending back cases; second reads; kinds of failure."""
    for column in COLUMNS:
        db.execute(f"ALTER TABLE reviews ADD COLUMN {column}")
    run(db, *INDEX, *REMARKS, *BATCHES, *DECISIONS)
    for table in ("batches", "batch_undos"):
        append_only(db, table)


STEPS = (m007_queue_work,)
