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
from typing import Any

from pydantic import JsonValue
from sqlite_utils import Database

from hri.domain.canonical import canonical_json
from hri.domain.events import (
    AuditEvent,
    ChainReport,
    Checkpoint,
    EventDraft,
    EventFilter,
    EventKind,
)
from hri.domain.signatures import Signatures
from hri.errors import AuditError, StoreError
from hri.store.announced import row_digests
from hri.store.chain import COLUMNS, Row, head_of
from hri.store.clock import from_micros, to_micros
from hri.store.contents import salted_digest
from hri.store.seals import SqliteSeals
from hri.store.verification import verify


def _salt() -> str:
    return secrets.token_hex(16)


class SqliteAudit:
    """The log; see ``hri.domain.records.AuditRecords``."""

    def __init__(self, db: Database, seals: SqliteSeals, salt: Callable[[], str] = _salt) -> None:
        self._db, self._seals, self._salt = db, seals, salt

    def append(
        self, draft: EventDraft, at: datetime, contents: Mapping[str, str] | None = None
    ) -> AuditEvent:
        """Append an event after the present head; of ``contents`` only salted digests enter it.

        The rows it tells of enter as digests, so they are written before it; see
        ``hri.store.announced``. A checkpoint is sealed after it where one is due.

        Raises:
            StoreError: No transaction is open, so that two writers could fork the chain.
        """
        if not self._db.conn.in_transaction:
            raise StoreError("An event is appended only inside a write transaction.")
        head = head_of(self._db)
        salts = {name: self._salt() for name in sorted(contents or {})}
        payload = self._payload(draft, contents or {}, salts)
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
        self._seals.seal(at)
        return _event(row)

    def _payload(
        self, draft: EventDraft, contents: Mapping[str, str], salts: Mapping[str, str]
    ) -> dict[str, JsonValue]:
        payload: dict[str, JsonValue] = dict(draft.payload)
        if contents:
            payload["digests"] = {
                name: salted_digest(salt, contents[name]) for name, salt in salts.items()
            }
        rows = row_digests(self._db, draft.kind, draft.subject, payload)
        return {**payload, "rows": rows} if rows else payload

    def search(self, narrow: EventFilter, limit: int, before: int | None) -> tuple[AuditEvent, ...]:
        """Events newest first, numbered below ``before``."""
        where, params = _where(narrow, before)
        sql = f"SELECT {COLUMNS} FROM events WHERE {where} ORDER BY seq DESC LIMIT :limit"
        return tuple(map(_event, self._rows(sql, {**params, "limit": limit})))

    def of_subject(self, subject: str) -> tuple[AuditEvent, ...]:
        """All events of one subject, oldest first."""
        sql = f"SELECT {COLUMNS} FROM events WHERE subject = ? ORDER BY seq"
        return tuple(map(_event, self._rows(sql, [subject])))

    def latest(self, actor: str | None = None, besides: Sequence[EventKind] = ()) -> int:
        """Number of the last event, or of an actor's last one that is of no kind ``besides``."""
        if actor is None:
            return head_of(self._db).seq
        kinds = ", ".join("?" * len(besides))
        sql = f"""SELECT seq FROM events WHERE actor = ? AND kind NOT IN ({kinds})
            ORDER BY seq DESC LIMIT 1"""
        row = self._db.execute(sql, [actor, *(kind.value for kind in besides)]).fetchone()
        return 0 if row is None else int(row[0])

    def walk(self, after: int, limit: int) -> tuple[AuditEvent, ...]:
        """Events numbered above ``after``, oldest first; not verified, see ``verify``."""
        sql = f"SELECT {COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?"
        return tuple(map(_event, self._rows(sql, [after, limit])))

    def checkpoint(self) -> Checkpoint:
        """The head: number and hash of the last event, and how many there are."""
        head = head_of(self._db)
        count = self._db.execute("SELECT count(*) FROM events").fetchone()[0]
        return Checkpoint(seq=head.seq, count=count, hash=head.hash)

    def verify(
        self, known: Sequence[Checkpoint] = (), signatures: Signatures | None = None
    ) -> ChainReport:
        """Walk the chain and compare it with checkpoints kept elsewhere and with the records.

        The walk stops at the first event that does not fit; the records are compared all the same.
        """
        return verify(self._db, known, signatures)

    def erase(self, subject: str) -> int:
        """Forget the salts of a subject's contents; returns how many."""
        sql = "DELETE FROM event_salts WHERE seq IN (SELECT seq FROM events WHERE subject = ?)"
        return self._db.execute(sql, [subject]).rowcount

    def _rows(self, sql: str, params: Sequence[Any] | dict[str, Any]) -> Iterator[Row]:
        return map(Row._make, self._db.execute(sql, params))


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
    try:
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
    except (ValueError, OverflowError) as error:
        raise AuditError(row.seq, "It cannot be read as an event.") from error
