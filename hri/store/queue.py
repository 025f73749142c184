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
from hri.domain.reviews import QueueCounts, QueueFilter, QueueItem, QueuePage, ReviewState
from hri.domain.slots import SLOTS
from hri.errors import NotFoundError
from hri.store.cases import slots_in
from hri.store.clock import from_micros, to_micros
from hri.store.reviews import review_from

MICROS_PER_HOUR = 3_600_000_000
TO_DO = (ReviewState.WAITING, ReviewState.HELD)

# A hold that ran out counts as no hold, without anybody having to write that down.
STATE = "CASE WHEN r.state = 'held' AND r.held_until <= :at THEN r.origin ELSE r.state END"
PAST = "(r.due_at < :at)"
PRIORITY = f"(r.priority_risk * (:at - r.received_at) / {MICROS_PER_HOUR}.0)"
ORDER = "past DESC, priority DESC, r.case_n"
AFTER = f"""({PAST} < :past OR ({PAST} = :past AND ({PRIORITY} < :priority
    OR ({PRIORITY} = :priority AND r.case_n > :case_n))))"""
FREE = f"({STATE} <> 'held' OR r.holder = :me)"
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
        return QueueCounts(
            waiting=sum(row["n"] for row in rows if row["shown"] == ReviewState.WAITING),
            held=sum(row["n"] for row in rows if row["shown"] == ReviewState.HELD),
            past_due=sum(row["past"] for row in rows),
            mine=sum(row["mine"] for row in rows),
            by_action={
                action: sum(row["n"] for row in rows if row["action"] == action)
                for action in ACTIONS
            },
        )

    def _ranked(
        self, where: Sequence[str], params: Mapping[str, Any], limit: int
    ) -> list[dict[str, Any]]:
        # The inner query is answered by the index alone; only the rows of the page are read.
        ranked = f"""SELECT r.case_n, {PAST} AS past, {PRIORITY} AS priority FROM reviews r
            WHERE {" AND ".join(where)} ORDER BY {ORDER} LIMIT :limit"""
        sql = f"{ITEM} WHERE r.case_n IN (SELECT case_n FROM ({ranked})) ORDER BY {ORDER}"
        return list(self._db.query(sql, {**params, "limit": limit}))


def _where(narrow: QueueFilter) -> tuple[list[str], dict[str, Any]]:
    states = narrow.states or TO_DO
    where: list[str] = []
    params: dict[str, Any] = {}
    for number, state in enumerate(states):
        params[f"state{number}"] = state.value
    names = ", ".join(f":{name}" for name in params)
    # The raw column first, because the index starts with it; a held row may have run out.
    where += [f"r.state IN ({names}, 'held')", f"{STATE} IN ({names})"]
    equal = {
        "procedure_id": narrow.procedure_id,
        "service": narrow.service,
        "action": narrow.action,
        "language": narrow.language,
        "channel": narrow.channel,
        "model": narrow.model,
    }
    for column, value in equal.items():
        if value is not None:
            where.append(f"r.{column} = :{column}")
            params[column] = str(value)
    if narrow.holder is not None:
        where.append(f"r.holder = :holder AND {STATE} = 'held'")
        params["holder"] = narrow.holder
    if narrow.slot is not None:
        where.append("r.flagged & :slot_bit")
        params["slot_bit"] = 1 << SLOTS.index(narrow.slot)
    if narrow.past_due:
        where.append(PAST)
    return where, params


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
