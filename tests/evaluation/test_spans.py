"""The part of the history that is looked at: by time, by service, and its mean risks."""

from __future__ import annotations

import factories
import pytest
from casework.bench import ANALYST, CHIEF, FAKE_LAW, RIGHT_FEE, FakeClock, case
from evaluation.strategies import NEEDED

from hri.domain.decisions import ACTIONS, Action
from hri.domain.slots import SLOTS
from hri.evaluation.spans import Span
from hri.wiring import Desk

OLD, NEW = "civil-registry", "transport"
HALVES = factories.policy(
    coefficients={"alpha": 0.2, "beta": 0.2, "gamma": 0.6},
    thresholds={"warn": 0.1, "defer": 0.4, "route": 0.6},
)


@pytest.fixture(autouse=True)
def stored(desk: Desk, clock: FakeClock) -> None:
    for number, slots in enumerate([{}, RIGHT_FEE, FAKE_LAW]):
        desk.intake.submit(CHIEF, case(number, domain=OLD, metadata={"slots": slots}))
    clock.move(days=40)
    for number, slots in enumerate([RIGHT_FEE, FAKE_LAW], start=3):
        desk.intake.submit(CHIEF, case(number, domain=NEW, metadata={"slots": slots}))


def test_a_span_counts_what_came_in_during_its_days(desk: Desk, clock: FakeClock):
    found = desk.tuning.compare(ANALYST, desk.policy, span=Span(days=30))
    assert found.cases == sum(found.after.values()) == 2
    clock.move(days=31)
    assert desk.tuning.compare(ANALYST, desk.policy, span=Span(days=30)).cases == 0


def test_a_span_counts_one_service(desk: Desk):
    found = desk.tuning.compare(ANALYST, desk.policy, span=Span(service=OLD))
    assert (found.cases, sum(found.histogram), found.without_index) == (3, 2, 1)
    assert {cell.service for cell in found.risks} == {OLD}
    assert desk.tuning.compare(ANALYST, desk.policy, span=Span(service="nowhere")).cases == 0


def test_time_and_service_narrow_together(desk: Desk):
    assert desk.tuning.compare(ANALYST, desk.policy, span=Span(days=30, service=OLD)).cases == 0


def test_parts_of_the_history_add_up_to_the_whole(desk: Desk):
    whole = desk.tuning.compare(ANALYST, HALVES)
    parts = [
        desk.tuning.compare(ANALYST, HALVES, span=Span(service=service)) for service in (OLD, NEW)
    ]
    for action in ACTIONS:
        assert whole.after[action] == sum(part.after[action] for part in parts)
    assert whole.raised == sum(part.raised for part in parts)
    assert whole.lowered == sum(part.lowered for part in parts)
    assert {flip.case_id for flip in whole.flips} == {
        flip.case_id for part in parts for flip in part.flips
    }


def test_what_is_counted_for_a_span_takes_in_new_cases(desk: Desk):
    assert desk.tuning.compare(ANALYST, desk.policy, span=Span(days=30)).cases == 2
    desk.intake.submit(CHIEF, case(9, domain=NEW))
    assert desk.tuning.compare(ANALYST, desk.policy, span=Span(days=30)).cases == 3


@pytest.mark.parametrize("span", [Span(), Span(service=NEW), Span(days=1)])
def test_mean_risks_are_those_of_the_slots_computed_one_by_one(desk: Desk, span: Span):
    history, share = desk.tuning.history(ANALYST), HALVES.coefficients
    risks: dict[tuple[str, str], list[float]] = {}
    for place in range(history.size):
        service = history.services[history.service[place]]
        if service == OLD and (span.days or span.service):
            continue
        for row, slot in enumerate(SLOTS):
            if not history.applies[row, place]:
                continue
            gap = 1.0 - history.ccs[row, place]
            signals = (history.sis[row, place], gap, history.rvs[row, place])
            numbers = [HALVES.signals.unscored_value if s != s else s for s in signals]  # NaN
            shares = (share.alpha, share.beta, share.gamma)
            risk = sum(a * b for a, b in zip(shares, numbers, strict=True))
            risks.setdefault((slot.value, service), []).append(risk)
    found = desk.tuning.compare(ANALYST, HALVES, span=span).risks
    assert {(cell.slot.value, cell.service): (cell.n, cell.mean_risk) for cell in found} == {
        key: (len(each), pytest.approx(sum(each) / len(each))) for key, each in risks.items()
    }


def test_flips_of_both_directions_are_listed_however_many_one_has(desk: Desk):
    """A policy that lowers many cases must not hide the few that it raises."""
    desk.intake.submit(CHIEF, case(9))
    lenient = {"warn": 0.9, "defer": 0.95, "route": 1.0}
    floors = tuple(
        each.model_copy(update={"floor": Action.ROUTE}) if each.id == "contradicted" else each
        for each in desk.policy.overrides
        if each.id == "contradicted" or each in NEEDED
    )
    found = desk.tuning.compare(
        ANALYST, factories.policy(thresholds=lenient, overrides=floors), limit=1
    )
    ways = [flip.after.severity > flip.before.severity for flip in found.flips]
    assert (found.raised, found.lowered) == (1, 2)
    assert sorted(ways) == [False, True]


def test_an_hour_later_is_another_span_and_a_minute_later_the_same(desk: Desk, clock: FakeClock):
    clock.move(days=28, hours=1)
    at_first = desk.tuning.compare(ANALYST, desk.policy, span=Span(days=30)).cases
    clock.move(days=2)
    later = desk.tuning.compare(ANALYST, desk.policy, span=Span(days=30)).cases
    assert (at_first, later) == (2, 0)
