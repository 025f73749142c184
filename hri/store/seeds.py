"""Seeds: which cases are known to be wrong, kept apart from the cases themselves."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from hri.domain.reviews import Actor
from hri.domain.seeds import Seed
from hri.errors import NotFoundError
from hri.store.bodies import read_body
from hri.store.clock import to_micros

NO_SEEDS = "NOT IN (SELECT case_n FROM seeds)"
"""What keeps seeds out of figures: they are no citizens' cases."""


class SqliteSeeds:
    """Seeds; see ``hri.domain.records.SeedRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, case_id: str, seed: Seed, actor: Actor, at: datetime) -> int:
        """Mark a stored case as a seed; its number in the store.

        Raises:
            NotFoundError: There is no such case.
        """
        found = self._db.execute("SELECT n FROM cases WHERE case_id = ?", [case_id]).fetchone()
        if found is None:
            raise NotFoundError(f"There is no case {case_id}.", where=f"case {case_id}")
        self._db.table("seeds").insert(
            {
                "case_n": found[0],
                "case_id": case_id,
                "slot": seed.slot.value,
                "error": seed.error,
                "body": seed.model_dump_json(),
                "planted_by": actor.id,
                "planted_at": to_micros(at),
            }
        )
        return int(found[0])

    def get(self, case_id: str) -> Seed | None:
        """The seed of a case, or None for a citizen's."""
        sql = "SELECT case_id, body FROM seeds WHERE case_id = ?"
        row = next(self._db.query(sql, [case_id]), None)
        return None if row is None else _seed(row)

    def decided(self) -> tuple[tuple[str, Seed], ...]:
        """Decided seeds with their case ids, in order of arrival; erased ones are left out."""
        sql = """SELECT s.case_id, s.body FROM seeds s
            JOIN reviews r ON r.case_n = s.case_n JOIN cases c ON c.n = s.case_n
            WHERE r.state = 'decided' AND c.content IS NOT NULL ORDER BY s.case_n"""
        return tuple((row["case_id"], _seed(row)) for row in self._db.query(sql))

    def count(self) -> int:
        """How many there are."""
        return int(self._db.execute("SELECT count(*) FROM seeds").fetchone()[0])


def _seed(row: Mapping[str, Any]) -> Seed:
    return read_body(Seed, row["body"], f"seed {row['case_id']}")
