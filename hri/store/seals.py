"""Sealed checkpoints beside the log: made as events are appended, compared as it is verified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from sqlite_utils import Database

from hri.domain.checkpoints import FIRST, IsGenuine, Seal, Sealing
from hri.domain.events import Checkpoint, Fault, Finding
from hri.store.chain import Head, contains, head_of
from hri.store.clock import from_micros, to_micros

SEALING = Sealing()
"""Sealing by the usual figures, unsigned."""

COLUMNS = "number, seq, count, hash, at, before, key, signature"


class SqliteSeals:
    """The seals; see ``hri.domain.records.SealRecords``."""

    def __init__(self, db: Database, sealing: Sealing = SEALING) -> None:
        self._db, self._sealing = db, sealing

    def last(self) -> Seal | None:
        """The latest seal; None where there is none yet."""
        row = self._db.execute(f"SELECT {COLUMNS} FROM seals ORDER BY number DESC LIMIT 1")  # noqa: S608
        found = row.fetchone()
        return None if found is None else _seal(found)

    def after(self, number: int) -> tuple[Seal, ...]:
        """The seals numbered above ``number``, oldest first."""
        sql = f"SELECT {COLUMNS} FROM seals WHERE number > ? ORDER BY number"  # noqa: S608
        return tuple(map(_seal, self._db.execute(sql, [number])))

    def due(self, now: datetime) -> bool:
        """Whether the events since the last seal are to be sealed."""
        last, head = self.last(), head_of(self._db)
        sealed = 0 if last is None else last.seq
        return self._sealing.due(head.seq - sealed, now - self._since(last, now))

    def seal(self, now: datetime, *, early: bool = False) -> Seal | None:
        """Seal the head where that is due, inside the open transaction; None where it is not.

        ``early`` seals whatever is not sealed yet, due or not.
        """
        last, head = self.last(), head_of(self._db)
        unsealed = head.seq > (0 if last is None else last.seq)
        if not (unsealed if early else self.due(now)):
            return None
        found = self._signed(last, head, now)
        self._db.execute(
            f"INSERT INTO seals ({COLUMNS}, digest) VALUES (?,?,?,?,?,?,?,?,?)",  # noqa: S608
            [
                found.number,
                found.seq,
                found.count,
                found.hash,
                to_micros(found.at),
                found.before,
                found.key,
                found.signature,
                found.digest,
            ],
        )
        return found

    def _since(self, last: Seal | None, now: datetime) -> datetime:
        if last is not None:
            return last.at
        row = self._db.execute("SELECT at FROM events ORDER BY seq LIMIT 1").fetchone()
        return now if row is None else from_micros(row[0])

    def _signed(self, last: Seal | None, head: Head, now: datetime) -> Seal:
        plain = Seal(
            number=1 if last is None else last.number + 1,
            seq=head.seq,
            count=head.seq,  # numbers have no gaps, or the log does not verify
            hash=head.hash,
            at=now,
            before=FIRST if last is None else last.digest,
        )
        signer = self._sealing.signer
        if signer is None:
            return plain
        return plain.model_copy(update={"key": signer.key, "signature": signer.sign(plain.words)})


class Sealed(NamedTuple):
    """A row of the seals: the seal, None where the row is none, and the digest it was given."""

    number: int
    seal: Seal | None
    digest: str


def sealed(db: Database) -> tuple[Sealed, ...]:
    """All rows of the seals as they stand, in order of number."""
    rows = db.execute(f"SELECT {COLUMNS}, digest FROM seals ORDER BY number")  # noqa: S608
    return tuple(Sealed(row[0], _read(row[:-1]), row[-1]) for row in rows)


def seal_findings(
    db: Database, rows: Sequence[Sealed], known: Sequence[Checkpoint]
) -> Iterator[Finding]:
    """What is wrong with the seals, among themselves, with the log, and with those kept elsewhere.

    Args:
        db: The database they are of.
        rows: What ``sealed`` found in it.
        known: Checkpoints that were kept outside the database.
    """
    before: Sealed | None = None
    for row in rows:
        wanted = 1 if before is None else before.number + 1
        if row.number != wanted:
            yield _finding(wanted, Fault.MISSING, row.seal)
        elif not _holds(db, row, before):
            yield _finding(row.number, Fault.ALTERED, row.seal)
        before = row
    last = 0 if before is None else before.number
    given = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'seals'").fetchone()
    if given is not None and given[0] != last:
        yield _finding(last + 1, Fault.MISSING, None)
    here = {row.number: row.seal for row in rows}
    for kept in known:
        if isinstance(kept, Seal) and here.get(kept.number) != kept:
            fault = Fault.ALTERED if kept.number in here else Fault.MISSING
            yield _finding(kept.number, fault, kept)


def forged(rows: Sequence[Sealed], genuine: IsGenuine | None) -> Iterator[Finding]:
    """Seals whose signature does not hold; those that cannot be read are told elsewhere."""
    for row in rows if genuine else ():
        if row.seal and genuine and not genuine(row.seal):
            yield _finding(row.number, Fault.FORGED, row.seal)


def vouched(rows: Sequence[Sealed]) -> tuple[Seal, ...]:
    """The seals that the one after them proves, so that the log can be compared with them."""
    return tuple(
        row.seal
        for row, after in pairwise(rows)
        if row.seal and after.seal and after.seal.before == row.seal.digest
    )


def _holds(db: Database, row: Sealed, before: Sealed | None) -> bool:
    """Whether a seal is what it was made as, follows the one before and is still in the log."""
    found = row.seal
    if found is None or found.digest != row.digest or found.count != found.seq:
        return False
    follows = found.before == (before.digest if before else FIRST)
    return follows and contains(db, found)


def _finding(number: int, fault: Fault, seal: Seal | None) -> Finding:
    return Finding(table="seals", record=str(number), fault=fault, seq=seal and seal.seq)


def _read(row: Sequence[Any]) -> Seal | None:
    try:
        return _seal(row)
    except (ValueError, OverflowError):
        return None


def _seal(row: Sequence[Any]) -> Seal:
    number, seq, count, head, at, before, key, signature = row
    return Seal(
        number=number,
        seq=seq,
        count=count,
        hash=head,
        at=from_micros(at),
        before=before,
        key=key,
        signature=signature,
    )
