"""The life of a version: drafted, proposed, approved by another person, live, taken back."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import factories
import pytest
from casework.bench import (
    ANALYST,
    ANNE,
    AUDITOR,
    CHIEF,
    FakeClock,
    case,
    dump,
    fake_assess,
    open_bench,
    person,
    store_of,
)

from hri.casework.activations import put_in_force
from hri.casework.policies import policy_ref
from hri.domain.activations import Activation, ActivationKind
from hri.domain.decisions import Action
from hri.domain.events import EventKind
from hri.domain.proposals import Proposal, ProposalVerdict
from hri.domain.reviews import Role
from hri.errors import (
    ConflictError,
    ForbiddenError,
    InvalidDecisionError,
    NotFoundError,
    StaleBacktestError,
)
from hri.wiring import Desk

POLICY, REF = factories.default_policy()
STRICT = factories.policy(thresholds={"warn": 0.0, "defer": 0.0, "route": 0.0})
OTHER = person(Role.ANALYST, "olga")


@pytest.fixture(autouse=True)
def published(desk: Desk, clock: FakeClock) -> None:
    put_in_force(store_of(desk), clock, POLICY, REF)
    desk.intake.submit(CHIEF, case(1))


def draft(desk: Desk) -> str:
    return desk.policies.save_draft(ANALYST, STRICT).policy.version


def propose(desk: Desk) -> Proposal:
    return desk.proposals.propose(ANALYST, draft(desk), "fewer wrong fees")


def approve(desk: Desk, proposal: Proposal, **more) -> Activation:
    return desk.proposals.approve(CHIEF, proposal.id, proposal.backtest_sha256, **more)


def test_a_version_lives_from_draft_to_rolled_back(desk: Desk):
    proposal = propose(desk)
    assert desk.policy_ref == REF
    approve(desk, proposal, note="agreed")
    assert (desk.policy.version, desk.policy_ref) == ("v002", proposal.policy)
    desk.activations.roll_back(CHIEF, "v002", "too strict")
    assert (desk.policy, desk.policy_ref) == (POLICY, REF)
    kinds = [event.kind for event in desk.audit.walk(AUDITOR)]
    assert [kind for kind in kinds if kind.value.startswith("policy.")] == [
        EventKind.POLICY_PUBLISHED,
        EventKind.POLICY_ACTIVATED,
        EventKind.POLICY_DRAFTED,
        EventKind.POLICY_PROPOSED,
        EventKind.POLICY_APPROVED,
        EventKind.POLICY_PUBLISHED,
        EventKind.POLICY_ACTIVATED,
        EventKind.POLICY_ROLLED_BACK,
    ]
    assert desk.audit.verify(AUDITOR).sound


def test_events_name_the_backtest_and_the_document(desk: Desk):
    proposal = propose(desk)
    approve(desk, proposal)
    events = {event.kind: event for event in desk.audit.walk(AUDITOR)}
    for kind, who in ((EventKind.POLICY_PROPOSED, "analyst"), (EventKind.POLICY_APPROVED, "chief")):
        assert events[kind].actor == who
        assert events[kind].payload["backtest"] == proposal.backtest.sha256
        assert events[kind].payload["sha256"] == proposal.policy.sha256


def test_a_case_keeps_the_policy_it_was_decided_under(desk: Desk):
    approve(desk, propose(desk))
    desk.intake.submit(CHIEF, case(2))
    first, second = (desk.review.open_case(ANNE, f"case-0000{n}").stored.assessment for n in (1, 2))
    assert (first.policy, first.state) == (REF, Action.DEFER)
    assert (second.policy.version, second.state) == ("v002", Action.ROUTE)
    assert all(desk.replays.replay(AUDITOR, f"case-0000{n}").identical for n in (1, 2))


def test_the_published_document_is_the_draft_to_the_byte(desk: Desk):
    version = draft(desk)
    saved = desk.policies.get(ANALYST, version)
    proposal = desk.proposals.propose(ANALYST, version)
    approve(desk, proposal)
    live = desk.policies.live(ANALYST)
    assert (live.policy, live.ref) == (saved.policy, saved.ref)
    assert (live.published, live.live, saved.published) == (True, True, False)


def test_every_process_follows_at_its_next_case(desk: Desk, tmp_path: Path, clock: FakeClock):
    elsewhere = open_bench(tmp_path, clock=clock)
    assert elsewhere.policy_ref == REF
    approve(desk, propose(desk))
    stored = elsewhere.intake.submit(CHIEF, case(2))
    assert stored.assessment.policy.version == elsewhere.policy.version == "v002"
    desk.activations.roll_back(CHIEF, "v002", "too strict")
    assert elsewhere.intake.submit(CHIEF, case(3)).assessment.policy == REF


def test_a_case_that_was_being_scored_as_the_policy_changed_is_scored_again(
    desk: Desk, tmp_path: Path, clock: FakeClock
):
    proposal, seen = propose(desk), []

    def slow(given, knowledge, policy, ref):
        seen.append(ref.version)
        if len(seen) == 1:
            approve(desk, proposal)
        return fake_assess(given, knowledge, policy, ref)

    elsewhere = open_bench(tmp_path, clock=clock, assess=slow)
    assert elsewhere.intake.submit(CHIEF, case(2)).assessment.policy == proposal.policy
    assert seen == ["v001", "v002"]


def test_a_version_is_live_from_its_time_on(desk: Desk, clock: FakeClock):
    proposal = propose(desk)
    approve(desk, proposal, from_at=clock.now() + timedelta(hours=2))
    assert desk.policy_ref == REF
    clock.move(hours=1, minutes=59)
    assert desk.intake.submit(CHIEF, case(2)).assessment.policy == REF
    clock.move(minutes=1)
    assert desk.intake.submit(CHIEF, case(3)).assessment.policy == proposal.policy


@pytest.mark.parametrize("who", [ANALYST, OTHER])
def test_neither_who_drafted_nor_who_proposed_may_approve(desk: Desk, who):
    proposal = desk.proposals.propose(OTHER, draft(desk))
    before = desk.policy_ref
    with pytest.raises(ForbiddenError, match=r"drafted or proposed.*another person"):
        desk.proposals.approve(who, proposal.id, proposal.backtest_sha256)
    event = desk.audit.search(AUDITOR).events[0]
    assert (event.kind, event.actor) == (EventKind.REFUSED, who.id)
    assert desk.policy_ref == before
    assert desk.proposals.all(ANALYST)[0].end is None


def test_another_analyst_may_approve(desk: Desk):
    proposal = propose(desk)
    assert desk.proposals.approve(OTHER, proposal.id, proposal.backtest_sha256).by == "olga"


def test_a_caseworker_reaches_nothing_of_tuning(desk: Desk):
    version = draft(desk)
    for attempt in (
        lambda: desk.proposals.all(ANNE),
        lambda: desk.proposals.backtest(ANNE, version),
        lambda: desk.proposals.propose(ANNE, version),
        lambda: desk.proposals.approve(ANNE, 1, ""),
        lambda: desk.tuning.compare(ANNE, STRICT),
        lambda: desk.activations.roll_back(ANNE, "v001", "x"),
    ):
        with pytest.raises(ForbiddenError):
            attempt()


def test_only_the_backtest_that_was_looked_at_is_approved(desk: Desk):
    proposal, before = propose(desk), dump(desk)
    with pytest.raises(StaleBacktestError, match="not the backtest of this proposal"):
        desk.proposals.approve(CHIEF, proposal.id, "0" * 64)
    assert dump(desk) == before


def test_a_backtest_grows_old(desk: Desk, clock: FakeClock):
    proposal = propose(desk)
    clock.move(hours=24)
    clock.move(seconds=1)
    with pytest.raises(StaleBacktestError, match=r"older than 24 hours.*Remedy: Have .* withdrawn"):
        approve(desk, proposal)
    desk.proposals.withdraw(ANALYST, proposal.id, "too old")
    approve(desk, desk.proposals.propose(ANALYST, proposal.policy.version))
    assert desk.policy.version == proposal.policy.version


def test_a_backtest_against_what_is_no_longer_live_is_stale(desk: Desk):
    first, second = propose(desk), propose(desk)
    approve(desk, first)
    with pytest.raises(StaleBacktestError, match="compares with v001"):
        approve(desk, second)


def test_a_version_is_proposed_once_at_a_time(desk: Desk):
    proposal = propose(desk)
    with pytest.raises(ConflictError, match=r"proposed already.*withdraw"):
        desk.proposals.propose(OTHER, proposal.policy.version)
    with pytest.raises(ConflictError, match="is live"):
        desk.proposals.propose(ANALYST, "v001")


def test_a_rejected_proposal_stays_rejected(desk: Desk):
    proposal = propose(desk)
    with pytest.raises(InvalidDecisionError, match="needs a reason"):
        desk.proposals.reject(CHIEF, proposal.id, " ")
    ended = desk.proposals.reject(CHIEF, proposal.id, "too strict")
    assert (ended.end.verdict, ended.end.by, ended.end.reason) == (
        ProposalVerdict.REJECTED,
        "chief",
        "too strict",
    )
    for again in (approve, lambda d, p: d.proposals.withdraw(ANALYST, p.id, "x")):
        with pytest.raises(ConflictError, match=r"closed.*rejected"):
            again(desk, proposal)
    assert desk.policy_ref == REF


def test_one_version_at_a_time_is_scheduled(desk: Desk, clock: FakeClock):
    first, second = propose(desk), propose(desk)
    later = approve(desk, first, from_at=clock.now() + timedelta(hours=2))
    with pytest.raises(ConflictError, match=r"v002 is to become live.*Cancel"):
        approve(desk, second)
    desk.activations.cancel(CHIEF, later.id, "not yet")
    with pytest.raises(ConflictError, match="cancelled before"):
        desk.activations.cancel(CHIEF, later.id, "again")
    approve(desk, second)
    clock.move(hours=3)
    assert desk.policy.version == "v003"


def test_what_is_live_is_rolled_back_not_cancelled(desk: Desk):
    active = approve(desk, propose(desk))
    with pytest.raises(ConflictError, match="Roll it back"):
        desk.activations.cancel(CHIEF, active.id, "too strict")


@pytest.mark.parametrize("hours", [-1, -0.001])
def test_nothing_becomes_live_in_the_past(desk: Desk, clock: FakeClock, hours):
    proposal = propose(desk)
    with pytest.raises(InvalidDecisionError, match="past"):
        approve(desk, proposal, from_at=clock.now() + timedelta(hours=hours))
    with pytest.raises(InvalidDecisionError, match="no zone"):
        approve(desk, proposal, from_at=clock.now().replace(tzinfo=None))


def test_rolling_back_goes_one_step_each_time_and_not_forward(desk: Desk):
    for _ in range(2):
        approve(desk, propose(desk))
    back = desk.activations.roll_back(CHIEF, "v003", "worse")
    assert (back.version, back.kind, back.reason) == ("v002", ActivationKind.ROLLED_BACK, "worse")
    assert desk.activations.roll_back(ANALYST, "v002", "worse still").version == "v001"
    with pytest.raises(ConflictError, match="no version before v001"):
        desk.activations.roll_back(CHIEF, "v001", "all wrong")
    assert [item.version for item in desk.activations.history(ANALYST)] == [
        "v001",
        "v002",
        "v003",
        "v002",
        "v001",
    ]


def test_a_roll_back_names_the_version_that_is_live(desk: Desk):
    approve(desk, propose(desk))
    with pytest.raises(ConflictError, match="v001 is not live"):
        desk.activations.roll_back(CHIEF, "v001", "wrong")
    with pytest.raises(InvalidDecisionError, match="needs a reason"):
        desk.activations.roll_back(CHIEF, "v002", "")


def test_a_roll_back_cancels_what_was_to_come(desk: Desk, clock: FakeClock):
    approve(desk, propose(desk))
    approve(desk, propose(desk), from_at=clock.now() + timedelta(hours=1))
    desk.activations.roll_back(CHIEF, "v002", "worse")
    clock.move(hours=2)
    assert desk.policy_ref == REF
    assert [item.cancelled is None for item in desk.activations.history(ANALYST)] == [
        True,
        True,
        False,
        True,
    ]


def test_a_version_that_was_rolled_back_can_be_proposed_anew(desk: Desk):
    approve(desk, propose(desk))
    desk.activations.roll_back(CHIEF, "v002", "wrong day")
    approve(desk, desk.proposals.propose(ANALYST, "v002"))
    assert desk.policy.version == "v002"


def test_a_number_taken_by_a_published_file_meanwhile_is_refused(desk: Desk, clock: FakeClock):
    proposal = propose(desk)
    taken = POLICY.model_copy(update={"version": proposal.policy.version, "title": "Another"})
    put_in_force(store_of(desk), clock, taken, policy_ref(taken))
    desk.activations.roll_back(CHIEF, "v002", "wrong file")
    with pytest.raises(ConflictError, match=r"exists.*next version"):
        approve(desk, proposal)


def test_what_is_not_there_is_not_found(desk: Desk):
    for attempt in (
        lambda: desk.proposals.approve(CHIEF, 9, ""),
        lambda: desk.proposals.reject(CHIEF, 9, "x"),
        lambda: desk.proposals.propose(ANALYST, "v999"),
        lambda: desk.activations.cancel(CHIEF, 9, "x"),
    ):
        with pytest.raises(NotFoundError):
            attempt()


def test_once_people_decided_the_folder_decides_no_more(desk: Desk, clock: FakeClock):
    approve(desk, propose(desk))
    file = POLICY.model_copy(update={"version": "v009", "title": "From the folder"})
    put_in_force(store_of(desk), clock, file, policy_ref(file))
    assert desk.policy.version == "v002"
    before = dump(desk)
    put_in_force(store_of(desk), clock, file, policy_ref(file))
    assert dump(desk) == before
    approve(desk, desk.proposals.propose(ANALYST, "v009"))
    assert desk.policy == file


def test_an_approved_version_may_lie_in_the_folder_as_a_file(desk: Desk, clock: FakeClock):
    approve(desk, propose(desk))
    before, live = dump(desk), desk.policies.live(ANALYST)
    written = REF.model_copy(update={"version": "v002", "sha256": "a" * 64})
    put_in_force(store_of(desk), clock, live.policy, written)
    assert dump(desk) == before
    changed = live.policy.model_copy(update={"title": "Changed"})
    with pytest.raises(ConflictError, match="never changes"):
        put_in_force(store_of(desk), clock, changed, written)
