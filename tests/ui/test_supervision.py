"""Supervision: alerts that lead somewhere, cells that open their cases, figures told honestly."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from hri.domain.decisions import Action
from hri.domain.figures import DrawnRow
from hri.domain.outbox import Delivery, DeliveryState
from hri.domain.periods import Period
from hri.domain.queues import QueueFilter, SlotFinding
from hri.domain.reviews import ReviewState, Role
from hri.domain.slots import Slot
from hri.evaluation.drift import Measured
from hri.evaluation.heatmaps import Axes, Measure, cell_filter
from hri.evaluation.psi import stability
from hri.ui import drifts, filters, heatmaps, i18n
from tests.ui.conftest import Open, shown
from tests.ui.factory import NOW, FakeDesk
from tests.ui.figures import LIMITS, FakeFigures


def button(app: AppTest, key: str) -> None:
    next(item for item in app.button if item.key == key).click().run()
    assert not app.exception


def keys(app: AppTest) -> set[str]:
    return {str(item.key) for item in app.button}


@pytest.mark.parametrize("role", [Role.CASEWORKER, Role.ADMINISTRATOR])
def test_who_may_not_read_figures_does_not_come_to_the_page(opened: Open, role: Role) -> None:
    app = opened(None, role)
    with pytest.raises(ValueError, match="supervision"):
        app.switch_page("pages/supervision.py").run()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.ANALYST, Role.AUDITOR])
def test_the_whole_page_is_drawn(opened: Open, role: Role, language: str) -> None:
    app = opened("supervision", role, language)
    assert not app.exception
    assert len(app.header) == 7
    assert ("pause-ask" in keys(app)) is (role is Role.SUPERVISOR)
    names = {"en": "Figures of single people", "fr": "Chiffres par personne"}
    people = names[language] in [item.value for item in app.subheader]
    assert people is (role is not Role.ANALYST)


def test_without_anything_amiss_there_is_no_alert(opened: Open) -> None:
    app = opened("supervision")
    assert "Nothing needs your attention." in shown(app)
    assert not {key for key in keys(app) if key.startswith("alert-")}


def failed() -> tuple[Delivery, ...]:
    """A message that nobody took."""
    return (
        Delivery(
            reply_id=1,
            case_id="case-001",
            state=DeliveryState.FAILED,
            attempts=8,
            due_at=NOW,
            problem="no answer",
        ),
    )


def test_who_may_not_try_again_is_told_of_lost_messages_too(opened: Open, desk: FakeDesk) -> None:
    desk.outbox = failed()
    assert "1 message was not delivered." in shown(opened("supervision", Role.AUDITOR))


def test_every_alert_leads_somewhere(opened: Open, desk: FakeDesk) -> None:
    figures = desk.analytics
    figures.past_due, figures.missed, figures.drifted = 3, ("case-002",), True
    desk.outbox = failed()
    app = opened("supervision")
    words = shown(app)
    for told in (
        "3 cases are past their deadline.",
        "1 known error was not caught in the last 28 days.",
        "Drift of the last 28 days against those before: HRI: index (",
        "1 message was not delivered.",
    ):
        assert told in words
    assert "Nothing needs" not in words
    button(app, "alert-drift-open")
    assert app.title[0].value == "Supervision"
    app.selectbox(key="alert-seed").select("case-002").run()
    assert app.title[0].value == "Case"
    app = opened("supervision")
    button(app, "alert-due-open")
    assert app.title[0].value == "Queue"
    assert app.query_params["view"] == "due"


def test_a_pause_is_told_at_the_top(opened: Open, desk: FakeDesk) -> None:
    app = opened("supervision")
    desk.pauses.pause(_chief(app), "broken", service="transport")
    app.run()
    assert "Paused: service “transport”." in shown(app)
    assert "alert-paused-open" in keys(app)


def _chief(app: AppTest) -> Any:
    return app.session_state["actor"]


@pytest.mark.parametrize("axes", Axes)
def test_every_grid_and_measure_opens_its_cell_by_keyboard(opened: Open, axes: Axes) -> None:
    app = opened("supervision")
    app.selectbox(key="heat-axes").select(axes.value).run()
    app.selectbox(key="heat-measure").select(Measure.ERROR_SHARE.value).run()
    row = app.selectbox(key=f"cell-row-{axes.value}").options
    assert len(row) >= 2
    button(app, "cell-open")
    assert app.title[0].value == "Queue"
    assert "found_wrong" in app.query_params["findings"]
    assert "found wrong by people" in shown(app)


ALL = tuple(ReviewState)


@pytest.mark.parametrize(
    "narrow",
    [
        QueueFilter(slot=Slot.FEES, findings=(SlotFinding.APPLIES,), service="x", states=ALL),
        QueueFilter(model="m", week=date(2026, 3, 2), states=ALL),
        QueueFilter(model="", procedure_id="", states=ALL),
        QueueFilter(
            slot=Slot.FEES,
            findings=(SlotFinding.UNSTABLE, SlotFinding.FOUND_WRONG),
            channel="web",
            states=ALL,
        ),
    ],
)
def test_a_filter_survives_the_address(opened: Open, desk: FakeDesk, narrow: QueueFilter) -> None:
    asked: list[QueueFilter] = []
    plain = desk.page

    def page(actor: object, narrow: QueueFilter, **more: object) -> object:
        asked.append(narrow)
        return plain(actor, narrow, **more)

    desk.page = page
    opened("queue", Role.SUPERVISOR, **filters.address_of(narrow))
    assert asked[-1] == narrow


def test_what_an_address_says_wrongly_narrows_nothing(opened: Open) -> None:
    app = opened("queue", findings="nonsense,<b>", week="2026-99-99", without="holder")
    assert not app.exception
    assert "Only cases in which" not in shown(app)
    assert "Came in the week" not in shown(app)


@pytest.fixture
def grid() -> heatmaps.Heatmap:
    return FakeFigures(lambda actor, use_case: None).heatmap(None, Axes.SLOT_SERVICE)


def test_few_cases_are_striped_and_marked(grid: heatmaps.Heatmap) -> None:
    with i18n.speaking("en"):
        figure = heatmaps.draw(grid, Measure.MEAN_RISK, 20)
        all_few = heatmaps.draw(grid, Measure.MEAN_RISK, 1000)
        counts = heatmaps.draw(grid, Measure.CASES, 1000)
    colours, stripes, targets = figure.data
    # Of the first slot there are 10 and 11 cases, of the others 20 and more.
    assert [list(row) for row in colours.text[:2]] == [["0.10°", "0.11°"], ["0.20", "0.21"]]
    assert {round(y) for y in stripes.y if y is not None} == {0}
    assert {round(y) for y in all_few.data[1].y if y is not None} == {0, 1, 2, 3, 4}
    assert not [y for y in counts.data[1].y if y is not None], "a count is no estimate"
    assert [tuple(place) for place in targets.customdata[:2]] == [
        ("required_documents", "civil-registry"),
        ("required_documents", "transport"),
    ]


def test_the_mark_looks_at_what_a_share_is_of(grid: heatmaps.Heatmap) -> None:
    cell = grid.cells[-1]
    assert (cell.n, cell.judged) == (51, 4)
    with i18n.speaking("en"):
        assert heatmaps.words_of(cell, Measure.FLAGGED_SHARE, 20) == "49%"
        assert heatmaps.words_of(cell, Measure.ERROR_SHARE, 20) == "25%°"


def test_the_chart_shows_the_last_weeks_and_the_largest_services() -> None:
    weeks = tuple(f"2026-{month:02}-01" for month in range(1, 13)) * 3
    many = heatmaps.Heatmap(
        axes=Axes.MODEL_WEEK,
        rows=tuple(f"m{number}" for number in range(30)),
        columns=weeks,
        cells=(),
    )
    rows, columns = heatmaps.shown_of(many)
    assert (rows, columns) == (many.rows[: heatmaps.MOST], many.columns[-heatmaps.MOST :])


def test_an_estimate_says_when_it_cannot_be_measured(opened: Open, desk: FakeDesk) -> None:
    app = opened("supervision")
    assert "not measurable: none of the drawn answers has been judged yet" in shown(app)
    desk.analytics.sample = (DrawnRow(Action.PASS, 10.0, 20, 10, 2),)
    app.run()
    words = shown(app)
    assert "20.0% (95 % interval" in words
    assert "Not measured, and left out: 20 answers delivered at level" in words


def test_drift_tells_chance_from_change() -> None:
    def series(first: list[int], then: list[int]) -> drifts.Series:
        found = stability(first, then, LIMITS.floor)
        return drifts.Series(
            measured=Measured.RVS, slot=None, names=("0", "1", ""), stability=found
        )

    with i18n.speaking("en"):
        words = [
            drifts.verdict(series(first, then), LIMITS)
            for first, then in (
                ([500, 500, 0], [100, 900, 0]),
                ([500, 500, 0], [350, 650, 0]),
                ([500, 500, 0], [495, 505, 0]),
                ([3, 2, 0], [1, 4, 0]),
                ([0, 0, 0], [1, 4, 0]),
            )
        ]
    assert words == [
        "▲ has drifted",
        "○ steady" if stability([500, 500], [350, 650], LIMITS.floor).index < LIMITS.watch else
        "△ worth a look",
        "○ steady",
        "○ no more than chance may give",
        "not measurable",
    ]  # fmt: skip


def test_models_are_compared_only_where_there_are_two(opened: Open, desk: FakeDesk) -> None:
    app = opened("supervision")
    app.selectbox(key="drift-grouping").select("model").run()
    assert app.selectbox(key="drift-model-0").value == "model-a"
    assert app.selectbox(key="drift-model-1").value == "model-b"
    desk.analytics.models = ("model-a",)
    app.run()
    assert "There are not two of these" in shown(app)


def test_periods_are_offered_from_days_to_months() -> None:
    found = drifts.periods_of(date(2026, 3, 15))
    assert list(found)[:2] == ["before-28", "last-28"]
    assert found["2026-02"] == Period(first=date(2026, 2, 1), last=date(2026, 2, 28))
    with i18n.speaking("fr"):
        assert drifts.side_words(found["2026-02"]) == "février 2026"
        assert drifts.side_words(found["last-7"]) == "9 mars 2026 à 15 mars 2026"


def test_pausing_takes_a_reason_and_a_second_word(opened: Open, desk: FakeDesk) -> None:
    app = opened("supervision")
    button(app, "pause-ask")
    assert "Give a reason; nothing was changed." in shown(app)
    app.selectbox(key="pause-kind").select("service").run()
    assert next(item for item in app.button if item.key == "pause-ask").disabled
    app.selectbox(key="pause-service").select("transport").run()
    app.text_input(key="pause-reason-0").input("the fees changed").run()
    button(app, "pause-ask")
    assert "From now on every answer goes to a person" in shown(app)
    assert not desk.pauses.kept
    button(app, "pause-no")
    assert not desk.pauses.kept
    button(app, "pause-ask")
    button(app, "pause-yes")
    (pause,) = desk.pauses.kept
    assert (pause.topic.service, pause.reason) == ("transport", "the fees changed")
    assert app.text_input(key="pause-reason-1").value == ""


def test_a_pause_ends_with_a_reason(opened: Open, desk: FakeDesk) -> None:
    app = opened("supervision")
    desk.pauses.pause(_chief(app), "broken")
    app.run()
    button(app, "resume-1")
    assert "Give a reason; nothing was changed." in shown(app)
    assert desk.pauses.kept[0].ended is None
    app.text_input(key="resume-reason-1-0").input("mended").run()
    button(app, "resume-1")
    assert desk.pauses.kept[0].ended.reason == "mended"
    assert "Nothing is paused." in shown(app)
    assert "1 pause that has ended" in [item.label for item in app.expander]


def test_the_filter_of_a_cell_is_an_address() -> None:
    narrow = cell_filter(Axes.SLOT_SIGNAL, "fees", "rvs", Measure.MEAN_RISK)
    assert filters.address_of(narrow) == {"view": "all", "slot": "fees", "findings": "violated"}
