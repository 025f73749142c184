"""Sources that reviewers hold to be outdated, and how the keeper of the pack learns of them."""

from __future__ import annotations

import json

import pytest
from casework.bench import (
    ADMIN,
    ANNE,
    AUDITOR,
    BRUNO,
    CHIEF,
    JUDGED,
    NOON,
    case,
    take,
)
from click.testing import CliRunner

from hri.casework.permissions import SYSTEM
from hri.cli import main
from hri.domain.events import EventKind
from hri.domain.reviews import ReviewDecision
from hri.domain.slots import Slot
from hri.domain.worklists import RemarkKind
from hri.errors import NotFoundError
from hri.wiring import Desk

ID, GUIDE = "case-00001", "guide-civil/birth"


@pytest.fixture(autouse=True)
def submitted(desk: Desk) -> None:
    desk.intake.submit(CHIEF, case(1, procedure_id="civil/birth"))


def doubt(desk: Desk, actor=ANNE, note: str = " The fee rose in May. "):
    return desk.review.doubt_source(actor, ID, Slot.FEES, GUIDE, note)


def test_a_doubt_is_a_remark_an_event_and_nothing_else(desk: Desk):
    before = desk.review.open_case(ANNE, ID).review
    doubt(desk)
    file = desk.review.open_case(ANNE, ID)
    (remark,) = file.remarks
    assert (remark.kind, remark.code, remark.about, remark.text) == (
        RemarkKind.SOURCE,
        "fees",
        GUIDE,
        "The fee rose in May.",
    )
    assert file.review == before
    event = file.history[-1]
    assert (event.kind, event.actor) == (EventKind.SOURCE_DOUBTED, ANNE.id)
    assert event.payload["source"] == GUIDE
    assert "May" not in event.model_dump_json()
    assert desk.audit.verify(AUDITOR).sound


@pytest.mark.parametrize("source", ["guide-civil/death", "", "x' OR 1=1 --"])
def test_a_source_that_has_nothing_to_do_with_the_case_is_refused(desk: Desk, source: str):
    with pytest.raises(NotFoundError, match="no source"):
        desk.review.doubt_source(ANNE, ID, Slot.FEES, source, "x")
    assert desk.review.open_case(ANNE, ID).remarks == ()


def test_a_case_without_a_procedure_has_only_the_sources_shown(desk: Desk):
    desk.intake.submit(CHIEF, case(2))
    with pytest.raises(NotFoundError):
        desk.review.doubt_source(ANNE, "case-00002", Slot.FEES, GUIDE)


def test_a_second_reader_does_not_see_what_the_first_one_doubts(desk: Desk):
    doubt(desk)
    decision = ReviewDecision(
        case_id=ID,
        verb="approve",
        seen_version=take(desk, ANNE, ID).version,
        reason_code="correct",
        judgements=JUDGED,
        second_read=True,
    )
    desk.review.decide(ANNE, decision)
    file = desk.review.open_case(BRUNO, ID)
    assert file.blind
    assert file.remarks == ()
    assert EventKind.SOURCE_DOUBTED not in {event.kind for event in file.history}
    doubt(desk, BRUNO, "So think I.")
    assert [remark.actor for remark in desk.review.open_case(BRUNO, ID).remarks] == [BRUNO.id]


def test_the_keeper_reads_them_oldest_first(desk: Desk):
    doubt(desk)
    doubt(desk, BRUNO, "")
    first, second = desk.doubts.reported(SYSTEM)
    assert (first.source, first.case_id, first.slot, first.at) == (GUIDE, ID, Slot.FEES, NOON)
    assert (first.by, first.note) == ("Anne", "The fee rose in May.")
    assert (second.by, second.note) == ("Bruno", "")


def test_those_on_an_erased_case_are_gone(desk: Desk):
    doubt(desk)
    desk.audit.erase_content(ADMIN, ID, "asked for")
    assert desk.doubts.reported(SYSTEM) == ()


def test_the_command_lists_them_as_json_lines(desk: Desk, monkeypatch, tmp_path):
    doubt(desk)
    monkeypatch.setenv("HRI_DATABASE", str(desk.settings.database))
    done = CliRunner().invoke(main, ["pack", "doubts"])
    assert done.exit_code == 0
    (line,) = done.output.splitlines()
    assert json.loads(line) == {
        "source": GUIDE,
        "case_id": ID,
        "slot": "fees",
        "note": "The fee rose in May.",
        "by": "Anne",
        "at": "2026-03-02T12:00:00Z",
    }
    refused = CliRunner().invoke(main, ["pack", "doubts", "--out", str(desk.settings.database)])
    assert refused.exit_code == 2


def test_without_a_database_there_are_none_to_list(monkeypatch, tmp_path):
    monkeypatch.setenv("HRI_DATABASE", str(tmp_path / "none.sqlite"))
    done = CliRunner().invoke(main, ["pack", "doubts"])
    assert done.exit_code == 2
    assert "there is no database" in done.output
