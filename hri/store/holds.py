"""Legal holds, and the cases whose texts may go."""

# ruff: noqa: S608  (conditions are constants of this module; values are always bound)

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from sqlite_utils import Database

from hri.domain.activations import Ended
from hri.domain.clients import LegalHold
from hri.errors import ConflictError, NotFoundError
from hri.store.activations import ended
from hri.store.clients import end_row
from hri.store.clock import from_micros, to_micros

SELECT = """SELECT h.*, e.reason AS end_reason, e.actor AS end_actor,
      e.actor_name AS end_name, e.at AS end_at
    FROM legal_holds h LEFT JOIN legal_hold_ends e ON e.hold_id = h.id"""
FREE = """c.content IS NOT NULL AND r.state IN ('delivered', 'decided')
    AND NOT EXISTS (SELECT 1 FROM legal_holds h WHERE h.case_id = c.case_id
      AND h.id NOT IN (SELECT hold_id FROM legal_hold_ends))
    AND NOT EXISTS (SELECT 1 FROM replies p JOIN outbox o ON o.reply_id = p.id
      WHERE p.case_id = c.case_id AND o.state <> 'out'
        AND p.id NOT IN (SELECT reply_id FROM reply_withdrawals))"""
"""That a case is closed, under no hold, and that no message of it is still to go out."""


class SqliteHolds:
    """Legal holds; see ``hri.domain.clients.HoldRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, hold: LegalHold) -> LegalHold:
        """Store a hold; its ``id`` is given here."""
        row = {
            "case_id": hold.case_id,
            "reason": hold.reason,
            "actor": hold.by,
            "actor_name": hold.by_name,
            "at": to_micros(hold.at),
        }
        number = cast("int", self._db.table("legal_holds").insert(row, pk="id").last_pk)
        return hold.model_copy(update={"id": number})

    def get(self, number: int) -> LegalHold:
        """One hold. Raises: NotFoundError."""
        found = self._found("h.id = ?", [number])
        if not found:
            raise NotFoundError(f"There is no hold {number}.", where=f"hold {number}")
        return found[0]

    def end(self, number: int, ended: Ended) -> None:
        """End a hold. Raises: NotFoundError; ConflictError where it was ended before."""
        found = self.get(number).ended
        if found is not None:
            raise ConflictError(
                f"Hold {number} was ended by {found.by_name}.", where=f"hold {number}"
            )
        self._db.table("legal_hold_ends").insert({"hold_id": number, **end_row(ended)})

    def of_case(self, case_id: str) -> tuple[LegalHold, ...]:
        """The holds on a case, ended or not, oldest first."""
        return self._found("h.case_id = ?", [case_id])

    def running(self) -> tuple[LegalHold, ...]:
        """Those that nobody ended, oldest first."""
        return self._found("e.hold_id IS NULL", [])

    def expired(self, before: datetime, limit: int) -> tuple[str, ...]:
        """Closed cases that came in before, whose texts are there and under no hold."""
        return self._free("c.received_at < ?", [to_micros(before), limit])

    def done_with(self, limit: int) -> tuple[str, ...]:
        """Closed cases whose texts nobody needs any more: each message is out, none is sampled."""
        return self._free("(r.sample_weight IS NULL OR r.state = 'decided')", [limit])

    def _free(self, where: str, values: list[object]) -> tuple[str, ...]:
        sql = f"""SELECT c.case_id FROM cases c JOIN reviews r ON r.case_n = c.n
            WHERE {FREE} AND {where} ORDER BY c.received_at LIMIT ?"""
        return tuple(str(row[0]) for row in self._db.execute(sql, values))

    def _found(self, where: str, values: list[object]) -> tuple[LegalHold, ...]:
        rows = self._db.query(f"{SELECT} WHERE {where} ORDER BY h.id", values)
        return tuple(map(_hold, rows))


def _hold(row: Mapping[str, Any]) -> LegalHold:
    return LegalHold(
        id=row["id"],
        case_id=row["case_id"],
        reason=row["reason"],
        by=row["actor"],
        by_name=row["actor_name"],
        at=from_micros(row["at"]),
        ended=ended(row),
    )
