"""Random single changes of a closed audit log, each as somebody makes it who may write the file."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from typing import Any, NamedTuple

from hri.domain.canonical import canonical_json, sha256_hex
from hri.store.chain import GENESIS, Row
from hri.store.clock import from_micros

COLUMNS = ("seq", *Row._fields[1:])
SEALED = ("number", "seq", "count", "hash", "at", "before", "key", "signature", "digest")
Chance = random.Random


class Mutation(NamedTuple):
    """What was changed: its kind, and the first event that is not as it was (None: a seal)."""

    kind: str
    first_bad: int | None


def edit(db: sqlite3.Connection, chance: Chance) -> Mutation:
    """Change one column of one event."""
    seq, column = _any(db, chance), chance.choice(COLUMNS)
    if column == "seq":
        last = _last(db)
        new = chance.choice([-seq, last + chance.randrange(1, 9), 2**62])
        db.execute("UPDATE events SET seq = ? WHERE seq = ?", [new, seq])
        return Mutation("edit seq", seq)
    (value,) = db.execute(f"SELECT {column} FROM events WHERE seq = ?", [seq]).fetchone()
    db.execute(f"UPDATE events SET {column} = ? WHERE seq = ?", [_other(value, chance), seq])
    return Mutation(f"edit {column}", seq)


def delete(db: sqlite3.Connection, chance: Chance) -> Mutation:
    """Take one event out."""
    seq = _any(db, chance)
    db.execute("DELETE FROM events WHERE seq = ?", [seq])
    return Mutation("delete", seq)


def insert(db: sqlite3.Connection, chance: Chance) -> Mutation:
    """Put an event that fits before another, the later ones numbered anew."""
    seq = _any(db, chance)
    (row,) = db.execute("SELECT * FROM events WHERE seq = ?", [seq])
    db.execute("UPDATE events SET seq = -seq - 1 WHERE seq >= ?", [seq])
    db.execute("UPDATE events SET seq = -seq WHERE seq < 0")
    new = Row(*row)._replace(actor=f"eve{chance.random()}")
    new = new._replace(hash=new.expected_hash())
    db.execute("UPDATE events SET prev_hash = ? WHERE seq = ?", [new.hash, seq + 1])
    db.execute("INSERT INTO events VALUES (?,?,?,?,?,?,?,?)", list(new))
    return Mutation("insert", seq)


def swap(db: sqlite3.Connection, chance: Chance) -> Mutation:
    """Let two events change places."""
    one, other = sorted(chance.sample(range(1, _last(db) + 1), 2))
    for old, new in ((one, -1), (other, one), (-1, other)):
        db.execute("UPDATE events SET seq = ? WHERE seq = ?", [new, old])
    return Mutation("swap", one)


def truncate(db: sqlite3.Connection, chance: Chance) -> Mutation:
    """Cut the end off, with what was sealed in it and with every counter."""
    seq = _any(db, chance)
    db.execute("DELETE FROM events WHERE seq >= ?", [seq])
    db.execute("DELETE FROM seals WHERE seq >= ?", [seq])
    db.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'events'", [seq - 1])
    (seals,) = db.execute("SELECT coalesce(max(number), 0) FROM seals").fetchone()
    db.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'seals'", [seals])
    return Mutation("truncate", seq)


def rewrite(db: sqlite3.Connection, chance: Chance) -> Mutation:
    """Write the log anew from an event on, with the seals in it: every hash fits again."""
    first = _any(db, chance)
    rows = [Row._make(row) for row in db.execute("SELECT * FROM events ORDER BY seq")]
    previous, hashes = rows[first - 2].hash if first > 1 else GENESIS, {}
    for row in rows[first - 1 :]:
        actor = "eve" if row.seq == first else row.actor
        new = row._replace(actor=actor, prev_hash=previous)
        previous = hashes[row.seq] = new.expected_hash()
        sql = "UPDATE events SET actor = ?, prev_hash = ?, hash = ? WHERE seq = ?"
        db.execute(sql, [actor, new.prev_hash, previous, row.seq])
    _seal_anew(db, hashes)
    return Mutation("rewrite", first)


def unseal(db: sqlite3.Connection, chance: Chance) -> Mutation:
    """Take a sealed checkpoint out."""
    (last,) = db.execute("SELECT max(number) FROM seals").fetchone()
    db.execute("DELETE FROM seals WHERE number = ?", [chance.randrange(1, last + 1)])
    return Mutation("unseal", None)


def reseal(db: sqlite3.Connection, chance: Chance) -> Mutation:
    """Change one column of a sealed checkpoint."""
    (last,) = db.execute("SELECT max(number) FROM seals").fetchone()
    number, column = chance.randrange(1, last + 1), chance.choice(SEALED[1:])
    (value,) = db.execute(f"SELECT {column} FROM seals WHERE number = ?", [number]).fetchone()
    new = _other(value, chance)
    if column == "seq":
        new = value + 10**6 + chance.randrange(99)
    db.execute(f"UPDATE seals SET {column} = ? WHERE number = ?", [new, number])
    return Mutation(f"reseal {column}", None)


KINDS: tuple[Callable[[sqlite3.Connection, Chance], Mutation], ...] = (
    edit, delete, insert, swap, truncate, rewrite, unseal, reseal,
)  # fmt: skip


def mutate(db: sqlite3.Connection, chance: Chance) -> Mutation:
    """One change of any kind; edits of events come as often as all others together."""
    kind = chance.choice((*KINDS, *[edit] * (len(KINDS) - 2)))
    return kind(db, chance)


def _any(db: sqlite3.Connection, chance: Chance) -> int:
    return chance.randrange(1, _last(db) + 1)


def _last(db: sqlite3.Connection) -> int:
    (last,) = db.execute("SELECT max(seq) FROM events").fetchone()
    return int(last)


def _other(value: Any, chance: Chance) -> Any:
    """A value that is near and differs: one unit, one letter, or one more."""
    if isinstance(value, int):
        return value + chance.choice([-1, 1, 1_000_000])
    if not value or chance.random() < 0.2:
        return value + chance.choice([" ", "\0", "x", "é", "\n"])
    place = chance.randrange(len(value))
    new = chance.choice([sign for sign in "abc019 {}" if sign != value[place]])
    return value[:place] + new + value[place + 1 :]


def _seal_anew(db: sqlite3.Connection, hashes: dict[int, str]) -> None:
    before = ""
    for number, seq, count, head, at, _, key, signature, _ in db.execute(
        f"SELECT {', '.join(SEALED)} FROM seals ORDER BY number"
    ).fetchall():
        new = hashes.get(seq, head)
        moment = from_micros(at).isoformat(timespec="microseconds")
        words = canonical_json([number, seq, count, new, moment, before])
        digest = sha256_hex(canonical_json([words, key, signature]))
        sql = "UPDATE seals SET hash = ?, before = ?, digest = ? WHERE number = ?"
        db.execute(sql, [new, before, digest, number])
        before = digest
