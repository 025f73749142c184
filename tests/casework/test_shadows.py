"""Shadow runs: a candidate decides beside the live policy, and only figures come of it."""

from __future__ import annotations

from pathlib import Path

import factories
import pytest
from casework.bench import (
    ANALYST,
    ANNE,
    AUDITOR,
    CHIEF,
    FAKE_LAW,
    RIGHT_FEE,
    FakeClock,
    case,
    fake_assess,
    open_bench,
    store_of,
)

from hri.casework.activations import put_in_force
from hri.domain.decisions import Action
from hri.domain.events import EventKind
from hri.domain.policies import Policy
from hri.domain.seeds import Seed, SeededCase
from hri.domain.shadows import Shadow
from hri.domain.slots import Slot
from hri.errors import ConflictError, ForbiddenError, NotFoundError
from hri.wiring import Desk

POLICY, REF = factories.default_policy()
STRICT = factories.policy(thresholds={"warn": 0.0, "defer": 0.0, "route": 0.0})
SAMPLES = POLICY.signals.model_copy(update={"min_samples": 5})


class Counting:
    """A scoring that says under which versions it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, given, knowledge, policy, ref):
        self.asked.append(ref.version)
        return fake_assess(given, knowledge, policy, ref)


@pytest.fixture
def assess() -> Counting:
    return Counting()


@pytest.fixture
def desk(tmp_path: Path, clock: FakeClock, assess: Counting) -> Desk:
    opened = open_bench(tmp_path, clock=clock, assess=assess)
    put_in_force(store_of(opened), clock, POLICY, REF)
    return opened


def start(desk: Desk, policy: Policy = STRICT) -> Shadow:
    version = desk.policies.save_draft(ANALYST, policy).policy.version
    return desk.shadows.start(ANALYST, version)


def take_in(desk: Desk) -> None:
    for number, slots in enumerate([{}, RIGHT_FEE, FAKE_LAW], start=1):
        desk.intake.submit(CHIEF, case(number, metadata={"slots": slots}))


def test_a_shadow_decides_every_case_and_changes_none(desk: Desk):
    shadow = start(desk)
    take_in(desk)
    found = desk.shadows.figures(ANALYST, shadow.id)
    assert (found.cases, found.raised, found.lowered) == (3, 1, 0)
    assert found.agreed == {Action.PASS: 0, Action.WARN: 1, Action.DEFER: 0, Action.ROUTE: 1}
    assert found.live == {Action.PASS: 1, Action.WARN: 1, Action.DEFER: 0, Action.ROUTE: 1}
    assert found.candidate == {Action.PASS: 0, Action.WARN: 1, Action.DEFER: 0, Action.ROUTE: 2}
    assert found.agreement == pytest.approx(2 / 3)
    (flip,) = found.flips
    assert (flip.case_id, flip.before, flip.after) == ("case-00002", Action.PASS, Action.ROUTE)
    stored = desk.review.open_case(ANNE, "case-00002").stored
    assert (stored.assessment.policy, stored.action) == (REF, Action.PASS)
    assert desk.replays.replay(AUDITOR, "case-00002").identical


def test_it_is_the_same_as_the_backtest_afterwards(desk: Desk):
    shadow = start(desk)
    take_in(desk)
    found = desk.shadows.figures(ANALYST, shadow.id)
    tried = desk.proposals.backtest(ANALYST, shadow.policy.version)
    assert (found.live, found.candidate) == (tried.before, tried.after)
    assert (found.raised, found.lowered, found.flips) == (tried.raised, tried.lowered, tried.flips)


def test_equal_signal_numbers_need_no_second_scoring(desk: Desk, assess: Counting):
    start(desk)
    take_in(desk)
    assert assess.asked == ["v001"] * 3


def test_other_signal_numbers_have_the_case_scored_anew(desk: Desk, assess: Counting):
    shadow = start(desk, STRICT.model_copy(update={"signals": SAMPLES}))
    take_in(desk)
    assert assess.asked == ["v001", "v002"] * 3
    assert desk.shadows.figures(ANALYST, shadow.id).candidate[Action.ROUTE] == 2


def test_figures_begin_and_end_with_the_run(desk: Desk):
    desk.intake.submit(CHIEF, case(8))
    shadow = start(desk)
    assert desk.shadows.figures(ANALYST, shadow.id).agreement is None
    take_in(desk)
    ended = desk.shadows.end(ANALYST, shadow.id, "seen enough")
    desk.intake.submit(CHIEF, case(9))
    assert desk.shadows.figures(ANALYST, shadow.id).cases == 3
    assert (ended.ended.by, ended.ended.reason) == ("analyst", "seen enough")
    assert (desk.shadows.running(ANALYST), desk.shadows.all(ANALYST)) == (None, (ended,))


def test_every_process_runs_it(desk: Desk, tmp_path: Path, clock: FakeClock):
    elsewhere = open_bench(tmp_path, clock=clock)
    elsewhere.intake.submit(CHIEF, case(1))
    shadow = start(desk)
    elsewhere.intake.submit(CHIEF, case(2))
    assert desk.shadows.figures(ANALYST, shadow.id).cases == 1


def test_a_run_that_ended_during_scoring_gets_no_outcome(tmp_path: Path, clock: FakeClock):
    def slow(*args):
        if running := desk.shadows.running(ANALYST):
            desk.shadows.end(ANALYST, running.id)
        return fake_assess(*args)

    desk = open_bench(tmp_path, clock=clock, assess=slow)
    put_in_force(store_of(desk), clock, POLICY, REF)
    shadow = start(desk)
    desk.intake.submit(CHIEF, case(1))
    assert desk.shadows.figures(ANALYST, shadow.id).cases == 0


def test_nothing_of_it_stands_in_the_history_of_a_case(desk: Desk):
    desk.intake.submit(CHIEF, case(1))
    start(desk)
    desk.intake.submit(CHIEF, case(2))
    plain, shadowed = (
        [event.kind for event in desk.review.open_case(ANNE, f"case-0000{number}").history]
        for number in (1, 2)
    )
    assert plain == shadowed
    assert EventKind.CASE_SHADOWED in {event.kind for event in desk.audit.walk(AUDITOR)}
    assert desk.audit.verify(AUDITOR).sound


def test_known_wrong_items_are_not_counted(desk: Desk):
    shadow = start(desk)
    seed = Seed(slot=Slot.FEES, error="wrong_fee", explanation={"en": "x"})
    desk.intake.plant(CHIEF, SeededCase(case=case(1), seed=seed))
    assert desk.shadows.figures(ANALYST, shadow.id).cases == 0


def test_a_pause_is_no_disagreement(desk: Desk):
    shadow = start(desk)
    desk.pauses.pause(CHIEF, "wrong")
    desk.intake.submit(CHIEF, case(1, metadata={"slots": FAKE_LAW}))
    desk.intake.submit(CHIEF, case(2, metadata={"slots": {}}))
    found = desk.shadows.figures(ANALYST, shadow.id)
    assert (found.cases, found.agreement) == (2, 1.0)


def test_a_candidate_that_went_live_is_beside_nothing(desk: Desk):
    shadow = start(desk)
    proposal = desk.proposals.propose(ANALYST, shadow.policy.version)
    desk.proposals.approve(CHIEF, proposal.id, proposal.backtest_sha256)
    desk.intake.submit(CHIEF, case(1))
    assert desk.shadows.figures(ANALYST, shadow.id).cases == 0
    desk.shadows.end(ANALYST, shadow.id)
    assert desk.shadows.running(ANALYST) is None


def test_one_run_at_a_time_and_never_of_what_is_live(desk: Desk):
    with pytest.raises(ConflictError, match="v001 is live"):
        desk.shadows.start(ANALYST, "v001")
    shadow = start(desk)
    with pytest.raises(ConflictError, match=r"v002 is run as a shadow already.*End that run"):
        start(desk)
    desk.shadows.end(ANALYST, shadow.id)
    with pytest.raises(ConflictError, match="ended by Analyst"):
        desk.shadows.end(ANALYST, shadow.id)
    assert start(desk).id == 2


def test_only_analysts_run_shadows(desk: Desk):
    shadow = start(desk)
    for who in (ANNE, CHIEF, AUDITOR):
        with pytest.raises(ForbiddenError):
            desk.shadows.end(who, shadow.id)
    with pytest.raises(ForbiddenError):
        desk.shadows.figures(ANNE, shadow.id)
    for attempt in (
        lambda: desk.shadows.figures(ANALYST, 9),
        lambda: desk.shadows.end(ANALYST, 9),
        lambda: desk.shadows.start(ANALYST, "v999"),
    ):
        with pytest.raises(NotFoundError):
            attempt()
