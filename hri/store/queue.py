"""The queue in SQL: narrowed and ordered in the index, paged by key, never by offset."""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
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
from hri.domain.slots import SLOTS
from hri.errors import NotFoundError
from hri.store.cases import slots_in
from hri.store.clock import MICROSECOND, from_micros, to_micros
from hri.store.reviews import FAILURES, review_from

MICROS_PER_HOUR = 3_600_000_000
MOST_CHOICES = 200
TO_DO = (ReviewState.WAITING, ReviewState.HELD)
SAMPLED_TO_DO = (ReviewState.DELIVERED, *TO_DO)
"""A drawn answer is delivered already, and to be looked at all the same."""

# A hold that ran out counts as no hold, without anybody having to write that down.
STATE = "CASE WHEN r.state = 'held' AND r.held_until <= :at THEN r.origin ELSE r.state END"
PAST = "(r.due_at < :at)"
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
SNOOZED = "coalesce(r.snoozed_until > :at, 0)"
MINE = f"(({STATE} = 'held' AND r.holder = :me) OR ({STATE} <> 'held' AND r.assignee = :me))"
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
        where, params = _where(narrow)
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

    def first_free(
        self, narrow: QueueFilter, at: datetime, holder: str, skip: Sequence[str]
    ) -> QueueItem | None:
        """The first case that nobody but ``holder`` holds and that is not skipped."""
        where, params = _where(narrow)
        where.append(FREE)
        params |= {"at": to_micros(at), "me": holder}
        for number, case_id in enumerate(skip):
            where.append(f"r.case_id <> :skip{number}")
            params[f"skip{number}"] = case_id
        rows = self._ranked(where, params, 1)
        return _item(rows[0]) if rows else None

    def counts(self, narrow: QueueFilter, at: datetime, holder: str) -> QueueCounts:
        """Counts over the cases that match."""
        where, params = _where(narrow)
        params |= {"at": to_micros(at), "me": holder}
        sql = f"""SELECT r.action, {STATE} AS shown, count(*) AS n, sum({PAST}) AS past,
            sum({STATE} = 'held' AND r.holder = :me) AS mine
            FROM reviews r WHERE {" AND ".join(where)} GROUP BY 1, 2"""
        rows = list(self._db.query(sql, params))
        idle = (ReviewState.WAITING, *[ReviewState.DELIVERED] * narrow.sampled)
        return QueueCounts(
            waiting=sum(row["n"] for row in rows if row["shown"] in idle),
            held=sum(row["n"] for row in rows if row["shown"] == ReviewState.HELD),
            past_due=sum(row["past"] for row in rows),
            mine=sum(row["mine"] for row in rows),
            by_action={
                action: sum(row["n"] for row in rows if row["action"] == action)
                for action in ACTIONS
            },
        )

    def views(self, at: datetime, person: str) -> dict[View, int]:
        """How many cases each saved view has; each in the index alone."""
        now = f"NOT {SNOOZED}"
        parts = {
            View.MINE: f"{MINE} AND {now}",
            View.DUE: f"{PAST} AND {now}",
            View.ROUTE: f"r.action = 'ROUTE' AND {now}",
            View.DEFER: f"r.action = 'DEFER' AND {now}",
            View.SECOND_READ: f"r.stage <> 'first' AND {now}",
            View.SENT_BACK: f"r.sent_back AND {now}",
            View.SKIPPED: f"r.skipped > 0 AND {now}",
            View.SNOOZED: SNOOZED,
        }
        sums = ", ".join(f"coalesce(sum({sql}), 0)" for sql in parts.values())
        where, params = _to_do(TO_DO)
        params |= {"at": to_micros(at), "me": person}
        sql = f"SELECT {sums} FROM reviews r WHERE {' AND '.join(where)}"
        found = dict(zip(parts, self._db.execute(sql, params).fetchone(), strict=True))
        drawn, params = _where(VIEW_FILTERS[View.SAMPLE])
        sql = f"SELECT count(*) FROM reviews r WHERE {' AND '.join(drawn)}"
        found[View.SAMPLE] = self._db.execute(sql, {**params, "at": to_micros(at)}).fetchone()[0]
        return {view: found[view] for view in View}

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


def _to_do(states: Sequence[ReviewState]) -> tuple[list[str], dict[str, Any]]:
    params: dict[str, Any] = {f"state{n}": state.value for n, state in enumerate(states)}
    names = ", ".join(f":{name}" for name in params)
    # The raw column first, because the index starts with it; a held row may have run out.
    return [f"r.state IN ({names}, 'held')", f"{STATE} IN ({names})"], params


def _states(narrow: QueueFilter) -> tuple[list[str], dict[str, Any]]:
    if not narrow.sampled:
        return _to_do(narrow.states or TO_DO)
    where, params = _to_do(narrow.states or SAMPLED_TO_DO)
    return where[1:], params  # few cases are drawn, and they have an index of their own


def _where(narrow: QueueFilter) -> tuple[list[str], dict[str, Any]]:
    where, params = _states(narrow)
    for column in ("procedure_id", "service", "action", "language", "channel", "model"):
        value = getattr(narrow, column)
        if value is not None:
            where.append(f"r.{column} = :{column}")
            params[column] = str(value)
    if narrow.holder is not None:
        where.append(f"r.holder = :holder AND {STATE} = 'held'")
        params["holder"] = narrow.holder
    if narrow.person is not None:
        where.append(MINE.replace(":me", ":person"))
        params["person"] = narrow.person
    for column, bits in (
        ("flagged", _bit(SLOTS, narrow.slot)),
        ("failures", _bit(FAILURES, narrow.failure)),
    ):
        if bits:
            where.append(f"r.{column} & :{column}")
            params[column] = bits
    if narrow.stages:
        where.append(f"r.stage IN ({', '.join(repr(stage.value) for stage in narrow.stages)})")
    if narrow.older_than is not None:
        where.append("r.received_at <= :at - :older")
        params["older"] = narrow.older_than // MICROSECOND
    if not narrow.states:
        where.append(SNOOZED if narrow.snoozed else f"NOT {SNOOZED}")
    where += [sql for name, sql in MARKS.items() if getattr(narrow, name)]
    return where, params


MARKS = {
    "past_due": PAST,
    "sent_back": "r.sent_back",
    "skipped": "r.skipped > 0",
    "sampled": "r.sample_weight IS NOT NULL",
}
"""Fields of the filter that are on or off."""


def _bit(members: Sequence[StrEnum], member: StrEnum | None) -> int:
    return 0 if member is None else 1 << members.index(member)


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
