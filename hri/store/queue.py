"""The queue in SQL: narrowed and ordered in the index, paged by key, never by offset."""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlite_utils import Database

from hri.domain.decisions import ACTIONS, Action
from hri.domain.queues import (
    VIEW_FILTERS,
    QueueChoices,
    QueueCounts,
    QueueFilter,
    QueueItem,
    QueuePage,
    View,
)
from hri.domain.reviews import ReviewState
from hri.errors import NotFoundError
from hri.store.cases import slots_in
from hri.store.clock import from_micros, to_micros
from hri.store.narrowing import MINE, PAST, STATE, where_of
from hri.store.reviews import review_from

MICROS_PER_HOUR = 3_600_000_000
MOST_CHOICES = 200
# Those drawn for assurance come in order of arrival, so that none of them is preferred.
RISK = "CASE WHEN r.drawn OR r.sample_weight IS NOT NULL THEN 1.0 ELSE r.priority_risk END"
PRIORITY = f"({RISK} * (:at - r.received_at) / {MICROS_PER_HOUR}.0)"
ORDER = "past DESC, priority DESC, r.case_n"
AFTER = f"""({PAST} < :past OR ({PAST} = :past AND ({PRIORITY} < :priority
    OR ({PRIORITY} = :priority AND r.case_n > :case_n))))"""
FREE = f"""({STATE} <> 'held' OR r.holder = :me)
    AND (r.assignee IS NULL OR r.assignee = :me OR r.holder = :me)
    AND :me NOT IN (coalesce(r.first_reader, ''), coalesce(r.second_reader, ''))
    AND (r.skipped = 0 OR NOT EXISTS (
      SELECT 1 FROM remarks s
      WHERE s.case_id = r.case_id AND s.kind = 'skip' AND s.actor = :me))"""
HELD = f"({STATE} = 'held' AND r.holder = :me)"
_OWN = """SELECT case_n FROM reviews WHERE state = 'held' AND holder = :me
    UNION ALL SELECT case_n FROM reviews WHERE assignee = :me"""
OWN = f"r.case_n IN ({_OWN})"
"""No condition of its own: it leads to a person's few cases past the many others."""
AMONG = f"""r.case_n IN (SELECT case_n FROM reviews WHERE case_id IN (SELECT value FROM
    json_each(:among)) UNION ALL {_OWN})"""
ITEM = f"""SELECT r.*, {STATE} AS shown_state, {PAST} AS past, {PRIORITY} AS priority,
    c.hri, c.content FROM reviews r JOIN cases c ON c.n = r.case_n"""


class Place(NamedTuple):
    """Where a page ended: the moment its order holds for, and the last row's keys."""

    at: int
    past: int
    priority: float
    case_n: int


class SqliteQueue:
    """The queue; see ``hri.domain.records.QueueRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def page(self, narrow: QueueFilter, at: datetime, limit: int, cursor: str | None) -> QueuePage:
        """One page in order of deadline missed, risk times age, arrival.

        Raises:
            NotFoundError: The cursor is none that a page gave.
        """
        where, params = where_of(narrow)
        place = None if cursor is None else _decode(cursor)
        params["at"] = to_micros(at) if place is None else place.at
        if place is not None:
            where.append(AFTER)
            params |= place._asdict()
        rows = self._ranked(where, params, limit + 1)
        more = len(rows) > limit
        return QueuePage(
            items=tuple(_item(row) for row in rows[:limit]),
            at=from_micros(params["at"]),
            cursor=_encode(_place(rows[limit - 1], params["at"])) if more else None,
        )

    def front(self, narrow: QueueFilter, at: datetime, limit: int) -> tuple[str, ...]:
        """Ids of the first cases that are free for anybody."""
        where, params = where_of(narrow)
        where += [f"{STATE} <> 'held'", "r.assignee IS NULL"]
        sql = f"""SELECT r.case_id, {PAST} AS past, {PRIORITY} AS priority FROM reviews r
            WHERE {" AND ".join(where)} ORDER BY {ORDER} LIMIT :limit"""
        rows = self._db.execute(sql, {**params, "at": to_micros(at), "limit": limit})
        return tuple(row[0] for row in rows)

    def first_free(
        self,
        narrow: QueueFilter,
        at: datetime,
        holder: str,
        skip: Sequence[str] = (),
        among: Sequence[str] | None = None,
    ) -> QueueItem | None:
        """The first case for ``holder`` to take and not skipped; see ``QueueRecords``."""
        where, params = where_of(narrow, few=among is not None)
        where.append(FREE)
        params |= {"at": to_micros(at), "me": holder}
        for number, case_id in enumerate(skip):
            where.append(f"r.case_id <> :skip{number}")
            params[f"skip{number}"] = case_id
        if among is not None:
            where.append(AMONG)
            params["among"] = json.dumps([*among])
        rows = self._ranked(where, params, 1)
        return _item(rows[0]) if rows else None

    def counts(self, narrow: QueueFilter, at: datetime) -> QueueCounts:
        """Counts over the cases that match; nobody's own ones, see ``own``."""
        where, params = where_of(narrow)
        params["at"] = to_micros(at)
        idle = [ReviewState.WAITING.value, *[ReviewState.DELIVERED.value] * narrow.sampled]
        # One pass of plain sums: grouping would sort all of it.
        sums = {
            "waiting": f"{STATE} IN ({', '.join(map(repr, idle))})",
            "held": f"{STATE} = 'held'",
            "past_due": PAST,
            **{action.value: f"r.action = {action.value!r}" for action in ACTIONS},
        }
        found = self._sums(sums, where, params)
        by_action = {action: found.pop(action.value) for action in ACTIONS}
        return QueueCounts(**found, mine=0, by_action=by_action)

    def own(self, narrow: QueueFilter, at: datetime, person: str, *, given: bool) -> int:
        """How many of the cases that match a person holds, or (``given``) was given as well."""
        where, params = where_of(narrow, few=True)
        where += [OWN, MINE if given else HELD]
        sql = f"SELECT count(*) FROM reviews r WHERE {' AND '.join(where)}"
        params |= {"at": to_micros(at), "me": person}
        return int(self._db.execute(sql, params).fetchone()[0])

    def views(self, at: datetime) -> dict[View, int]:
        """How many cases each saved view has, but ``MINE``; each in the index alone."""
        parts = {
            View.DUE: PAST,
            View.ROUTE: "r.action = 'ROUTE'",
            View.DEFER: "r.action = 'DEFER'",
            View.SECOND_READ: "r.stage <> 'first'",
            View.SENT_BACK: "r.sent_back",
            View.SKIPPED: "r.skipped > 0",
        }
        where, params = where_of(QueueFilter())
        params["at"] = to_micros(at)
        found = self._sums(parts, where, params)
        for view in (View.SAMPLE, View.SNOOZED):
            where, params = where_of(VIEW_FILTERS[view])
            found[view] = self._sums({view: "1"}, where, {**params, "at": to_micros(at)})[view]
        where, params = where_of(VIEW_FILTERS[View.SNOOZED])
        asleep = self._sums({View.DUE: PAST}, where, {**params, "at": to_micros(at)})
        found[View.DUE] += asleep[View.DUE]
        return {view: found[view] for view in View if view in found}

    def _sums(
        self, parts: Mapping[Any, str], where: Sequence[str], params: Mapping[str, Any]
    ) -> dict[Any, int]:
        sums = ", ".join(f"coalesce(sum({sql}), 0)" for sql in parts.values())
        sql = f"SELECT {sums} FROM reviews r WHERE {' AND '.join(where)}"
        return dict(zip(parts, self._db.execute(sql, dict(params)).fetchone(), strict=True))

    def choices(self) -> QueueChoices:
        """The values that occur, at most ``MOST_CHOICES`` of a kind."""
        found = {}
        for column in ("service", "channel", "model"):
            sql = f"""SELECT DISTINCT {column} FROM reviews WHERE coalesce({column}, '') <> ''
                ORDER BY 1 LIMIT {MOST_CHOICES}"""
            found[f"{column}s"] = tuple(row[0] for row in self._db.execute(sql))
        return QueueChoices.model_validate(found)

    def _ranked(
        self, where: Sequence[str], params: Mapping[str, Any], limit: int
    ) -> list[dict[str, Any]]:
        # The inner query is answered by the index alone; only the rows of the page are read.
        ranked = f"""SELECT r.case_n, {PAST} AS past, {PRIORITY} AS priority FROM reviews r
            WHERE {" AND ".join(where)} ORDER BY {ORDER} LIMIT :limit"""
        sql = f"{ITEM} WHERE r.case_n IN (SELECT case_n FROM ({ranked})) ORDER BY {ORDER}"
        return list(self._db.query(sql, {**params, "limit": limit}))


def _item(row: Mapping[str, Any]) -> QueueItem:
    content = json.loads(row["content"]) if row["content"] else {}
    return QueueItem(
        case_id=row["case_id"],
        question=content.get("question", ""),
        action=Action(row["action"]),
        hri=row["hri"],
        flagged=slots_in(row["flagged"]),
        procedure_id=row["procedure_id"],
        service=row["service"],
        language=row["language"],
        received_at=from_micros(row["received_at"]),
        due_at=from_micros(row["due_at"]),
        priority_risk=row["priority_risk"],
        priority=row["priority"],
        past_due=bool(row["past"]),
        drawn=bool(row["drawn"]),
        sample_weight=row["sample_weight"],
        review=review_from(row, row["shown_state"]),
    )


def _place(row: Mapping[str, Any], at: int) -> Place:
    return Place(at, row["past"], row["priority"], row["case_n"])


def _encode(place: Place) -> str:
    # JSON writes a float so that reading it gives the very same one back.
    return base64.urlsafe_b64encode(json.dumps(place).encode()).decode()


def _decode(cursor: str) -> Place:
    try:
        at, past, priority, case_n = json.loads(base64.urlsafe_b64decode(cursor.encode()))
        return Place(int(at), int(past), float(priority), int(case_n))
    except (ValueError, TypeError) as error:
        raise NotFoundError(
            "There is no such page of the queue.",
            where="cursor",
            why="it is none that a page gave",
            remedy="Start at the first page.",
        ) from error
