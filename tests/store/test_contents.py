"""Lawful erasure: the texts and their salts go, the log and the numbers stay proven."""

from __future__ import annotations

import pytest
from casework.bench import (
    ADMIN,
    ANNE,
    AUDITOR,
    CHIEF,
    JUDGED,
    FakeClock,
    case,
    dump,
    open_bench,
    take,
)

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
    version = take(desk, ANNE, ID).version
    desk.review.save_draft(CHIEF, ID, ReviewDraft(note="Jeanne Dupont again"))
    desk.review.decide(
        ANNE,
        ReviewDecision(
            case_id=ID,
            verb="reject",
            seen_version=version,
            reason_code="wrong_value",
            text="Dear Jeanne Dupont, it costs 25 €.",
            judgements=JUDGED,
        ),
    )
    return desk


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
