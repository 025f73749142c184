"""Counts and means over all cases but seeds, made in the database."""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlite_utils import Database

from hri.domain.decisions import ACTIONS, Action
from hri.domain.figures import AgeRow, DrawnRow, FlowRow, JudgedRow
from hri.domain.periods import Period
from hri.domain.reviews import Judgement, ReviewVerb
from hri.domain.slots import SLOTS
from hri.store.clock import MICROSECOND, from_micros, to_micros
from hri.store.seeds import NO_SEEDS

DAY = timedelta(days=1) // MICROSECOND
"""A day in the database's unit of time."""


def came_within(period: Period | None) -> tuple[str, list[int]]:
    """The condition that a case came in a period, with its values; without one, any did."""
    if period is None:
        return "1", []
    return "received_at >= ? AND received_at < ?", [
        to_micros(period.since),
        to_micros(period.until),
    ]


class SqliteFigures:
    """Figures; see ``hri.domain.figures.FigureRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def ages(self, at: datetime, edges: Sequence[timedelta]) -> tuple[AgeRow, ...]:
        """Cases to do by age band and action; see the port for the bands."""
        band = " + ".join(["0", *(f"(:at - received_at >= {e // MICROSECOND})" for e in edges)])
        sql = f"""SELECT {band} AS band, action, count(*),
              sum(state = 'held' AND held_until > :at), sum(due_at < :at),
              sum(assignee IS NULL AND NOT (state = 'held' AND held_until > :at))
            FROM reviews
            WHERE state = 'waiting'
              OR (state = 'held' AND (held_until > :at OR origin = 'waiting'))
            GROUP BY band, action ORDER BY band, action"""
        rows = self._db.execute(sql, {"at": to_micros(at)})
        return tuple(AgeRow(row[0], Action(row[1]), *row[2:]) for row in rows)

    def actions(self, within: Period | None = None) -> dict[Action, int]:
        """Cases per action of the machine, every action named."""
        came, values = came_within(within)
        rows = self._db.execute(
            f"""SELECT action, count(*) FROM reviews
                WHERE case_n {NO_SEEDS} AND {came} GROUP BY action""",
            values,
        )
        found = dict(rows.fetchall())
        return {action: found.get(action.value, 0) for action in ACTIONS}

    def verbs(self, within: Period | None = None) -> dict[tuple[Action, ReviewVerb], int]:
        """Decided cases per action of the machine and verb of the decision, every pair named."""
        came, values = came_within(within)
        rows = self._db.execute(
            f"""SELECT action, verb, count(*) FROM reviews
                WHERE state = 'decided' AND case_n {NO_SEEDS} AND {came} GROUP BY action, verb""",
            values,
        )
        found = {(action, verb): n for action, verb, n in rows}
        return {
            (action, verb): found.get((action.value, verb.value), 0)
            for action in ACTIONS
            for verb in ReviewVerb
        }

    def flow(self, since: datetime) -> tuple[FlowRow, ...]:
        """What came to people and what they closed, per day; seeds are work like any other."""
        sql = f"""SELECT day, sum(came), sum(closed) FROM (
              SELECT received_at / {DAY} AS day, 1 AS came, 0 AS closed FROM reviews
              WHERE received_at >= :since
                AND (action IN ('DEFER', 'ROUTE') OR sample_weight IS NOT NULL)
              UNION ALL
              SELECT decided_at / {DAY}, 0, 1 FROM reviews
              WHERE decided_at >= :since AND state = 'decided')
            GROUP BY day ORDER BY day"""
        rows = self._db.execute(sql, {"since": to_micros(since)})
        return tuple(
            FlowRow(from_micros(day * DAY).date(), came, closed) for day, came, closed in rows
        )

    def judgements(self) -> tuple[JudgedRow, ...]:
        """What the decisions that stand found per slot, over decided cases."""
        names = ", ".join(f"({place}, '{slot.value}')" for place, slot in enumerate(SLOTS))
        rows = self._db.execute(
            f"""WITH names(slot, name) AS (VALUES {names})
                SELECT k.slot, json_extract(d.body, '$.judgements.' || k.name),
                  coalesce(s.present, 0), count(*)
                FROM reviews r JOIN decisions d ON d.id = (
                  SELECT max(x.id) FROM decisions x WHERE x.case_id = r.case_id
                    AND x.id NOT IN (SELECT decision_id FROM decision_undos))
                JOIN names k
                LEFT JOIN slot_signals s ON s.case_n = r.case_n AND s.slot = k.slot
                WHERE r.state = 'decided' AND d.body IS NOT NULL AND r.case_n {NO_SEEDS}
                GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"""
        )
        return tuple(
            JudgedRow(SLOTS[slot], found and Judgement(found), bool(present), n)
            for slot, found, present, n in rows
        )

    def sample(self, within: Period | None = None) -> tuple[DrawnRow, ...]:
        """What was drawn for assurance, per action and weight."""
        came, values = came_within(within)
        rows = self._db.execute(
            f"""SELECT action, sample_weight, count(*), sum(state = 'decided'),
                 sum(state = 'decided' AND verb <> 'approve')
               FROM reviews WHERE sample_weight IS NOT NULL AND case_n {NO_SEEDS} AND {came}
               GROUP BY action, sample_weight ORDER BY action, sample_weight""",
            values,
        )
        return tuple(DrawnRow(Action(row[0]), *row[1:]) for row in rows)
