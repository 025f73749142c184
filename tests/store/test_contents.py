"""Records against the events that announced them, and lawful erasure."""

from __future__ import annotations

import sqlite3

import pytest
from casework.bench import ADMIN, ANNE, AUDITOR, CHIEF, FakeClock, case, dump, open_bench

from hri.domain.events import EventKind
from hri.domain.reviews import ReviewDecision, ReviewDraft
from hri.errors import ConflictError, NotFoundError
from hri.wiring import Desk

ID = "case-00001"


@pytest.fixture
def desk(tmp_path) -> Desk:
    clock = FakeClock()
    desk = open_bench(tmp_path, clock=clock)
    desk.intake.submit(CHIEF, case(1, question="I am Jeanne Dupont"))
    desk.intake.submit(CHIEF, case(2, asked_on="2020-06-02"))
    version = desk.review.claim(ANNE, ID).version
    desk.review.save_draft(CHIEF, ID, ReviewDraft(note="Jeanne Dupont again"))
    desk.review.decide(
        ANNE,
        ReviewDecision(
            case_id=ID,
            verb="reject",
            seen_version=version,
            reason_code="wrong_value",
            text="Dear Jeanne Dupont, it costs 25 €.",
        ),
    )
    return desk


def tamper(desk: Desk, statement: str) -> None:
    connection = sqlite3.connect(desk.settings.database)
    for name in ("decisions_only_erased", "decisions_no_delete", "replies_only_erased"):
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("DROP TRIGGER replies_no_delete")
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE cases SET content = replace(content, 'Dupont', 'Durand')", "case case-00001"),
        ("UPDATE cases SET assessment = replace(assessment, 'DEFER', 'PASS')", "case case-00002"),
        ("UPDATE decisions SET body = replace(body, '25', '26')", "decision 1"),
        ("UPDATE decisions SET rescored = replace(rescored, 'DEFER', 'PASS')", "decision 1"),
        ("UPDATE replies SET text = 'x' WHERE id = 3", "reply 3"),
        ("DELETE FROM replies WHERE id = 3", "reply of case-00001"),
        (
            "INSERT INTO replies SELECT 9, case_id, kind, language, text, 1, 1, 1 FROM replies "
            "WHERE id = 3",
            "reply 9",
        ),
        ("DELETE FROM event_salts WHERE name = 'case'", "case case-00001"),
        ("UPDATE cases SET content = NULL", "case case-00001"),
        ("UPDATE cases SET action = 'PASS' WHERE n = 2", "case case-00002"),
        ("UPDATE reviews SET action = 'PASS' WHERE case_n = 2", "case case-00002"),
        ("UPDATE cases SET hri = 0.01 WHERE n = 2", "case case-00002"),
        ("UPDATE cases SET hri = NULL WHERE n = 2", "case case-00002"),
        ("UPDATE reviews SET state = 'decided' WHERE case_n = 2", "review case-00002"),
        ("UPDATE reviews SET state = 'waiting' WHERE case_n = 1", "review case-00001"),
        ("INSERT INTO decision_undos VALUES (1, 'anne', 1)", "decision 1"),
        (
            "INSERT INTO policies VALUES ('default', 'v009', '{}', '{}', 1, 'x', 1)",
            "policy default v009",
        ),
        (
            "INSERT INTO decisions SELECT 9, case_id, verb, body, NULL, 'x', 'X', 1 FROM decisions",
            "decision 9",
        ),
    ],
)
def test_a_record_changed_without_an_event_is_found(desk: Desk, statement, named):
    assert desk.audit.verify(AUDITOR).sound
    tamper(desk, statement)
    report = desk.audit.verify(AUDITOR)
    assert not report.sound
    assert report.first_bad is None
    assert named in report.unmatched


def test_erased_content_is_gone_and_the_log_still_holds(desk: Desk):
    before = desk.audit.checkpoint(AUDITOR)
    desk.audit.erase_content(ADMIN, ID, "art. 17 GDPR")
    assert "Dupont" not in dump(desk)
    assert b"Dupont" not in desk.settings.database.read_bytes(), "freed pages are overwritten"
    assert desk.audit.verify(AUDITOR, [before]).sound
    event = desk.audit.history(AUDITOR, ID)[-1]
    assert (event.kind, event.payload) == (EventKind.CONTENT_ERASED, {"ground": "art. 17 GDPR"})
    with pytest.raises(NotFoundError, match="erased"):
        desk.review.open_case(ANNE, ID)


def test_figures_and_tuning_keep_the_numbers_of_an_erased_case(desk: Desk):
    before = desk.analytics.heatmap(AUDITOR), desk.tuning.history(AUDITOR).size
    desk.audit.erase_content(ADMIN, ID, "art. 17 GDPR")
    assert (desk.analytics.heatmap(AUDITOR), desk.tuning.history(AUDITOR).size) == before


def test_an_erased_case_does_not_come_back_under_its_id(desk: Desk):
    desk.audit.erase_content(ADMIN, ID, "art. 17 GDPR")
    with pytest.raises(ConflictError):
        desk.intake.submit(CHIEF, case(1, question="I am Jeanne Dupont"))


def test_an_erased_case_leaves_the_queue_readable(desk: Desk):
    desk.audit.erase_content(ADMIN, "case-00002", "art. 17 GDPR")
    (item,) = desk.queue.page(ANNE).items
    assert (item.case_id, item.question) == ("case-00002", "")


def test_erasing_what_is_not_there_is_not_found(desk: Desk):
    with pytest.raises(NotFoundError):
        desk.audit.erase_content(ADMIN, "no", "art. 17 GDPR")
