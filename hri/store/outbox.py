"""The outbox: which message is due, and what became of each."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from hri.domain.outbox import Delivery, DeliveryState
from hri.errors import NotFoundError
from hri.store.clock import from_micros, from_optional, to_micros

FAILED = "o.state = 'failed' AND w.at IS NULL"
FIRST = """NOT EXISTS (
    SELECT 1 FROM replies b JOIN outbox e ON e.reply_id = b.id
    WHERE b.case_id = r.case_id AND b.id < r.id AND e.state IN ('waiting', 'handing')
      AND b.id NOT IN (SELECT reply_id FROM reply_withdrawals))"""
"""That no earlier message of the case is still on its way; a failed one is on none."""


class SqliteOutbox:
    """Deliveries; see ``hri.domain.records.OutboxRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def origin(self) -> str:
        """What names this database: the hash of its first event, which covers random salts."""
        sql = "SELECT hash FROM events ORDER BY seq LIMIT 1"
        return str(self._db.execute(sql).fetchone()[0])[:16]

    def add(self, reply_id: int, due_at: datetime) -> None:
        """Put a stored message into the outbox."""
        self._db.table("outbox").insert(
            {
                "reply_id": reply_id,
                "state": DeliveryState.WAITING.value,
                "attempts": 0,
                "due_at": to_micros(due_at),
                "problem": "",
            }
        )

    def get(self, reply_id: int) -> Delivery:
        """The way of one message. Raises: NotFoundError."""
        found = self._found("o.reply_id = ?", [reply_id])
        if not found:
            raise NotFoundError(
                f"Message {reply_id} is not in the outbox.", where=f"message {reply_id}"
            )
        return found[0]

    def of_case(self, case_id: str) -> tuple[Delivery, ...]:
        """The deliveries of a case in the order the messages were written."""
        return self._found("r.case_id = ? ORDER BY o.reply_id", [case_id])

    def due(self, at: datetime, limit: int) -> tuple[Delivery, ...]:
        """Messages to try now, longest due first; those of one case in the order written."""
        where = f"o.state IN ('waiting', 'handing') AND w.at IS NULL AND o.due_at <= ? AND {FIRST}"
        order = "ORDER BY o.due_at, o.reply_id LIMIT ?"
        return self._found(f"{where} {order}", [to_micros(at), limit])

    def failed(self, limit: int) -> tuple[Delivery, ...]:
        """Messages that every try failed for, newest first."""
        return self._found(f"{FAILED} ORDER BY o.reply_id DESC LIMIT ?", [limit])

    def put(self, delivery: Delivery, seen: Delivery) -> bool:
        """Change a delivery that is still as ``seen``; False where somebody else was faster."""
        done = delivery.done_at
        return bool(
            self._db.execute(
                """UPDATE outbox SET state = :state, attempts = :attempts, due_at = :due,
                     done_at = :done, problem = :problem
                   WHERE reply_id = :reply AND state = :seen AND attempts = :tried
                     AND due_at = :was_due
                     AND reply_id NOT IN (SELECT reply_id FROM reply_withdrawals)""",
                {
                    "state": delivery.state.value,
                    "attempts": delivery.attempts,
                    "due": to_micros(delivery.due_at),
                    "done": None if done is None else to_micros(done),
                    "problem": delivery.problem,
                    "reply": delivery.reply_id,
                    "seen": seen.state.value,
                    "tried": seen.attempts,
                    "was_due": to_micros(seen.due_at),
                },
            ).rowcount
        )

    def _found(self, where: str, values: list[object]) -> tuple[Delivery, ...]:
        sql = f"""SELECT o.*, r.case_id, w.at AS withdrawn FROM outbox o
            JOIN replies r ON r.id = o.reply_id
            LEFT JOIN reply_withdrawals w ON w.reply_id = o.reply_id WHERE {where}"""  # noqa: S608
        return tuple(_delivery(row) for row in self._db.query(sql, values))


def _delivery(row: Mapping[str, Any]) -> Delivery:
    return Delivery(
        reply_id=row["reply_id"],
        case_id=row["case_id"],
        state=DeliveryState.WITHDRAWN if row["withdrawn"] else DeliveryState(row["state"]),
        attempts=row["attempts"],
        due_at=from_micros(row["due_at"]),
        done_at=from_optional(row["done_at"]),
        problem=row["problem"],
    )
