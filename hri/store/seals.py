"""Sealed checkpoints beside the log: made as events are appended, compared as it is verified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from sqlite_utils import Database

from hri.domain.checkpoints import FIRST, Seal, Sealing
from hri.domain.events import Checkpoint, Fault, Finding
from hri.domain.signatures import Judged, Signatures, judge, signing_of
from hri.domain.vouching import Signing
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
        if self.withheld():
            return False
        signer = self._sealing.signer
        first = signer is not None and (last is None or last.key != signer.key)
        waits = self._sealing.due(head.seq - sealed, now - self._since(last, now))
        return waits or (first and head.seq > sealed)

    def withheld(self) -> bool:
        """Whether nothing is sealed here: seals are signed, and this process has no key.

        An unsigned seal after a signed one would be a fault of the log.
        """
        last = self.last()
        return self._sealing.signer is None and last is not None and bool(last.key)

    def seal(self, now: datetime, *, early: bool = False) -> Seal | None:
        """Seal the head where that is due, inside the open transaction; None where it is not.

        ``early`` seals whatever is not sealed yet, due or not.
        """
        last, head = self.last(), head_of(self._db)
        unsealed = head.seq > (0 if last is None else last.seq) and not self.withheld()
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
    for kept in dict.fromkeys(known):
        if isinstance(kept, Seal) and here.get(kept.number) != kept:
            fault = Fault.ALTERED if kept.number in here else Fault.MISSING
            yield _finding(kept.number, fault, kept)


class Signed(NamedTuple):
    """Who signed the seals, and those whose signature is amiss."""

    found: Signing
    amiss: tuple[Finding, ...]


def signing(rows: Sequence[Sealed], signatures: Signatures) -> Signed:
    """Judge the signatures; seals that cannot be read are told elsewhere.

    Seals without one from before the first signed one are counted and no fault: the key was set
    later. After it they are, as is one signed with a key that may not.
    """
    seals = [row.seal for row in rows if row.seal]
    judged = [judge(seal, signatures) for seal in seals]
    found = signing_of(seals, judged, signatures)
    amiss = (_amiss(seal, one, found) for seal, one in zip(seals, judged, strict=True))
    return Signed(found, tuple(item for item in amiss if item))


def _amiss(seal: Seal, judged: Judged, found: Signing) -> Finding | None:
    if judged.trusted:
        return None
    if judged.signed:
        return _finding(seal.number, Fault.STRANGE_KEY if judged.holds else Fault.FORGED, seal)
    late = found.first is not None and seal.number > found.first
    return _finding(seal.number, Fault.UNSIGNED, seal) if late else None


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
