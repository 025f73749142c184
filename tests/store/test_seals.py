"""Sealed checkpoints: when they are made, and what they show."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hri.assurance.signing import FileSigner, make_key, signatures
from hri.domain.checkpoints import FIRST, Seal, Sealing
from hri.domain.events import ChainReport, EventDraft, EventKind, Fault
from hri.store.chain import GENESIS, Row
from hri.store.database import SqliteStore, open_store

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
EVERY = Sealing(events=4, after=timedelta(seconds=60))


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return open_store(tmp_path / "hri.sqlite", sealing=EVERY)


def append(store: SqliteStore, count: int, at: datetime = NOON) -> None:
    with store.write() as records:
        for number in range(count):
            draft = EventDraft(kind=EventKind.REFUSED, actor="anne", subject=f"s{number}")
            records.audit.append(draft, at)


def seals(store: SqliteStore) -> tuple[Seal, ...]:
    with store.read() as records:
        return records.seals.after(0)


def verify(store: SqliteStore, *known: Seal) -> ChainReport:
    with store.read() as records:
        return records.audit.verify(known)


def tamper(store: SqliteStore, *statements: str) -> None:
    """What somebody does who may write the file."""
    connection = sqlite3.connect(store.path)
    triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    held = triggers.fetchall()
    for name, _ in held:
        connection.execute(f"DROP TRIGGER {name}")
    for statement in (*statements, *(sql for _, sql in held)):
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_seal_is_made_after_so_many_events_or_so_much_time(store: SqliteStore):
    append(store, 3)
    assert seals(store) == ()
    append(store, 1)
    (first,) = seals(store)
    assert (first.number, first.seq, first.count, first.before) == (1, 4, 4, FIRST)
    append(store, 1, NOON + timedelta(seconds=59))
    assert len(seals(store)) == 1
    append(store, 1, NOON + timedelta(seconds=60))
    _, second = seals(store)
    assert (second.seq, second.before) == (6, first.digest)
    assert verify(store, first, second).sound


def test_the_first_seal_waits_for_the_age_of_the_first_event(store: SqliteStore):
    append(store, 1)
    append(store, 1, NOON + timedelta(seconds=60))
    assert [seal.seq for seal in seals(store)] == [2]


def test_what_no_later_event_seals_is_sealed_when_asked(store: SqliteStore):
    append(store, 1)
    with store.write() as records:
        assert records.seals.seal(NOON + timedelta(seconds=59)) is None
        assert records.seals.due(NOON + timedelta(seconds=60))
        assert records.seals.seal(NOON + timedelta(seconds=60)).seq == 1
        assert records.seals.seal(NOON + timedelta(days=1)) is None
        assert records.seals.seal(NOON, early=True) is None
    append(store, 1, NOON + timedelta(seconds=61))
    with store.write() as records:
        assert records.seals.seal(NOON, early=True).seq == 2


def test_an_end_cut_off_with_every_counter_shows_by_a_seal_kept_elsewhere(store: SqliteStore):
    append(store, 9)
    *_, kept = seals(store)
    tamper(
        store,
        "DELETE FROM events WHERE seq > 5",
        "DELETE FROM seals WHERE seq > 5",
        "UPDATE sqlite_sequence SET seq = 5 WHERE name = 'events'",
        "UPDATE sqlite_sequence SET seq = 1 WHERE name = 'seals'",
    )
    assert verify(store).sound, "nothing inside the file shows it: that is why seals are kept"
    report = verify(store, kept)
    assert (report.sound, report.first_bad) == (False, 6)
    assert [(finding.record, finding.fault) for finding in report.findings] == [
        ("2", Fault.MISSING)
    ]


def rewritten(store: SqliteStore, first: int) -> list[str]:
    """The log from an event on, chained anew by somebody who knows how."""
    connection = sqlite3.connect(store.path)
    rows = [Row._make(row) for row in connection.execute("SELECT * FROM events ORDER BY seq")]
    connection.close()
    previous, statements = rows[first - 2].hash if first > 1 else GENESIS, []
    for row in rows[first - 1 :]:
        new = row._replace(actor="eve", prev_hash=previous)
        previous = new._replace(hash=new.expected_hash()).hash
        statements.append(
            f"UPDATE events SET actor = 'eve', prev_hash = '{new.prev_hash}', hash = '{previous}' "
            f"WHERE seq = {row.seq}"
        )
    return statements


def test_a_rewritten_suffix_shows_by_the_seals_inside(store: SqliteStore):
    append(store, 14)
    assert [seal.seq for seal in seals(store)] == [4, 8, 12]
    tamper(store, *rewritten(store, 6))
    report = verify(store)
    assert (report.sound, report.first_bad) == (False, 8)
    assert {finding.record for finding in report.findings if finding.table == "seals"} == {
        "2",
        "3",
    }


@pytest.mark.parametrize(
    ("statement", "record", "fault"),
    [
        ("DELETE FROM seals WHERE number = 1", "1", Fault.MISSING),
        ("DELETE FROM seals WHERE number = 2", "2", Fault.MISSING),
        ("DELETE FROM seals WHERE number = 3", "3", Fault.MISSING),
        ("UPDATE seals SET at = at + 1 WHERE number = 3", "3", Fault.ALTERED),
        ("UPDATE seals SET hash = 'x' WHERE number = 2", "2", Fault.ALTERED),
        ("UPDATE seals SET number = -7 WHERE number = 1", "1", Fault.MISSING),
        ("UPDATE seals SET at = 9223372036854775807 WHERE number = 2", "2", Fault.ALTERED),
        ("UPDATE seals SET digest = '' WHERE number = 1", "1", Fault.ALTERED),
    ],
)
def test_a_seal_taken_out_or_changed_is_named(store: SqliteStore, statement, record, fault):
    append(store, 12)
    tamper(store, statement)
    report = verify(store)
    assert (record, fault) in [(found.record, found.fault) for found in report.findings]
    assert not report.sound


def test_seals_cannot_be_changed_by_the_product(store: SqliteStore):
    append(store, 4)
    for statement in ("UPDATE seals SET count = 1", "DELETE FROM seals"):
        connection = sqlite3.connect(store.path)
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(statement)
        connection.close()


SIGNED = ("key", "signature", "digest")


def with_key(store: SqliteStore, signer: FileSigner | None) -> SqliteStore:
    """The same database as a process sees it that has this key, or none."""
    return SqliteStore(store.path, sealing=Sealing(EVERY.events, EVERY.after, signer))


def judged(store: SqliteStore, *trusted: str) -> ChainReport:
    with store.read() as records:
        return records.audit.verify((), signatures(trusted))


def faults(report: ChainReport) -> list[tuple[str, Fault]]:
    return [(found.record, found.fault) for found in report.findings if found.table == "seals"]


def test_a_key_that_is_set_later_leaves_earlier_seals_as_they_are(
    store: SqliteStore, tmp_path: Path
):
    append(store, 4)
    own = make_key(tmp_path / "own.pem")
    assert judged(store, own.key).sound, "the key is set, and nothing happened since"
    append(with_key(store, own), 1)
    assert [seal.key for seal in seals(store)] == ["", own.key], "the first event is sealed at once"
    report = judged(store, own.key)
    assert (report.sound, report.signing.early, report.signing.first) == (True, 1, 2)
    assert judged(store).sound


def test_who_has_no_key_seals_nothing_after_a_signed_seal(store: SqliteStore, tmp_path: Path):
    own = make_key(tmp_path / "own.pem")
    append(with_key(store, own), 1)
    append(store, 9, NOON + timedelta(hours=1))
    assert [seal.seq for seal in seals(store)] == [1]
    with store.write() as records:
        assert records.seals.withheld()
        assert records.seals.seal(NOON, early=True) is None
    append(with_key(store, own), 1, NOON + timedelta(hours=1))
    assert [seal.seq for seal in seals(store)] == [1, 11]
    assert judged(store, own.key).sound


@pytest.mark.parametrize(("by", "fault"), [("", Fault.UNSIGNED), ("other", Fault.STRANGE_KEY)])
def test_a_log_written_anew_and_sealed_anew_is_found_by_the_key(
    store: SqliteStore, tmp_path: Path, by: str, fault: Fault
):
    own = make_key(tmp_path / "own.pem")
    append(with_key(store, own), 9)
    last = seals(store)[-1]
    tamper(store, *rewritten(store, last.seq))
    with store.read() as records:
        (new,) = records.database.execute(
            "SELECT hash FROM events WHERE seq = ?", [last.seq]
        ).fetchone()
    seal = last.model_copy(update={"hash": new, "key": "", "signature": ""})
    if by:
        other = make_key(tmp_path / "other.pem")
        seal = seal.model_copy(update={"key": other.key, "signature": other.sign(seal.words)})
    values = ", ".join(f"{name} = '{getattr(seal, name)}'" for name in ("hash", *SIGNED))
    tamper(store, f"UPDATE seals SET {values} WHERE number = {seal.number}")
    report = judged(store, own.key)
    assert (report.first_bad, faults(report)) == (None, [(str(seal.number), fault)])
    assert judged(store).sound is bool(by), "a foreign key shows only by the right one"
    if by:
        assert judged(store).signing.by_key[seal.key] == 1
        assert "WHICH IS NOT TRUSTED: 1" in report.describe()


def test_an_older_copy_is_told_by_how_much(store: SqliteStore):
    append(store, 8)
    _, kept = seals(store)
    tamper(
        store,
        "DELETE FROM events WHERE seq > 5",
        "DELETE FROM seals WHERE seq > 5",
        "UPDATE sqlite_sequence SET seq = 5 WHERE name = 'events'",
        "UPDATE sqlite_sequence SET seq = 1 WHERE name = 'seals'",
    )
    report = verify(store, kept)
    assert (report.sound, report.behind) == (False, 3)
    said = report.describe()
    assert "older than the last checkpoint kept elsewhere" in said
    assert "missing: 3" in said
    assert said.endswith("THE LOG ENDS TOO EARLY; what is there fits together")
    assert "checkpoint 2: it is not there" not in said
    tamper(store, "UPDATE events SET actor = 'eve' WHERE seq = 2")
    assert verify(store, kept).behind == 0
