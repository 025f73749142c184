"""Pauses, and the cases that were held because of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from sqlite_utils import Database

from hri.domain.activations import Ended
from hri.domain.pauses import Pause, Topic
from hri.errors import ConflictError, NotFoundError
from hri.store.activations import ended
from hri.store.clock import from_micros, to_micros

SELECT = """SELECT p.*, e.reason AS end_reason, e.actor AS end_actor,
      e.actor_name AS end_name, e.at AS end_at
    FROM pauses p LEFT JOIN pause_ends e ON e.pause_id = p.id"""


class SqlitePauses:
    """Pauses; see ``hri.domain.records.PauseRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, pause: Pause) -> Pause:
        """Store a pause; its ``id`` is given here."""
        row = {
            "procedure_id": pause.topic.procedure_id,
            "service": pause.topic.service,
            "reason": pause.reason,
            "actor": pause.by,
            "actor_name": pause.by_name,
            "at": to_micros(pause.at),
        }
        number = cast("int", self._db.table("pauses").insert(row, pk="id").last_pk)
        return pause.model_copy(update={"id": number})

    def get(self, number: int) -> Pause:
        """One pause. Raises: NotFoundError."""
        row = next(self._db.query(f"{SELECT} WHERE p.id = ?", [number]), None)
        if row is None:
            raise NotFoundError(f"There is no pause {number}.")
        return _pause(row)

    def all(self) -> tuple[Pause, ...]:
        """All pauses, oldest first."""
        return tuple(map(_pause, self._db.query(f"{SELECT} ORDER BY p.id")))

    def running(self) -> tuple[Pause, ...]:
        """Those that nobody ended, oldest first."""
        sql = f"{SELECT} WHERE e.pause_id IS NULL ORDER BY p.id"
        return tuple(map(_pause, self._db.query(sql)))

    def end(self, number: int, end: Ended) -> None:
        """End a running pause. Raises: NotFoundError; ConflictError when it was ended before."""
        found = self.get(number).ended
        if found is not None:
            raise ConflictError(
                f"Pause {number} was ended by {found.by_name}.", where=f"pause {number}"
            )
        self._db.table("pause_ends").insert(
            {
                "pause_id": number,
                "reason": end.reason,
                "actor": end.by,
                "actor_name": end.by_name,
                "at": to_micros(end.at),
            }
        )

    def hold(self, case_id: str, number: int) -> None:
        """Note that a stored case was held because of a pause."""
        self._db.execute(
            """INSERT INTO paused_cases (case_n, case_id, pause_id)
               SELECT n, case_id, ? FROM cases WHERE case_id = ?""",
            [number, case_id],
        )

    def of_case(self, case_id: str) -> Pause | None:
        """The pause that held a case, ended or not; None where none did."""
        sql = f"{SELECT} JOIN paused_cases c ON c.pause_id = p.id WHERE c.case_id = ?"
        row = next(self._db.query(sql, [case_id]), None)
        return None if row is None else _pause(row)

    def held(self) -> dict[int, int]:
        """How many cases each pause held, of those that held any."""
        sql = "SELECT pause_id, count(*) FROM paused_cases GROUP BY pause_id ORDER BY pause_id"
        return {int(number): int(count) for number, count in self._db.execute(sql)}

    def occurs(self, topic: Topic) -> bool:
        """Whether a stored case falls under a topic."""
        row = self._db.execute(
            """SELECT EXISTS (SELECT 1 FROM cases WHERE coalesce(procedure_id = :procedure, 0)
                                OR service = :service)""",
            {"procedure": topic.procedure_id, "service": topic.service},
        ).fetchone()
        return bool(row[0])


def _pause(row: Mapping[str, Any]) -> Pause:
    return Pause(
        id=row["id"],
        topic=Topic(procedure_id=row["procedure_id"], service=row["service"]),
        reason=row["reason"],
        by=row["actor"],
        by_name=row["actor_name"],
        at=from_micros(row["at"]),
        ended=ended(row),
    )
