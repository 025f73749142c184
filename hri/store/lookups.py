"""What the records hold for many events at once: a statement a table, not one an event."""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from sqlite_utils import Database

from hri.domain.events import Fault
from hri.store.announced import PAYLOAD, TOLD, Announcement, Rows, bindable, rows_digest
from hri.store.contents import CONTENTS, Content, Erasures, Stored, fault_of

AT_ONCE = 500
"""Events looked up together."""

WANTED = "CREATE TEMP TABLE IF NOT EXISTS wanted (seq INTEGER PRIMARY KEY, subject, record)"
"""The events looked up, under no name that a table of the records has; it goes with the reading."""

BYTES = "CASE typeof({0}) WHEN 'text' THEN CAST({0} AS BLOB) WHEN 'null' THEN NULL ELSE x'FF' END"
"""As bytes, a text need not be read and written anew to be hashed; what is none fits no digest."""


class Place(NamedTuple):
    """A row that texts are kept in."""

    sql: str
    """Selects a case's own digest, or nothing, and then the texts."""
    names: tuple[str, ...]
    """Of the texts, in the order selected."""


def _place_of(content: Content) -> Place:
    same = {n: c for n, c in CONTENTS.items() if (c.table, c.where) == content[::2]}
    columns = ", ".join(BYTES.format(other.column) for other in same.values())
    digest = "digest" if content.table == "cases" else "NULL"
    sql = f"SELECT {digest}, {columns} FROM {content.table} WHERE {content.where}"
    return Place(sql, tuple(same))


PLACES = {name: _place_of(content) for name, content in CONTENTS.items()}
"""Where each text that the log announces is kept."""


class Lookups:
    """What the records hold on some events that follow each other, as each of them tells of it."""

    def __init__(self, db: Database, events: Sequence[Announcement], erased_at: Erasures) -> None:
        self._db, self._events, self._erased_at = db, events, erased_at
        db.execute(WANTED)
        self._held = self._digests()
        self._faults = self._texts()

    def tells(self, event: Announcement, rows: Rows) -> bool:
        """Whether an event's digest of some rows is the one they have to be compared with."""
        return (event.seq, rows.table) in self._held

    def digest(self, event: Announcement, rows: Rows) -> str | None:
        """The digest of the rows that an event tells of; None where the one row is not there."""
        return self._held[event.seq, rows.table]

    def text_fault(self, event: Announcement, name: str) -> Fault | str:
        """What is wrong with a text that an event announces; see ``contents.fault_of``."""
        return self._faults.get((event.seq, name), Fault.MISSING)

    def _digests(self) -> dict[tuple[int, str], str | None]:
        found: dict[tuple[int, str], str | None] = {}
        for rows, events in self._by_rows():
            empty = None if rows.each else rows_digest([])
            found |= {(event.seq, rows.table): empty for event in events}
            self._want(events)
            every = self._db.conn.execute(_joined(rows.sql))
            for seq, same in groupby(every, key=itemgetter(0)):
                found[seq, rows.table] = rows_digest([list(row[1:]) for row in same])
        return found

    def _by_rows(self) -> Iterator[tuple[Rows, list[Announcement]]]:
        """Rows with the events that they are compared with: all, or the last one of a subject."""
        telling: dict[Rows, list[Announcement]] = {}
        for event in self._events:
            for rows in TOLD.get(event.kind, ()):
                if rows.table in event.rows:
                    telling.setdefault(rows, []).append(event)
        for rows, events in telling.items():
            yield rows, self._last_ones(rows, events) if rows.last else events

    def _last_ones(self, rows: Rows, events: Iterable[Announcement]) -> list[Announcement]:
        """Events after which no other one tells of the same rows."""
        latest = {event.subject: event for event in events}
        self._want(latest.values())
        sql = f"""SELECT seq FROM wanted k WHERE EXISTS (
            SELECT 1 FROM events e WHERE e.subject = k.subject AND e.seq > k.seq
              AND json_extract({PAYLOAD}, '$.rows.{rows.table}') IS NOT NULL)"""
        followed = {seq for (seq,) in self._db.conn.execute(sql)}
        return [event for event in latest.values() if event.seq not in followed]

    def _texts(self) -> dict[tuple[int, str], Fault | str]:
        found: dict[tuple[int, str], Fault | str] = {}
        salts = self._salts()
        for place, events in self._by_place().items():
            self._want(events.values())
            for seq, digest, *texts in self._db.conn.execute(_joined(place.sql)):
                event = events[seq]
                erased = self._erased_at.get(event.subject, 0) > seq
                for name, text in zip(place.names, texts, strict=True):
                    if name in event.digests and (seq, name) not in found:
                        kept = Stored(name, text, salts.get((seq, name)))
                        fault = fault_of(kept, event.digests[name], digest, erased=erased)
                        found[seq, name] = fault
        return found

    def _by_place(self) -> dict[Place, dict[int, Announcement]]:
        """The events that announce texts, by where these are kept and by number."""
        found: dict[Place, dict[int, Announcement]] = {}
        for event in self._events:
            for name in event.digests:
                if name in PLACES:
                    found.setdefault(PLACES[name], {})[event.seq] = event
        return found

    def _salts(self) -> dict[tuple[int, str], Any]:
        if not self._events:
            return {}
        sql = "SELECT seq, name, salt FROM event_salts WHERE seq BETWEEN ? AND ?"
        bounds = [self._events[0].seq, self._events[-1].seq]
        return {(seq, name): salt for seq, name, salt in self._db.conn.execute(sql, bounds)}

    def _want(self, events: Collection[Announcement]) -> None:
        self._db.conn.execute("DELETE FROM wanted")
        rows = [(event.seq, bindable(event.subject), event.record) for event in events]
        self._db.conn.executemany("INSERT INTO wanted VALUES (?, ?, ?)", rows)


@cache
def _joined(sql: str) -> str:
    """A statement on one event as the one on all that are wanted, the event's number first."""
    sql = re.sub(r"^SELECT\s", "SELECT k.seq, ", sql)
    sql = re.sub(r"\sFROM\s", " FROM wanted k CROSS JOIN ", sql, count=1)
    sql, ordered = re.subn(r"\sORDER BY\s", " ORDER BY k.seq, ", sql)
    sql = sql.replace(":subject", "k.subject").replace(":record", "k.record")
    return sql if ordered else f"{sql} ORDER BY k.seq"
