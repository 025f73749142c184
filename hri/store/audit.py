"""The audit log: events in a hash chain that is appended to and never changed.

Of personal content only a digest under a salt of its own enters the chain. Erasing the content and
its salt leaves the chain whole and the digest without a meaning.
"""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from pydantic import JsonValue
from sqlite_utils import Database

from hri.domain.canonical import canonical_json, sha256_hex
from hri.domain.events import (
    AuditEvent,
    ChainReport,
    Checkpoint,
    EventDraft,
    EventFilter,
    EventKind,
)
from hri.errors import StoreError
from hri.store.clock import from_micros, to_micros
from hri.store.contents import salted_digest, unmatched_contents

GENESIS = "0" * 64
"""What the first event has in place of a previous hash."""

COLUMNS = "seq, at, kind, actor, subject, payload, prev_hash, hash"


class Row(NamedTuple):
    """An event as its row holds it."""

    seq: int
    at: int
    kind: str
    actor: str
    subject: str
    payload: str
    prev_hash: str
    hash: str

    def expected_hash(self) -> str:
        """The hash over every other column; a list, so that no two rows read the same."""
        return sha256_hex(canonical_json(list(self[:-1])))


def _salt() -> str:
    return secrets.token_hex(16)


class SqliteAudit:
    """The log; see ``hri.domain.records.AuditRecords``."""

    def __init__(self, db: Database, salt: Callable[[], str] = _salt) -> None:
        self._db, self._salt = db, salt

    def append(
        self, draft: EventDraft, at: datetime, contents: Mapping[str, str] | None = None
    ) -> AuditEvent:
        """Append an event after the present head; of ``contents`` only salted digests enter it.

        Raises:
            StoreError: No transaction is open, so that two writers could fork the chain.
        """
        if not self._db.conn.in_transaction:
            raise StoreError("An event is appended only inside a write transaction.")
        head = self._head()
        salts = {name: self._salt() for name in sorted(contents or {})}
        payload: dict[str, JsonValue] = dict(draft.payload)
        if contents:
            payload["digests"] = {
                name: salted_digest(salt, contents[name]) for name, salt in salts.items()
            }
        row = Row(
            seq=head.seq + 1,
            at=to_micros(at),
            kind=draft.kind.value,
            actor=draft.actor,
            subject=draft.subject,
            payload=canonical_json(payload),
            prev_hash=head.hash,
            hash="",
        )
        row = row._replace(hash=row.expected_hash())
        self._db.execute(f"INSERT INTO events ({COLUMNS}) VALUES (?,?,?,?,?,?,?,?)", list(row))
        for name, salt in salts.items():
            self._db.execute("INSERT INTO event_salts VALUES (?, ?, ?)", [row.seq, name, salt])
        return _event(row)

    def search(self, narrow: EventFilter, limit: int, before: int | None) -> tuple[AuditEvent, ...]:
        """Events newest first, numbered below ``before``."""
        where, params = _where(narrow, before)
        sql = f"SELECT {COLUMNS} FROM events WHERE {where} ORDER BY seq DESC LIMIT :limit"
        return tuple(map(_event, self._rows(sql, {**params, "limit": limit})))

    def of_subject(self, subject: str) -> tuple[AuditEvent, ...]:
        """All events of one subject, oldest first."""
        sql = f"SELECT {COLUMNS} FROM events WHERE subject = ? ORDER BY seq"
        return tuple(map(_event, self._rows(sql, [subject])))

    def walk(self, after: int, limit: int) -> tuple[AuditEvent, ...]:
        """Events numbered above ``after``, oldest first; not verified, see ``verify``."""
        sql = f"SELECT {COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?"
        return tuple(map(_event, self._rows(sql, [after, limit])))

    def checkpoint(self) -> Checkpoint:
        """The head: number and hash of the last event, and how many there are."""
        head = self._head()
        count = self._db.execute("SELECT count(*) FROM events").fetchone()[0]
        return Checkpoint(seq=head.seq, count=count, hash=head.hash)

    def verify(self, known: Sequence[Checkpoint] = ()) -> ChainReport:
        """Walk the chain and compare it with checkpoints kept elsewhere and with the records.

        The walk looks at every column of every row as it is stored and stops at the first event
        that does not fit. Events cut off at the end show only against a checkpoint, against the
        highest number ever given, or by records that no event announces.
        """
        wanted = {mark.seq: mark.hash for mark in known}
        previous, count = Head(0, GENESIS, 0), 0
        steps: list[int] = []
        for row in self._rows(f"SELECT {COLUMNS} FROM events ORDER BY seq", []):
            problem = _misfit(row, previous) or _off_mark(row, wanted)
            if problem:
                return _report(previous, count, row.seq, problem, steps)
            if row.at < previous.at:
                steps.append(row.seq)
            previous, count = Head(row.seq, row.hash, row.at), count + 1
        if previous.seq < max([self._highest(), *wanted], default=0):
            return _report(previous, count, previous.seq + 1, "the end is cut off", steps)
        report = _report(previous, count, None, "", steps)
        return report.model_copy(update={"unmatched": unmatched_contents(self._db)})

    def erase(self, subject: str) -> int:
        """Forget the salts of a subject's contents; returns how many."""
        sql = "DELETE FROM event_salts WHERE seq IN (SELECT seq FROM events WHERE subject = ?)"
        return self._db.execute(sql, [subject]).rowcount

    def _head(self) -> Head:
        sql = "SELECT seq, hash, at FROM events ORDER BY seq DESC LIMIT 1"
        row = self._db.execute(sql).fetchone()
        return Head(0, GENESIS, 0) if row is None else Head(*row)

    def _highest(self) -> int:
        row = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'events'").fetchone()
        return 0 if row is None else int(row[0])

    def _rows(self, sql: str, params: Sequence[Any] | dict[str, Any]) -> Iterator[Row]:
        return map(Row._make, self._db.execute(sql, params))


class Head(NamedTuple):
    """The event that the next one must follow."""

    seq: int
    hash: str
    at: int


def _misfit(row: Row, previous: Head) -> str:
    if row.seq != previous.seq + 1:
        return f"follows event {previous.seq}: events are missing or out of order"
    if row.prev_hash != previous.hash:
        return "does not name the hash of the event before it"
    return "" if row.hash == row.expected_hash() else "its content does not have its hash"


def _off_mark(row: Row, wanted: Mapping[int, str]) -> str:
    differs = row.seq in wanted and wanted[row.seq] != row.hash
    return "differs from the checkpoint kept elsewhere: the log was written anew" if differs else ""


def _report(
    head: Head, count: int, first_bad: int | None, problem: str, steps: Sequence[int]
) -> ChainReport:
    return ChainReport(
        head=Checkpoint(seq=head.seq, count=count, hash=head.hash),
        first_bad=first_bad,
        problem=problem,
        clock_steps=tuple(steps),
    )


def _where(narrow: EventFilter, before: int | None) -> tuple[str, dict[str, Any]]:
    where: list[str] = ["1"]
    params: dict[str, Any] = {}
    if before is not None:
        where.append("seq < :before")
        params["before"] = before
    if narrow.kinds:
        names = {f"kind{n}": kind.value for n, kind in enumerate(narrow.kinds)}
        where.append(f"kind IN ({', '.join(':' + name for name in names)})")
        params |= names
    for column, value in (("actor", narrow.actor), ("subject", narrow.subject)):
        if value:
            where.append(f"{column} = :{column}")
            params[column] = value
    for name, sign, moment in (("since", ">=", narrow.since), ("until", "<", narrow.until)):
        if moment is not None:
            where.append(f"at {sign} :{name}")
            params[name] = to_micros(moment)
    return " AND ".join(where), params


def _event(row: Row) -> AuditEvent:
    return AuditEvent(
        seq=row.seq,
        at=from_micros(row.at),
        kind=EventKind(row.kind),
        actor=row.actor,
        subject=row.subject,
        payload=json.loads(row.payload),
        prev_hash=row.prev_hash,
        hash=row.hash,
    )
