"""Cost, leak and workload as thresholds move, with the policy in force and the one tried marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import plotly.graph_objects as go
import streamlit as st

from hri.domain.costs import CostTable
from hri.domain.policies import Policy
from hri.evaluation.curves import CurvePoint, Knob
from hri.evaluation.outcomes import Outcomes
from hri.evaluation.spans import Span
from hri.ui import session, text, theme, twins, weighed
from hri.ui.i18n import _

HEIGHT = 320
EACH = 5
"""One point in so many stands in the table; the file has all."""


class Weighed(NamedTuple):
    """A policy with what it is worth."""

    policy: Policy
    outcomes: Outcomes


class Curve(NamedTuple):
    """The policy tried as a knob is turned, beside the one in force."""

    knob: Knob
    points: Sequence[CurvePoint]
    live: Weighed
    tried: Weighed


def show(live: Weighed, tried: Weighed, costs: CostTable, span: Span) -> None:
    """Expected cost as what is chosen moves, then leak against workload."""
    whole = _curve(Knob.ALL, live, tried, costs, span)
    st.header(_("Expected cost"))
    knobs = {knob: _knob_words(knob) for knob in reversed(Knob)}
    knob: Knob = st.selectbox(
        _("What moves"), list(knobs), key="curve-knob", format_func=knobs.__getitem__, width=320
    )
    chosen = whole if knob is Knob.ALL else _curve(knob, live, tried, costs, span)
    if tried.outcomes.cost is None:
        text.sentence(weighed.why_unmeasured(tried.outcomes))
        text.sentence(_("The hours of review are known all the same:"))
        _draw_hours(chosen)
    else:
        _draw_cost(chosen, costs.currency)
    _show_points(chosen, f"cost-{knob.value}")
    st.header(_("Leak against workload"))
    if whole.points[0].leak is None:
        text.sentence(
            _("Not measurable, for the same reason.")
            if tried.outcomes.unmeasured
            else _("Not measurable: of the cases that were judged, none was wrong.")
        )
        return
    _draw_leak(whole)
    _show_points(whole, "leak")


def _curve(knob: Knob, live: Weighed, tried: Weighed, costs: CostTable, span: Span) -> Curve:
    points = session.desk().weighing.curve(session.person(), tried.policy, knob, costs, span=span)
    return Curve(knob, points, live, tried)


def _draw_cost(curve: Curve, currency: str) -> None:
    sums = [point.cost for point in curve.points if point.cost]
    values = [point.value for point in curve.points]
    figure = go.Figure(
        [
            *_band(values, [each.low for each in sums], [each.high for each in sums]),
            _line(values, [each.value for each in sums], _("expected cost")),
            *_marked_along(curve, _cost_of(curve.live.outcomes), _cost_of(curve.tried.outcomes)),
        ]
    )
    figure.update_xaxes(title_text=_setting_words(curve.knob))
    figure.update_yaxes(
        title_text=_("Expected cost ({money})").format(money=currency), rangemode="tozero"
    )
    alt = _("Expected cost as what is chosen moves; the table below holds the same figures")
    twins.show_chart(figure, "curve-cost", alt, height=HEIGHT)


def _draw_hours(curve: Curve) -> None:
    values = [point.value for point in curve.points]
    figure = go.Figure(
        [
            _line(values, [point.hours for point in curve.points], _("hours of review")),
            *_marked_along(curve, curve.live.outcomes.hours, curve.tried.outcomes.hours),
        ]
    )
    figure.update_xaxes(title_text=_setting_words(curve.knob))
    figure.update_yaxes(title_text=_("Hours of review"), rangemode="tozero")
    alt = _("Hours of review as what is chosen moves; the table below holds the same figures")
    twins.show_chart(figure, "curve-hours", alt, height=HEIGHT)


def _draw_leak(curve: Curve) -> None:
    hours = [point.hours for point in curve.points]
    low = [_percent(point.leak_low) for point in curve.points]
    high = [_percent(point.leak_high) for point in curve.points]
    leak = [_percent(point.leak) for point in curve.points]
    live, tried = curve.live.outcomes, curve.tried.outcomes
    figure = go.Figure(
        [
            *_band(hours, low, high),
            _line(hours, leak, _("thresholds from mild to strict")),
            _mark(live.hours, _leak(live), "diamond-open", _("in force")),
            _mark(tried.hours, _leak(tried), "circle", _("with these numbers")),
        ]
    )
    figure.update_xaxes(title_text=_("Hours of review"), rangemode="tozero")
    figure.update_yaxes(title_text=_("Wrong cases that go out, %"), rangemode="tozero")
    alt = _("Wrong cases that go out against hours of review; the table below has the figures")
    twins.show_chart(figure, "curve-leak", alt, height=HEIGHT)


def _marked_along(curve: Curve, live: float | None, tried: float | None) -> list[go.Scatter]:
    """A level line for the policy in force, which may lie off the curve; a mark for the other."""
    ends = [curve.points[0].value, curve.points[-1].value]
    in_force = go.Scatter(
        x=ends,
        y=[live, live],
        mode="lines",
        line={"color": theme.ink(), "dash": "dash", "width": 1.5},
        name=_("in force"),
    )
    limits = curve.tried.policy.thresholds
    place = 1.0 if curve.knob is Knob.ALL else float(getattr(limits, curve.knob.value))
    return [in_force, _mark(place, tried, "circle", _("with these numbers"))]


def _mark(x: float, y: float | None, symbol: str, name: str) -> go.Scatter:
    marker = {"symbol": symbol, "size": 13, "color": theme.ink(), "line": {"width": 2}}
    return go.Scatter(x=[x], y=[y], mode="markers", marker=marker, name=name)


def _line(x: Sequence[float], y: Sequence[float | None], name: str) -> go.Scatter:
    line = {"color": theme.BARS[theme.mode()], "width": 2}
    return go.Scatter(x=x, y=y, mode="lines", line=line, name=name)


def _band(
    x: Sequence[float], low: Sequence[float | None], high: Sequence[float | None]
) -> tuple[go.Scatter, go.Scatter]:
    plain = {"mode": "lines", "line": {"width": 0}, "hoverinfo": "skip"}
    fill = theme.HEAT[theme.mode()][1]
    return (
        go.Scatter(x=x, y=low, showlegend=False, **plain),
        go.Scatter(x=x, y=high, fill="tonexty", fillcolor=fill, name=_("interval at 95%"), **plain),
    )


def _leak(found: Outcomes) -> float | None:
    share = found.recall.share
    return None if share is None else 100 * (1 - share)


def _cost_of(found: Outcomes) -> float | None:
    return None if found.cost is None else found.cost.total.value


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def _knob_words(knob: Knob) -> str:
    if knob is Knob.ALL:
        return _("all three thresholds together")
    return _("{action} from").format(action=knob.value.upper())


def _setting_words(knob: Knob) -> str:
    return _("Factor of all three thresholds") if knob is Knob.ALL else _knob_words(knob)


def _show_points(curve: Curve, name: str) -> None:
    opened = st.expander(_("The curve as a table"), key=f"curve-table-{name}", on_change="rerun")
    if not opened.open:
        return
    rows: list[list[twins.Figure]] = [
        [
            point.value,
            round(point.hours, 1),
            None if point.leak is None else twins.Share(point.leak),
            None if point.cost is None else round(point.cost.value),
        ]
        for point in curve.points
    ]
    heads = (
        "value", "warn", "defer", "route", "escalated", "hours",
        "leak", "leak_low", "leak_high", "cost", "cost_low", "cost_high",
    )  # fmt: skip
    with opened:
        twins.show_table(
            _("Each fifth point; the file has all of them"),
            [_setting_words(curve.knob), _("Hours of review"), _("Leak"), _("Expected cost")],
            rows[::EACH],
            name=f"curve-{name}",
            file=(heads, [_all_of(point) for point in curve.points]),
        )


def _all_of(point: CurvePoint) -> list[twins.Figure]:
    limits, cost = point.thresholds, point.cost
    costs = (cost.value, cost.low, cost.high) if cost else (None, None, None)
    leak = (point.leak, point.leak_low, point.leak_high)
    thresholds = (limits.warn, limits.defer, limits.route)
    return [point.value, *thresholds, point.escalated, point.hours, *leak, *costs]
