"""The stored signals of all cases but seeds, as rows that tuning makes columns of."""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

import json
from collections.abc import Iterator

from sqlite_utils import Database

from hri.domain.claims import Verdict, VerdictReason
from hri.domain.decisions import Action
from hri.domain.figures import CaseRow, SlotRow, SlotTrait
from hri.store.seeds import NO_SEEDS


class SqliteSignals:
    """Signals; see ``hri.domain.figures.SignalRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def last(self) -> int:
        """Number of the latest case; 0 for none."""
        return int(self._db.execute("SELECT coalesce(max(n), 0) FROM cases").fetchone()[0])

    def cases(self, after: int) -> Iterator[CaseRow]:
        """Cases numbered above ``after``, in order of number."""
        sql = f"""SELECT n, case_id, flags, policy_version, received_at, service FROM cases
            WHERE n > ? AND n {NO_SEEDS} ORDER BY n"""
        return map(CaseRow._make, self._db.execute(sql, [after]))

    def slots(self, after: int) -> Iterator[SlotRow]:
        """Slots that apply of the cases numbered above ``after``, in order of case and slot."""
        sql = f"""SELECT case_n, slot, sis, ccs, rvs, trait FROM slot_signals
            WHERE case_n > ? AND case_n {NO_SEEDS} AND applies = 1 ORDER BY case_n, slot"""
        return map(SlotRow._make, self._db.execute(sql, [after]))

    def traits(self) -> dict[int, SlotTrait]:
        """Every trait that occurs, by its number."""
        rows = self._db.execute("SELECT n, body FROM traits ORDER BY n")
        return {n: _trait(json.loads(body)) for n, body in rows}


def _trait(body: dict[str, list[list[str]]]) -> SlotTrait:
    return SlotTrait(
        verdicts=tuple(
            (Verdict(verdict), VerdictReason(reason) if reason else None)
            for verdict, reason in body["verdicts"]
        ),
        floors=tuple(Action(str(floor)) if floor else None for floor in body["floors"]),
    )
