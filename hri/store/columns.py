"""Cases and decisions as rows of numbers; see ``hri.domain.columns.ColumnRecords``."""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from sqlite_utils import Database

from hri.domain.columns import FoundRow, ScoredRow, SlotRow, TraceRow
from hri.domain.slots import SLOTS
from hri.store.seeds import NO_SEEDS

SCORED = "('case.scored', 'case.not_scored')"
JUDGEMENTS = ", ".join(f"json_extract(e.payload, '$.judgements.{slot.value}')" for slot in SLOTS)


class SqliteColumns:
    """Rows for columns; large tables are read once, in the order of their keys."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def traces(self, after: int, upto: int) -> Iterator[TraceRow]:
        """Citizens' cases of these numbers; from the reviews, whose rows are short."""
        sql = f"""SELECT case_n, received_at, action, service, coalesce(procedure_id, ''), language,
              coalesce(model, ''), coalesce(channel, '')
            FROM reviews WHERE case_n > ? AND case_n <= ? AND case_n {NO_SEEDS} ORDER BY case_n"""
        return map(TraceRow._make, self._db.execute(sql, [after, upto]))

    def slots(self, after: int, upto: int) -> Iterator[SlotRow]:
        """The slots that apply of citizens' cases of these numbers."""
        sql = f"""SELECT case_n, slot, coalesce(sis, -1), coalesce(ccs, -1), coalesce(rvs, -1),
              coalesce(risk, -1), present, flagged
            FROM slot_signals
            WHERE case_n > ? AND case_n <= ? AND applies = 1 AND case_n {NO_SEEDS}
            ORDER BY case_n, slot"""
        return cast("Iterator[SlotRow]", self._db.execute(sql, [after, upto]))  # plain, for speed

    def scored(self, after: int, upto: int) -> Iterator[ScoredRow]:
        """What the log says: its rows are shorter than those of the cases."""
        sql = f"""SELECT e.seq, c.n, coalesce(json_extract(e.payload, '$.hri'), -1),
              coalesce(json_extract(e.payload, '$.pack.version'), '')
            FROM events e JOIN cases c ON c.case_id = e.subject
            WHERE e.seq > ? AND e.seq <= ? AND e.kind IN {SCORED} AND c.n {NO_SEEDS}
            ORDER BY e.seq"""
        return map(ScoredRow._make, self._db.execute(sql, [after, upto]))

    def moved(self) -> dict[int, str]:
        """The service as it is now of every case that was moved to another one."""
        sql = """SELECT DISTINCT r.case_n, r.service
            FROM batches b, json_each(b.placed) p
            JOIN reviews r ON r.case_id = json_extract(p.value, '$.case_id')
            WHERE b.verb = 'move'"""
        return dict(self._db.execute(sql).fetchall())

    def found(self, after: int, upto: int) -> Iterator[FoundRow]:
        """Decisions told by events of these numbers, taken back or not."""
        sql = f"""SELECT e.seq, e.at, d.id, r.case_n, s.case_n IS NOT NULL, d.stage, d.verb,
              d.actor, d.actor_name, {JUDGEMENTS}, json_extract(e.payload, '$.sources_seen')
            FROM events e JOIN decisions d ON d.id = json_extract(e.payload, '$.record')
            JOIN reviews r ON r.case_id = d.case_id LEFT JOIN seeds s ON s.case_n = r.case_n
            WHERE e.seq > ? AND e.seq <= ? AND e.kind = 'review.decided' ORDER BY e.seq"""
        return map(FoundRow._make, self._db.execute(sql, [after, upto]))

    def taken_back(self) -> frozenset[int]:
        """Numbers of decisions that were taken back."""
        rows = self._db.execute("SELECT decision_id FROM decision_undos")
        return frozenset(row[0] for row in rows)

    def closed(self) -> Iterator[tuple[int]]:
        """Numbers of the cases that are decided."""
        return iter(self._db.execute("SELECT case_n FROM reviews WHERE state = 'decided'"))
