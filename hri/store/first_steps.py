"""Steps 1 to 6 of the schema: cases, reviews, decisions, policies, replies, the audit log."""

from __future__ import annotations

from sqlite_utils import Database

from hri.store.steps import append_only, run


def m001_cases(db: Database) -> None:
    """Cases with the numbers of their assessment; ``content`` is emptied by erasure.

    The long texts stand last: what comes after them could only be read through them.
    """
    run(
        db,
        """CREATE TABLE cases (
            n INTEGER PRIMARY KEY,
            case_id TEXT NOT NULL UNIQUE,
            digest TEXT NOT NULL,
            received_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            action TEXT NOT NULL,
            base_action TEXT NOT NULL,
            hri REAL,
            priority_risk REAL NOT NULL,
            flags TEXT NOT NULL,
            procedure_id TEXT,
            service TEXT NOT NULL,
            language TEXT NOT NULL,
            model TEXT,
            channel TEXT,
            policy_version TEXT NOT NULL,
            content TEXT,
            assessment TEXT
        ) STRICT""",
        """CREATE TABLE slot_signals (
            case_n INTEGER NOT NULL REFERENCES cases(n),
            slot INTEGER NOT NULL,
            applies INTEGER NOT NULL,
            present INTEGER NOT NULL,
            sis REAL,
            ccs REAL,
            rvs REAL,
            risk REAL,
            flagged INTEGER NOT NULL,
            trait INTEGER NOT NULL REFERENCES traits(n),
            PRIMARY KEY (case_n, slot)
        ) STRICT, WITHOUT ROWID""",
        "CREATE TABLE traits (n INTEGER PRIMARY KEY, body TEXT NOT NULL UNIQUE) STRICT",
    )


def m002_reviews(db: Database) -> None:
    """Reviews, with all that the queue is narrowed and ordered by."""
    run(
        db,
        """CREATE TABLE reviews (
            case_n INTEGER PRIMARY KEY REFERENCES cases(n),
            case_id TEXT NOT NULL UNIQUE REFERENCES cases(case_id),
            state TEXT NOT NULL,
            origin TEXT NOT NULL,
            version INTEGER NOT NULL DEFAULT 0,
            holder TEXT,
            holder_name TEXT,
            held_until INTEGER,
            decided_by TEXT,
            decided_at INTEGER,
            verb TEXT,
            changed_by TEXT,
            changed_at INTEGER,
            received_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            priority_risk REAL NOT NULL,
            action TEXT NOT NULL,
            flagged INTEGER NOT NULL,
            language TEXT NOT NULL,
            procedure_id TEXT,
            service TEXT NOT NULL,
            model TEXT,
            channel TEXT
        ) STRICT""",
        # Holds every column that orders or narrows the queue, so that a page reads no other row.
        """CREATE INDEX reviews_queue ON reviews (
            state, due_at, received_at, priority_risk, held_until, origin, holder,
            action, flagged, language, procedure_id, service, model, channel
        )""",
    )


def m003_decisions(db: Database) -> None:
    """Decisions as added rows, their undoing likewise, and drafts, which may change."""
    run(
        db,
        """CREATE TABLE decisions (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            case_id TEXT NOT NULL REFERENCES cases(case_id),
            verb TEXT NOT NULL,
            body TEXT,
            rescored TEXT,
            actor TEXT NOT NULL,
            actor_name TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT""",
        "CREATE INDEX decisions_case ON decisions (case_id, id)",
        """CREATE TRIGGER decisions_only_erased BEFORE UPDATE ON decisions
           WHEN NEW.body IS NOT NULL OR NEW.rescored IS NOT NULL
             OR (NEW.id, NEW.case_id, NEW.verb, NEW.actor, NEW.at)
                IS NOT (OLD.id, OLD.case_id, OLD.verb, OLD.actor, OLD.at)
           BEGIN SELECT RAISE(ABORT, 'decisions are added, never changed'); END""",
        """CREATE TRIGGER decisions_no_delete BEFORE DELETE ON decisions
           BEGIN SELECT RAISE(ABORT, 'decisions are added, never changed'); END""",
        """CREATE TABLE decision_undos (
            decision_id INTEGER PRIMARY KEY REFERENCES decisions(id),
            actor TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT""",
        """CREATE TABLE drafts (
            case_id TEXT NOT NULL REFERENCES cases(case_id),
            actor TEXT NOT NULL,
            body TEXT NOT NULL,
            saved_at INTEGER NOT NULL,
            PRIMARY KEY (case_id, actor)
        ) STRICT, WITHOUT ROWID""",
    )
    append_only(db, "decision_undos")


def m004_policies(db: Database) -> None:
    """Policy documents and which of them is in force."""
    run(
        db,
        """CREATE TABLE policies (
            policy_id TEXT NOT NULL,
            version TEXT NOT NULL,
            body TEXT NOT NULL,
            ref TEXT NOT NULL,
            published INTEGER NOT NULL,
            saved_by TEXT NOT NULL,
            saved_at INTEGER NOT NULL,
            PRIMARY KEY (policy_id, version, published)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE live_policies (
            policy_id TEXT PRIMARY KEY,
            version TEXT NOT NULL,
            published INTEGER NOT NULL DEFAULT 1 CHECK (published = 1),
            FOREIGN KEY (policy_id, version, published)
                REFERENCES policies(policy_id, version, published)
        ) STRICT, WITHOUT ROWID""",
    )
    append_only(db, "policies")


def m005_replies(db: Database) -> None:
    """Messages to citizens; taking one back is a row of its own."""
    run(
        db,
        """CREATE TABLE replies (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            case_id TEXT NOT NULL REFERENCES cases(case_id),
            kind TEXT NOT NULL,
            language TEXT NOT NULL,
            text TEXT,
            final INTEGER NOT NULL,
            written_at INTEGER NOT NULL,
            deliver_at INTEGER NOT NULL
        ) STRICT""",
        "CREATE INDEX replies_case ON replies (case_id, id)",
        """CREATE TABLE reply_withdrawals (
            reply_id INTEGER PRIMARY KEY REFERENCES replies(id),
            at INTEGER NOT NULL
        ) STRICT""",
        """CREATE TRIGGER replies_only_erased BEFORE UPDATE ON replies
           WHEN NEW.text IS NOT NULL
             OR (NEW.id, NEW.case_id, NEW.kind, NEW.written_at, NEW.deliver_at)
                IS NOT (OLD.id, OLD.case_id, OLD.kind, OLD.written_at, OLD.deliver_at)
           BEGIN SELECT RAISE(ABORT, 'replies are added, never changed'); END""",
        """CREATE TRIGGER replies_no_delete BEFORE DELETE ON replies
           BEGIN SELECT RAISE(ABORT, 'replies are added, never changed'); END""",
    )
    append_only(db, "reply_withdrawals")


def m006_audit(db: Database) -> None:
    """The chained log, and the salts that lawful erasure removes."""
    run(
        db,
        """CREATE TABLE events (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            actor TEXT NOT NULL,
            subject TEXT NOT NULL,
            payload TEXT NOT NULL,
            prev_hash TEXT NOT NULL UNIQUE,
            hash TEXT NOT NULL UNIQUE
        ) STRICT""",
        "CREATE INDEX events_subject ON events (subject, seq)",
        """CREATE TABLE event_salts (
            seq INTEGER NOT NULL REFERENCES events(seq),
            name TEXT NOT NULL,
            salt TEXT NOT NULL,
            PRIMARY KEY (seq, name)
        ) STRICT, WITHOUT ROWID""",
    )
    append_only(db, "events")


STEPS = (m001_cases, m002_reviews, m003_decisions, m004_policies, m005_replies, m006_audit)
