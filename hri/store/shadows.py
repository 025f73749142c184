"""Shadow runs, and what the candidate would have done with each case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from sqlite_utils import Database

from hri.domain.activations import Ended
from hri.domain.assessments import VersionRef
from hri.domain.decisions import Action
from hri.domain.proposals import Flip
from hri.domain.shadows import Shadow, ShadowOutcome, ShadowRow
from hri.errors import ConflictError, NotFoundError
from hri.store.activations import ended
from hri.store.bodies import read_body
from hri.store.clock import from_micros, to_micros

SELECT = """SELECT s.*, e.reason AS end_reason, e.actor AS end_actor,
      e.actor_name AS end_name, e.at AS end_at
    FROM shadows s LEFT JOIN shadow_ends e ON e.shadow_id = s.id"""


class SqliteShadows:
    """Shadow runs; see ``hri.domain.policyrecords.ShadowRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, shadow: Shadow) -> Shadow:
        """Store a run; its ``id`` is given here."""
        row = {
            "policy_id": shadow.policy.id,
            "ref": shadow.policy.model_dump_json(),
            "actor": shadow.by,
            "actor_name": shadow.by_name,
            "at": to_micros(shadow.at),
        }
        number = cast("int", self._db.table("shadows").insert(row, pk="id").last_pk)
        return shadow.model_copy(update={"id": number})

    def get(self, number: int) -> Shadow:
        """One run. Raises: NotFoundError."""
        row = next(self._db.query(f"{SELECT} WHERE s.id = ?", [number]), None)
        if row is None:
            raise NotFoundError(f"There is no shadow run {number}.")
        return _shadow(row)

    def all(self, policy_id: str) -> tuple[Shadow, ...]:
        """All runs of a policy's versions, oldest first."""
        rows = self._db.query(f"{SELECT} WHERE s.policy_id = ? ORDER BY s.id", [policy_id])
        return tuple(map(_shadow, rows))

    def running(self, policy_id: str) -> Shadow | None:
        """The run that nobody ended, or None."""
        sql = f"{SELECT} WHERE s.policy_id = ? AND e.shadow_id IS NULL ORDER BY s.id DESC LIMIT 1"
        row = next(self._db.query(sql, [policy_id]), None)
        return None if row is None else _shadow(row)

    def end(self, number: int, end: Ended) -> None:
        """End a run. Raises: NotFoundError; ConflictError when it was ended before."""
        found = self.get(number).ended
        if found is not None:
            raise ConflictError(
                f"Shadow run {number} was ended by {found.by_name}.", where=f"shadow {number}"
            )
        self._db.table("shadow_ends").insert(
            {
                "shadow_id": number,
                "reason": end.reason,
                "actor": end.by,
                "actor_name": end.by_name,
                "at": to_micros(end.at),
            }
        )

    def note(self, number: int, case_id: str, outcome: ShadowOutcome) -> int:
        """Keep what the candidate would have done with a stored case; the case's number."""
        case_n = self._db.execute("SELECT n FROM cases WHERE case_id = ?", [case_id]).fetchone()[0]
        self._db.execute(
            "INSERT INTO shadow_outcomes (shadow_id, case_n, action, hri) VALUES (?, ?, ?, ?)",
            [number, case_n, outcome.action.value, outcome.hri],
        )
        return int(case_n)

    def counts(self, number: int) -> tuple[ShadowRow, ...]:
        """Cases of a run by both actions."""
        rows = self._db.execute(
            """SELECT c.action, o.action, count(*) FROM shadow_outcomes o
               JOIN cases c ON c.n = o.case_n WHERE o.shadow_id = ?
               GROUP BY c.action, o.action ORDER BY c.action, o.action""",
            [number],
        )
        return tuple(ShadowRow(Action(live), Action(shadow), n) for live, shadow, n in rows)

    def flips(self, number: int, limit: int) -> tuple[Flip, ...]:
        """Cases of a run on which the two differ, newest first."""
        rows = self._db.execute(
            """SELECT c.case_id, c.action, o.action, c.hri, o.hri FROM shadow_outcomes o
               JOIN cases c ON c.n = o.case_n WHERE o.shadow_id = ? AND o.action <> c.action
               ORDER BY o.case_n DESC LIMIT ?""",
            [number, limit],
        )
        return tuple(
            Flip(
                case_id=case_id,
                before=Action(live),
                after=Action(shadow),
                hri_before=before,
                hri_after=after,
            )
            for case_id, live, shadow, before, after in rows
        )


def _shadow(row: Mapping[str, Any]) -> Shadow:
    return Shadow(
        id=row["id"],
        policy=read_body(VersionRef, row["ref"], f"shadow {row['id']}"),
        by=row["actor"],
        by_name=row["actor_name"],
        at=from_micros(row["at"]),
        ended=ended(row),
    )
