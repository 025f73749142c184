"""The work that waits, by age; what came and what was closed, day by day."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from hri.domain.decisions import ACTIONS
from hri.evaluation.analytics import AgeBand, Backlog, Flow
from hri.ui import i18n, levels, text, theme, twins
from hri.ui.i18n import SEPARATORS, _, language, whole

CHART_HEIGHT = 300


def show_backlog(backlog: Backlog) -> None:
    """How much waits, by age and level."""
    text.line(
        (_("Waiting"), whole(backlog.waiting)),
        (_("Held"), whole(backlog.held)),
        (_("Past deadline"), whole(backlog.past_due)),
        (_("Given to nobody"), whole(backlog.unassigned)),
    )
    summary = _("Cases that wait or are held, by hours since they came")
    st.plotly_chart(
        draw_backlog(backlog), key="backlog-chart", config={"displayModeBar": False}, alt=summary
    )
    names = [levels.words(action) for action in ACTIONS]
    rows: list[list[twins.Figure]] = [
        [
            age_of(band),
            *(band.by_action.get(action, 0) for action in ACTIONS),
            *(band.past_due, band.unassigned),
        ]
        for band in backlog.bands
    ]
    heads = [_("Age in hours"), *names, _("Past deadline"), _("Given to nobody")]
    with twins.closed("backlog", _("Backlog by age")):
        twins.show_table(summary, heads, rows, name="backlog")


def age_of(band: AgeBand) -> str:
    """An age band in words."""
    first = i18n.number(band.from_hours, 0)
    if band.to_hours is None:
        return _("{first} and more").format(first=first)
    return _("{first} to {last}").format(first=first, last=i18n.number(band.to_hours, 0))


def draw_backlog(backlog: Backlog) -> go.Figure:
    """Bars that stand on each other, one part a level, each with its number."""
    colours = theme.LEVEL_COLOURS[theme.mode()]
    ages = [age_of(band) for band in backlog.bands]
    shown = [action for action in ACTIONS if any(b.by_action.get(action) for b in backlog.bands)]
    figure = go.Figure(
        [
            go.Bar(
                x=ages,
                y=[band.by_action.get(action, 0) for band in backlog.bands],
                name=levels.words(action),
                text=[_count(band.by_action.get(action, 0)) for band in backlog.bands],
                marker={"color": colours[action]},
                hoverinfo="none",
                insidetextfont={"color": theme.paper()},
                textangle=0,
            )
            for action in shown
        ]
    )
    _dress(figure, _("Age in hours"), _("Cases"))
    figure.update_layout(barmode="stack", xaxis={"type": "category"})
    return figure


def _count(n: int) -> str:
    return whole(n) if n else ""


def show_flow(flow: Flow) -> None:
    """What came to people and what they closed."""
    days = len(flow.days)
    summary = _("Cases that came to people and cases they closed, day by day (UTC)")
    text.line(
        (_("Came in {n} days").format(n=days), whole(sum(flow.came))),
        (_("Closed in {n} days").format(n=days), whole(sum(flow.closed))),
        (_("Closed a day, on average"), i18n.number(sum(flow.closed) / days, 1)),
    )
    st.plotly_chart(
        draw_flow(flow), key="flow-chart", config={"displayModeBar": False}, alt=summary
    )
    rows: list[list[twins.Figure]] = [
        [i18n.day(day), came, closed]
        for day, came, closed in zip(flow.days, flow.came, flow.closed, strict=True)
    ]
    heads = [_("Day"), _("Came"), _("Closed")]
    with twins.closed("flow", _("Came and closed")):
        twins.show_table(summary, heads, rows, name="flow")


def draw_flow(flow: Flow) -> go.Figure:
    """Bars for what came, a line with points for what was closed: told apart by their form."""
    colours = theme.PAIR[theme.mode()]
    days = [i18n.day_short(day) for day in flow.days]
    figure = go.Figure(
        [
            go.Bar(x=days, y=flow.came, name=_("Came"), marker={"color": colours[0]}),
            go.Scatter(
                x=days,
                y=flow.closed,
                name=_("Closed"),
                mode="lines+markers",
                line={"color": colours[1], "width": 2},
                marker={"size": 7, "symbol": "diamond"},
            ),
        ]
    )
    _dress(figure, "", _("Cases"))
    figure.update_traces(hoverinfo="none")
    figure.update_layout(xaxis={"type": "category", "nticks": 7})
    return figure


def _dress(figure: go.Figure, x: str, y: str) -> None:
    theme.dress(figure)
    figure.update_xaxes(title_text=x, fixedrange=True)
    figure.update_yaxes(title_text=y, fixedrange=True, rangemode="tozero")
    figure.update_layout(
        height=CHART_HEIGHT,
        margin={"l": 60, "r": 10, "t": 40, "b": 40},
        separators=SEPARATORS[language()],
        showlegend=True,
        legend={"orientation": "h", "y": 1.15, "x": 0, "font": {"color": theme.ink()}},
    )
