from __future__ import annotations

from pathlib import Path

import pytest
from casework.bench import (
    ANNE,
    CHIEF,
    JUDGED,
    RIGHT_FEE,
    FakeClock,
    case,
    open_bench,
    person,
    take,
)
from hypothesis import given
from hypothesis import strategies as st

from hri.domain.decisions import Action
from hri.domain.figures import DrawnRow
from hri.domain.reviews import ReviewDecision, Role
from hri.errors import ForbiddenError
from hri.evaluation.estimates import estimate_wrong, wilson

DELIVERED = {Action.PASS: 1000, Action.WARN: 100}


@pytest.mark.parametrize(
    ("share", "n", "low", "high"),
    [  # worked by hand from the formula
        (0.0, 10, 0.0, 0.2775),
        (0.5, 10, 0.2366, 0.7634),
        (1.0, 10, 0.7225, 1.0),
        (0.1, 200, 0.0657, 0.1494),
        (0.0, 0.5, 0.0, 0.8848),
    ],
)
def test_wilsons_interval(share: float, n: float, low: float, high: float):
    assert wilson(share, n) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


@given(st.floats(0, 1), st.floats(0.01, 1e6))
def test_the_interval_holds_the_share_and_stays_a_share(share: float, n: float):
    low, high = wilson(share, n)
    assert 0 <= low <= share <= high <= 1


def test_nothing_judged_is_not_measurable():
    rows = [DrawnRow(Action.PASS, 50.0, 20, 0, 0)]
    found = estimate_wrong(rows, DELIVERED)
    assert (found.share, found.low, found.high, found.effective_n) == (None, None, None, 0)
    assert found.unmeasured == (Action.PASS, Action.WARN)


def test_one_stratum_is_plain_wilson():
    found = estimate_wrong([DrawnRow(Action.PASS, 50.0, 20, 20, 2)], {Action.PASS: 1000})
    assert found.share == pytest.approx(0.1)
    assert found.effective_n == pytest.approx(20)
    assert (found.low, found.high) == pytest.approx(wilson(0.1, 20))
    assert found.unmeasured == ()


def test_each_action_counts_as_much_as_it_was_delivered():
    rows = [DrawnRow(Action.PASS, 50.0, 20, 20, 1), DrawnRow(Action.WARN, 10.0, 10, 10, 4)]
    found = estimate_wrong(rows, DELIVERED)
    assert found.share == pytest.approx((1000 * 0.05 + 100 * 0.4) / 1100)
    weights = [50.0] * 20 + [10.0] * 10
    kish = sum(weights) ** 2 / sum(weight**2 for weight in weights)
    assert found.effective_n == pytest.approx(kish)


def test_an_action_judged_sooner_counts_for_no_more():
    rows = [DrawnRow(Action.PASS, 50.0, 20, 5, 0), DrawnRow(Action.WARN, 10.0, 10, 10, 5)]
    found = estimate_wrong(rows, DELIVERED)
    assert found.share == pytest.approx(100 * 0.5 / 1100)


def test_weights_of_several_times_are_joined():
    rows = [DrawnRow(Action.PASS, 10.0, 10, 10, 0), DrawnRow(Action.PASS, 100.0, 9, 9, 9)]
    assert estimate_wrong(rows, {Action.PASS: 1000}).share == pytest.approx(0.9)


def test_an_action_of_which_nothing_is_judged_is_named():
    rows = [DrawnRow(Action.PASS, 50.0, 20, 10, 1), DrawnRow(Action.WARN, 10.0, 10, 0, 0)]
    found = estimate_wrong(rows, DELIVERED)
    assert found.share == pytest.approx(0.1)
    assert found.unmeasured == (Action.WARN,)


@given(st.floats(0, 1), st.integers(1, 60), st.integers(1, 60))
def test_an_evenly_wrong_sample_gives_its_share(wrong: float, passed: int, warned: int):
    rows = [
        DrawnRow(Action.PASS, 50.0, passed * 4, passed * 2, passed),
        DrawnRow(Action.WARN, 10.0, warned * 2, warned * 2, warned),
    ]
    assert estimate_wrong(rows, DELIVERED).share == pytest.approx(0.5)


def test_the_desk_estimates_what_people_found(tmp_path: Path, clock: FakeClock):
    desk = open_bench(tmp_path, clock=clock, sample_pass_share=1)
    for number in range(6):
        desk.intake.submit(CHIEF, case(number, metadata={"slots": RIGHT_FEE}))
    desk.intake.submit(CHIEF, case(9))
    for number, verb in enumerate(("approve", "approve", "approve_edited", "reject")):
        name = f"case-{number:05}"
        decision = ReviewDecision(
            case_id=name,
            verb=verb,
            seen_version=take(desk, ANNE, name).version,
            reason_code="other",
            reason_text="why",
            text=None if verb == "approve" else "It costs 25 €.",
            judgements=JUDGED,
        )
        desk.review.decide(ANNE, decision)
    found = desk.analytics.delivered_wrong(CHIEF)
    (passed, warned) = found.strata
    assert (passed.delivered, passed.drawn, passed.judged, passed.wrong) == (6, 6, 4, 2)
    assert (warned.action, warned.delivered) == (Action.WARN, 0)
    assert found.share == pytest.approx(0.5)
    desk.review.undo(ANNE, "case-00003")
    assert desk.analytics.delivered_wrong(CHIEF).share == pytest.approx(1 / 3)
    with pytest.raises(ForbiddenError):
        desk.analytics.delivered_wrong(person(Role.CASEWORKER))
