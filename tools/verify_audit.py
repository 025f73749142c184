"""Verifies an audit log without HRI: Python's standard library and this one file.

An auditor can read it in a quarter of an hour, and run it on another machine::

    python verify_audit.py LOG [--checkpoints FILE]... [--key HEX]...

LOG is what `hri audit export` wrote (JSON Lines), or the database file itself. A checkpoint file is
what `hri audit checkpoint`, `hri audit checkpoints` or the desk wrote. With --key, checkpoints must
be signed by one of these public keys (Ed25519, hexadecimal). Unsigned ones from before the first
signed one are told and no fault, since the key may have been set later; after it they are.

Exit 0: the chain holds, with every checkpoint. Exit 1: the first event that does not fit is named.
Exit 2: a file cannot be read. What it cannot show: events cut off or written anew after the last
checkpoint that you kept yourself; without one, the whole log may have been.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

GENESIS = "0" * 64
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MOST_NAMED = 10
SEALED = ("number", "seq", "count", "hash", "at", "before", "key", "signature", "digest")


class Event(NamedTuple):
    """An event as the chain hashes it; ``at`` counts microseconds since 1970 in UTC."""

    seq: int
    at: int
    kind: str
    actor: str
    subject: str
    payload: str
    prev_hash: str
    hash: str


class UnreadableError(Exception):
    """A file is not what it should be."""


def canonical(value: Any) -> str:
    """JSON with sorted keys, no spaces, ASCII only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(text: str) -> str:
    """SHA-256 of a text's UTF-8 bytes, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()


# Reading ---------------------------------------------------------------------------------------


def is_database(path: Path) -> bool:
    """Whether a file is an SQLite database."""
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def events_of(path: Path) -> Iterator[Event]:
    """The events of an export or of a database, in order."""
    return database_events(path) if is_database(path) else exported_events(path)


def database_events(path: Path) -> Iterator[Event]:
    """The events of a database that is opened for reading only."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    columns = ", ".join(Event._fields)
    try:
        for row in connection.execute(f"SELECT {columns} FROM events ORDER BY seq"):
            yield Event(*row)
    except sqlite3.Error as error:
        raise UnreadableError(f"{path}: {error}") from error
    finally:
        connection.close()


def exported_events(path: Path) -> Iterator[Event]:
    """The events of a file with one JSON object a line."""
    for number, found in lines_of(path):
        try:
            at = (moment(found["at"]) - EPOCH) // timedelta(microseconds=1)
            fixed = {**found, "at": at, "payload": canonical(found["payload"])}
            yield Event(**{name: fixed[name] for name in Event._fields})
        except (KeyError, TypeError, ValueError) as error:
            raise UnreadableError(f"{path}, line {number}: is no event ({error!r})") from error


def lines_of(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The JSON objects of a file, each with its line."""
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                found = json.loads(line)
            except ValueError as error:
                raise UnreadableError(f"{path}, line {number}: {error}") from error
            if not isinstance(found, dict):
                raise UnreadableError(f"{path}, line {number}: is no JSON object")
            yield number, found


def moment(words: str) -> datetime:
    """A moment written with its time zone."""
    return datetime.fromisoformat(words.replace("Z", "+00:00"))


def checkpoints_of(path: Path) -> list[dict[str, Any]]:
    """The checkpoints of a file: one JSON object, or one a line."""
    text = path.read_text("utf-8")
    try:
        found = [json.loads(text)]
    except ValueError:
        found = [item for _, item in lines_of(path)]
    for item in found:
        names = item.keys() if isinstance(item, dict) else set()
        if not {"seq", "hash", *(SEALED[:-1] if "number" in names else ())} <= names:
            raise UnreadableError(f"{path}: holds something that is no checkpoint")
    return found


class Stored(NamedTuple):
    """What a database says of its own checkpoints; an export says nothing of any."""

    database: bool = False
    table: bool = True
    """Whether there is a table of checkpoints at all."""
    given: int = 0
    """The highest number that was ever given to one."""
    events_given: int = 0
    """The highest number that was ever given to an event."""
    seals: tuple[dict[str, Any], ...] = ()


def stored_checkpoints(path: Path) -> Stored:
    """The checkpoints that a database holds itself, and what its counters say."""
    if not is_database(path):
        return Stored()
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    try:
        counters = connection.execute("SELECT name, seq FROM sqlite_sequence")
        given = {name: seq for name, seq in counters if isinstance(seq, int)}
        tables = connection.execute("SELECT name FROM sqlite_master WHERE name = 'seals'")
        table = tables.fetchone() is not None
        sql = f"SELECT {', '.join(SEALED)} FROM seals ORDER BY number"
        rows = connection.execute(sql).fetchall() if table else []
        seals = tuple(dict(zip(SEALED, row, strict=True)) for row in rows)
        return Stored(True, table, given.get("seals", 0), given.get("events", 0), seals)
    except sqlite3.Error as error:
        raise UnreadableError(f"{path}: {error}") from error
    finally:
        connection.close()


# Judging ---------------------------------------------------------------------------------------


def first_misfit(
    events: Iterable[Event], marks: dict[int, set[str]], given: int
) -> tuple[int, str, int]:
    """Number and fault of the first event that does not fit, and how many did; 0 and "" for none.

    Args:
        events: In the order they were read.
        marks: Hashes that checkpoints give for an event, by its number.
        given: The highest number that is known to have been given to an event.
    """
    seq, previous, count = 0, GENESIS, 0
    for event in events:
        if event.seq != seq + 1:
            return seq + 1, f"it is missing or out of order (event {event.seq} stands there)", count
        if event.prev_hash != previous:
            return event.seq, "it does not name the hash of the event before it", count
        if event.hash != digest(canonical(list(event[:-1]))):
            return event.seq, "its content does not have its hash", count
        if marks.get(event.seq, {event.hash}) != {event.hash}:
            return event.seq, "it differs from a checkpoint: the log was written anew", count
        seq, previous, count = event.seq, event.hash, count + 1
    if seq < max([given, *marks]):
        return seq + 1, "the end is cut off", count
    return 0, "", count


def faults_of_stored(stored: Stored) -> Iterator[str]:
    """What is wrong with the numbered checkpoints of a database, in order of number."""
    before, number = "", 0
    if not stored.table:
        yield "the table of checkpoints is not there"
    for seal in stored.seals:
        if seal["number"] != number + 1:
            yield f"checkpoint {number + 1} is missing"
        elif seal["before"] != before or seal["digest"] != digest_of(seal):
            yield f"checkpoint {seal['number']} was altered, or the one before it"
        before, number = digest_of(seal), seal["number"]
    if stored.given > number:
        yield f"checkpoint {number + 1} is missing: {stored.given} were sealed"


def faults_of_kept(stored: Stored, kept: list[dict[str, Any]]) -> Iterator[str]:
    """Numbered checkpoints kept elsewhere that a database does not hold as they were kept."""
    held = {mark["number"]: digest_of(mark) for mark in stored.seals}
    numbered = [mark for mark in kept if "number" in mark] if stored.database else []
    wrong = [mark for mark in numbered if held.get(mark["number"]) != digest_of(mark)]
    for mark in wrong[:MOST_NAMED]:
        there = mark["number"] in held
        yield (
            f"checkpoint {mark['number']} is {'not the one that was kept' if there else 'gone'} "
            f"(kept elsewhere, of event {mark['seq']})"
        )
    if len(wrong) > MOST_NAMED:
        yield f"so are {len(wrong) - MOST_NAMED} more of those kept elsewhere"


class Signing(NamedTuple):
    """What signatures say: faults, and facts that are none."""

    faults: list[str]
    facts: list[str]


def signing_of(marks: Iterable[dict[str, Any]], trusted: set[str]) -> Signing:
    """Judge the signatures of numbered checkpoints; those taken by hand in old versions have none.

    Unsigned ones from before the first signed one are a fact: the key was set later. After it they
    are faults.
    """
    seals = {(mark["number"], digest_of(mark)): mark for mark in marks if "number" in mark}
    signed = {place: mark for place, mark in seals.items() if mark["key"] or mark["signature"]}
    holding = {p: m for p, m in signed.items() if is_signed(m["key"], words_of(m), m["signature"])}
    fine = {place for place, m in holding.items() if not trusted or m["key"] in trusted}
    first = min((number for number, _ in fine), default=None)
    unsigned = sorted(number for number, _ in seals.keys() - signed.keys())
    late = [number for number in unsigned if first is not None and number > first]
    faults = [f"checkpoint {p[0]}: its signature does not hold" for p in signed.keys() - holding]
    faults += [f"checkpoint {p[0]}: it is signed with another key" for p in holding.keys() - fine]
    faults += [f"checkpoint {number}: it is not signed, and an earlier one is" for number in late]
    keys = sorted({mark["key"] for mark in holding.values()})
    facts = [
        f"checkpoints signed with the key {key}: {sum(m['key'] == key for m in holding.values())}"
        for key in keys
    ]
    early, since = len(unsigned) - len(late), f"the first signed one (number {first})"
    if early and first is not None:
        facts.append(f"unsigned checkpoints from before {since}: {early}; no key vouches for them")
    elif early or (trusted and first is None):
        facts.append(f"checkpoints without a signature: {early}; no checkpoint is signed by a key")
    return Signing(sorted(faults), facts)


def digest_of(seal: dict[str, Any]) -> str:
    """The digest that the next checkpoint holds of this one."""
    return digest(canonical([words_of(seal), seal["key"], seal["signature"]]))


def words_of(seal: dict[str, Any]) -> str:
    """What a checkpoint's signature covers."""
    at = seal["at"]
    try:
        when = EPOCH + timedelta(microseconds=at) if isinstance(at, int) else moment(at)
        words = when.astimezone(UTC).isoformat(timespec="microseconds")
    except (AttributeError, OverflowError, ValueError):
        words = "no moment"  # so no signature and no digest fits
    return canonical(
        [seal["number"], seal["seq"], seal["count"], seal["hash"], words, seal["before"]]
    )


# Ed25519, by the equations of RFC 8032, section 5.1 ---------------------------------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
Point = tuple[int, int, int, int]
"""X, Y, Z and T, where x = X/Z, y = Y/Z and x·y = T/Z: so that adding takes no division."""


def add(one: Point, other: Point) -> Point:
    """The sum of two points of the curve -x² + y² = 1 + d·x²·y²."""
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, other
    less, more = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    cross, double = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = more - less, double - cross, double + cross, more + less
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(factor: int, point: Point) -> Point:
    """A point added to itself so many times."""
    total: Point = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            total = add(total, point)
        point, factor = add(point, point), factor >> 1
    return total


def are_equal(one: Point, other: Point) -> bool:
    """Whether two points are the same, whatever their Z."""
    (x1, y1, z1, _), (x2, y2, z2, _) = one, other
    return (x1 * z2 - x2 * z1) % P == 0 and (y1 * z2 - y2 * z1) % P == 0


def point_of(raw: bytes) -> Point:
    """A point from its 32 bytes: y, and in the highest bit the lowest bit of x."""
    number = int.from_bytes(raw, "little")
    y, sign = number & ((1 << 255) - 1), number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or (x == 0 and sign):
        raise ValueError("is no point of the curve")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of(((4 * pow(5, P - 2, P)) % P).to_bytes(32, "little"))


def is_signed(key: str, words: str, signature: str) -> bool:
    """Whether a signature (64 bytes) of a text holds under a public key (32), both hexadecimal."""
    try:
        public, raw = bytes.fromhex(key), bytes.fromhex(signature)
        scalar = int.from_bytes(raw[32:], "little")
        if len(public) != 32 or len(raw) != 64 or scalar >= ORDER:
            return False
        nonce, holder = point_of(raw[:32]), point_of(public)
    except ValueError:
        return False
    challenge = hashlib.sha512(raw[:32] + public + words.encode()).digest()
    factor = int.from_bytes(challenge, "little") % ORDER
    return are_equal(times(scalar, BASE), add(nonce, times(factor, holder)))


# The program -----------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """What was found: all faults, none for a sound log, and facts that are none."""

    faults: list[str]
    facts: list[str]
    vouched: bool
    """Whether checkpoints were given, so that more than the file itself speaks for the log."""


def verify(log: Path, files: list[Path], trusted: set[str]) -> Verdict:
    """Compare a log with itself, with checkpoints kept elsewhere and with keys."""
    kept = [mark for path in files for mark in checkpoints_of(path)]
    stored = stored_checkpoints(log)
    marks: dict[int, set[str]] = {}
    for mark in kept:
        marks.setdefault(mark["seq"], set()).add(mark["hash"])
    for mark, later in pairwise(stored.seals):
        if later["before"] == digest_of(mark):
            marks.setdefault(mark["seq"], set()).add(mark["hash"])
    marks.pop(0, None)
    bad, problem, count = first_misfit(events_of(log), marks, stored.events_given)
    faults = [f"event {bad} does not fit: {problem}"] if bad else []
    signing = signing_of((*kept, *stored.seals), trusted)
    faults += [*faults_of_stored(stored), *faults_of_kept(stored, kept), *signing.faults]
    summary = (
        f"events: {count}; checkpoints kept: {len(kept)}, in the database: {len(stored.seals)}"
    )
    return Verdict(faults, [summary, *signing.facts], bool(kept))


def main() -> int:
    """Read the arguments, verify, tell."""
    told = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=told)
    parser.add_argument("log", type=Path, help="file of `hri audit export`, or the database")
    parser.add_argument(
        "--checkpoints", type=Path, action="append", default=[], metavar="FILE",
        help="checkpoints kept elsewhere, one in JSON or one a line; may be given several times",
    )  # fmt: skip
    parser.add_argument(
        "--key", action="append", default=[], metavar="HEX",
        help="public key that must have signed (64 hexadecimal signs); may be given several times",
    )  # fmt: skip
    chosen = parser.parse_args()
    try:
        found = verify(chosen.log, chosen.checkpoints, {key.lower() for key in chosen.key})
    except (OSError, UnicodeDecodeError, UnreadableError) as error:
        print(f"cannot be verified: {error}", file=sys.stderr)
        return 2
    holds = "holds" if found.vouched else "holds as far as can be seen; no checkpoint was given"
    print("\n".join([*found.facts, *found.faults, "DOES NOT HOLD" if found.faults else holds]))
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
