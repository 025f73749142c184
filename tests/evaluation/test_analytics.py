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
from hri.domain.queues import QueueFilter
from hri.domain.reviews import Judgement, ReviewDecision, ReviewState
from hri.domain.slots import SLOTS, Slot
from hri.evaluation.analytics import Dimension
from hri.wiring import Desk


def test_cells_hold_means_and_shares_of_the_cases_in_which_the_slot_applies(desk: Desk):
    slots = [{**WRONG_FEE, **FAKE_LAW}, RIGHT_FEE, {}]
    for number, said in enumerate(slots):
        metadata = {"slots": said}
        desk.intake.submit(CHIEF, case(number, procedure_id="transport/x", metadata=metadata))
    desk.intake.submit(CHIEF, case(9, procedure_id="civil/y"))
    found = desk.analytics.heatmap(CHIEF)
    cells = {(cell.slot, cell.column): cell for cell in found.cells}
    assert found.columns == ("transport", "civil")
    assert set(cells) == {
        (Slot.FEES, "transport"),
        (Slot.FEES, "civil"),
        (Slot.LEGAL_BASIS, "transport"),
    }
    fees = cells[Slot.FEES, "transport"]
    assert (fees.n, fees.violation_share, fees.flagged_share) == (2, 0.0, 0.5)
    assert fees.mean_risk == pytest.approx(0.43 / 2)
    assert cells[Slot.LEGAL_BASIS, "transport"].violation_share == 1.0


def test_a_slot_whose_rules_never_ran_has_no_share_of_violations(desk: Desk):
    slots = {"fees": {"sis": 0.0, "ccs": 1.0, "rvs": None}}
    desk.intake.submit(CHIEF, case(metadata={"slots": slots}))
    (cell,) = desk.analytics.heatmap(CHIEF).cells
    assert cell.violation_share is None
    assert cell.mean_risk == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("dimension", "columns"),
    [
        (Dimension.SERVICE, ("transport", "")),
        (Dimension.PROCEDURE, ("transport/x", "")),
        (Dimension.LANGUAGE, ("fr", "en")),
        (Dimension.MODEL, ("m1", "")),
        (Dimension.CHANNEL, ("web", "")),
        (Dimension.WEEK, ("2026-03-02", "2026-03-09")),
    ],
)
def test_every_dimension_splits_the_cases(desk: Desk, clock: FakeClock, dimension, columns):
    first = {"procedure_id": "transport/x", "model": "m1", "channel": "web"}
    desk.intake.submit(CHIEF, case(1, **first))
    clock.move(days=6, hours=11)  # the Sunday of the same week, 23:00
    desk.intake.submit(CHIEF, case(2, **first))
    clock.move(hours=2)
    desk.intake.submit(CHIEF, case(3, language="en"))
    assert desk.analytics.heatmap(CHIEF, dimension).columns == columns


def test_a_cell_opens_its_flagged_cases_in_the_queue(desk: Desk):
    desk.intake.submit(CHIEF, case(1, procedure_id="transport/x"))
    desk.intake.submit(CHIEF, case(2, procedure_id="civil/y"))
    narrow = desk.analytics.cell_filter(Dimension.SERVICE, "transport", Slot.FEES)
    assert narrow == QueueFilter(service="transport", slot=Slot.FEES, states=tuple(ReviewState))
    assert [item.case_id for item in desk.queue.page(ANNE, narrow).items] == ["case-00001"]
    week = desk.analytics.cell_filter(Dimension.WEEK, "2026-03-02", Slot.FEES)
    assert week == QueueFilter(slot=Slot.FEES, states=tuple(ReviewState))


def test_the_backlog_is_split_by_age_and_action(desk: Desk, clock: FakeClock):
    desk.intake.submit(CHIEF, case(1, metadata={"slots": FAKE_LAW}))
    desk.intake.submit(CHIEF, case(2))
    clock.move(hours=20)
    desk.intake.submit(CHIEF, case(3))
    desk.intake.submit(CHIEF, case(4, metadata={"slots": RIGHT_FEE}))
    clock.move(hours=4, seconds=1)
    desk.review.claim(ANNE, "case-00003")
    backlog = desk.analytics.backlog(CHIEF)
    assert (backlog.waiting, backlog.held, backlog.past_due) == (2, 1, 1)
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
            verb="approve",
            seen_version=version,
            reason_code="correct",
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
    assert counts.by_action[Action.DEFER] == 2
