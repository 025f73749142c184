"""The tuning screen: numbers are tried on the history, and kept as a draft."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from hri.domain.decisions import Action
from hri.domain.reviews import Role
from hri.domain.slots import Slot
from hri.evaluation.spans import Span
from hri.ui import candidates, exports, twins
from tests.ui.conftest import Open, shown
from tests.ui.factory import FakeDesk


def moving(widgets: Sequence[Any], key: str) -> Any:
    """The slider, box or list of a number, whatever its generation."""
    return next(widget for widget in widgets if str(widget.key).startswith(f"{key}~"))


def look_at(app: AppTest, view: str) -> AppTest:
    app.session_state["tuning-view"] = view
    return app.run()


def open_floors(app: AppTest) -> AppTest:
    app.session_state["tuning-floors"] = True
    return app.run()


def press(app: AppTest, key: str) -> AppTest:
    return app.button(key=key).click().run()


def test_moving_a_threshold_shows_the_flips_and_keeps_the_order(opened: Open) -> None:
    app = opened("tuning", Role.ANALYST)
    moving(app.slider, "slide-thresholds-warn").set_value(0.4).run()
    assert moving(app.number_input, "box-thresholds-warn").value == 0.4
    assert moving(app.number_input, "box-thresholds-defer").value == 0.4
    words = shown(look_at(app, "Cases that change"))
    assert "case-001" in words
    assert "Lowered: 1" in words
    assert "No level would rise." in words


def test_a_case_that_flips_is_opened(opened: Open) -> None:
    app = opened("tuning", Role.ANALYST)
    moving(app.slider, "slide-thresholds-warn").set_value(0.4).run()
    look_at(app, "Cases that change")
    app.selectbox(key="flips-case").select("case-001").run()
    press(app, "flips-open")
    assert app.title[0].value == "Case"


def test_without_a_change_no_case_flips(opened: Open) -> None:
    app = look_at(opened("tuning", Role.ANALYST), "Cases that change")
    assert "None: every case keeps its level." in shown(app)


def test_moving_a_weight_scales_the_others_and_a_draft_can_be_kept(
    opened: Open, desk: FakeDesk
) -> None:
    app = opened("tuning", Role.ANALYST)
    moving(app.number_input, "box-weights-fees").set_value(0.6).run()
    weights = [moving(app.number_input, f"box-weights-{slot.value}").value for slot in Slot]
    assert sum(weights) == pytest.approx(1)
    words = shown(look_at(app, "Differences and draft"))
    assert "Weight: 4 Fees" in words
    app.text_input(key="draft-title").set_value("Fees first")
    app.text_area(key="draft-rationale").set_value("They go wrong most").run()
    press(app, "draft-save")
    assert desk.saved[0].weights[Slot.FEES] == 0.6
    assert "Saved as v002" in shown(app)


@pytest.mark.parametrize(("title", "why"), [("", "They go wrong"), ("Fees first", " ")])
def test_a_draft_needs_a_title_and_a_reason(
    opened: Open, desk: FakeDesk, title: str, why: str
) -> None:
    app = opened("tuning", Role.ANALYST)
    moving(app.slider, "slide-thresholds-warn").set_value(0.3).run()
    look_at(app, "Differences and draft")
    app.text_input(key="draft-title").set_value(title)
    app.text_area(key="draft-rationale").set_value(why).run()
    press(app, "draft-save")
    assert "Give the draft a title" in shown(app)
    assert desk.saved == []


def test_the_numbers_in_force_are_no_draft(opened: Open, desk: FakeDesk) -> None:
    app = look_at(opened("tuning", Role.ANALYST), "Differences and draft")
    assert "Nothing differs" in shown(app)
    app.text_input(key="draft-title").set_value("The same")
    app.text_area(key="draft-rationale").set_value("again").run()
    press(app, "draft-save")
    assert "nothing was kept" in shown(app)
    assert desk.saved == []


def test_an_auditor_may_try_numbers_and_not_keep_them(opened: Open) -> None:
    app = look_at(opened("tuning", Role.AUDITOR), "Differences and draft")
    assert "draft-save" not in {element.key for element in app.button}


def test_a_floor_can_be_moved_and_turned_off(opened: Open, desk: FakeDesk) -> None:
    app = open_floors(opened("tuning", Role.ANALYST))
    moving(app.selectbox, "rule-contradicted-floor").select(Action.ROUTE).run()
    moving(app.selectbox, "rule-unverified-reference-floor").select(Action.PASS).run()
    moving(app.number_input, "rule-instability-at_least").set_value(0.7).run()
    tried = {rule.id: rule for rule in desk.tried[-1][0].overrides}
    assert tried["contradicted"].floor is Action.ROUTE
    assert tried["unverified-reference"].floor is Action.PASS
    assert tried["instability"].at_least == 0.7
    words = shown(look_at(app, "Differences and draft"))
    assert "Reference not verified: floor" in words
    assert "<td>off</td>" in words


def test_only_what_may_be_silent_can_be_turned_off(opened: Open) -> None:
    app = open_floors(opened("tuning", Role.ANALYST))
    assert "off" not in moving(app.selectbox, "rule-contradicted-floor").options
    assert "off" in moving(app.selectbox, "rule-unsupported-floor").options
    kept = {str(box.key) for box in app.selectbox}
    assert not any("rule-empty-answer" in key for key in kept)
    assert "Empty answer" in shown(app)


def test_floors_stay_as_moved_while_their_list_is_shut(opened: Open, desk: FakeDesk) -> None:
    app = open_floors(opened("tuning", Role.ANALYST))
    moving(app.selectbox, "rule-contradicted-floor").select(Action.ROUTE).run()
    app.session_state["tuning-floors"] = False
    app.run()
    open_floors(app)
    assert moving(app.selectbox, "rule-contradicted-floor").value is Action.ROUTE
    assert desk.tried[-1][0] != desk.live_policy


def test_everything_goes_back_to_what_is_in_force(opened: Open, desk: FakeDesk) -> None:
    app = open_floors(opened("tuning", Role.ANALYST))
    moving(app.slider, "slide-coefficients-alpha").set_value(0.9).run()
    moving(app.selectbox, "rule-contradicted-floor").select(Action.ROUTE).run()
    press(app, "tuning-reset")
    assert desk.tried[-1][0] == desk.live_policy
    assert moving(app.slider, "slide-coefficients-alpha").value == 0.3
    assert moving(app.selectbox, "rule-contradicted-floor").value is Action.DEFER


def test_a_part_of_the_history_is_chosen(opened: Open, desk: FakeDesk) -> None:
    app = opened("tuning", Role.ANALYST)
    assert desk.tried[-1][1] == Span()
    app.selectbox(key="span-time").select("days").run()
    app.number_input(key="span-days").set_value(7).run()
    app.selectbox(key="span-service").select("transport").run()
    assert desk.tried[-1][1] == Span(days=7, service="transport")
    app.selectbox(key="span-service").select("").run()
    assert desk.tried[-1][1] == Span(days=7, service="")


def test_figures_tell_levels_index_risk_and_what_is_left_out(opened: Open) -> None:
    app = opened("tuning", Role.ANALYST)
    words = shown(app)
    assert "2 cases are left out" in words
    assert "Cases by index" in words
    words = shown(look_at(app, "Risk by slot"))
    assert "0.250" in words
    assert len(app.get("plotly_chart")) == 1


@pytest.mark.parametrize(
    "view", ["Effect", "Cases that change", "Cost and workload", "Risk by slot"]
)
def test_a_part_without_cases_says_so(opened: Open, desk: FakeDesk, view: str) -> None:
    plain = desk.compare
    desk.compare = lambda *known, **more: plain(*known, **more).model_copy(update={"cases": 0})
    app = look_at(opened("tuning", Role.ANALYST), view)
    words = shown(app)
    assert "No case lies in this part of the history" in words
    assert "2 cases are left out" in words
    assert not app.get("plotly_chart")


def test_the_chosen_version_is_tried_whole(opened: Open, desk: FakeDesk) -> None:
    other = desk.live_policy.model_copy(update={"no_claim_action": Action.DEFER, "version": "v007"})
    app = opened("tuning", Role.ANALYST)
    app.session_state[candidates.BASE] = other
    app.run()
    assert desk.tried[-1][0].no_claim_action is Action.DEFER


def test_sliders_follow_what_is_in_force_until_one_is_moved(opened: Open, desk: FakeDesk) -> None:
    app = opened("tuning", Role.ANALYST)
    assert moving(app.slider, "slide-thresholds-warn").value == 0.2
    for warn in (0.25, 0.3):
        limits = desk.live_policy.thresholds.model_copy(update={"warn": warn})
        desk.live_policy = desk.live_policy.model_copy(update={"thresholds": limits})
        app.run()
        if warn == 0.25:
            assert moving(app.slider, "slide-thresholds-warn").value == 0.25
            moving(app.slider, "slide-thresholds-route").set_value(0.6).run()
    assert moving(app.slider, "slide-thresholds-warn").value == 0.25
    assert desk.tried[-1][0].thresholds.route == 0.6


def test_an_override_of_any_name_is_only_text(opened: Open, desk: FakeDesk) -> None:
    nasty = "![x](http://evil.example/x.png):red[y]"
    plain = next(rule for rule in desk.live_policy.overrides if rule.id == "unsupported")
    rules = (*desk.live_policy.overrides, plain.model_copy(update={"id": nasty}))
    desk.live_policy = desk.live_policy.model_copy(update={"overrides": rules})
    app = open_floors(opened("tuning", Role.ANALYST))
    label = moving(app.selectbox, f"rule-{nasty}-floor").label
    assert "![x](" not in label
    assert "http://evil" not in label
    assert ":red[" not in label


def test_a_caseworker_sees_no_tuning(opened: Open) -> None:
    with pytest.raises(ValueError, match="page"):
        opened("tuning", Role.CASEWORKER)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_part_of_the_screen_is_drawn(opened: Open, language: str) -> None:
    parts = {
        "en": ("Shadow run", "Versions and approvals"),
        "fr": ("Marche à blanc", "Versions et approbations"),
    }
    for part in parts[language]:
        app = opened("tuning", Role.ANALYST, language)
        app.session_state["tuning-part"] = part
        app.run()
        assert not app.exception
        assert not app.slider


def test_figures_in_files_are_plain_and_take_no_formula() -> None:
    heads, rows = ["a", "b", "c", "d"], [[Action.ROUTE, 0.123456789012, None, "=1+1"]]
    plain = [[twins._plain(figure) for figure in row] for row in rows]
    assert plain == [["ROUTE", 0.123456789, None, "=1+1"]]
    assert b"'=1+1" in exports.csv_bytes(heads, plain)
