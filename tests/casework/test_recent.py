"""The queue as it was a moment ago: shared by everybody, but never behind one's own work."""

from __future__ import annotations

from pathlib import Path

import pytest
from casework.bench import ANNE, BRUNO, CHIEF, FakeClock, case, open_bench

from hri.casework.holding import FRONT
from hri.domain.queues import QueueFilter, View
from hri.errors import ReviewConflictError
from hri.wiring import Desk

KEPT = 30


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def desk(tmp_path: Path, clock: FakeClock) -> Desk:
    desk = open_bench(tmp_path, clock=clock, queue_seconds=KEPT)
    for number in range(4):
        desk.intake.submit(CHIEF, case(number))
    return desk


def seen(desk: Desk, actor=ANNE) -> tuple[int, int, int, int]:
    counts = desk.queue.counts(actor)
    held = sum(item.review.holder is not None for item in desk.queue.page(actor).items)
    return counts.waiting, counts.held, counts.mine, held


def test_what_a_person_did_shows_at_once(desk: Desk):
    assert seen(desk) == (4, 0, 0, 0)
    taken = desk.review.claim_next(ANNE)
    assert seen(desk) == (3, 1, 1, 1)
    assert desk.queue.views(ANNE)[View.MINE] == 1
    desk.review.release(ANNE, taken.case_id)
    assert seen(desk) == (4, 0, 0, 0)
    assert desk.queue.views(ANNE)[View.MINE] == 0


def test_what_others_did_shows_when_the_time_is_over(desk: Desk, clock: FakeClock):
    assert seen(desk) == (4, 0, 0, 0)
    desk.review.claim_next(BRUNO)
    assert seen(desk) == (4, 0, 0, 0)
    assert seen(desk, BRUNO) == (3, 1, 1, 1)
    assert seen(desk) == (3, 1, 0, 1)  # Bruno's look is newer, and everybody has it
    desk.review.claim_next(CHIEF)
    clock.move(seconds=KEPT)
    assert seen(desk) == (2, 2, 0, 2)


def test_what_others_give_to_a_person_shows_at_once(desk: Desk):
    mine = QueueFilter(person=ANNE.id)
    assert not desk.queue.page(ANNE, mine).items
    desk.worklist.assign(CHIEF, ["case-00001"], ANNE)
    assert [item.case_id for item in desk.queue.page(ANNE, mine).items] == ["case-00001"]
    assert desk.queue.views(ANNE)[View.MINE] == 1


def test_the_next_case_is_free_however_old_the_list_is(desk: Desk):
    people = (ANNE, BRUNO, CHIEF)
    taken = [desk.review.claim_next(one).case_id for one in people]
    assert len(set(taken)) == 3
    for one, case_id in zip(people, taken, strict=True):
        others = [other for other in people if other is not one]
        for other in others:
            with pytest.raises(ReviewConflictError):
                desk.review.claim(other, case_id)


def test_a_case_that_came_after_the_list_is_found_when_the_list_is_used_up(desk: Desk):
    desk.review.claim_next(ANNE, QueueFilter(language="en"))
    desk.intake.submit(CHIEF, case(FRONT))
    taken = {desk.review.claim_next(person).case_id for person in (ANNE, BRUNO, CHIEF)}
    assert len(taken) == 3


def test_own_cases_come_before_others_though_they_are_on_no_list(desk: Desk):
    mine = desk.review.claim_next(ANNE).case_id
    assert desk.review.claim_next(ANNE).case_id == mine
