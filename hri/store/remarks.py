"""Remarks on cases: why somebody skipped one, sent it back, or doubts a source."""

from __future__ import annotations

from typing import cast

from sqlite_utils import Database

from hri.domain.worklists import Remark, RemarkKind
from hri.store.clock import from_micros, to_micros


class SqliteRemarks:
    """Remarks; see ``hri.domain.records.RemarkRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, remark: Remark) -> Remark:
        """Store a remark; the id it comes with is replaced by the store's."""
        row = remark.model_dump(mode="json", exclude={"id"}) | {"at": to_micros(remark.at)}
        number = cast("int", self._db.table("remarks").insert(row, pk="id").last_pk)
        return remark.model_copy(update={"id": number})

    def of_case(self, case_id: str) -> tuple[Remark, ...]:
        """The remarks on a case, oldest first, erased ones left out."""
        return self._found("case_id = ? ORDER BY id", [case_id])

    def of_kind(self, kind: RemarkKind) -> tuple[Remark, ...]:
        """All remarks of a kind, oldest first, erased ones left out."""
        return self._found("kind = ? ORDER BY id", [kind.value])

    def latest(self, kind: RemarkKind, limit: int) -> tuple[Remark, ...]:
        """The newest remarks of a kind, newest first, erased ones left out."""
        return self._found("kind = ? ORDER BY id DESC LIMIT ?", [kind.value, limit])

    def _found(self, where: str, values: list[object]) -> tuple[Remark, ...]:
        sql = f"SELECT * FROM remarks WHERE text IS NOT NULL AND {where}"  # noqa: S608
        return tuple(
            Remark.model_validate(row | {"at": from_micros(row["at"])})
            for row in self._db.query(sql, values)
        )
