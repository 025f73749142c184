from __future__ import annotations

import pytest
from casework.bench import (
    ANNE,
    CHIEF,
    FAKE_LAW,
    JUDGED,
    RIGHT_FEE,
    WRONG_FEE,
    FakeClock,
    case,
    take,
)

from hri.domain.decisions import Action
from hri.domain.reviews import Judgement, ReviewDecision
from hri.domain.slots import SLOTS, Slot
from hri.wiring import Desk


def test_the_backlog_is_split_by_age_and_action(desk: Desk, clock: FakeClock):
    desk.intake.submit(CHIEF, case(1, metadata={"slots": FAKE_LAW}))
    desk.intake.submit(CHIEF, case(2))
    clock.move(hours=20)
    desk.intake.submit(CHIEF, case(3))
    desk.intake.submit(CHIEF, case(4, metadata={"slots": RIGHT_FEE}))
    clock.move(hours=4, seconds=1)
    desk.review.claim(ANNE, "case-00003")
    backlog = desk.analytics.backlog(CHIEF)
    assert (backlog.waiting, backlog.held, backlog.past_due, backlog.unassigned) == (2, 1, 1, 2)
    bands = {band.from_hours: band for band in backlog.bands}
    assert list(bands) == [0.0, 4.0, 24.0, 72.0, 168.0]
    assert bands[4.0].by_action[Action.DEFER] == 1
    assert bands[24.0].by_action[Action.ROUTE] == 1
    assert (bands[24.0].past_due, bands[168.0].to_hours) == (1, None)
    assert sum(bands[0.0].by_action.values()) == 0


def test_judgements_of_the_decisions_that_stand_are_counted_by_slot(desk: Desk):
    found = (Judgement.WRONG, Judgement.SUPPORTED, Judgement.CANNOT_TELL, None)
    outdated = Judgement.SOURCE_OUTDATED
    for number, judged in enumerate((*found, outdated), start=1):
        desk.intake.submit(CHIEF, case(number))
        name = f"case-{number:05}"
        version = take(desk, ANNE, name).version
        decision = ReviewDecision(
            case_id=name,
            verb="reject",
            seen_version=version,
            reason_code="wrong_value",
            text="Ask the town hall.",
            judgements={
                Slot.FEES: judged or Judgement.WRONG,
                Slot.LEGAL_BASIS: outdated,
            },
        )
        desk.review.decide(ANNE, decision)
        if judged is None:
            desk.review.undo(ANNE, name)
    desk.intake.submit(CHIEF, case(9))
    counts = {row.slot: row for row in desk.analytics.judgements(CHIEF)}
    assert tuple(counts) == SLOTS
    fees, law = counts[Slot.FEES], counts[Slot.LEGAL_BASIS]
    assert (fees.supported, fees.wrong, fees.cannot_tell, fees.unjudged) == (1, 1, 1, 1)
    assert (law.supported, law.wrong, law.cannot_tell, law.unjudged) == (0, 0, 0, 0)


def test_a_slot_that_nobody_checked_is_unjudged_not_right(desk: Desk):
    both = {"slots": {**FAKE_LAW, **WRONG_FEE}}
    desk.intake.submit(CHIEF, case(1, metadata=both))
    version = take(desk, ANNE, "case-00001").version
    decision = ReviewDecision(
        case_id="case-00001",
        verb="reject",
        seen_version=version,
        reason_code="wrong_value",
        text="Ask the town hall.",
        judgements={Slot.FEES: Judgement.WRONG},
    )
    if desk.review.open_case(ANNE, "case-00001").commit_first:
        pytest.fail("this case was to be one of those that need not be judged first")
    desk.review.decide(ANNE, decision)
    law = next(row for row in desk.analytics.judgements(CHIEF) if row.slot is Slot.LEGAL_BASIS)
    assert (law.supported, law.wrong, law.unjudged) == (0, 0, 1)


def test_actions_count_machine_and_people(desk: Desk):
    desk.intake.submit(CHIEF, case(1))
    desk.intake.submit(CHIEF, case(2))
    desk.intake.submit(CHIEF, case(3, metadata={"slots": RIGHT_FEE}))
    for number, verb in enumerate(("approve", "reject"), start=1):
        version = take(desk, ANNE, f"case-0000{number}").version
        desk.review.decide(
            ANNE,
            ReviewDecision(
                case_id=f"case-0000{number}",
                verb=verb,
                seen_version=version,
                reason_code="other",
                reason_text="why",
                text="Another text." if verb == "reject" else None,
                judgements=JUDGED,
            ),
        )
    counts = desk.analytics.actions(CHIEF)
    assert (counts.total, counts.decided, counts.overturned) == (3, 2, 1)
    assert counts.decided_by_action[Action.DEFER] == 2
    assert counts.overturned_by_action == {**dict.fromkeys(Action, 0), Action.DEFER: 1}
    assert counts.by_action[Action.DEFER] == 2


def test_what_came_and_what_was_closed_is_told_day_by_day(desk: Desk, clock: FakeClock):
    desk.intake.submit(CHIEF, case(1))
    desk.intake.submit(CHIEF, case(2, metadata={"slots": RIGHT_FEE}))  # nobody has to look at it
    clock.move(days=1)
    desk.intake.submit(CHIEF, case(3))
    desk.intake.submit(CHIEF, case(4))
    close(desk, "case-00001")
    clock.move(days=1)
    close(desk, "case-00003")
    close(desk, "case-00004")
    desk.review.undo(ANNE, "case-00004")
    flow = desk.analytics.flow(CHIEF)
    assert len(flow.days) == desk.analytics.limits(CHIEF).flow_days
    assert [day.isoformat() for day in flow.days[-3:]] == ["2026-03-02", "2026-03-03", "2026-03-04"]
    assert (flow.came[-3:], flow.closed[-3:]) == ((1, 2, 0), (0, 1, 1))
    assert sum(flow.came) == 3


def close(desk: Desk, case_id: str) -> None:
    version = take(desk, ANNE, case_id).version
    decision = ReviewDecision(
        case_id=case_id,
        verb="approve",
        seen_version=version,
        reason_code="correct",
        judgements=JUDGED,
    )
    desk.review.decide(ANNE, decision)
