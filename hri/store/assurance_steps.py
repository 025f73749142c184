"""Steps of the schema for assurance: the sample of delivered answers, and seeds."""

from __future__ import annotations

from sqlite_utils import Database

from hri.store.steps import append_only, run


def m010_sample(db: Database) -> None:
    """An index of the drawn cases, which are few among the delivered ones."""
    run(
        db,
        """CREATE INDEX reviews_sampled ON reviews (state, action, sample_weight, verb)
           WHERE sample_weight IS NOT NULL""",
    )


def m011_seeds(db: Database) -> None:
    """Answers known to be wrong; whatever happens, no message on one can leave."""
    run(
        db,
        """CREATE TABLE seeds (
            case_n INTEGER PRIMARY KEY REFERENCES cases(n),
            case_id TEXT NOT NULL UNIQUE REFERENCES cases(case_id),
            slot TEXT NOT NULL,
            error TEXT NOT NULL,
            body TEXT NOT NULL,
            planted_by TEXT NOT NULL,
            planted_at INTEGER NOT NULL
        ) STRICT""",
        """CREATE TRIGGER outbox_no_seeds BEFORE INSERT ON outbox
           WHEN EXISTS (SELECT 1 FROM replies r JOIN seeds s ON s.case_id = r.case_id
                        WHERE r.id = NEW.reply_id)
           BEGIN SELECT RAISE(ABORT, 'seeds are never delivered'); END""",
    )
    append_only(db, "seeds")


STEPS = (m010_sample, m011_seeds)
