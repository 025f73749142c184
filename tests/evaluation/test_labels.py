from __future__ import annotations

import numpy as np
import pytest
from casework.bench import (
    ANALYST,
    ANNE,
    CHIEF,
    FAKE_LAW,
    RIGHT_FEE,
    WRONG_FEE,
    FakeClock,
    case,
    open_bench,
    store_of,
    take,
)

from hri.domain.reviews import Judgement, ReviewDecision
from hri.domain.slots import SLOTS, Slot
from hri.evaluation.labels import RIGHT, UNKNOWN, WRONG, LabelReader, Labels
from hri.evaluation.loading import HistoryReader
from hri.wiring import Desk

FEES, LAW = SLOTS.index(Slot.FEES), SLOTS.index(Slot.LEGAL_BASIS)


class Bench:
    """A desk, and labels read over and over by one reader."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.history, self.labels = HistoryReader(store_of(desk)), LabelReader(store_of(desk))

    def add(self, number: int, slots: dict) -> str:
        self.desk.intake.submit(CHIEF, case(number, metadata={"slots": slots}))
        return f"case-{number:05}"

    def judge(self, name: str, **judgements: Judgement) -> None:
        version = take(self.desk, ANNE, name).version
        decision = ReviewDecision(
            case_id=name,
            verb="reject",
            seen_version=version,
            reason_code="wrong_value",
            text="Ask the town hall.",
            judgements=judgements,
        )
        self.desk.review.decide(ANNE, decision)

    def read(self) -> dict[str, tuple[int, int, int]]:
        """Truth of fees, of the legal basis, and of the case, by case id."""
        history = self.history.read()
        found = self.labels.read(history)
        again = LabelReader(store_of(self.desk)).read(history)
        for name in ("place", "slots", "case"):
            np.testing.assert_array_equal(getattr(found, name), getattr(again, name))
        rows = zip(found.place, found.slots[FEES], found.slots[LAW], found.case, strict=True)
        return {history.ids[place]: (int(f), int(b), int(c)) for place, f, b, c in rows}


@pytest.fixture
def bench(desk: Desk) -> Bench:
    return Bench(desk)


BOTH = {**FAKE_LAW, **WRONG_FEE}


@pytest.mark.parametrize(
    ("judgements", "expected"),
    [
        ({"fees": "wrong", "legal_basis": "supported"}, (WRONG, RIGHT, WRONG)),
        ({"fees": "supported", "legal_basis": "supported"}, (RIGHT, RIGHT, RIGHT)),
        ({"fees": "supported"}, (RIGHT, UNKNOWN, UNKNOWN)),
        ({"fees": "wrong"}, (WRONG, UNKNOWN, WRONG)),
        ({"fees": "supported", "legal_basis": "cannot_tell"}, (RIGHT, UNKNOWN, UNKNOWN)),
        ({"fees": "source_outdated", "legal_basis": "wrong"}, (UNKNOWN, WRONG, WRONG)),
        ({}, (UNKNOWN, UNKNOWN, UNKNOWN)),
    ],
)
def test_a_slot_is_known_only_where_a_person_said_right_or_wrong(bench, judgements, expected):
    bench.judge(bench.add(1, BOTH), **judgements)
    assert bench.read() == {"case-00001": expected}


def test_only_decided_cases_have_labels(bench):
    bench.add(1, WRONG_FEE)
    take(bench.desk, ANNE, bench.add(2, WRONG_FEE))
    assert bench.read() == {}


def test_labels_follow_new_decisions_and_undone_ones(bench):
    bench.add(1, WRONG_FEE)
    second = bench.add(2, WRONG_FEE)
    bench.judge(second, fees="wrong")
    assert bench.read() == {second: (WRONG, UNKNOWN, WRONG)}
    bench.desk.review.undo(ANNE, second)
    assert bench.read() == {}
    bench.judge(second, fees="supported")
    third = bench.add(3, WRONG_FEE)
    bench.judge(third, fees="wrong")
    assert bench.read() == {
        second: (RIGHT, UNKNOWN, RIGHT),
        third: (WRONG, UNKNOWN, WRONG),
    }


def test_a_first_read_of_two_is_no_label_yet(tmp_path):
    desk = open_bench(tmp_path, clock=FakeClock(), second_read_share=1)
    bench = Bench(desk)
    bench.judge(bench.add(1, WRONG_FEE), fees="wrong")
    assert bench.read() == {}


def test_labels_are_read_anew_only_when_something_was_decided(bench):
    bench.judge(bench.add(1, WRONG_FEE), fees="wrong")
    history = bench.history.read()
    assert bench.labels.read(history) is bench.labels.read(history)


def test_places_hold_while_cases_come_in(bench):
    for number in range(3):
        bench.add(number, RIGHT_FEE)
    bench.judge(bench.add(3, WRONG_FEE), fees="wrong")
    bench.read()
    bench.judge(bench.add(4, WRONG_FEE), fees="supported")
    history = bench.history.read()
    assert bench.labels.read(history).place.tolist() == [3, 4]


def test_labels_among_some_places_take_their_places_there():
    labels = Labels(
        np.array([1, 4, 6]), np.arange(15, dtype=np.int8).reshape(5, 3), np.array([0, 1, -1])
    )
    found = labels.among(np.array([0, 4, 5, 6]))
    assert found.place.tolist() == [1, 3]
    assert found.case.tolist() == [1, -1]
    assert labels.among(np.array([], np.intp)).size == 0


def test_people_who_may_not_tune_weigh_nothing(desk):
    from hri.errors import ForbiddenError

    with pytest.raises(ForbiddenError):
        desk.weighing.outcomes(ANNE, desk.policy)
    assert desk.weighing.outcomes(ANALYST, desk.policy).cases == 0
