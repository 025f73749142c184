from __future__ import annotations

import pytest
from casework.bench import (
    ANALYST,
    ANNE,
    AUDITOR,
    BRUNO,
    CHIEF,
    FakeClock,
    case,
    open_bench,
    person,
    store_of,
)

from hri.casework.permissions import SYSTEM
from hri.casework.secondreads import TELLING, differences
from hri.domain.events import EventKind
from hri.domain.reviews import (
    Judgement,
    ReviewDecision,
    ReviewDraft,
    ReviewState,
    Role,
    Stage,
)
from hri.domain.slots import Slot
from hri.errors import JudgementNeededError, ReviewConflictError
from hri.wiring import Desk

ID = "case-00001"
CLARA = person(Role.CASEWORKER, "clara")
TEXT = "Please ask the town hall."


@pytest.fixture(autouse=True)
def stored(desk: Desk) -> None:
    desk.intake.submit(CHIEF, case(1, procedure_id="aids/x"))


def read(desk: Desk, who, judged: Judgement | None = None, **more: object):
    """Take the case, judge, reveal and decide."""
    version = desk.review.claim(who, ID).version
    usual = Judgement.SUPPORTED if more.get("verb") == "approve" else Judgement.WRONG
    judgements = {Slot.FEES: judged or usual}
    desk.review.reveal(who, ID, ReviewDraft(judgements=judgements))
    fields = {
        "case_id": ID,
        "verb": "reject",
        "seen_version": version,
        "reason_code": "wrong_value",
        "text": TEXT,
        "judgements": judgements,
        **more,
    }
    return desk.review.decide(who, ReviewDecision.model_validate(fields))


APPROVE = {"verb": "approve", "reason_code": "correct", "text": None}


def test_nothing_goes_out_before_the_second_read(desk: Desk):
    decided = read(desk, ANNE, second_read=True)
    assert decided.reply is None
    assert (decided.review.state, decided.review.stage) == (ReviewState.WAITING, Stage.SECOND)
    assert [reply.kind.value for reply in desk.review.open_case(CHIEF, ID).replies] == ["first"]


def test_two_who_agree_send_the_first_ones_text(desk: Desk):
    read(desk, ANNE, second_read=True)
    decided = read(desk, BRUNO, text="Ask the mayor, in other words.")
    assert decided.review.state is ReviewState.DECIDED
    assert decided.reply is not None
    assert TEXT in decided.reply.text


@pytest.mark.parametrize("more", [{"judged": Judgement.SUPPORTED}, APPROVE])
def test_two_who_differ_are_settled_by_a_third(desk: Desk, more):
    read(desk, ANNE, second_read=True)
    decided = read(desk, BRUNO, **more)
    assert (decided.reply, decided.review.stage) == (None, Stage.ADJUDICATION)
    for reader in (ANNE, BRUNO):
        with pytest.raises(ReviewConflictError):
            desk.review.claim(reader, ID)
    settled = read(desk, CLARA, text="The third one's text.")
    assert settled.review.state is ReviewState.DECIDED
    assert "The third one's text." in settled.reply.text
    with store_of(desk).read() as records:
        assert records.audit.verify().sound


def test_the_first_reader_is_never_the_second(desk: Desk):
    read(desk, ANNE, second_read=True)
    assert desk.queue.next_case(ANNE) is None
    assert desk.queue.next_case(BRUNO) is not None
    with pytest.raises(ReviewConflictError):
        desk.review.claim(ANNE, ID)


def test_the_second_read_is_blind(desk: Desk):
    desk.review.save_draft(ANNE, ID, ReviewDraft(note="the fee is 25 €"))
    read(desk, ANNE, second_read=True, note="the fee is 25 €")
    seen = desk.review.open_case(BRUNO, ID)
    assert seen.blind
    assert (seen.decisions, seen.draft) == ((), None)
    assert not {EventKind.REVIEW_DECIDED, EventKind.REVIEW_REVEALED} & {
        event.kind for event in seen.history
    }
    assert "25" not in seen.review.model_dump_json()
    assert len(desk.review.open_case(ANNE, ID).decisions) == 1
    assert len(desk.review.open_case(ANALYST, ID).decisions) == 1
    read(desk, BRUNO)
    assert len(desk.review.open_case(BRUNO, ID).decisions) == 2


def test_the_adjudicator_sees_both_slot_by_slot(desk: Desk):
    read(desk, ANNE, second_read=True)
    read(desk, BRUNO, judged=Judgement.SUPPORTED)
    first, second = desk.review.open_case(CLARA, ID).decisions
    (found,) = differences(first.decision, second.decision)
    assert (found.slot, found.first, found.second) == (
        Slot.FEES,
        Judgement.WRONG,
        Judgement.SUPPORTED,
    )


def test_the_second_reader_commits_first_whatever_the_level(tmp_path):
    desk = open_bench(tmp_path / "own", commit_first_share=0)
    desk.intake.submit(CHIEF, case(1, metadata={"flags": ["scoring_error"]}))
    read(desk, ANNE, second_read=True)
    version = desk.review.claim(BRUNO, ID).version
    fields = {"case_id": ID, "seen_version": version, **APPROVE}
    with pytest.raises(JudgementNeededError):
        desk.review.decide(BRUNO, ReviewDecision.model_validate(fields))


def test_undo_takes_the_case_back_to_its_stage(desk: Desk):
    read(desk, ANNE, second_read=True)
    assert desk.review.undo(ANNE, ID).stage is Stage.FIRST
    read(desk, ANNE, second_read=True)
    read(desk, BRUNO)
    review = desk.review.undo(BRUNO, ID)
    assert (review.stage, review.holder, review.readers) == (Stage.SECOND, BRUNO.id, (ANNE.id,))
    assert read(desk, BRUNO).review.state is ReviewState.DECIDED


def test_undo_is_over_once_the_second_reader_has_the_case(desk: Desk):
    read(desk, ANNE, second_read=True)
    desk.review.claim(BRUNO, ID)
    with pytest.raises(ReviewConflictError):
        desk.review.undo(ANNE, ID)


def test_undo_is_over_when_its_time_is(desk: Desk, clock: FakeClock):
    read(desk, ANNE, second_read=True)
    clock.move(seconds=11)
    with pytest.raises(ReviewConflictError):
        desk.review.undo(ANNE, ID)


def test_a_share_of_all_cases_is_read_twice_unasked(tmp_path):
    desk = open_bench(tmp_path / "own", second_read_share=1.0)
    desk.intake.submit(CHIEF, case(1))
    assert read(desk, ANNE).review.stage is Stage.SECOND


def test_sent_back_by_the_second_reader_it_is_the_first_ones_again(desk: Desk):
    read(desk, ANNE, second_read=True)
    desk.review.claim(BRUNO, ID)
    review = desk.worklist.send_back(BRUNO, ID, "Look at the fee.")
    assert (review.stage, review.assignee, review.readers) == (Stage.FIRST, ANNE.id, ())
    assert read(desk, ANNE, second_read=True).review.stage is Stage.SECOND


def test_a_supervisor_who_could_read_it_blind_learns_nothing_from_the_trail(desk: Desk):
    desk.worklist.skip(ANNE, ID, "skip_other", "the fee is 36 €")
    desk.review.doubt_source(ANNE, ID, Slot.FEES, "guide-aids/x", "36 € since May")
    read(desk, ANNE, second_read=True)
    found = desk.audit.search(CHIEF).events
    assert {event.kind for event in found if event.subject == ID} == {
        EventKind.CASE_SCORED,
        EventKind.REPLY_WRITTEN,
        EventKind.REVIEW_CLAIMED,
    }
    for reader in (BRUNO, CHIEF):
        shown = desk.audit.history(reader, ID)
        assert shown == tuple(event for event in shown if event.kind not in TELLING[:6])
        assert "wrong" not in "".join(event.model_dump_json() for event in shown)
        assert desk.review.open_case(reader, ID).remarks == ()
    assert desk.doubts.reported(CHIEF) == ()
    assert len(desk.doubts.reported(AUDITOR)) == 1
    told = {event.kind for event in desk.audit.search(AUDITOR).events}
    assert EventKind.REVIEW_DECIDED in told
    read(desk, BRUNO)
    assert EventKind.REVIEW_DECIDED in {e.kind for e in desk.audit.history(BRUNO, ID)}


def test_a_page_of_the_trail_goes_on_behind_what_is_left_out(desk: Desk):
    read(desk, ANNE, second_read=True)
    seen, before = [], None
    while True:
        page = desk.audit.search(CHIEF, size=1, before=before)
        seen += page.events
        before = page.before
        if before is None:
            break
    assert tuple(seen) == desk.audit.search(CHIEF).events


def test_an_earlier_round_is_kept_from_the_second_reader(desk: Desk, clock: FakeClock):
    read(desk, ANNE)
    clock.move(seconds=11)
    desk.delivery.run(SYSTEM)
    desk.worklist.send_back(CHIEF, ID, "The fee is wrong, it should be 36 €.")
    read(desk, ANNE, second_read=True)
    file = desk.review.open_case(BRUNO, ID)
    assert [reply.kind.value for reply in file.replies] == ["first"]
    assert [reply.kind.value for reply in desk.delivery.messages(BRUNO, ID)] == ["first"]
    assert "36 €" not in file.model_dump_json()
    assert TEXT not in file.model_dump_json()
    assert len(desk.delivery.messages(ANNE, ID)) == 2


OTHER = {"judged": Judgement.SUPPORTED}


@pytest.mark.parametrize(
    ("blind", "anew", "then"),
    [
        (APPROVE, {}, Stage.ADJUDICATION),
        (OTHER, {}, Stage.ADJUDICATION),
        ({}, OTHER, Stage.ADJUDICATION),
        ({}, {}, Stage.SECOND),
    ],
    ids=["other verb", "other slot", "changed away", "agreed both times"],
)
def test_what_was_decided_blind_counts_after_an_undo(desk: Desk, blind, anew, then):
    read(desk, ANNE, second_read=True)
    read(desk, BRUNO, **blind)
    desk.review.undo(BRUNO, ID)
    review = read(desk, BRUNO, **anew).review
    assert review.stage is then
    assert (review.state is ReviewState.DECIDED) is (then is Stage.SECOND)


def test_another_second_reader_is_not_bound_by_what_one_took_back(desk: Desk):
    read(desk, ANNE, second_read=True)
    read(desk, BRUNO, **APPROVE)
    desk.review.undo(BRUNO, ID)
    desk.review.release(BRUNO, ID)
    assert read(desk, CLARA).review.state is ReviewState.DECIDED
