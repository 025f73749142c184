from __future__ import annotations

from datetime import timedelta

import pytest
from casework.bench import (
    ADMIN,
    ANALYST,
    ANNE,
    AUDITOR,
    BRUNO,
    CHIEF,
    FAKE_LAW,
    FakeClock,
    case,
    dump,
    store_of,
    take,
)

from hri.casework.permissions import SYSTEM
from hri.domain.events import EventKind
from hri.domain.failures import Failure
from hri.domain.queues import QueueFilter, View, view_filter
from hri.domain.reviews import ReviewDecision, ReviewState, Role, Stage
from hri.domain.worklists import RemarkKind
from hri.errors import (
    ConflictError,
    ForbiddenError,
    InvalidDecisionError,
    NotFoundError,
    ReviewConflictError,
)
from hri.wiring import Desk

ONE, TWO, THREE = (f"case-{n:05}" for n in range(1, 4))


@pytest.fixture(autouse=True)
def stored(desk: Desk) -> None:
    desk.intake.submit(CHIEF, case(1))
    desk.intake.submit(CHIEF, case(2, metadata={"slots": FAKE_LAW}))
    desk.intake.submit(CHIEF, case(3))


@pytest.fixture
def other(desk: Desk) -> str:
    """Another service, which has a case of its own."""
    return desk.intake.submit(CHIEF, case(4, domain="archive")).case_id


def ids(desk: Desk, narrow: QueueFilter) -> set[str]:
    return {item.case_id for item in desk.queue.page(ANNE, narrow).items}


def next_for(desk: Desk, person) -> str | None:
    item = desk.queue.next_case(person)
    return item and item.case_id


def approve(desk: Desk, person, case_id: str, **more: object):
    version = take(desk, person, case_id).version
    decision = ReviewDecision.model_validate(
        {
            "case_id": case_id,
            "verb": "reject",
            "seen_version": version,
            "reason_code": "wrong_value",
            "text": "Please ask the town hall.",
            "judgements": {"fees": "wrong"},
            **more,
        }
    )
    return desk.review.decide(person, decision)


def test_a_given_case_is_handed_to_that_person_only(desk: Desk):
    report = desk.worklist.assign(CHIEF, [ONE, TWO, THREE], BRUNO)
    assert report.changed == (ONE, TWO, THREE)
    assert next_for(desk, ANNE) is None
    assert next_for(desk, BRUNO) is not None
    assert ids(desk, view_filter(View.MINE, BRUNO.id)) == {ONE, TWO, THREE}
    assert ids(desk, view_filter(View.MINE, ANNE.id)) == set()
    # Anybody may still open and take it by hand: work does not stop with an absence.
    assert desk.review.claim(ANNE, ONE).holder == ANNE.id


def test_bulk_work_is_undone_as_it_was_but_for_what_moved_on(desk: Desk, other: str):
    before = desk.queue.page(ANNE).items
    moved = desk.worklist.move(CHIEF, [ONE, TWO], "archive")
    assert ids(desk, QueueFilter(service="archive")) == {ONE, TWO, other}
    desk.review.claim(ANNE, ONE)
    report = desk.worklist.undo(CHIEF, moved.batch)
    assert (report.changed, report.left) == ((TWO,), (ONE,))
    assert ids(desk, QueueFilter(service="archive")) == {ONE, other}
    after = {item.case_id: item.service for item in desk.queue.page(ANNE).items}
    assert after[TWO] == next(item.service for item in before if item.case_id == TWO)


def test_undoing_twice_or_for_others_is_refused(desk: Desk):
    done = desk.worklist.snooze(ANNE, [ONE], desk.clock.now() + timedelta(hours=1))
    with pytest.raises(ConflictError):
        desk.worklist.undo(BRUNO, done.batch)
    desk.worklist.undo(ANNE, done.batch)
    with pytest.raises(ConflictError):
        desk.worklist.undo(ANNE, done.batch)
    with pytest.raises(NotFoundError):
        desk.worklist.undo(ANNE, 99)


def test_a_case_put_off_comes_back_by_itself(desk: Desk, clock: FakeClock):
    desk.worklist.snooze(ANNE, [ONE], clock.now() + timedelta(hours=1))
    assert ids(desk, QueueFilter()) == {TWO, THREE}
    assert ids(desk, view_filter(View.SNOOZED, ANNE.id)) == {ONE}
    assert desk.queue.views(ANNE)[View.SNOOZED] == 1
    clock.move(hours=2)
    assert ids(desk, QueueFilter()) == {ONE, TWO, THREE}


@pytest.mark.parametrize(
    ("work", "error"),
    [
        (lambda desk: desk.worklist.assign(ANNE, [ONE], BRUNO), ForbiddenError),
        (lambda desk: desk.worklist.move(ANALYST, [ONE], "x"), ForbiddenError),
        (lambda desk: desk.worklist.snooze(AUDITOR, [ONE], desk.clock.now()), ForbiddenError),
        (lambda desk: desk.worklist.assign(CHIEF, [ONE], ANALYST), InvalidDecisionError),
        (lambda desk: desk.worklist.assign(CHIEF, [], BRUNO), InvalidDecisionError),
        (lambda desk: desk.worklist.assign(CHIEF, ["x"] * 2, BRUNO), NotFoundError),
        (lambda desk: desk.worklist.assign(CHIEF, [ONE, "none"], BRUNO), NotFoundError),
        (lambda desk: desk.worklist.move(CHIEF, [ONE], "  "), InvalidDecisionError),
        (lambda desk: desk.worklist.move(CHIEF, [ONE], "archve"), InvalidDecisionError),
        (lambda desk: desk.worklist.snooze(ANNE, [ONE], desk.clock.now()), InvalidDecisionError),
        (lambda desk: desk.worklist.skip(ANNE, ONE, "nonsense"), InvalidDecisionError),
        (lambda desk: desk.worklist.skip(ANNE, ONE, "skip_other", " "), InvalidDecisionError),
        (lambda desk: desk.worklist.send_back(ANNE, ONE, "look"), ReviewConflictError),
    ],
)
def test_what_is_refused_changes_no_case(desk: Desk, work, error):
    before = [line for line in dump(desk).splitlines() if "events" not in line]
    with pytest.raises(error):
        work(desk)
    after = [line for line in dump(desk).splitlines() if "events" not in line]
    assert after == before or error is ForbiddenError


def test_a_skipped_case_goes_to_others_with_its_reason(desk: Desk):
    order = []
    while (found := desk.review.claim_next(ANNE)) is not None:
        order.append(found.case_id)
        desk.worklist.skip(ANNE, found.case_id, "not_mine")
    assert sorted(order) == [ONE, TWO, THREE]
    assert next_for(desk, BRUNO) == order[0]
    assert ids(desk, view_filter(View.SKIPPED, ANNE.id)) == {ONE, TWO, THREE}
    remark = desk.review.open_case(BRUNO, ONE).remarks[-1]
    assert (remark.kind, remark.actor, remark.code) == (RemarkKind.SKIP, ANNE.id, "not_mine")
    desk.worklist.skip(ANNE, ONE, "not_mine")
    assert desk.review.open_case(BRUNO, ONE).review.skipped == 1


def test_nobody_skips_what_another_holds(desk: Desk):
    desk.review.claim(BRUNO, ONE)
    with pytest.raises(ReviewConflictError):
        desk.worklist.skip(ANNE, ONE, "not_mine")


def test_a_decided_case_is_sent_back_before_its_message_goes_out(desk: Desk, clock: FakeClock):
    approve(desk, ANNE, ONE)
    clock.move(seconds=11)
    with pytest.raises(ForbiddenError):
        desk.worklist.send_back(BRUNO, ONE, "The fee is wrong.")
    review = desk.worklist.send_back(CHIEF, ONE, "The fee is wrong.")
    assert (review.state, review.sent_back) == (ReviewState.WAITING, True)
    assert review.assignee == ANNE.id
    assert [reply.withdrawn_at is not None for reply in desk.review.open_case(ANNE, ONE).replies][
        1:
    ] == [True]
    assert ids(desk, view_filter(View.SENT_BACK, ANNE.id)) == {ONE}
    approve(desk, ANNE, ONE)
    assert not desk.review.open_case(ANNE, ONE).review.sent_back


def test_a_reversal_after_delivery_corrects_the_message(desk: Desk, clock: FakeClock):
    approve(desk, ANNE, ONE)
    clock.move(seconds=11)
    desk.delivery.run(SYSTEM)
    desk.worklist.send_back(CHIEF, ONE, "The fee is wrong.")
    decided = approve(desk, ANNE, ONE, text="Please ask the prefecture.")
    assert decided.reply is not None
    assert decided.reply.kind.value == "corrected"


def test_the_same_answer_is_not_sent_again_as_a_correction(desk: Desk, clock: FakeClock):
    approve(desk, ANNE, ONE)
    clock.move(seconds=11)
    desk.delivery.run(SYSTEM)
    desk.worklist.send_back(CHIEF, ONE, "Are you sure?")
    decided = approve(desk, ANNE, ONE)
    assert decided.reply is None
    clock.move(seconds=11)
    assert desk.delivery.run(SYSTEM).out == 0


def test_every_piece_of_work_is_in_the_trail_and_proven(desk: Desk):
    given = desk.worklist.assign(CHIEF, [ONE, TWO], BRUNO)
    desk.worklist.undo(CHIEF, given.batch)
    desk.worklist.skip(ANNE, THREE, "not_mine")
    approve(desk, ANNE, ONE, second_read=True)
    desk.review.claim(BRUNO, ONE)
    desk.worklist.send_back(BRUNO, ONE, "Look at the fee.")
    kinds = [event.kind for event in desk.review.open_case(ANNE, ONE).history]
    assert EventKind.REVIEW_ASSIGNED in kinds
    assert EventKind.REVIEW_SENT_BACK in kinds
    with store_of(desk).read() as records:
        assert records.audit.verify().sound


def test_views_count_what_they_show(desk: Desk, clock: FakeClock):
    desk.worklist.assign(CHIEF, [ONE], ANNE)
    desk.worklist.skip(BRUNO, TWO, "not_mine")
    approve(desk, ANNE, THREE, second_read=True)
    clock.move(hours=30)
    for person in (ANNE, BRUNO):
        counts = desk.queue.views(person)
        for view, count in counts.items():
            shown = desk.queue.page(person, view_filter(view, person.id)).items
            assert count == len(shown), view
    assert desk.queue.views(ANNE)[View.SECOND_READ] == 1
    assert desk.queue.views(ANNE)[View.DUE] == 1


def test_cases_are_found_by_kind_of_failure_and_age(desk: Desk, clock: FakeClock):
    assert ids(desk, QueueFilter(failure=Failure.LAW)) == {TWO}
    assert ids(desk, QueueFilter(failure=Failure.CONTRADICTED)) == {ONE, THREE}
    assert ids(desk, QueueFilter(older_than=timedelta(hours=1))) == set()
    clock.move(hours=2)
    desk.intake.submit(CHIEF, case(4))
    assert ids(desk, QueueFilter(older_than=timedelta(hours=1))) == {ONE, TWO, THREE}


def test_a_share_drawn_at_random_comes_earlier_and_says_so(tmp_path):
    from casework.bench import open_bench

    clock = FakeClock()
    drawing = open_bench(tmp_path / "own", clock=clock, random_share=0.3)
    for number in range(1, 41):
        drawing.intake.submit(CHIEF, case(number))
    clock.move(hours=1)
    items = drawing.queue.page(ANNE).items
    drawn = [item.drawn for item in items]
    assert 3 <= sum(drawn) <= 24
    assert drawn == sorted(drawn, reverse=True)
    assert all(item.priority == pytest.approx(1.0) for item in items if item.drawn)


def test_stage_words():
    assert [stage.value for stage in Stage] == ["first", "second", "adjudication"]


def known(desk: Desk, *people) -> None:
    for someone in people:
        desk.guard.signed_in(someone, "demonstration")


def test_a_later_reading_is_not_given_to_an_earlier_reader(desk: Desk):
    approve(desk, ANNE, ONE, second_read=True)
    report = desk.worklist.assign(CHIEF, [TWO, ONE], ANNE)
    assert (report.changed, report.left) == ((TWO,), (ONE,))
    assert desk.review.open_case(ANNE, ONE).review.assignee is None
    assert desk.worklist.assign(CHIEF, [ONE], BRUNO).changed == (ONE,)


def test_sent_back_to_somebody_barred_it_is_for_anybody(desk: Desk, clock: FakeClock):
    known(desk, ANNE, BRUNO, ADMIN)
    approve(desk, ANNE, ONE)
    clock.move(seconds=11)
    desk.people.bar(ADMIN, ANNE.id, ANNE.roles)
    assert desk.worklist.send_back(CHIEF, ONE, "Again.").assignee is None
    assert next_for(desk, BRUNO) is not None


@pytest.mark.parametrize("how", ["barred", "signed in without the role"])
def test_what_somebody_had_who_lost_the_role_is_for_anybody(desk: Desk, how: str):
    known(desk, ANNE, BRUNO, ADMIN)
    desk.worklist.assign(CHIEF, [ONE, TWO, THREE], ANNE)
    given = desk.worklist.assign(CHIEF, [ONE], BRUNO)
    assert next_for(desk, BRUNO) == ONE
    if how == "barred":
        desk.people.bar(ADMIN, ANNE.id, ANNE.roles)
    else:
        known(desk, ANNE.model_copy(update={"roles": (Role.ANALYST,)}))
    assert [desk.review.open_case(CHIEF, one).review.assignee for one in (ONE, TWO, THREE)] == [
        BRUNO.id,
        None,
        None,
    ]
    desk.worklist.undo(CHIEF, given.batch)  # it was Anne's before
    assert desk.review.open_case(CHIEF, ONE).review.assignee is None
    assert desk.audit.verify(AUDITOR).sound


def test_only_what_nobody_else_has_is_put_off(desk: Desk, clock: FakeClock):
    desk.review.claim(ANNE, ONE)
    desk.worklist.assign(CHIEF, [TWO], ANNE)
    until = clock.now() + timedelta(days=1)
    report = desk.worklist.snooze(BRUNO, [ONE, TWO, THREE], until)
    assert (report.changed, report.left) == ((THREE,), (ONE, TWO))
    assert desk.worklist.snooze(CHIEF, [ONE, TWO], until).changed == (TWO,)
    clock.move(hours=1)
    assert desk.worklist.snooze(BRUNO, [ONE], until).changed == (ONE,)  # the hold ran out


@pytest.mark.parametrize(
    "until", [timedelta(days=30, seconds=1), timedelta(days=3000), timedelta()]
)
def test_a_case_is_put_off_for_a_bounded_time(desk: Desk, clock: FakeClock, until: timedelta):
    with pytest.raises(InvalidDecisionError):
        desk.worklist.snooze(ANNE, [ONE], clock.now() + until)
    with pytest.raises(InvalidDecisionError, match="time zone"):
        desk.worklist.snooze(ANNE, [ONE], clock.now().replace(tzinfo=None) + timedelta(days=1))
    assert desk.worklist.snooze(ANNE, [ONE], clock.now() + timedelta(days=30)).changed == (ONE,)


def test_what_is_put_off_beyond_its_deadline_stays_past_it(desk: Desk, clock: FakeClock):
    desk.worklist.snooze(ANNE, [TWO], clock.now() + timedelta(days=20))
    assert TWO not in ids(desk, view_filter(View.DUE, ANNE.id))
    clock.move(days=10)
    assert TWO in ids(desk, view_filter(View.DUE, ANNE.id))
    assert TWO in ids(desk, view_filter(View.SNOOZED, ANNE.id))
    assert TWO not in ids(desk, QueueFilter())
    for view, count in desk.queue.views(ANNE).items():
        shown = desk.queue.page(ANNE, view_filter(view, ANNE.id)).items
        assert count == len(shown), view


def test_the_holder_is_not_told_to_be_in_their_own_way(desk: Desk, other: str):
    version = take(desk, ANNE, ONE).version
    desk.worklist.move(CHIEF, [ONE], "archive")
    with pytest.raises(ReviewConflictError) as conflict:
        desk.review.decide(
            ANNE,
            ReviewDecision(
                case_id=ONE, verb="approve", seen_version=version, reason_code="correct"
            ),
        )
    assert conflict.value.held_by == "Chief"
