"""The chain itself: an event as its row holds it, its hash, and the walk along all of them."""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlite_utils import Database

from hri.domain.canonical import canonical_json, sha256_hex
from hri.domain.events import Checkpoint
from hri.domain.vouching import CHANGED, CUT_OFF, OFF_KEPT, OFF_SEALED, OUT_OF_ORDER, UNCHAINED

GENESIS = "0" * 64
"""What the first event has in place of a previous hash."""

COLUMNS = "seq, at, kind, actor, subject, payload, prev_hash, hash"
MOST_STEPS = 1000


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


class Head(NamedTuple):
    """The event that the next one must follow."""

    seq: int
    hash: str
    at: int


START = Head(0, GENESIS, 0)
"""What the first event follows."""


class Mark(NamedTuple):
    """The hash that a checkpoint gives for an event, and the problem where it has another."""

    hash: str
    problem: str


class Walk(NamedTuple):
    """How far the chain fits: its last good event, and the first bad one with its problem."""

    head: Checkpoint
    first_bad: int | None
    problem: str
    clock_steps: tuple[int, ...]
    """At most ``MOST_STEPS`` of them."""


def head_of(db: Database) -> Head:
    """The last event, or ``START`` for an empty log."""
    sql = "SELECT seq, hash, at FROM events ORDER BY seq DESC LIMIT 1"
    row = db.execute(sql).fetchone()
    return START if row is None else Head(*row)


def highest_given(db: Database) -> int:
    """The highest number that an event was ever given; 0 for none, or where no number stands."""
    row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'events'").fetchone()
    return row[0] if row is not None and isinstance(row[0], int) else 0


def contains(db: Database, mark: Checkpoint) -> bool:
    """Whether the event of a checkpoint is still there, with the hash it had."""
    if mark.seq == 0:
        return mark.hash == GENESIS
    row = db.execute("SELECT hash FROM events WHERE seq = ?", [mark.seq]).fetchone()
    return row is not None and bool(row[0] == mark.hash)


def walk(db: Database, known: Sequence[Checkpoint], sealed: Sequence[Checkpoint] = ()) -> Walk:
    """Look at every column of every event as it is stored, up to the first that does not fit.

    Events cut off at the end show only against a checkpoint or against the highest number given.
    ``known`` checkpoints were kept elsewhere, ``sealed`` ones stand in the database.
    """
    wanted = {mark.seq: Mark(mark.hash, OFF_SEALED) for mark in sealed}
    wanted |= {mark.seq: Mark(mark.hash, OFF_KEPT) for mark in known}
    previous, count = START, 0
    steps: list[int] = []
    for row in _rows(db):
        problem = _misfit(row, previous) or _off_mark(row, wanted)
        if problem:
            return _stopped(previous, count, row.seq, problem, steps)
        if row.at < previous.at and len(steps) < MOST_STEPS:
            steps.append(row.seq)
        previous, count = Head(row.seq, row.hash, row.at), count + 1
    if previous.seq < max([highest_given(db), *wanted], default=0):
        return _stopped(previous, count, previous.seq + 1, CUT_OFF, steps)
    return _stopped(previous, count, None, "", steps)


def tail_misfit(db: Database, count: int) -> tuple[int, str]:
    """Number of the last event, and what does not fit among the last ``count``; "" for nothing."""
    sql = f"SELECT {COLUMNS} FROM events ORDER BY seq DESC LIMIT ?"
    rows = [*map(Row._make, db.execute(sql, [count + 1]))][::-1]
    previous = START if len(rows) <= count else Head(rows[0].seq, rows[0].hash, rows[0].at)
    for row in rows[-count:]:
        problem = _misfit(row, previous)
        if problem:
            return row.seq, f"event {row.seq}: {problem}"
        previous = Head(row.seq, row.hash, row.at)
    return previous.seq, ""


def _rows(db: Database) -> Iterator[Row]:
    return map(Row._make, db.execute(f"SELECT {COLUMNS} FROM events ORDER BY seq"))


def _stopped(
    head: Head, count: int, first_bad: int | None, problem: str, steps: Sequence[int]
) -> Walk:
    mark = Checkpoint(seq=head.seq, count=count, hash=head.hash)
    return Walk(mark, first_bad, problem, tuple(steps))


def _misfit(row: Row, previous: Head) -> str:
    if row.seq != previous.seq + 1:
        return f"follows event {previous.seq}: {OUT_OF_ORDER}"
    if row.prev_hash != previous.hash:
        return UNCHAINED
    return "" if row.hash == row.expected_hash() else CHANGED


def _off_mark(row: Row, wanted: Mapping[int, Mark]) -> str:
    mark = wanted.get(row.seq)
    if mark is None or mark.hash == row.hash:
        return ""
    return mark.problem
