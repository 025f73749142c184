"""Activations: which version of a policy is live from when."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from sqlite_utils import Database

from hri.domain.activations import Activation, ActivationKind, Ended
from hri.domain.reviews import Actor
from hri.errors import ConflictError, NotFoundError
from hri.store.clock import from_micros, to_micros

SELECT = """SELECT a.*, e.reason AS end_reason, e.actor AS end_actor,
      e.actor_name AS end_name, e.at AS end_at
    FROM activations a LEFT JOIN activation_ends e ON e.activation_id = a.id"""


class SqliteActivations:
    """Activations; see ``hri.domain.records.ActivationRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, activation: Activation) -> Activation:
        """Store an activation of a published version; its ``id`` is given here.

        Raises:
            ConflictError: That version is not published.
        """
        key = [activation.policy_id, activation.version]
        sql = "SELECT 1 FROM policies WHERE policy_id = ? AND version = ? AND published = 1"
        if self._db.execute(sql, key).fetchone() is None:
            raise ConflictError(
                f"Policy {activation.policy_id} {activation.version} is not published.",
                remedy="Have it approved first.",
            )
        row = {
            "policy_id": activation.policy_id,
            "version": activation.version,
            "kind": activation.kind.value,
            "from_at": to_micros(activation.from_at),
            "proposal": activation.proposal,
            "reason": activation.reason,
            "actor": activation.by,
            "actor_name": activation.by_name,
            "at": to_micros(activation.at),
        }
        number = cast("int", self._db.table("activations").insert(row, pk="id").last_pk)
        return activation.model_copy(update={"id": number})

    def get(self, number: int) -> Activation:
        """One activation. Raises: NotFoundError."""
        row = next(self._db.query(f"{SELECT} WHERE a.id = ?", [number]), None)
        if row is None:
            raise NotFoundError(f"There is no activation {number}.")
        return _activation(row)

    def live(self, policy_id: str, at: datetime) -> Activation | None:
        """The one whose time came last; None when none came yet."""
        sql = f"""{SELECT} WHERE a.policy_id = ? AND a.from_at <= ? AND e.activation_id IS NULL
            ORDER BY a.from_at DESC, a.id DESC LIMIT 1"""
        row = next(self._db.query(sql, [policy_id, to_micros(at)]), None)
        return None if row is None else _activation(row)

    def live_number(self, policy_id: str, at: datetime) -> int:
        """The number of the live activation, 0 for none: cheap enough to ask at each case."""
        row = self._db.execute(
            """SELECT id FROM activations WHERE policy_id = ? AND from_at <= ?
                 AND id NOT IN (SELECT activation_id FROM activation_ends)
               ORDER BY from_at DESC, id DESC LIMIT 1""",
            [policy_id, to_micros(at)],
        ).fetchone()
        return 0 if row is None else int(row[0])

    def all(self, policy_id: str) -> tuple[Activation, ...]:
        """All activations in the order they were decided."""
        sql = f"{SELECT} WHERE a.policy_id = ? ORDER BY a.id"
        return tuple(_activation(row) for row in self._db.query(sql, [policy_id]))

    def cancel(self, number: int, actor: Actor, at: datetime, reason: str) -> None:
        """Take back one whose time has not come. Raises: ConflictError when it was before."""
        if self.get(number).cancelled is not None:
            raise ConflictError(f"Activation {number} was cancelled before.")
        self._db.table("activation_ends").insert(
            {
                "activation_id": number,
                "reason": reason,
                "actor": actor.id,
                "actor_name": actor.name,
                "at": to_micros(at),
            }
        )


def _activation(row: Mapping[str, Any]) -> Activation:
    return Activation(
        id=row["id"],
        policy_id=row["policy_id"],
        version=row["version"],
        kind=ActivationKind(row["kind"]),
        from_at=from_micros(row["from_at"]),
        proposal=row["proposal"],
        reason=row["reason"],
        by=row["actor"],
        by_name=row["actor_name"],
        at=from_micros(row["at"]),
        cancelled=ended(row),
    )


def ended(row: Mapping[str, Any]) -> Ended | None:
    """Who ended a thing, from the columns that joining its end gives."""
    if row["end_at"] is None:
        return None
    return Ended(
        by=row["end_actor"],
        by_name=row["end_name"],
        at=from_micros(row["end_at"]),
        reason=row["end_reason"],
    )
