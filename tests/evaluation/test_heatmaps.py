"""Grids of risk against figures worked out by hand, and the cases that a cell opens."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from casework.bench import (
    ANNE,
    CHIEF,
    FAKE_LAW,
    RIGHT_FEE,
    WRONG_FEE,
    FakeClock,
    case,
    open_bench,
    take,
)

from hri.domain.queues import QueueFilter, SlotFinding
from hri.domain.reviews import Judgement, ReviewDecision, ReviewDraft, ReviewState
from hri.domain.slots import Slot
from hri.evaluation import columns, findings
from hri.evaluation.drift import Grouping
from hri.evaluation.drifts import Sides
from hri.evaluation.heatmaps import Axes, Dimension, HeatCell, Measure, cell_filter
from hri.wiring import Desk

ALL = tuple(ReviewState)
MODELS = Sides(grouping=Grouping.MODEL, first="m1", then="")


def cells(desk: Desk, axes: Axes) -> dict[tuple[str, str], HeatCell]:
    return {(cell.row, cell.column): cell for cell in desk.analytics.heatmap(CHIEF, axes).cells}


def test_cells_hold_means_and_shares_of_the_cases_in_which_the_slot_applies(desk: Desk):
    for number, said in enumerate([{**WRONG_FEE, **FAKE_LAW}, RIGHT_FEE, {}]):
        metadata = {"slots": said}
        desk.intake.submit(CHIEF, case(number, procedure_id="transport/x", metadata=metadata))
    desk.intake.submit(CHIEF, case(9, procedure_id="civil/y"))
    found = desk.analytics.heatmap(CHIEF)
    assert (found.rows, found.columns) == (("fees", "legal_basis"), ("transport", "civil"))
    there = cells(desk, Axes.SLOT_SERVICE)
    assert set(there) == {("fees", "transport"), ("fees", "civil"), ("legal_basis", "transport")}
    fees = there["fees", "transport"]
    assert (fees.n, fees.violation_share, fees.flagged_share) == (2, 0.0, 0.5)
    assert fees.mean_risk == pytest.approx(0.43 / 2)
    assert there["legal_basis", "transport"].violation_share == 1.0


def test_a_slot_whose_rules_never_ran_has_no_share_of_violations(desk: Desk):
    slots = {"fees": {"sis": 0.0, "ccs": 1.0, "rvs": None}}
    desk.intake.submit(CHIEF, case(metadata={"slots": slots}))
    (cell,) = desk.analytics.heatmap(CHIEF).cells
    assert cell.violation_share is None
    assert cell.mean_risk == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("axes", "columns"),
    [
        (Axes.SLOT_SERVICE, ("transport", "")),
        (Axes.SLOT_PROCEDURE, ("transport/x", "")),
        (Axes.SLOT_LANGUAGE, ("fr", "en")),
        (Axes.SLOT_MODEL, ("m1", "")),
        (Axes.SLOT_CHANNEL, ("web", "")),
        (Axes.SLOT_WEEK, ("2026-03-02", "2026-03-09")),
    ],
)
def test_every_dimension_splits_the_cases(desk: Desk, clock: FakeClock, axes, columns):
    first = {"procedure_id": "transport/x", "model": "m1", "channel": "web"}
    desk.intake.submit(CHIEF, case(1, **first))
    clock.move(days=6, hours=11)  # the Sunday of the same week, 23:00
    desk.intake.submit(CHIEF, case(2, **first))
    clock.move(hours=2)
    desk.intake.submit(CHIEF, case(3, language="en"))
    assert desk.analytics.heatmap(CHIEF, axes).columns == columns


def test_signals_of_a_slot_are_turned_so_that_higher_is_worse(desk: Desk):
    said = [(0.2, 1.0, 0.0), (0.4, 0.0, 1.0), (None, 0.5, None)]
    for number, (sis, ccs, rvs) in enumerate(said):
        slots = {"fees": {"sis": sis, "ccs": ccs, "rvs": rvs}}
        desk.intake.submit(CHIEF, case(number, metadata={"slots": slots}))
    found = cells(desk, Axes.SLOT_SIGNAL)
    sis, ccs, rvs = (found["fees", signal] for signal in ("sis", "ccs", "rvs"))
    assert (sis.n, sis.flagged, sis.violation_share) == (2, 2, None)
    assert sis.mean_risk == pytest.approx(0.3)
    assert (ccs.n, ccs.flagged, ccs.violation_share) == (3, 2, None)
    assert ccs.mean_risk == pytest.approx(0.5)
    assert (rvs.n, rvs.flagged, rvs.violation_share, rvs.mean_risk) == (2, 1, 0.5, 0.5)


def test_a_case_as_a_whole_counts_once_by_service_and_week(desk: Desk, clock: FakeClock):
    both = {"slots": {**WRONG_FEE, **FAKE_LAW}}
    right = {"slots": RIGHT_FEE}
    desk.intake.submit(CHIEF, case(1, procedure_id="transport/x", model="m1", metadata=both))
    desk.intake.submit(CHIEF, case(2, procedure_id="transport/x", model="m1", metadata=right))
    desk.intake.submit(CHIEF, case(3, procedure_id="transport/x", metadata={"slots": {}}))
    clock.move(days=7)
    desk.intake.submit(CHIEF, case(4, procedure_id="transport/x", model="m2", metadata=right))
    cell = cells(desk, Axes.SERVICE_WEEK)["transport", "2026-03-02"]
    assert (cell.n, cell.violations, cell.rvs_scored, cell.flagged) == (3, 1, 2, 1)
    # Fees 0.43 and law 0.70 weigh 0.20 and 0.30; the right fee has risk 0; the third has no index.
    assert cell.mean_risk == pytest.approx(((0.43 * 0.2 + 0.7 * 0.3) / 0.5 + 0) / 2, rel=1e-6)
    assert set(cells(desk, Axes.MODEL_WEEK)) == {
        ("m1", "2026-03-02"),
        ("", "2026-03-02"),
        ("m2", "2026-03-09"),
    }


def decide(desk: Desk, case_id: str, **judgements: Judgement) -> None:
    held = take(desk, ANNE, case_id)
    judged = {Slot(name): found for name, found in judgements.items()}
    desk.review.reveal(ANNE, case_id, ReviewDraft(judgements=judged))
    decision = ReviewDecision(
        case_id=case_id,
        verb="reject",
        seen_version=held.version,
        reason_code="wrong_value",
        text="Ask the town hall.",
        judgements=judged,
    )
    desk.review.decide(ANNE, decision)


def test_errors_are_what_people_found_in_the_decisions_that_stand(desk: Desk, clock: FakeClock):
    for number in range(1, 6):
        desk.intake.submit(CHIEF, case(number, procedure_id="transport/x"))
    found = (Judgement.WRONG, Judgement.SUPPORTED, Judgement.CANNOT_TELL, Judgement.WRONG)
    for number, judgement in enumerate(found, start=1):
        decide(desk, f"case-{number:05}", fees=judgement)
    desk.review.undo(ANNE, "case-00004")
    cell = cells(desk, Axes.SLOT_SERVICE)["fees", "transport"]
    assert (cell.n, cell.wrong, cell.judged, cell.error_share) == (5, 1, 2, 0.5)
    assert cells(desk, Axes.SLOT_SIGNAL)["fees", "rvs"].judged == 0, "no rule spoke against it"
    assert cells(desk, Axes.SLOT_SIGNAL)["fees", "ccs"].judged == 2
    assert cells(desk, Axes.SERVICE_WEEK)["transport", "2026-03-02"].wrong == 1
    clock.move(minutes=11)
    desk.worklist.send_back(CHIEF, "case-00001", "look again")
    assert cells(desk, Axes.SLOT_SERVICE)["fees", "transport"].wrong == 0


def test_cases_added_later_and_moved_ones_are_counted_where_they_are(desk: Desk):
    desk.intake.submit(CHIEF, case(1, procedure_id="transport/x"))
    assert cells(desk, Axes.SLOT_SERVICE)["fees", "transport"].n == 1
    desk.intake.submit(CHIEF, case(2, procedure_id="transport/x", model="new"))
    desk.intake.submit(CHIEF, case(3, procedure_id="civil/y"))
    assert cells(desk, Axes.SLOT_SERVICE)["fees", "transport"].n == 2
    report = desk.worklist.move(CHIEF, ["case-00001"], "civil")
    assert cells(desk, Axes.SLOT_SERVICE)["fees", "civil"].n == 2
    desk.worklist.undo(CHIEF, report.batch)
    assert cells(desk, Axes.SLOT_SERVICE)["fees", "civil"].n == 1


def test_the_filter_of_a_cell_says_what_its_figure_is_about():
    assert cell_filter(Axes.SLOT_SERVICE, "fees", "transport", Measure.FLAGGED_SHARE) == (
        QueueFilter(
            service="transport", slot=Slot.FEES, findings=(SlotFinding.FLAGGED,), states=ALL
        )
    )
    week = cell_filter(Axes.MODEL_WEEK, "m1", "2026-03-02", Measure.MEAN_RISK)
    assert week == QueueFilter(model="m1", week="2026-03-02", states=ALL)
    signal = cell_filter(Axes.SLOT_SIGNAL, "fees", "sis", Measure.ERROR_SHARE)
    assert signal.findings == (SlotFinding.UNSTABLE, SlotFinding.FOUND_WRONG)


@pytest.fixture
def mixed(tmp_path: Path, clock: FakeClock) -> Desk:
    """A desk with cases of all kinds over three weeks, some decided."""
    desk = open_bench(tmp_path, clock=clock, queue_page_size=100)
    kinds = [WRONG_FEE, RIGHT_FEE, {**WRONG_FEE, **FAKE_LAW}, FAKE_LAW, {}]
    for number, (said, model, service) in enumerate(
        product(kinds, ("m1", None), ("transport", "civil", None))
    ):
        procedure = f"{service}/x" if service else None
        metadata = {"slots": said}
        desk.intake.submit(
            CHIEF, case(number, procedure_id=procedure, model=model, metadata=metadata)
        )
        clock.move(hours=15)
    waiting = desk.queue.page(ANNE, QueueFilter()).items
    for place, item in enumerate(waiting[:8]):
        found = Judgement.WRONG if place % 3 else Judgement.SUPPORTED
        decide(desk, item.case_id, fees=found, legal_basis=Judgement.WRONG)
    return desk


@pytest.mark.parametrize("axes", Axes)
def test_every_cell_opens_just_the_cases_its_figure_counts(mixed: Desk, axes: Axes):
    found = mixed.analytics.heatmap(CHIEF, axes).cells
    assert len(found) > 1
    for cell, measure in product(found, Measure):
        narrow = cell_filter(axes, cell.row, cell.column, measure)
        opened = len(mixed.queue.page(ANNE, narrow).items)
        if axes.dimensions[1] is Dimension.SIGNAL and measure is not Measure.ERROR_SHARE:
            counted = cell.flagged
            if measure is Measure.VIOLATION_SHARE and cell.column != "rvs":
                continue  # there is no such figure
        else:
            counted, _of = cell.counts(measure)
        assert opened == counted, (cell, measure)


def test_columns_read_in_many_short_pieces_are_the_same(mixed: Desk, monkeypatch):
    whole = mixed.analytics.heatmap(CHIEF, Axes.SLOT_SIGNAL)
    drifted = mixed.drifts.compare(CHIEF, MODELS)
    for part in (columns, findings):
        monkeypatch.setattr(part, "EVENTS_AT_ONCE", 3)
    monkeypatch.setattr(columns, "CASES_AT_ONCE", 2)
    again = open_bench(mixed.settings.database.parent)
    assert again.analytics.heatmap(CHIEF, Axes.SLOT_SIGNAL) == whole
    assert again.drifts.compare(CHIEF, MODELS) == drifted
    assert again.quality.unseen(CHIEF) == mixed.quality.unseen(CHIEF)


def test_an_empty_desk_has_an_empty_grid(desk: Desk):
    found = desk.analytics.heatmap(CHIEF)
    assert (found.rows, found.columns, found.cells) == ((), (), ())
    assert desk.drifts.compare(CHIEF, MODELS).whole[0].index is None
    assert desk.analytics.topics(CHIEF).services == ()
