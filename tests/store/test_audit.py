from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hri.domain.checkpoints import Sealing
from hri.domain.events import Checkpoint, EventDraft, EventFilter, EventKind
from hri.errors import StoreError
from hri.store.chain import GENESIS, Row
from hri.store.database import SqliteStore, open_store

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)

NEVER = Sealing(events=10**9, after=timedelta(days=10**6))
"""No checkpoint is sealed, so that what they are for is seen."""


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return open_store(tmp_path / "hri.sqlite", sealing=NEVER)


def fill(store: SqliteStore, count: int = 9) -> None:
    with store.write() as records:
        for number in range(count):
            draft = EventDraft(
                kind=EventKind.REFUSED,
                actor=f"person {number % 2}",
                subject=f"case-{number % 3}",
                payload={"n": number, "words": ["é", None, 0.1]},
            )
            records.audit.append(draft, NOON + timedelta(minutes=number))


def tamper(store: SqliteStore, *statements: str) -> None:
    """Change the file behind the product's back: no triggers, no foreign keys."""
    connection = sqlite3.connect(store.path)
    triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    found = triggers.fetchall()
    for name, _ in found:
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    for _, sql in found:  # put back, as somebody who knows the product would
        connection.execute(sql)
    connection.commit()
    connection.close()


def verify(store: SqliteStore, *known: Checkpoint):
    with store.read() as records:
        return records.audit.verify(known)


def checkpoint(store: SqliteStore) -> Checkpoint:
    with store.read() as records:
        return records.audit.checkpoint()


def test_an_empty_log_does_not_verify(store: SqliteStore):
    report = verify(store)
    assert not report.sound
    assert "the log holds no event" in report.describe()
    assert report.head == Checkpoint(seq=0, count=0, hash=GENESIS)


def test_an_untouched_log_verifies_and_names_its_head(store: SqliteStore):
    fill(store)
    report = verify(store, checkpoint(store))
    assert (report.sound, report.intact, report.head) == (True, True, checkpoint(store))
    assert "the chain holds" in report.describe()


EDITS = {
    "seq": "UPDATE events SET seq = 100 WHERE seq = 5",
    "at": "UPDATE events SET at = at + 1 WHERE seq = 5",
    "kind": "UPDATE events SET kind = 'review.decided' WHERE seq = 5",
    "actor": "UPDATE events SET actor = 'person 9' WHERE seq = 5",
    "subject": "UPDATE events SET subject = 'case-9' WHERE seq = 5",
    "payload": "UPDATE events SET payload = replace(payload, '4', '5') WHERE seq = 5",
    "payload-spaces": "UPDATE events SET payload = replace(payload, ':', ': ') WHERE seq = 5",
    "prev_hash": "UPDATE events SET prev_hash = 'f' || substr(prev_hash, 2) WHERE seq = 5",
    "hash": "UPDATE events SET hash = 'f' || substr(hash, 2) WHERE seq = 5",
    "delete": "DELETE FROM events WHERE seq = 5",
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_change_in_the_middle_is_found_where_it_is(store: SqliteStore, edit):
    fill(store)
    tamper(store, EDITS[edit])
    report = verify(store)
    assert not report.sound
    assert report.first_bad in {5, 6}
    assert report.head.seq == 4
    assert f"event {report.first_bad} does not fit" in report.describe()


@pytest.mark.parametrize(
    ("statements", "first_bad"),
    [
        pytest.param(["DELETE FROM events WHERE seq = 1"], 2, id="first-row"),
        pytest.param(["DELETE FROM events WHERE seq > 6"], 7, id="last-rows"),
        pytest.param(["DELETE FROM events"], 1, id="all-rows"),
        pytest.param(["DELETE FROM events WHERE subject = 'case-0'"], 2, id="one-case"),
        pytest.param(
            [
                "UPDATE events SET seq = -1 WHERE seq = 4",
                "UPDATE events SET seq = 4 WHERE seq = 5",
                "UPDATE events SET seq = 5 WHERE seq = -1",
            ],
            4,
            id="two-rows-swapped",
        ),
        pytest.param(
            [
                "INSERT INTO events SELECT 10, at, kind, actor, subject, payload, hash, 'x' "
                "FROM events WHERE seq = 9"
            ],
            10,
            id="row-inserted-at-the-end",
        ),
        pytest.param(
            [
                "UPDATE events SET seq = seq + 100 WHERE seq > 4",
                "UPDATE events SET seq = seq - 99 WHERE seq > 100",
                "INSERT INTO events SELECT 5, at, kind, actor, subject, payload, 'y', 'x' "
                "FROM events WHERE seq = 4",
            ],
            5,
            id="row-inserted-in-the-middle",
        ),
        pytest.param(
            ["UPDATE events SET seq = -seq - 1", "UPDATE events SET seq = -seq"],
            2,
            id="numbers-shifted",
        ),
    ],
)
def test_missing_moved_and_added_rows_are_found(store: SqliteStore, statements, first_bad):
    fill(store)
    tamper(store, *statements)
    report = verify(store)
    assert (report.sound, report.first_bad) == (False, first_bad)


def rewrite_from(store: SqliteStore, seq: int, change: Callable[[Row], Row]) -> None:
    """What somebody does who knows the format: change an event and chain all later ones anew."""
    connection = sqlite3.connect(store.path)
    rows = [Row._make(row) for row in connection.execute("SELECT * FROM events ORDER BY seq")]
    previous, chained = rows[seq - 2].hash if seq > 1 else GENESIS, []
    for row in rows[seq - 1 :]:
        altered = change(row) if row.seq == seq else row
        altered = altered._replace(prev_hash=previous)
        altered = altered._replace(hash=altered.expected_hash())
        previous = altered.hash
        chained.append(altered)
    connection.close()
    values = [
        f"UPDATE events SET actor='{row.actor}', prev_hash='{row.prev_hash}', hash='{row.hash}' "
        f"WHERE seq={row.seq}"
        for row in chained
    ]
    tamper(store, *values)


def test_a_row_given_a_hash_that_fits_it_no_longer_fits_the_next_row(store: SqliteStore):
    fill(store)
    with store.read() as records:
        sql = "SELECT * FROM events WHERE seq = 5"
        row = Row._make(records.cases._db.execute(sql).fetchone())
    altered = row._replace(actor="somebody else")
    tamper(
        store,
        f"UPDATE events SET actor = '{altered.actor}', hash = '{altered.expected_hash()}' "
        "WHERE seq = 5",
    )
    report = verify(store)
    assert (report.first_bad, report.head.seq) == (6, 5)
    assert "does not name the hash" in report.problem


def test_a_suffix_chained_anew_is_found_by_a_checkpoint_kept_elsewhere(store: SqliteStore):
    fill(store)
    kept = checkpoint(store)
    rewrite_from(store, 6, lambda row: row._replace(actor="somebody else"))
    assert verify(store).sound, "a rewritten suffix fits in itself: that is why checkpoints exist"
    report = verify(store, kept)
    assert (report.sound, report.first_bad) == (False, 9)
    assert "checkpoint" in report.problem


def test_an_end_cut_off_with_its_counter_is_found_by_a_checkpoint(store: SqliteStore):
    fill(store)
    kept = checkpoint(store)
    tamper(store, "DELETE FROM events WHERE seq > 6", "UPDATE sqlite_sequence SET seq = 6")
    assert verify(store).sound
    report = verify(store, kept)
    assert (report.sound, report.first_bad, report.problem) == (False, 7, "the end is cut off")


def test_an_older_checkpoint_still_fits_a_longer_log(store: SqliteStore):
    fill(store)
    kept = checkpoint(store)
    fill(store)
    assert verify(store, kept).sound


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET actor = 'x' WHERE seq = 1",
        "DELETE FROM events WHERE seq = 1",
        "DELETE FROM events",
        "INSERT OR REPLACE INTO events SELECT * FROM events WHERE seq = 2",
        "UPDATE OR REPLACE events SET seq = 3 WHERE seq = 2",
        "UPDATE decision_undos SET at = 1",
        "DELETE FROM decisions",
    ],
)
def test_the_database_refuses_to_change_what_is_only_added(store: SqliteStore, statement):
    fill(store)
    with store.write() as records:
        records.cases._db.execute(
            "INSERT INTO cases VALUES "
            "(1,'c','d',0,0,'PASS','PASS',0,0,'','','','','','','','{}','{}')"
        )
        records.cases._db.execute(
            "INSERT INTO decisions VALUES (1,'c','approve','{}',NULL,'a','A',1,'first')"
        )
        records.cases._db.execute("INSERT INTO decision_undos VALUES (1, 'a', 1)")
    with pytest.raises(StoreError, match=r"append-only|never changed"), store.write() as records:
        records.cases._db.execute(statement)
    with store.read() as records:
        assert records.audit.checkpoint().count == 9


def test_two_events_cannot_follow_the_same_one(store: SqliteStore):
    fill(store, 2)
    with pytest.raises(StoreError, match="UNIQUE"), store.write() as records:
        records.cases._db.execute(
            "INSERT INTO events SELECT 3, at, kind, actor, subject, payload, prev_hash, 'x' "
            "FROM events WHERE seq = 2"
        )


def test_an_event_is_not_appended_outside_a_transaction(store: SqliteStore):
    with store.write() as records:
        audit = records.audit
        records.cases._db.commit()
        draft = EventDraft(kind=EventKind.SIGNED_IN, actor="a", subject="a")
        with pytest.raises(StoreError, match="transaction"):
            audit.append(draft, NOON)


def test_a_clock_set_back_is_told_and_is_no_alarm(store: SqliteStore):
    draft = EventDraft(kind=EventKind.SIGNED_IN, actor="a", subject="a")
    with store.write() as records:
        for minute in (0, 10, -50, 20):
            records.audit.append(draft, NOON + timedelta(minutes=minute))
    report = verify(store)
    assert (report.sound, report.clock_steps) == (True, (3,))


def test_digests_of_equal_contents_differ_by_their_salt(store: SqliteStore):
    draft = EventDraft(kind=EventKind.CASE_SCORED, actor="a", subject="s")
    with store.write() as records:
        first, second = (records.audit.append(draft, NOON, {"case": "x"}) for _ in range(2))
    assert first.payload["digests"] != second.payload["digests"]


def test_events_are_searched_newest_first_and_by_page(store: SqliteStore):
    fill(store)
    with store.read() as records:
        audit = records.audit
        seqs = [event.seq for event in audit.search(EventFilter(), 4, None)]
        older = [event.seq for event in audit.search(EventFilter(), 4, seqs[-1])]
        one = [event.seq for event in audit.search(EventFilter(actor="person 1"), 9, None)]
        case = [event.seq for event in audit.search(EventFilter(subject="case-0"), 9, None)]
        since = EventFilter(since=NOON + timedelta(minutes=7))
        until = EventFilter(until=NOON + timedelta(minutes=1))
        kind = EventFilter(kinds=(EventKind.SIGNED_IN,))
        assert [event.seq for event in audit.search(since, 9, None)] == [9, 8]
        assert [event.seq for event in audit.search(until, 9, None)] == [1]
        assert audit.search(kind, 9, None) == ()
        assert [event.seq for event in audit.of_subject("case-0")] == [1, 4, 7]
    assert (seqs, older) == ([9, 8, 7, 6], [5, 4, 3, 2])
    assert (one, case) == ([8, 6, 4, 2], [7, 4, 1])


def test_an_event_comes_back_as_it_was_appended(store: SqliteStore):
    draft = EventDraft(
        kind=EventKind.REFUSED, actor="a\nb", subject="\x1b[0m", payload={"é": [1, None, "\u2028"]}
    )
    with store.write() as records:
        event = records.audit.append(draft, NOON)
    with store.read() as records:
        (found,) = records.audit.walk(0, 10)
    assert found == event
    assert found.payload == draft.payload


COLUMNS = ("at", "kind", "actor", "subject", "payload", "prev_hash", "hash")


@pytest.fixture(scope="module")
def closed_log(tmp_path_factory: pytest.TempPathFactory) -> SqliteStore:
    store = open_store(tmp_path_factory.mktemp("log") / "hri.sqlite")
    fill(store, 12)
    return store


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_single_changed_character_is_found(closed_log: SqliteStore, data):
    seq = data.draw(st.integers(1, 12), "seq")
    column = data.draw(st.sampled_from(COLUMNS), "column")
    with closed_log.read() as records:
        db = records.cases._db
        for name, sql in db.execute("SELECT name, sql FROM sqlite_master WHERE type='trigger'"):
            assert sql, name
            db.execute(f"DROP TRIGGER {name}")
        value = db.execute(f"SELECT {column} FROM events WHERE seq = ?", [seq]).fetchone()[0]
        changed = _changed(value, data)
        db.execute(f"UPDATE events SET {column} = ? WHERE seq = ?", [changed, seq])
        report = records.audit.verify()
    assert report.first_bad in {seq, seq + 1}


def _changed(value: int | str, data: st.DataObject) -> int | str:
    if isinstance(value, int):
        return value + data.draw(st.integers(1, 10**6))
    place = data.draw(st.integers(0, len(value) - 1))
    other = data.draw(st.characters(exclude_characters=value[place], codec="utf-8"))
    return value[:place] + other + value[place + 1 :]
