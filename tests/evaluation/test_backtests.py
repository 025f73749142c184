from __future__ import annotations

import factories
import pytest
from casework.bench import (
    ADMIN,
    ANALYST,
    CHIEF,
    FAKE_LAW,
    RIGHT_FEE,
    FakeClock,
    case,
    dump,
    store_of,
)
from evaluation.strategies import NEEDED

from hri.casework.activations import put_in_force
from hri.domain.decisions import Action
from hri.domain.policies import Policy
from hri.domain.proposals import Backtest
from hri.domain.seeds import Seed, SeededCase
from hri.domain.slots import Slot
from hri.wiring import Desk

POLICY, REF = factories.default_policy()
LENIENT = factories.policy(overrides=NEEDED, thresholds={"warn": 0.9, "defer": 0.95, "route": 1.0})
SAMPLES = POLICY.signals.model_copy(update={"min_samples": 5})
"""Numbers that stored signals rest on."""


@pytest.fixture(autouse=True)
def stored(desk: Desk, clock: FakeClock) -> None:
    put_in_force(store_of(desk), clock, POLICY, REF)
    for number, slots in enumerate([{}, RIGHT_FEE, FAKE_LAW]):
        desk.intake.submit(CHIEF, case(number, metadata={"slots": slots}))
    desk.intake.submit(CHIEF, case(3))


def tried(desk: Desk, policy: Policy = LENIENT) -> Backtest:
    saved = desk.policies.save_draft(ANALYST, policy)
    found = desk.proposals.backtest(ANALYST, saved.policy.version)
    assert found.policy == saved.ref
    return found


def test_a_backtest_counts_what_would_change(desk: Desk, clock: FakeClock):
    found = tried(desk)
    assert (found.cases, found.last_case, found.rescored, found.left_out) == (4, 4, 0, 0)
    assert (found.live, found.made_at) == (REF, clock.now())
    assert found.before == {Action.PASS: 1, Action.WARN: 1, Action.DEFER: 1, Action.ROUTE: 1}
    assert found.after[Action.PASS] == 3
    assert (found.raised, found.lowered) == (0, 2)
    assert [flip.case_id for flip in found.flips] == ["case-00002", "case-00003"]


def test_a_backtest_stores_nothing(desk: Desk):
    version = desk.policies.save_draft(ANALYST, LENIENT).policy.version
    before = dump(desk)
    desk.proposals.backtest(ANALYST, version)
    assert dump(desk) == before


def test_its_hash_is_over_everything_it_says(desk: Desk, clock: FakeClock):
    found = tried(desk)
    again = Backtest.model_validate_json(found.model_dump_json())
    assert again.sha256 == found.sha256
    others = [
        found.model_copy(update={name: value})
        for name, value in (("lowered", 1), ("live", found.policy), ("flips", ()), ("cases", 5))
    ]
    clock.move(seconds=1)
    later = desk.proposals.backtest(ANALYST, found.policy.version)
    assert len({item.sha256 for item in (found, later, *others)}) == 6


def test_a_proposal_keeps_the_backtest_it_was_made_with(desk: Desk):
    version = desk.policies.save_draft(ANALYST, LENIENT).policy.version
    proposal = desk.proposals.propose(ANALYST, version)
    (kept,) = desk.proposals.all(ANALYST)
    assert kept == proposal
    assert kept.backtest == desk.proposals.backtest(ANALYST, version)
    assert kept.backtest_sha256 == kept.backtest.sha256


def test_known_wrong_items_are_left_out(desk: Desk):
    seed = Seed(slot=Slot.FEES, error="wrong_fee", explanation={"en": "x"})
    desk.intake.plant(CHIEF, SeededCase(case=case(8), seed=seed))
    assert tried(desk).cases == 4


def test_other_numbers_of_the_signals_have_every_case_scored_again(desk: Desk):
    found = tried(desk, LENIENT.model_copy(update={"signals": SAMPLES}))
    plain = tried(desk)
    assert (found.rescored, found.left_out) == (4, 0)
    assert (found.before, found.after, found.flips) == (plain.before, plain.after, plain.flips)


def test_a_case_without_its_text_cannot_be_scored_again(desk: Desk):
    desk.audit.erase_content(ADMIN, "case-00002", "art. 17")
    assert (tried(desk).cases, tried(desk).left_out) == (4, 0)
    found = tried(desk, LENIENT.model_copy(update={"signals": SAMPLES}))
    assert (found.cases, found.rescored, found.left_out) == (3, 3, 1)
    assert found.before[Action.ROUTE] == 0


def test_a_history_under_several_numbers_is_compared_where_they_fit(desk: Desk):
    version = desk.policies.save_draft(
        ANALYST, POLICY.model_copy(update={"signals": SAMPLES})
    ).policy.version
    proposal = desk.proposals.propose(ANALYST, version)
    desk.proposals.approve(CHIEF, proposal.id, proposal.backtest_sha256)
    desk.intake.submit(CHIEF, case(9))
    compared = desk.tuning.compare(ANALYST, desk.policy)
    assert (compared.cases, compared.left_out) == (1, 4)
    found = tried(desk, LENIENT.model_copy(update={"signals": SAMPLES}))
    assert (found.cases, found.rescored) == (5, 4)
    desk.intake.submit(CHIEF, case(10))
    assert desk.tuning.compare(ANALYST, desk.policy).cases == 2


def test_an_empty_history_has_a_backtest_too(tmp_path, clock: FakeClock):
    from casework.bench import open_bench

    desk = open_bench(tmp_path / "new", clock=clock)
    put_in_force(store_of(desk), clock, POLICY, REF)
    assert (tried(desk).cases, tried(desk).flips) == (0, ())
