"""Supervision: what needs attention, where the risk lies, what waits, how good the work is."""

from __future__ import annotations

import streamlit as st

from hri.domain.watching import Watch
from hri.evaluation.heatmaps import Axes, Heatmap, Measure, cell_filter
from hri.ui import (
    alerts,
    backlogs,
    drifts,
    estimating,
    filters,
    focus,
    heatmaps,
    i18n,
    nav,
    pausing,
    problems,
    qualities,
    session,
    text,
)
from hri.ui.i18n import _


def show() -> None:
    """The whole screen."""
    st.title(_("Supervision"))
    desk, person = session.desk(), session.person()
    with problems.told():
        watch = desk.analytics.limits(person)
        backlog, actions = desk.analytics.backlog(person), desk.analytics.actions(person)
        flow, seeds = desk.analytics.flow(person), desk.analytics.seeds(person)
    text.line(
        (_("Cases in all"), i18n.whole(actions.total)),
        (_("Decided by people"), i18n.whole(actions.decided)),
    )
    alerts.show_alerts(backlog, seeds, watch)
    left, right = st.columns(2, gap="large")
    with left:
        st.header(_("Work that waits, by age"))
        backlogs.show_backlog(backlog)
    with right:
        st.header(_("What came and what was closed"))
        backlogs.show_flow(flow)
    st.header(_("Where the risk lies"))
    _show_heatmap(watch)
    st.header(_("Quality of the decisions"))
    qualities.show_quality(actions, seeds)
    st.header(_("Wrong answers delivered"))
    with problems.told():
        estimating.show_estimate(desk.analytics.delivered_wrong(person))
    with st.container(key=alerts.DRIFT):
        st.header(_("Drift"))
        drifts.show_drift(watch.drift)
    with st.container(key=pausing.PART):
        st.header(_("Pause"))
        pausing.show_pauses()
    focus.give()


def _show_heatmap(watch: Watch) -> None:
    left, right = st.columns(2)
    with left:
        axes = Axes(
            st.selectbox(
                _("Rows and columns"),
                [member.value for member in Axes],
                key="heat-axes",
                format_func=lambda value: _(f"Axes.{value}"),
            )
        )
    with right:
        measure = Measure(
            st.selectbox(
                _("Figure in the cells"),
                [member.value for member in Measure],
                key="heat-measure",
                format_func=lambda value: _(f"Measure.{value}"),
            )
        )
    with problems.told():
        heatmap = session.desk().analytics.heatmap(session.person(), axes)
    if not heatmap.cells:
        text.sentence(_("There are no cases yet."))
        return
    text.sentence(
        _("Select a cell, or choose row and column below, to see its cases in the queue."),
        "hri-quiet",
    )
    if picked := heatmaps.show_chart(heatmap, measure, watch.few):
        _open_cell(axes, *picked, measure)
    _show_cell_choice(heatmap, measure)
    heatmaps.show_table(heatmap, measure, watch.few)


def _show_cell_choice(heatmap: Heatmap, measure: Measure) -> None:
    """The way into a cell without the chart, for keyboards and screen readers."""
    named = heatmaps.names_of(heatmap)
    rows, columns = heatmap.axes.dimensions
    with st.container(horizontal=True, vertical_alignment="bottom"):
        row = st.selectbox(
            _(f"Dimension.{rows.value}"),
            heatmap.rows,
            key=f"cell-row-{heatmap.axes.value}",
            format_func=lambda found: text.visible(named.rows[found]),
            width=260,
        )
        column = st.selectbox(
            _(f"Dimension.{columns.value}"),
            heatmap.columns,
            key=f"cell-column-{heatmap.axes.value}",
            format_func=lambda found: text.visible(named.columns[found]),
            width=260,
        )
        if st.button(_("Show these cases"), key="cell-open"):
            _open_cell(heatmap.axes, row, column, measure)


def _open_cell(axes: Axes, row: str, column: str, measure: Measure) -> None:
    """Go to the queue, narrowed to the cases that a figure of a cell is about, in any state."""
    nav.go("queue", **filters.address_of(cell_filter(axes, row, column, measure)))
