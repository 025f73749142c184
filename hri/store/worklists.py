"""The work list: cases given, moved, put off, skipped, sent back and drawn; batches of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from sqlite_utils import Database

from hri.domain.reviews import Actor
from hri.domain.worklists import Batch, BatchVerb, Placed, Placing
from hri.errors import NotFoundError
from hri.store.clock import from_micros, from_optional, to_micros

OPEN = "state IN ('waiting', 'held')"


class SqliteWorklist:
    """Work on the queue; see ``hri.domain.records.WorklistRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def placing(self, case_id: str) -> Placing:
        """Where a case stands. Raises: NotFoundError."""
        sql = (
            "SELECT service, assignee, assignee_name, snoozed_until FROM reviews WHERE case_id = ?"
        )
        row = next(self._db.query(sql, [case_id]), None)
        if row is None:
            raise NotFoundError(f"There is no case {case_id}.", where=f"case {case_id}")
        return Placing.model_validate(row | {"snoozed_until": from_optional(row["snoozed_until"])})

    def has_service(self, service: str) -> bool:
        """Whether any case, open or closed, belongs to a service of this name."""
        sql = "SELECT 1 FROM reviews WHERE service = ? LIMIT 1"
        return self._db.execute(sql, [service]).fetchone() is not None

    def given_to(self, person: str) -> tuple[str, ...]:
        """Ids of the open cases that a person was given."""
        sql = f"SELECT case_id FROM reviews WHERE assignee = ? AND {OPEN} ORDER BY case_n"  # noqa: S608
        return tuple(row[0] for row in self._db.execute(sql, [person]))

    def place(
        self, case_id: str, placing: Placing, actor: Actor, at: datetime, seen: int | None = None
    ) -> int | None:
        """Put an open case elsewhere; its new version, or None where it is closed or changed."""
        until = placing.snoozed_until
        found = self._db.execute(
            f"""UPDATE reviews SET version = version + 1, service = :service,
                 assignee = :assignee, assignee_name = :assignee_name, snoozed_until = :until,
                 changed_by = :name, changed_at = :at
               WHERE case_id = :case_id AND {OPEN} AND (:seen IS NULL OR version = :seen)
               RETURNING version""",  # noqa: S608
            {
                "case_id": case_id,
                "service": placing.service,
                "assignee": placing.assignee,
                "assignee_name": placing.assignee_name,
                "until": None if until is None else to_micros(until),
                "name": actor.name,
                "at": to_micros(at),
                "seen": seen,
            },
        ).fetchone()
        return None if found is None else int(found[0])

    def skip(self, case_id: str, actor: Actor, at: datetime) -> bool:
        """Leave an open case to others; False where it is closed or another person holds it."""
        return bool(
            self._db.execute(
                f"""UPDATE reviews SET version = version + 1, changed_by = :name, changed_at = :at,
                     skipped = skipped + NOT EXISTS (SELECT 1 FROM remarks
                       WHERE case_id = :case_id AND kind = 'skip' AND actor = :me),
                     state = CASE WHEN state = 'held' THEN origin ELSE state END,
                     holder = NULL, holder_name = NULL, held_until = NULL,
                     assignee = nullif(assignee, :me),
                     assignee_name = CASE WHEN assignee = :me THEN NULL ELSE assignee_name END
                   WHERE case_id = :case_id AND {OPEN}
                     AND (state <> 'held' OR holder = :me OR held_until <= :at)""",  # noqa: S608
                {"case_id": case_id, "me": actor.id, "name": actor.name, "at": to_micros(at)},
            ).rowcount
        )

    def send_back(self, case_id: str, to: Placing, actor: Actor, at: datetime) -> bool:
        """Open a case anew at the first stage for somebody; False where it was delivered whole."""
        return bool(
            self._db.execute(
                """UPDATE reviews SET version = version + 1, state = 'waiting', origin = 'waiting',
                     stage = 'first', first_reader = NULL, second_reader = NULL, sent_back = 1,
                     holder = NULL, holder_name = NULL, held_until = NULL, verb = NULL,
                     decided_by = NULL, decided_at = NULL, assignee = :assignee,
                     assignee_name = :assignee_name, snoozed_until = NULL,
                     changed_by = :name, changed_at = :at
                   WHERE case_id = :case_id AND state <> 'delivered'""",
                {
                    "case_id": case_id,
                    "assignee": to.assignee,
                    "assignee_name": to.assignee_name,
                    "name": actor.name,
                    "at": to_micros(at),
                },
            ).rowcount
        )

    def add_batch(
        self, verb: BatchVerb, actor: Actor, at: datetime, placed: Sequence[Placed]
    ) -> Batch:
        """Keep what a piece of bulk work did."""
        body = json.dumps([item.model_dump(mode="json") for item in placed])
        row = {"verb": verb.value, "actor": actor.id, "at": to_micros(at), "placed": body}
        number = self._db.table("batches").insert(row, pk="id").last_pk
        return Batch(id=number, verb=verb, actor=actor.id, at=at, placed=tuple(placed))

    def batch(self, number: int) -> Batch:
        """A piece of bulk work. Raises: NotFoundError."""
        sql = """SELECT b.*, u.at AS undone FROM batches b
            LEFT JOIN batch_undos u ON u.batch_id = b.id WHERE b.id = ?"""
        row = next(self._db.query(sql, [number]), None)
        if row is None:
            raise NotFoundError(f"There is no batch {number}.", where=f"batch {number}")
        return Batch(
            id=row["id"],
            verb=BatchVerb(row["verb"]),
            actor=row["actor"],
            at=from_micros(row["at"]),
            placed=tuple(Placed.model_validate(item) for item in json.loads(row["placed"])),
            undone_at=from_optional(row["undone"]),
        )

    def undo_batch(self, number: int, at: datetime) -> None:
        """Mark a batch as undone; the caller puts its cases back."""
        self._db.table("batch_undos").insert({"batch_id": number, "at": to_micros(at)})
