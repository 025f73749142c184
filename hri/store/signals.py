"""The stored signals of all cases but seeds, as rows that tuning makes columns of."""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache

from sqlite_utils import Database

from hri.domain.claims import Verdict, VerdictReason
from hri.domain.decisions import ACTIONS, Action
from hri.domain.figures import CaseRow, SlotRow, SlotTrait, VerdictMark, VerdictRow
from hri.domain.reviews import Judgement
from hri.domain.slots import SLOTS, Slot
from hri.store.seeds import NO_SEEDS

ACTION_OF = {action.value: action for action in ACTIONS}

CHANGED = """SELECT case_id FROM decisions WHERE id > :decision
    UNION SELECT d.case_id FROM decision_undos u JOIN decisions d ON d.id = u.decision_id
    WHERE u.at >= :undone"""
"""Cases whose verdicts may be others now."""

STANDING = """SELECT max(x.id) FROM decisions x WHERE x.case_id = r.case_id
    AND x.id NOT IN (SELECT decision_id FROM decision_undos)"""


class SqliteSignals:
    """Signals; see ``hri.domain.figures.SignalRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def last(self) -> int:
        """Number of the latest case; 0 for none."""
        return int(self._db.execute("SELECT coalesce(max(n), 0) FROM cases").fetchone()[0])

    def cases(self, after: int) -> Iterator[CaseRow]:
        """Cases numbered above ``after``, in order of number."""
        sql = f"""SELECT c.n, c.case_id, c.flags, c.policy_version, c.received_at, c.service,
              coalesce(r.action, c.action), r.sample_weight
            FROM cases c LEFT JOIN reviews r ON r.case_n = c.n
            WHERE c.n > ? AND c.n {NO_SEEDS} ORDER BY c.n"""
        for row in self._db.execute(sql, [after]):
            yield CaseRow._make((*row[:6], ACTION_OF[row[6]], row[7]))

    def slots(self, after: int) -> Iterator[SlotRow]:
        """Slots that apply of the cases numbered above ``after``, in order of case and slot."""
        sql = f"""SELECT case_n, slot, sis, ccs, rvs, trait FROM slot_signals
            WHERE case_n > ? AND case_n {NO_SEEDS} AND applies = 1 ORDER BY case_n, slot"""
        return map(SlotRow._make, self._db.execute(sql, [after]))

    def traits(self) -> dict[int, SlotTrait]:
        """Every trait that occurs, by its number."""
        rows = self._db.execute("SELECT n, body FROM traits ORDER BY n")
        return {n: _trait(json.loads(body)) for n, body in rows}

    def mark(self) -> VerdictMark:
        """How far verdicts can be read by now."""
        row = self._db.execute(
            """SELECT coalesce((SELECT max(id) FROM decisions), 0),
                 coalesce((SELECT max(at) FROM decision_undos), 0)"""
        ).fetchone()
        return VerdictMark(*row)

    def verdicts(self, since: VerdictMark) -> Iterator[VerdictRow]:
        """What stands of the cases with a decision or an undoing since a mark, by number.

        An undoing in the same microsecond is read twice, which does no harm.
        """
        sql = f"""SELECT r.case_n,
              CASE WHEN r.state = 'decided' THEN json_extract(d.body, '$.judgements') END,
              (SELECT sum(1 << s.slot) FROM slot_signals s
               WHERE s.case_n = r.case_n AND s.present = 1)
            FROM reviews r LEFT JOIN decisions d ON d.id = ({STANDING})
            WHERE r.case_id IN ({CHANGED}) AND r.case_n {NO_SEEDS} ORDER BY r.case_n"""
        for number, found, present in self._db.execute(sql, since._asdict()):
            yield VerdictRow(number, found and _judgements(found), _slots(present or 0))


def _judgements(text: str) -> dict[Slot, Judgement]:
    return {Slot(slot): Judgement(found) for slot, found in json.loads(text).items()}


@lru_cache(maxsize=1 << len(SLOTS))
def _slots(mask: int) -> frozenset[Slot]:
    return frozenset(slot for place, slot in enumerate(SLOTS) if mask >> place & 1)


def _trait(body: dict[str, list[list[str]]]) -> SlotTrait:
    return SlotTrait(
        verdicts=tuple(
            (Verdict(verdict), VerdictReason(reason) if reason else None)
            for verdict, reason in body["verdicts"]
        ),
        floors=tuple(Action(str(floor)) if floor else None for floor in body["floors"]),
    )
