from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from casework.bench import (
    ANNE,
    BRUNO,
    CHIEF,
    FAKE_LAW,
    RIGHT_FEE,
    WRONG_FEE,
    FakeClock,
    case,
    open_bench,
)

from hri.casework.queue import EVERYTHING
from hri.domain.decisions import Action
from hri.domain.queues import QueueFilter
from hri.domain.reviews import Judgement, ReviewDecision, ReviewDraft, ReviewState
from hri.domain.slots import Slot
from hri.errors import NotFoundError
from hri.wiring import Desk


def decide(desk: Desk, case_id: str) -> None:
    judged = dict.fromkeys(Slot, Judgement.WRONG)
    version = desk.review.claim(ANNE, case_id).version
    desk.review.reveal(ANNE, case_id, ReviewDraft(judgements=judged))
    decision = {
        "case_id": case_id,
        "verb": "reject",
        "seen_version": version,
        "reason_code": "wrong_value",
        "text": "It costs 25 €.",
        "judgements": judged,
    }
    desk.review.decide(ANNE, ReviewDecision.model_validate(decision))


def ids(desk: Desk, narrow: QueueFilter = EVERYTHING, **how: object) -> list[int]:
    return [int(item.case_id[-5:]) for item in desk.queue.page(ANNE, narrow, **how).items]


def every_page(desk: Desk, size: int, narrow: QueueFilter = EVERYTHING) -> list[str]:
    found, cursor = [], None
    while True:
        page = desk.queue.page(ANNE, narrow, cursor=cursor, size=size)
        assert len(page.items) <= size
        found += [item.case_id for item in page.items]
        cursor = page.cursor
        if cursor is None:
            return found


def test_higher_expected_risk_comes_first_at_equal_age(desk: Desk, clock: FakeClock):
    desk.intake.submit(CHIEF, case(1))
    desk.intake.submit(CHIEF, case(2, metadata={"slots": FAKE_LAW}))
    clock.move(hours=1)
    assert ids(desk) == [2, 1]


def test_an_older_case_overtakes_a_riskier_one(desk: Desk, clock: FakeClock):
    desk.intake.submit(CHIEF, case(1))
    clock.move(hours=4)
    desk.intake.submit(CHIEF, case(2, metadata={"slots": FAKE_LAW}))
    clock.move(hours=2)
    assert ids(desk) == [1, 2]


def test_cases_past_their_deadline_come_first(desk: Desk, clock: FakeClock):
    desk.intake.submit(CHIEF, case(1))
    clock.move(hours=47)
    desk.intake.submit(CHIEF, case(2, metadata={"slots": FAKE_LAW}))
    clock.move(hours=24, seconds=1)
    assert ids(desk) == [2, 1]
    assert ids(desk, QueueFilter(past_due=True)) == [2]


@pytest.mark.parametrize(("share", "hidden"), [(0, False), (1, True)])
def test_a_row_tells_no_scores_before_they_may_be_seen(tmp_path: Path, share: float, hidden: bool):
    desk = open_bench(tmp_path, commit_first_share=share)
    case_id = desk.intake.submit(CHIEF, case(1, metadata={"slots": FAKE_LAW})).case_id
    (item,) = desk.queue.page(ANNE).items
    assert item.commit_first is hidden is desk.review.open_case(ANNE, case_id).commit_first
    assert (item.flagged, item.hri is None) == (() if hidden else (Slot.LEGAL_BASIS,), hidden)
    decide(desk, case_id)
    (item,) = desk.queue.page(ANNE, QueueFilter(states=(ReviewState.DECIDED,))).items
    assert item.flagged == (Slot.LEGAL_BASIS,)


def test_a_row_says_why_it_is_where_it_is(desk: Desk, clock: FakeClock):
    desk.intake.submit(CHIEF, case(1, question="What does it cost?"))
    clock.move(hours=2)
    (item,) = desk.queue.page(ANNE).items
    assert item.priority == pytest.approx(2 * item.priority_risk)
    assert (item.past_due, item.question) == (False, "What does it cost?")
    assert item.review.state is ReviewState.WAITING


def test_equal_cases_come_in_order_of_arrival(desk: Desk, clock: FakeClock):
    for number in (3, 1, 2):
        desk.intake.submit(CHIEF, case(number))
    clock.move(hours=1)
    assert ids(desk) == [3, 1, 2]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50])
def test_pages_hold_every_case_once_in_one_order(desk: Desk, clock: FakeClock, size):
    for number in range(7):
        slots = [WRONG_FEE, FAKE_LAW][number % 2]
        desk.intake.submit(CHIEF, case(number, metadata={"slots": slots}))
        clock.move(hours=7)
    whole = every_page(desk, 50)
    assert len(set(whole)) == 7
    assert every_page(desk, size) == whole


def test_later_pages_keep_the_first_pages_moment(desk: Desk, clock: FakeClock):
    for number in range(4):
        desk.intake.submit(CHIEF, case(number))
        clock.move(hours=1)
    first = desk.queue.page(ANNE, size=2)
    clock.move(hours=100)
    desk.intake.submit(CHIEF, case(9, metadata={"slots": FAKE_LAW}))
    second = desk.queue.page(ANNE, cursor=first.cursor, size=2)
    assert second.at == first.at
    assert [item.case_id[-1] for item in (*first.items, *second.items)] == ["0", "1", "2", "3"]


def test_a_case_decided_between_two_pages_shifts_no_other(desk: Desk, clock: FakeClock):
    for number in range(6):
        desk.intake.submit(CHIEF, case(number))
        clock.move(hours=1)
    first = desk.queue.page(ANNE, size=2)
    desk.review.claim(BRUNO, "case-00000")
    second = desk.queue.page(ANNE, QueueFilter(states=(ReviewState.WAITING,)), cursor=first.cursor)
    assert [item.case_id[-1] for item in second.items] == ["2", "3", "4", "5"]


@pytest.mark.parametrize("cursor", ["", "!", "bm9uZQ==", "WzEsMiwzXQ==", "é"])
def test_a_cursor_of_no_page_is_not_found(desk: Desk, cursor):
    with pytest.raises(NotFoundError):
        desk.queue.page(ANNE, cursor=cursor)


FIELDS = {
    1: {"procedure_id": "transport/licence", "language": "fr", "model": "m1", "channel": "web"},
    2: {"procedure_id": "civil/birth", "language": "en", "model": "m2", "channel": "phone"},
    3: {"metadata": {"slots": FAKE_LAW}, "language": "fr"},
    4: {"metadata": {"slots": RIGHT_FEE}, "language": "en"},
}


@pytest.mark.parametrize(
    ("narrow", "wanted"),
    [
        pytest.param({}, [3, 1, 2], id="all-work"),
        pytest.param({"procedure_id": "civil/birth"}, [2], id="procedure"),
        pytest.param({"service": "transport"}, [1], id="service"),
        pytest.param({"slot": "legal_basis"}, [3], id="slot"),
        pytest.param({"slot": "fees"}, [1, 2], id="other-slot"),
        pytest.param({"action": "DEFER"}, [1, 2], id="action"),
        pytest.param({"language": "en"}, [2], id="language"),
        pytest.param({"model": "m1"}, [1], id="model"),
        pytest.param({"channel": "phone"}, [2], id="channel"),
        pytest.param({"states": ["delivered"]}, [4], id="delivered"),
        pytest.param({"states": list(ReviewState)}, [3, 1, 2, 4], id="every-state"),
        pytest.param({"service": "transport", "language": "en"}, [], id="both"),
        pytest.param({"service": "x' OR 1=1 --"}, [], id="no-injection"),
    ],
)
def test_filters_narrow_the_queue(desk: Desk, clock: FakeClock, narrow, wanted):
    for number, fields in FIELDS.items():
        desk.intake.submit(CHIEF, case(number, **fields))
    clock.move(hours=1)
    chosen = QueueFilter.model_validate(narrow)
    assert ids(desk, chosen) == wanted
    counts = desk.queue.counts(ANNE, chosen)
    assert sum(counts.by_action.values()) == len(wanted)


def test_a_held_case_is_shown_as_held_until_its_hold_runs_out(desk: Desk, clock: FakeClock):
    desk.intake.submit(CHIEF, case(1))
    desk.review.claim(BRUNO, "case-00001")
    held, waiting = (
        QueueFilter(states=(state,)) for state in (ReviewState.HELD, ReviewState.WAITING)
    )
    assert (ids(desk, held), ids(desk, waiting)) == ([1], [])
    assert desk.queue.page(ANNE).items[0].review.holder_name == "Bruno"
    assert ids(desk, QueueFilter(holder="bruno")) == [1]
    clock.move(minutes=15)
    assert (ids(desk, held), ids(desk, waiting)) == ([], [1])
    assert desk.queue.page(ANNE).items[0].review.holder is None
    assert ids(desk, QueueFilter(holder="bruno")) == []


def test_counts_tell_waiting_held_own_and_late_cases(desk: Desk, clock: FakeClock):
    for number in range(4):
        desk.intake.submit(CHIEF, case(number))
    desk.intake.submit(CHIEF, case(9, metadata={"slots": FAKE_LAW}))
    clock.move(hours=30)
    desk.review.claim(ANNE, "case-00000")
    desk.review.claim(BRUNO, "case-00001")
    counts = desk.queue.counts(ANNE)
    assert (counts.waiting, counts.held, counts.mine, counts.past_due) == (3, 2, 1, 1)
    assert counts.by_action == {
        Action.PASS: 0,
        Action.WARN: 0,
        Action.DEFER: 4,
        Action.ROUTE: 1,
    }


def test_an_empty_queue_has_no_page_and_no_next_case(desk: Desk):
    page = desk.queue.page(ANNE)
    assert (page.items, page.cursor) == ((), None)
    assert desk.queue.next_case(ANNE) is None


def test_priorities_fall_along_the_queue(desk: Desk, clock: FakeClock):
    for number in range(20):
        slots = [WRONG_FEE, FAKE_LAW][number % 3 == 0]
        desk.intake.submit(CHIEF, case(number, metadata={"slots": slots}))
        clock.move(hours=3)
    items = desk.queue.page(ANNE).items
    keys = [(item.past_due, item.priority) for item in items]
    assert all(first >= second for first, second in pairwise(keys))


def test_a_page_is_never_larger_than_the_limit(desk: Desk):
    assert desk.queue.page(ANNE, size=10**9).items == ()
    assert desk.queue.page(ANNE, size=-1).items == ()
