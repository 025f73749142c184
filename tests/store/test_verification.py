"""Verification against every quiet change: each column, each row, texts, salts, events, schema."""

from __future__ import annotations

from pathlib import Path

import pytest
from casework.bench import AUDITOR, FakeClock
from sqlite_utils import Database
from store.worked import (
    DECIDED,
    DELIVERED,
    ERASED,
    HELD,
    UNDONE,
    Altered,
    change,
    make_worked,
    report_of,
)

from hri.domain.events import ChainReport, Fault, Finding
from hri.store import verification
from hri.store.database import open_store
from hri.store.migrations import migrations
from hri.wiring import Desk


def schema() -> dict[str, list[tuple[str, str, bool]]]:
    """Columns of every table of ours: name, type and whether it belongs to the key."""
    db = Database(memory=True)
    migrations.apply(db)
    tables = [name for name in db.table_names() if not name.startswith(("sqlite_", "_sqlite_"))]
    columns = {
        table: [
            (name, kind, bool(key))
            for _, name, kind, _, _, key in db.execute(f"PRAGMA table_info({table})")
        ]
        for table in tables
    }
    db.close()
    return columns


COLUMNS = schema()
TABLES = tuple(COLUMNS)
UNSENT = {("drafts", column) for column in ("case_id", "actor", "body", "saved_at")}
UNSENT |= {("people", "preferences")}  # what a person likes is nobody's business
UNSENT |= {("outbox", "due_at")}  # a message that waits is taken for a try without an event
RENEWED = {("reviews", column) for column in ("holder_name", "held_until", "changed_by")}
"""Not proven: unsent work, and of a case that is held now what changes without an event."""


def rows(altered: Altered, table: str) -> list[str]:
    """Conditions for the first and the last row of a table."""
    keys = [name for name, _, key in COLUMNS[table] if key]
    found = altered.connection.execute(f"SELECT {', '.join(keys)} FROM {table}").fetchall()
    assert found, f"{table} is empty, so nothing about it is tested"
    return [
        " AND ".join(f"{name} = {value!r}" for name, value in zip(keys, row, strict=True))
        for row in dict.fromkeys((found[0], found[-1]))
    ]


def shown(report: ChainReport, table: str) -> bool:
    """Whether a change in a table is found where it is, or in what hangs on it."""
    if table == "events":
        return report.first_bad is not None
    hanging = {
        "traits": {"slot_signals"},
        "event_salts": {"cases", "policies", "remarks", "replies"},
    }
    tables = {item.table for item in report.findings}
    return not tables.isdisjoint({table, *hanging.get(table, ())})


def other(column: str, kind: str) -> str:
    """An expression for another value than the one that is there."""
    empty, changed = {
        "INTEGER": ("1", f"{column} + 1000"),
        "REAL": ("0.25", f"{column} / 2 + 0.01"),
        "TEXT": ("'x'", f"{column} || 'x'"),
    }[kind]
    return f"CASE WHEN {column} IS NULL THEN {empty} ELSE {changed} END"


def test_the_untouched_database_holds(worked: Desk):
    report = worked.audit.verify(AUDITOR)
    assert (report.sound, report.findings, report.uncovered) == (True, (), 0)
    assert "the chain holds" in report.describe()


def test_no_event_and_no_row_is_left_out(worked: Desk, altered: Altered):
    """Everything that is announced has its salt, or its erasure: the database is a full one."""
    count = altered.connection.execute("SELECT count(*) FROM event_salts").fetchone()[0]
    assert count > 10
    for table in TABLES:
        assert rows(altered, table)


@pytest.mark.parametrize("table", TABLES)
def test_every_changed_column_is_found(altered: Altered, table: str):
    for column, kind, _ in COLUMNS[table]:
        for row in rows(altered, table):
            held = table == "reviews" and f"'{HELD}'" in row
            if (table, column) in UNSENT or (held and (table, column) in RENEWED):
                continue
            statement = f"UPDATE {table} SET {column} = {other(column, kind)} WHERE {row}"
            with altered.after(statement) as report:
                assert not report.sound, statement
                assert report.findings or table == "events", statement


@pytest.mark.parametrize("column", ["state", "version", "holder", "changed_at", "priority_risk"])
def test_a_changed_hold_is_found(altered: Altered, column: str):
    kind = next(kind for name, kind, _ in COLUMNS["reviews"] if name == column)
    value = other(column, kind)
    names = altered.names(f"UPDATE reviews SET {column} = {value} WHERE case_id = '{HELD}'")
    assert names == [f"reviews {HELD}"]


@pytest.mark.parametrize("table", [table for table in TABLES if table != "drafts"])
def test_every_deleted_row_is_found(altered: Altered, table: str):
    for where in (*rows(altered, table), "1"):
        with altered.after(f"DELETE FROM {table} WHERE {where}") as report:
            assert not report.sound, where
            assert shown(report, table), where


FORGED = {
    "cases": "SELECT 99, 'forged', digest, received_at, due_at, action, base_action, hri, "
    "priority_risk, flags, procedure_id, service, language, model, channel, policy_version, "
    f"content, assessment FROM cases WHERE case_id = '{DECIDED}'",
    "slot_signals": "SELECT case_n, 99, 1, 1, 0, 0, 0, 0, 0, trait FROM slot_signals "
    "WHERE case_n = 1 LIMIT 1",
    "traits": "VALUES (99, '{}')",
    "decisions": f"SELECT 99, '{DELIVERED}', verb, body, rescored, actor, actor_name, at, stage "
    "FROM decisions WHERE id = 1",
    "decision_undos": "VALUES (1, 'anne', 1)",
    "replies": "SELECT 99, case_id, kind, language, text, final, written_at, deliver_at "
    "FROM replies WHERE id = 1",
    "reply_withdrawals": "VALUES (1, 1)",
    "policies": "SELECT policy_id, 'v009', body, ref, published, saved_by, saved_at FROM policies "
    "WHERE version = 'v001'",
    "activations": "SELECT 99, policy_id, version, 1, kind, from_at + 1, proposal, reason, actor, "
    "actor_name, at FROM activations WHERE id = 1",
    "activation_ends": "VALUES (1, 'x', 'x', 'x', 1)",
    "pauses": "SELECT 99, procedure_id, service, reason, actor, actor_name, at FROM pauses",
    "pause_ends": "VALUES (99, 'x', 'x', 'x', 1)",
    "paused_cases": f"SELECT n, case_id, 1 FROM cases WHERE case_id = '{DELIVERED}'",
    "shadows": "SELECT 99, policy_id, ref, actor, actor_name, at FROM shadows",
    "shadow_ends": "VALUES (99, 'x', 'x', 'x', 1)",
    "shadow_outcomes": "VALUES (1, 1, 'PASS', 0.1)",
    "proposals": "SELECT 99, policy_id, version, sha256, backtest, backtest_sha256, note, actor, "
    "actor_name, at FROM proposals WHERE id = 1",
    "proposal_ends": "VALUES (99, 'approved', 'x', 'x', 'x', 1)",
    "api_keys": "SELECT 99, client, terms, 'x', actor, actor_name, at FROM api_keys WHERE id = 1",
    "api_key_ends": "VALUES (2, 'x', 'x', 1, 'x')",
    "legal_holds": "SELECT 99, case_id, reason, actor, actor_name, at FROM legal_holds "
    "WHERE id = 1",
    "legal_hold_ends": "VALUES (1, 'x', 'x', 1, 'x')",
    "event_salts": "VALUES (1, 'a\"b', 'x')",
    "remarks": "SELECT 99, case_id, kind, actor, actor_name, at, code, about, text "
    "FROM remarks WHERE id = 1",
    "batches": "SELECT 99, verb, actor, at, placed FROM batches WHERE id = 1",
    "people": "VALUES ('forged', 'Forged', '[]', '[]', '{}', 1)",
    "drafts": f"""VALUES ('{DELIVERED}', 'bruno', '{{"revealed":true}}', 1)""",
}


@pytest.mark.parametrize("table", FORGED)
def test_a_forged_row_is_found(altered: Altered, table: str):
    names = altered.names(f"INSERT INTO {table} {FORGED[table]}")
    assert any(name.startswith(table) for name in names)


def test_a_forged_withdrawal_is_found_where_there_was_a_lawful_one(altered: Altered):
    last = f"SELECT max(id), 1 FROM replies WHERE case_id = '{UNDONE}'"
    names = altered.names(f"INSERT INTO reply_withdrawals {last}")
    assert names == [f"reply_withdrawals {UNDONE}"]


def test_a_whole_case_that_is_gone_is_found(altered: Altered):
    everything = [
        "DELETE FROM slot_signals WHERE case_n = 1",
        *(
            f"DELETE FROM {table} WHERE case_id = '{DECIDED}'"
            for table in ("reviews", "decisions", "replies", "drafts", "cases")
        ),
        f"DELETE FROM event_salts WHERE seq IN (SELECT seq FROM events WHERE subject='{DECIDED}')",
    ]
    names = altered.names(*everything)
    assert {f"cases {DECIDED}", f"reviews {DECIDED}", "decisions 1"} <= set(names)


def salts_of(name: str, table: str, where: str) -> str:
    return (
        f"DELETE FROM event_salts WHERE name = '{name}' AND seq IN (SELECT seq FROM events "
        f"WHERE subject IN (SELECT case_id FROM {table} WHERE {where}))"
    )


TEXTS = {
    "case": ("cases", "content", f"case_id = '{DECIDED}'", f"cases {DECIDED}, content"),
    "assessment": ("cases", "assessment", f"case_id = '{DECIDED}'", f"cases {DECIDED}, assessment"),
    "decision": ("decisions", "body", "id = 1", "decisions 1, body"),
    "rescored": ("decisions", "rescored", "id = 1", "decisions 1, rescored"),
    "reply": ("replies", "text", "id = 1", "replies 1, text"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_changed_along_with_its_salt_is_found(altered: Altered, name: str):
    table, column, where, found = TEXTS[name]
    changed = f"UPDATE {table} SET {column} = {column} || ' ' WHERE {where}"
    gone = f"UPDATE {table} SET {column} = NULL WHERE {where}"
    drop = salts_of(name, table, where)
    for statements in ((changed,), (drop,), (changed, drop), (gone,), (gone, drop)):
        assert found in altered.names(*statements), statements


def test_a_policy_changed_along_with_its_salt_is_found(altered: Altered):
    changed = "UPDATE policies SET body = '{}' WHERE version = 'v002' AND published = 1"
    drop = "DELETE FROM event_salts WHERE name = 'policy'"
    assert "policies default v002, body" in altered.names(changed)
    assert "policies default v002, body" in altered.names(changed, drop)


def test_lines_moved_from_a_text_into_its_salt_are_found(altered: Altered):
    """Digests are over salt, line break and text: a longer salt could swallow the first line."""
    text = "SELECT text FROM replies WHERE id = :id"
    (number,) = altered.connection.execute(
        "SELECT max(id) FROM replies WHERE text LIKE '%' || char(10) || '%'"
    ).fetchone()
    (whole,) = altered.connection.execute(text, {"id": number}).fetchone()
    first, rest = whole.split("\n", 1)
    seq = altered.connection.execute(
        "SELECT seq FROM events WHERE kind = 'reply.written' "
        "AND json_extract(payload, '$.record') = ?",
        [number],
    ).fetchone()[0]
    names = altered.names(
        f"UPDATE replies SET text = '{rest}' WHERE id = {number}",
        f"UPDATE event_salts SET salt = salt || char(10) || '{first}' WHERE seq = {seq}",
    )
    assert f"replies {number}, text" in names


def test_erased_content_that_came_back_is_found(altered: Altered):
    for column in ("content", "assessment", "digest"):
        statement = f"UPDATE cases SET {column} = '{{}}' WHERE case_id = '{ERASED}'"
        assert altered.names(statement) == [f"cases {ERASED}, {column}"]
    scored = f"SELECT seq, 'case', '{'0' * 32}' FROM events WHERE subject = '{ERASED}' LIMIT 1"
    assert altered.names(f"INSERT INTO event_salts {scored}") == [f"cases {ERASED}, content"]


def test_a_row_that_is_told_of_as_nothing_is_missing_where_it_is_gone(altered: Altered):
    nothing = "UPDATE events SET payload = json_set(payload, '$.rows.people', NULL)"
    names = altered.names(
        f"{nothing} WHERE kind = 'access.signed_in' AND subject = 'anne'",
        "DELETE FROM people WHERE id = 'anne'",
    )
    assert "people anne" in names


def test_numbers_of_an_erased_case_are_still_proven(altered: Altered):
    for statement, name in (
        (f"UPDATE cases SET hri = 0.01 WHERE case_id = '{ERASED}'", f"cases {ERASED}"),
        ("UPDATE slot_signals SET ccs = 0.5 WHERE case_n = 5", f"slot_signals {ERASED}"),
        (f"UPDATE decisions SET verb = 'approve' WHERE case_id = '{ERASED}'", "decisions 2"),
    ):
        assert altered.names(statement) == [name]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE replies SET text = CAST(x'ff' AS TEXT) WHERE id = 1",
        "UPDATE cases SET case_id = CAST(x'ff' AS TEXT) WHERE n = 1",
        "UPDATE cases SET hri = 9e999 WHERE n = 1",
        "UPDATE cases SET content = '[' WHERE n = 1",
        "UPDATE policies SET body = '{' WHERE version = 'v001'",
        "UPDATE events SET payload = '{' WHERE seq = 4",
        "UPDATE events SET payload = '[' || payload || ']' WHERE seq = 4",
        'UPDATE events SET payload = \'{"digests":3,"rows":[],"record":1e400}\' WHERE seq = 4',
        "UPDATE events SET payload = replace(payload, '\"record\":1', '\"record\":1' || 1e30)",
        "UPDATE events SET subject = CAST(x'ff' AS TEXT), kind = CAST(x'fe' AS TEXT)",
        "UPDATE sqlite_sequence SET seq = 'x' WHERE name = 'events'",
        "DELETE FROM sqlite_sequence WHERE name = 'events'",
        "UPDATE sqlite_sequence SET seq = 1 WHERE name = 'events'",
    ],
)
def test_values_that_nobody_would_write_are_findings_and_stop_nothing(
    altered: Altered, statement: str
):
    with altered.after(statement) as report:
        assert not report.sound
        assert len(report.describe().splitlines()) <= len(report.findings) + 6


WIPED = {
    "events": ["events"],
    "events and salts": ["events", "event_salts"],
    "events and cases": ["events", "event_salts", "cases", "reviews", "decisions", "replies"],
    "everything": list(TABLES),
}


@pytest.mark.parametrize("counter", ["kept", "gone"])
@pytest.mark.parametrize("wiped", WIPED)
def test_a_wiped_log_never_holds(altered: Altered, wiped: str, counter: str):
    statements = [f"DELETE FROM {table}" for table in WIPED[wiped]]
    if counter == "gone":
        statements.append("DELETE FROM sqlite_sequence")
    with altered.after(*statements) as report:
        assert not report.sound
        assert Finding(table="events", fault=Fault.EMPTY_LOG) in report.findings


def test_records_of_which_the_events_are_gone_are_named(altered: Altered):
    names = altered.names("DELETE FROM events", "DELETE FROM sqlite_sequence")
    assert {f"cases {HELD}", f"reviews {HELD}", "decisions 1", "replies 1"} <= set(names)
    assert "policies default v001" in names


def test_an_end_cut_off_with_its_counter_leaves_records_behind(altered: Altered):
    names = altered.names(
        "DELETE FROM events WHERE seq > 20", "UPDATE sqlite_sequence SET seq = 20"
    )
    assert any(name.startswith("decisions") for name in names)


def test_the_database_without_any_event_is_not_sound(tmp_path: Path):
    open_store(tmp_path / "hri.sqlite")
    report = report_of(tmp_path / "hri.sqlite")
    assert [str(item) for item in report.findings] == [
        "events: the log holds no event, not even the first one of every desk"
    ]


def test_the_findings_that_are_listed_are_bounded(altered: Altered, monkeypatch):
    monkeypatch.setattr(verification, "MOST_FINDINGS", 3)
    with altered.after("DELETE FROM events", "DELETE FROM sqlite_sequence") as report:
        assert report.more
        assert "only the first" in report.describe()


def test_a_finding_is_one_line_whatever_the_database_holds():
    name = "x\nthe chain holds\x1b[2J\u202e" + "y" * 500
    line = str(Finding(table="cases", record=name, part="content", fault=Fault.ALTERED, seq=7))
    assert line.isprintable()
    assert len(line) < 400
    assert "content" in line
    assert line.endswith("(event 7)")


def test_events_without_rows_are_read_and_said_to_be_not_covered(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("hri.store.audit.row_digests", lambda *_: {})
    desk = make_worked(tmp_path, FakeClock())
    report = desk.audit.verify(AUDITOR)
    assert report.sound
    assert report.uncovered > 10
    (line,) = (one for one in report.describe().splitlines() if "not covered" in one)
    assert f"not compared: {report.uncovered} (the last ones" in line
    assert all(str(seq) in line for seq in report.uncovered_events)
    assert len(report.uncovered_events) == 10
    change(desk.settings.database, "DELETE FROM replies WHERE id = 1")
    assert "replies 1" in [item.name for item in desk.audit.verify(AUDITOR).findings]
