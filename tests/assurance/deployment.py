"""A desk that was lived in for two months, with something of everything that a pack reports."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import factories
from casework.bench import (
    ADMIN,
    ANALYST,
    ANNE,
    BRUNO,
    CHIEF,
    RIGHT_FEE,
    FakeClock,
    FakeCourier,
    case,
    open_bench,
    store_of,
)

from hri.casework.activations import put_in_force
from hri.casework.permissions import SYSTEM
from hri.domain.decisions import Action
from hri.domain.events import EventDraft, EventKind
from hri.domain.reviews import Actor, Judgement, ReviewDecision, ReviewDraft
from hri.domain.seeds import Seed, SeededCase
from hri.domain.slots import Slot
from hri.wiring import Desk

BEGIN = datetime(2026, 2, 1, 9, 0, tzinfo=UTC)
ALL = date(2026, 2, 1), date(2026, 3, 31)
MARCH = date(2026, 3, 1), date(2026, 3, 31)
HOSTILE = "<script>alert(1)</script> [x](javascript:alert(1)) | a"
RIGHT = {"metadata": {"slots": RIGHT_FEE}}
FAILS = {"metadata": {"slots": {}, "flags": ["scoring_error"]}}


def decide(
    desk: Desk, who: Actor, case_id: str, judged: Judgement, *, wrong: bool = False, **more: object
) -> None:
    """Take a case and decide it, as somebody who looked at the scores."""
    version = desk.review.claim(who, case_id).version
    desk.review.reveal(who, case_id, ReviewDraft(judgements={Slot.FEES: judged}))
    desk.review.decide(
        who,
        ReviewDecision(
            case_id=case_id,
            verb="reject" if wrong else "approve",
            seen_version=version,
            reason_code="wrong_value" if wrong else "correct",
            text="It costs 25 €." if wrong else None,
            judgements={Slot.FEES: judged},
            **more,
        ),
    )


def open_empty(folder: Path, clock: FakeClock | None = None, **more: object) -> Desk:
    """A desk that nothing was done at."""
    clock = clock or FakeClock(BEGIN)
    return open_bench(folder, clock=clock, sample_pass_share=1, courier=FakeCourier(), **more)


def open_lived_in(folder: Path, **more: object) -> Desk:
    """A desk with two months behind it; its clock stands at the first of April."""
    clock = FakeClock(BEGIN)
    desk = open_empty(folder, clock, **more)
    for who in (ANNE, BRUNO, CHIEF):
        desk.guard.signed_in(who, "demonstration")
    put_in_force(store_of(desk), clock, *factories.default_policy())
    february(desk, clock)
    clock.moment = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    march(desk, clock)
    clock.moment = datetime(2026, 4, 1, 9, 0, tzinfo=UTC)
    return desk


def february(desk: Desk, clock: FakeClock) -> None:
    """Eight cases, two decisions, one known error missed."""
    for number in range(1, 9):
        clock.move(hours=7)
        desk.intake.submit(CHIEF, case(number, **(RIGHT if number % 2 else {})))
    decide(desk, ANNE, "case-00002", Judgement.SUPPORTED)
    decide(desk, ANNE, "case-00004", Judgement.WRONG, wrong=True)
    plant(desk, 90)
    decide(desk, ANNE, "case-00090", Judgement.SUPPORTED)
    clock.move(minutes=10)
    desk.delivery.run(SYSTEM)


def march(desk: Desk, clock: FakeClock) -> None:
    """A dozen cases, and everything that can happen to them."""
    for number in range(11, 23):
        clock.move(hours=9)
        desk.intake.submit(CHIEF, case(number, **(RIGHT if number % 3 == 0 else {})))
    desk.intake.submit(CHIEF, case(23, **FAILS))
    decide(desk, ANNE, "case-00011", Judgement.WRONG, wrong=True, sources_seen=(Slot.FEES,))
    decide(desk, ANNE, "case-00013", Judgement.SUPPORTED, sources_seen=())
    decide(desk, BRUNO, "case-00014", Judgement.SUPPORTED, second_read=True)
    clock.move(minutes=3)
    decide(desk, ANNE, "case-00014", Judgement.SUPPORTED)
    decide(desk, ANNE, "case-00016", Judgement.WRONG, wrong=True, second_read=True)
    decide(desk, BRUNO, "case-00016", Judgement.WRONG, wrong=True)
    decide(desk, BRUNO, "case-00012", Judgement.WRONG, wrong=True)  # delivered, then corrected
    decide(desk, BRUNO, "case-00015", Judgement.SUPPORTED)
    decide(desk, ANNE, "case-00017", Judgement.SUPPORTED)
    desk.review.undo(ANNE, "case-00017")
    plant(desk, 91)
    decide(desk, BRUNO, "case-00091", Judgement.WRONG, wrong=True)
    clock.move(minutes=10)
    desk.delivery.run(SYSTEM)
    pause_and_keep(desk, clock)
    change_policy(desk, clock)
    tell_run(desk, clock, passed=True)
    tell_run(desk, clock, passed=False)


def plant(desk: Desk, number: int) -> None:
    """Put in an answer with a known error."""
    seed = Seed(slot=Slot.FEES, error="wrong_fee", explanation={"en": "It is €25."})
    desk.intake.plant(CHIEF, SeededCase(case=case(number), seed=seed))


def pause_and_keep(desk: Desk, clock: FakeClock) -> None:
    """A pause that holds a case, a legal hold, an erasure, a refusal."""
    pause = desk.pauses.pause(CHIEF, f"fees changed {HOSTILE}")
    desk.intake.submit(CHIEF, case(24, **RIGHT))
    clock.move(hours=2)
    desk.pauses.resume(CHIEF, pause.id, "sources corrected")
    desk.retention.hold(ADMIN, "case-00011", "claim before the court")
    desk.audit.erase_content(ADMIN, "case-00002", "GDPR art. 17")


def change_policy(desk: Desk, clock: FakeClock) -> None:
    """A version drafted, proposed, approved by another person, and taken back later."""
    strict = factories.policy(thresholds={"warn": 0.0, "defer": 0.0, "route": 0.0})
    version = desk.policies.save_draft(ANALYST, strict).policy.version
    proposal = desk.proposals.propose(ANALYST, version, "fewer wrong fees")
    desk.proposals.approve(CHIEF, proposal.id, proposal.backtest_sha256)
    clock.move(hours=5)
    desk.activations.roll_back(CHIEF, version, "too much went to people")
    clock.move(hours=1)


def tell_run(desk: Desk, clock: FakeClock, *, passed: bool) -> None:
    """The event of a run of a suite."""
    draft = EventDraft(
        kind=EventKind.SUITE_RAN,
        actor=CHIEF.id,
        subject="framework",
        payload={"passed": passed, "run": "RUN-0123456789AB"},
    )
    with store_of(desk).write() as records:
        records.audit.append(draft, clock.now())


def all_actions(desk: Desk) -> dict[Action, int]:
    """Actions of citizens' cases by the supervision page."""
    return desk.analytics.actions(CHIEF).by_action
