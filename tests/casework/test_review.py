from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from casework.bench import (
    ADMIN,
    ANNE,
    AUDITOR,
    BRUNO,
    CHIEF,
    JUDGED,
    FakeClock,
    FaultError,
    FaultyStore,
    case,
    dump,
    open_bench,
    store_of,
    take,
)

from hri.casework.permissions import SYSTEM
from hri.domain.decisions import Action
from hri.domain.events import EventKind
from hri.domain.reviews import (
    Judgement,
    ReplyKind,
    ReviewDecision,
    ReviewDraft,
    ReviewState,
    ReviewVerb,
)
from hri.domain.slots import Slot
from hri.errors import InvalidDecisionError, NotFoundError, ReviewConflictError
from hri.wiring import Desk

ID = "case-00001"


@pytest.fixture(autouse=True)
def stored(desk: Desk) -> None:
    desk.intake.submit(CHIEF, case(1))
    desk.intake.submit(CHIEF, case(2, asked_on="2020-06-02"))
    desk.intake.submit(CHIEF, case(3).model_copy(update={"answer": "that is right"}))


def decision(version: int, verb: str = "approve", case_id: str = ID, **more: object):
    fields = {
        "approve": {"reason_code": "correct"},
        "approve_edited": {"reason_code": "wrong_value", "text": "It costs 25 €, that is right."},
        "reject": {"reason_code": "wrong_value", "text": "Please ask the town hall."},
    }[verb]
    return ReviewDecision.model_validate(
        {
            "case_id": case_id,
            "verb": verb,
            "seen_version": version,
            "judgements": JUDGED,
            **fields,
            **more,
        }
    )


def history(desk: Desk, case_id: str = ID) -> list[EventKind]:
    return [event.kind for event in desk.audit.history(AUDITOR, case_id)][2:]


def test_a_claim_is_seen_by_others(desk: Desk, clock: FakeClock):
    review = desk.review.claim(ANNE, ID)
    seen = desk.review.open_case(BRUNO, ID)
    assert (seen.review.holder, seen.review.holder_name) == ("anne", "Anne")
    assert seen.review.held_until == clock.now() + timedelta(minutes=15)
    assert seen.held_by_other
    assert seen.review == review
    assert not desk.review.open_case(ANNE, ID).held_by_other


def test_a_held_case_cannot_be_claimed_by_another(desk: Desk):
    desk.review.claim(ANNE, ID)
    with pytest.raises(ReviewConflictError) as conflict:
        desk.review.claim(BRUNO, ID)
    assert conflict.value.held_by == "Anne"
    assert conflict.value.since == "2026-03-02T12:00:00+00:00"


@pytest.mark.parametrize(
    ("minutes", "free"),
    [
        pytest.param(14.9, False, id="just-before"),
        pytest.param(15, True, id="at-the-end"),
        pytest.param(16, True, id="after"),
    ],
)
def test_a_hold_runs_out_after_fifteen_minutes(desk: Desk, clock: FakeClock, minutes, free):
    desk.review.claim(ANNE, ID)
    clock.move(minutes=minutes)
    if free:
        assert desk.review.claim(BRUNO, ID).holder == "bruno"
    else:
        with pytest.raises(ReviewConflictError):
            desk.review.claim(BRUNO, ID)


def test_activity_starts_the_minutes_anew(desk: Desk, clock: FakeClock):
    first = take(desk, ANNE, ID)
    clock.move(minutes=14)
    review = desk.review.save_draft(ANNE, ID, ReviewDraft(note="half done"))
    assert review.held_until == clock.now() + timedelta(minutes=15)
    assert review.version == first.version
    clock.move(minutes=14)
    desk.review.recheck(ANNE, ID, "It costs 25 €.")
    clock.move(minutes=14)
    with pytest.raises(ReviewConflictError):
        desk.review.claim(BRUNO, ID)


def test_claiming_again_is_no_new_version_and_no_new_event(desk: Desk):
    first, second = desk.review.claim(ANNE, ID), desk.review.claim(ANNE, ID)
    assert first.version == second.version
    assert history(desk) == [EventKind.REVIEW_CLAIMED]


def test_a_released_case_is_free_and_keeps_its_draft(desk: Desk):
    desk.review.claim(ANNE, ID)
    desk.review.save_draft(ANNE, ID, ReviewDraft(note="half done"))
    assert desk.review.release(ANNE, ID).state is ReviewState.WAITING
    desk.review.claim(BRUNO, ID)
    assert desk.review.open_case(ANNE, ID).draft == ReviewDraft(note="half done")
    assert desk.review.open_case(BRUNO, ID).draft is None


def test_only_the_holder_can_release(desk: Desk):
    desk.review.claim(ANNE, ID)
    with pytest.raises(ReviewConflictError):
        desk.review.release(BRUNO, ID)


def test_a_draft_is_kept_when_another_has_the_case(desk: Desk, clock: FakeClock):
    desk.review.claim(ANNE, ID)
    clock.move(minutes=20)
    taken = desk.review.claim(BRUNO, ID)
    review = desk.review.save_draft(ANNE, ID, ReviewDraft(text="my words"))
    assert review == taken
    assert desk.review.open_case(ANNE, ID).draft == ReviewDraft(text="my words")


def test_one_of_many_claims_at_once_wins(desk: Desk):
    people = [ANNE.model_copy(update={"id": f"p{n}", "name": f"P{n}"}) for n in range(8)]

    def claim(actor) -> str:
        try:
            return desk.review.claim(actor, ID).holder or ""
        except ReviewConflictError as conflict:
            return f"-{conflict.held_by.lower()}"

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(claim, people))
    (winner,) = [name for name in results if not name.startswith("-")]
    assert results.count(f"-{winner}") == 7


def test_next_cases_taken_at_once_all_differ(desk: Desk):
    for number in range(4, 12):
        desk.intake.submit(CHIEF, case(number))
    people = [ANNE.model_copy(update={"id": f"p{n}"}) for n in range(8)]
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(desk.review.claim_next, people))
    assert len({review.case_id for review in taken if review}) == 8


def test_the_next_case_skips_what_others_hold_and_what_is_skipped(desk: Desk):
    desk.review.claim(BRUNO, ID)
    assert desk.queue.next_case(ANNE).case_id == "case-00002"
    assert desk.queue.next_case(ANNE, skip=("case-00002",)) is None
    assert desk.queue.next_case(BRUNO).case_id == ID
    assert desk.review.claim_next(ANNE).case_id == "case-00002"
    assert desk.review.claim_next(CHIEF) is None


def test_rechecking_scores_the_edited_text_and_stores_an_event_only(desk: Desk):
    take(desk, ANNE, ID)
    found = desk.review.recheck(ANNE, ID, "It costs 25 €, that is right.")
    file = desk.review.open_case(ANNE, ID)
    assert found.state is Action.PASS
    assert file.stored.assessment.state is Action.DEFER
    assert file.decisions == ()
    assert history(desk)[-1] is EventKind.REVIEW_RECHECKED
    assert len(history(desk)) == 3


def test_rechecking_to_the_same_end_is_told_once(desk: Desk):
    take(desk, ANNE, ID)
    desk.review.recheck(ANNE, ID, "It costs 25 €, that is right.")
    before = history(desk)
    desk.review.recheck(ANNE, ID, "It costs 25 €, that is right indeed.")
    assert history(desk) == before
    desk.review.recheck(ANNE, ID, "It costs 99 €.")
    assert history(desk) == [*before, EventKind.REVIEW_RECHECKED]


def test_rechecking_needs_the_hold(desk: Desk):
    with pytest.raises(ReviewConflictError):
        desk.review.recheck(ANNE, "case-00003", "text")


def test_revealing_records_what_was_judged_before(desk: Desk):
    desk.review.claim(ANNE, ID)
    draft = ReviewDraft(judgements={Slot.FEES: Judgement.WRONG})
    assert desk.review.reveal(ANNE, ID, draft).revealed
    event = desk.audit.history(AUDITOR, ID)[-1]
    assert event.kind is EventKind.REVIEW_REVEALED
    assert event.payload == {"judgements": {"fees": "wrong"}}
    assert desk.review.open_case(ANNE, ID).draft.revealed


def test_deferred_cases_are_judged_before_the_scores(desk: Desk):
    assert desk.review.open_case(ANNE, ID).commit_first
    assert not desk.review.open_case(ANNE, "case-00003").commit_first


@pytest.mark.parametrize("verb", list(ReviewVerb))
def test_a_decision_closes_the_case_and_writes_the_message(desk: Desk, clock: FakeClock, verb):
    version = take(desk, ANNE, ID).version
    wanted = decision(version, verb)
    preview = desk.review.preview(ANNE, wanted)
    done = desk.review.decide(ANNE, wanted)
    assert done.review.state is ReviewState.DECIDED
    assert (done.review.decided_by, done.review.verb) == ("anne", verb)
    assert done.recorded.decision == wanted
    assert done.reply.text == preview
    assert (wanted.text or "It costs 99 €.") in preview
    assert ID in preview
    assert done.reply.kind is ReplyKind.DECIDED
    assert history(desk) == [
        EventKind.REVIEW_CLAIMED,
        EventKind.REVIEW_REVEALED,
        EventKind.REVIEW_DECIDED,
        EventKind.REPLY_WRITTEN,
    ]
    file = desk.review.open_case(AUDITOR, ID)
    assert file.decisions == (done.recorded,)
    assert file.stored.assessment.state is Action.DEFER
    assert desk.audit.verify(AUDITOR).sound


def test_an_edited_text_is_scored_again_and_kept_with_the_decision(desk: Desk):
    version = take(desk, ANNE, ID).version
    done = desk.review.decide(ANNE, decision(version, "approve_edited"))
    assert done.recorded.rescored.state is Action.PASS
    assert desk.review.open_case(ANNE, ID).decisions[0].rescored == done.recorded.rescored


def test_the_message_goes_out_when_the_undo_time_is_over(desk: Desk, clock: FakeClock):
    version = take(desk, ANNE, ID).version
    desk.review.decide(ANNE, decision(version))
    assert len(desk.delivery.messages(SYSTEM, ID)) == 1
    clock.move(seconds=9.9)
    assert len(desk.delivery.messages(SYSTEM, ID)) == 1
    clock.move(seconds=0.1)
    desk.delivery.run(SYSTEM)
    assert [reply.kind for reply in desk.delivery.messages(SYSTEM, ID)] == ["first", "decided"]


def test_a_decision_can_be_taken_back_in_time(desk: Desk, clock: FakeClock):
    version = take(desk, ANNE, ID).version
    desk.review.decide(ANNE, decision(version, "reject", note="hm"))
    clock.move(seconds=9)
    review = desk.review.undo(ANNE, ID)
    clock.move(minutes=1)
    assert (review.state, review.holder, review.verb) == (ReviewState.HELD, "anne", None)
    assert len(desk.delivery.messages(SYSTEM, ID)) == 1
    file = desk.review.open_case(ANNE, ID)
    assert file.decisions[0].undone_at is not None
    assert (file.draft.note, file.draft.verb) == ("hm", ReviewVerb.REJECT)
    desk.review.decide(ANNE, decision(review.version))
    clock.move(minutes=1)
    desk.delivery.run(SYSTEM)
    assert [reply.kind for reply in desk.delivery.messages(SYSTEM, ID)] == ["first", "decided"]
    assert desk.audit.verify(AUDITOR).sound


def test_a_decision_cannot_be_taken_back_late_or_by_another(desk: Desk, clock: FakeClock):
    version = take(desk, ANNE, ID).version
    desk.review.decide(ANNE, decision(version))
    with pytest.raises(ReviewConflictError):
        desk.review.undo(BRUNO, ID)
    clock.move(seconds=10)
    with pytest.raises(ReviewConflictError):
        desk.review.undo(ANNE, ID)
    assert desk.review.open_case(ANNE, ID).review.state is ReviewState.DECIDED


def test_taking_back_twice_is_refused(desk: Desk):
    desk.review.decide(ANNE, decision(take(desk, ANNE, ID).version))
    desk.review.undo(ANNE, ID)
    with pytest.raises(ReviewConflictError):
        desk.review.undo(ANNE, ID)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        pytest.param({"reason_code": "nonsense"}, "no reason to approve", id="unknown"),
        pytest.param({"reason_code": ""}, "No reason code", id="none"),
        pytest.param({"reason_code": "wrong_value"}, "no reason to approve", id="other-verb"),
        pytest.param({"reason_code": "other"}, "needs some words", id="no-words"),
        pytest.param({"reason_code": "other", "reason_text": " "}, "needs some words", id="blank"),
    ],
)
def test_a_decision_needs_a_fitting_reason(desk: Desk, more, problem):
    version = take(desk, ANNE, ID).version
    before = dump(desk)
    with pytest.raises(InvalidDecisionError, match=problem):
        desk.review.decide(ANNE, decision(version, **more))
    assert dump(desk) == before


def test_reasons_are_listed_by_verb(desk: Desk):
    assert [reason.code for reason in desk.review.reasons("approve")] == ["correct", "other"]
    assert [reason.code for reason in desk.review.reasons("reject")] == ["wrong_value", "other"]


def test_deciding_needs_the_hold(desk: Desk):
    with pytest.raises(ReviewConflictError):
        desk.review.decide(ANNE, decision(0))


def test_a_decision_on_an_old_version_is_refused(desk: Desk, clock: FakeClock):
    old = desk.review.claim(ANNE, ID).version
    clock.move(minutes=20)
    desk.review.claim(BRUNO, ID)
    clock.move(minutes=20)
    desk.review.claim(ANNE, ID)
    before = dump(desk)
    with pytest.raises(ReviewConflictError):
        desk.review.decide(ANNE, decision(old))
    assert dump(desk) == before


def test_a_hold_that_ran_out_still_counts_while_nobody_took_the_case(desk: Desk, clock: FakeClock):
    version = take(desk, ANNE, ID).version
    clock.move(hours=5)
    assert desk.review.decide(ANNE, decision(version)).review.state is ReviewState.DECIDED


def test_deciding_after_another_took_the_case_names_who(desk: Desk, clock: FakeClock):
    version = take(desk, ANNE, ID).version
    clock.move(minutes=20)
    desk.review.claim(BRUNO, ID)
    with pytest.raises(ReviewConflictError) as conflict:
        desk.review.decide(ANNE, decision(version))
    assert conflict.value.held_by == "Bruno"


def test_a_decided_case_is_not_claimed_or_decided_again(desk: Desk):
    version = take(desk, ANNE, ID).version
    review = desk.review.decide(ANNE, decision(version)).review
    with pytest.raises(ReviewConflictError) as conflict:
        desk.review.claim(BRUNO, ID)
    assert conflict.value.held_by == "Anne"
    with pytest.raises(ReviewConflictError):
        desk.review.decide(ANNE, decision(review.version))


def test_a_delivered_answer_found_wrong_is_corrected(desk: Desk, clock: FakeClock):
    version = desk.review.claim(ANNE, "case-00003").version
    desk.review.decide(ANNE, decision(version, "reject", "case-00003"))
    clock.move(minutes=1)
    desk.delivery.run(SYSTEM)
    assert [reply.kind for reply in desk.delivery.messages(SYSTEM, "case-00003")] == [
        ReplyKind.FIRST,
        ReplyKind.CORRECTED,
    ]


def test_a_delivered_answer_found_right_gets_no_second_message(desk: Desk):
    version = desk.review.claim(ANNE, "case-00003").version
    wanted = decision(version, "approve", "case-00003")
    assert desk.review.preview(ANNE, wanted) == ""
    assert desk.review.decide(ANNE, wanted).reply is None


def test_a_delivered_case_given_back_is_delivered_again(desk: Desk):
    desk.review.claim(ANNE, "case-00003")
    assert desk.review.release(ANNE, "case-00003").state is ReviewState.DELIVERED


def test_an_unknown_case_is_not_found(desk: Desk):
    for step in (
        lambda: desk.review.open_case(ANNE, "no"),
        lambda: desk.review.claim(ANNE, "no"),
        lambda: desk.review.release(ANNE, "no"),
        lambda: desk.review.save_draft(ANNE, "no", ReviewDraft()),
        lambda: desk.review.recheck(ANNE, "no", "x"),
        lambda: desk.review.decide(ANNE, decision(0, "approve", "no")),
        lambda: desk.review.undo(ANNE, "no"),
        lambda: desk.delivery.messages(SYSTEM, "no"),
    ):
        with pytest.raises(NotFoundError):
            step()


USES = {
    "claim": lambda desk, version: desk.review.claim(ANNE, "case-00002"),
    "claim_next": lambda desk, version: desk.review.claim_next(CHIEF),
    "release": lambda desk, version: desk.review.release(ANNE, ID),
    "save_draft": lambda desk, version: desk.review.save_draft(ANNE, ID, ReviewDraft(note="x")),
    "reveal": lambda desk, version: desk.review.reveal(ANNE, ID, ReviewDraft(judgements=JUDGED)),
    "recheck": lambda desk, version: desk.review.recheck(ANNE, ID, "x"),
    "approve": lambda desk, version: desk.review.decide(ANNE, decision(version)),
    "reject": lambda desk, version: desk.review.decide(ANNE, decision(version, "reject")),
    "erase": lambda desk, version: desk.audit.erase_content(ADMIN, ID, "art. 17"),
    "undo": lambda desk, version: desk.review.undo(ANNE, ID),
}


@pytest.mark.parametrize("name", USES)
def test_a_fault_at_any_step_leaves_everything_as_it_was(tmp_path, clock, name):
    whole = open_bench(tmp_path, clock=clock)
    version = take(whole, ANNE, ID).version
    if name == "undo":
        whole.review.decide(ANNE, decision(version))
    before = dump(whole)
    store = FaultyStore(store_of(whole))
    desk = open_bench(tmp_path, clock=clock, store=store)
    for step in range(1, 100):
        store.fail_at, store.calls = step, []
        try:
            USES[name](desk, version)
        except FaultError:
            assert dump(whole) == before, store.calls
        else:
            break
    assert step == len(store.calls) + 1 > 1
