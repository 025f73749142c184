"""Errors, costs, curves and recommended thresholds on the tuning screen."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from hri.domain.reviews import Role
from hri.domain.slots import Slot
from hri.evaluation.curves import Knob
from hri.evaluation.fitting import Free
from hri.evaluation.recommending import Caution, Limits, Refusal
from tests.ui.conftest import Open, shown
from tests.ui.factory import FakeDesk
from tests.ui.test_tuning import look_at, moving, press

TRADE = "Cost and workload"


def trade(opened: Open, role: Role = Role.ANALYST) -> AppTest:
    return look_at(opened("tuning", role), TRADE)


def chart(app: AppTest, place: int) -> list[dict]:
    figure = json.loads(app.get("plotly_chart")[place].proto.spec)
    return figure["data"]


def names(app: AppTest, place: int) -> set[str]:
    return {trace.get("name", "") for trace in chart(app, place)}


def test_errors_and_work_stand_beside_those_in_force_with_their_doubt(opened: Open) -> None:
    words = shown(opened("tuning", Role.ANALYST))
    assert words.count("75% (50% to 90%; 15 of 20 judged)") == 4
    assert "about 30" in words
    assert "about 10" in words
    assert "1,234 (1,000 to 1,500)" in words
    assert "4.2" in words


def test_what_cannot_be_measured_is_said_with_its_cause(opened: Open, desk: FakeDesk) -> None:
    desk.weighing.measured = False
    app = opened("tuning", Role.ANALYST)
    words = shown(app)
    assert words.count("<td>not measurable</td>") >= 8
    assert "none was both drawn and judged" in words
    assert "about" not in words
    look_at(app, TRADE)
    assert "Not measurable, for the same reason." in shown(app)
    assert names(app, 0) == {"hours of review", "in force", "with these numbers"}
    assert len(app.get("plotly_chart")) == 1


def test_both_policies_are_marked_on_the_curves(opened: Open) -> None:
    app = trade(opened)
    for place in range(2):
        assert {"in force", "with these numbers", "interval at 95%"} <= names(app, place)


def test_another_threshold_can_move_along_the_cost_curve(opened: Open, desk: FakeDesk) -> None:
    app = trade(opened)
    app.selectbox(key="curve-knob").select(Knob.DEFER).run()
    assert desk.weighing.knob is Knob.DEFER
    mark = next(each for each in chart(app, 0) if each.get("name") == "with these numbers")
    assert mark["x"] == [0.35]


def test_costs_are_tried_and_go_back_to_those_of_the_house(opened: Open, desk: FakeDesk) -> None:
    app = trade(opened)
    house = desk.weighing.costs
    moving(app.number_input, "cost-wrong.fees").set_value(99.0).run()
    moving(app.number_input, "cost-minute").set_value(2.0).run()
    moving(app.number_input, "cost-minutes.ROUTE").set_value(12.0).run()
    tried = desk.weighing.asked[-1][1]
    assert (tried.wrong[Slot.FEES], tried.minute, tried.minutes["ROUTE"]) == (99.0, 2.0, 12.0)
    assert tried.wrong[Slot.LEGAL_BASIS] == house.wrong[Slot.LEGAL_BASIS]
    press(app, "costs-reset")
    assert desk.weighing.asked[-1][1] == house
    assert moving(app.number_input, "cost-wrong.fees").value == house.wrong[Slot.FEES]


def test_recommended_thresholds_are_told_with_their_doubt_and_taken(
    opened: Open, desk: FakeDesk
) -> None:
    desk.weighing.cautions = tuple(Caution)
    app = press(trade(opened), "recommend")
    words = shown(app)
    assert "0.60 – 0.70" in words
    assert "80 (-10 to 170)" in words
    assert "90%" in words
    assert "from 40 judged cases, 12 of them wrong" in words
    assert words.count("▲") == len(Caution)
    press(app, "recommend-take")
    thresholds = [moving(app.slider, f"slide-thresholds-{name}") for name in ("warn", "route")]
    assert [slider.value for slider in thresholds] == [0.11, 0.66]
    assert desk.tried[-1][0].thresholds.defer == 0.22


def test_a_recommendation_does_not_outlive_what_it_was_asked_for(
    opened: Open, desk: FakeDesk
) -> None:
    app = press(trade(opened), "recommend")
    moving(app.slider, "slide-coefficients-alpha").set_value(0.5).run()
    assert "ask again" in shown(app)
    assert "recommend-take" not in {button.key for button in app.button}


def test_a_limit_on_work_or_on_what_goes_out_is_kept_to(opened: Open, desk: FakeDesk) -> None:
    app = trade(opened)
    app.radio(key="limit-kind").set_value("hours").run()
    app.number_input(key="limit-hours").set_value(3.0).run()
    press(app, "recommend")
    app.radio(key="limit-kind").set_value("leak").run()
    app.number_input(key="limit-leak").set_value(5.0).run()
    app.checkbox(key="fit-weights").check().run()
    press(app, "recommend")
    asked = [limits for limits, _free, _span in desk.weighing.recommended]
    assert asked == [Limits(hours=3.0), Limits(leak=0.05)]
    assert desk.weighing.recommended[-1][1] == (Free.WEIGHTS,)
    assert "How unsure the fitted" in shown(app)


@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        (Refusal.NOT_MEASURABLE, "what goes out wrong is not known"),
        (Refusal.TOO_FEW_CASES, "40 judged cases are too few; it takes 50"),
        (Refusal.TOO_FEW_WRONG, "12 wrong cases among those judged are too few; it takes 10"),
        (Refusal.LIMITS_NOT_MET, "No thresholds keep to this limit"),
    ],
)
def test_a_refusal_says_what_is_missing(
    opened: Open, desk: FakeDesk, refusal: Refusal, words: str
) -> None:
    desk.weighing.refusal = refusal
    app = press(trade(opened), "recommend")
    assert words in shown(app)
    assert "recommend-take" not in {button.key for button in app.button}


def test_an_auditor_sees_the_trade_off(opened: Open) -> None:
    assert "recommend" in {button.key for button in trade(opened, Role.AUDITOR).button}
