"""Supervision: where the risk lies, and what work waits."""

from __future__ import annotations

import streamlit as st

from hri.domain.decisions import ACTIONS
from hri.domain.reviews import ReviewState
from hri.domain.slots import SLOTS, Slot
from hri.evaluation.analytics import ActionCounts, AgeBand, Backlog, Dimension, Heatmap
from hri.ui import heatmaps, i18n, levels, nav, problems, session, tables, text
from hri.ui.answers import numbered
from hri.ui.i18n import _


def show() -> None:
    """The whole screen."""
    st.title(_("Supervision"))
    desk, person = session.desk(), session.person()
    with problems.told():
        backlog, actions = desk.analytics.backlog(person), desk.analytics.actions(person)
    text.line(
        (_("Waiting"), i18n.whole(backlog.waiting)),
        (_("Held"), i18n.whole(backlog.held)),
        (_("Past deadline"), i18n.whole(backlog.past_due)),
        (_("Cases in all"), i18n.whole(actions.total)),
    )
    st.header(_("Risk by slot"))
    _show_heatmap()
    st.header(_("Work that waits, by age"))
    _show_backlog(backlog)
    st.header(_("Levels, and what people made of them"))
    _show_actions(actions)


def _show_heatmap() -> None:
    left, right = st.columns(2)
    with left:
        dimension: str = st.selectbox(
            _("Columns"),
            [member.value for member in Dimension],
            key="heat-dimension",
            format_func=lambda value: _(f"Dimension.{value}"),
        )
    with right:
        figure: str = st.selectbox(
            _("Figure in the cells"),
            [member.value for member in heatmaps.Measure],
            key="heat-measure",
            format_func=lambda value: _(f"Measure.{value}"),
        )
    with problems.told():
        heatmap = session.desk().analytics.heatmap(session.person(), Dimension(dimension))
    if not heatmap.columns:
        text.sentence(_("There are no cases yet."))
        return
    text.sentence(
        _("Select a cell, or choose slot and column below, to see its cases in the queue."),
        "hri-quiet",
    )
    measure = heatmaps.Measure(figure)
    if picked := heatmaps.show_chart(heatmap, measure):
        _open_cell(heatmap, *picked)
    _show_cell_choice(heatmap)
    heatmaps.show_table(heatmap, measure)


def _show_cell_choice(heatmap: Heatmap) -> None:
    columns = heatmaps.column_names(heatmap)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        slot = st.selectbox(_("Slot"), SLOTS, key="cell-slot", format_func=numbered, width=260)
        column = st.selectbox(
            _("Column"),
            heatmap.columns,
            key="cell-column",
            format_func=lambda found: text.visible(columns[found]),
            width=260,
        )
        if st.button(_("Show these cases"), key="cell-open"):
            _open_cell(heatmap, Slot(slot), column)


def _open_cell(heatmap: Heatmap, slot: Slot, column: str) -> None:
    """Go to the queue, narrowed to the cases of a cell in any state."""
    narrow = session.desk().analytics.cell_filter(heatmap.dimension, column, slot)
    fields = ("service", "procedure_id", "language", "model", "channel")
    wanted = {field: getattr(narrow, field) for field in fields if getattr(narrow, field)}
    if narrow.slot:
        wanted["slot"] = narrow.slot.value
    if set(narrow.states) == set(ReviewState):
        wanted["view"] = "all"
    nav.go("queue", **wanted)


def _show_backlog(backlog: Backlog) -> None:
    heads = [_("Age in hours"), *(levels.words(action) for action in ACTIONS), _("Past deadline")]
    rows: list[list[tables.Cell]] = [_band(band) for band in backlog.bands]
    tables.table(
        _("Cases that wait or are held, by hours since they came"),
        heads,
        rows,
        numeric=range(1, len(heads)),
    )


def _band(band: AgeBand) -> list[tables.Cell]:
    first = i18n.number(band.from_hours, 0)
    if band.to_hours is None:
        age = _("{first} and more").format(first=first)
    else:
        age = _("{first} to {last}").format(first=first, last=i18n.number(band.to_hours, 0))
    counts = [i18n.whole(band.by_action.get(action, 0)) for action in ACTIONS]
    return [age, *counts, i18n.whole(band.past_due)]


def _show_actions(actions: ActionCounts) -> None:
    rows: list[list[tables.Cell]] = [
        [
            levels.badge(action),
            i18n.whole(actions.by_action.get(action, 0)),
            i18n.percent(actions.by_action.get(action, 0) / actions.total)
            if actions.total
            else "–",
        ]
        for action in ACTIONS
    ]
    tables.table(
        _("All stored cases by level"), [_("Level"), _("Cases"), _("Share")], rows, numeric=[1, 2]
    )
    share = i18n.percent(actions.overturned / actions.decided) if actions.decided else "–"
    text.line(
        (_("Decided by people"), i18n.whole(actions.decided)),
        (_("Edited or rejected"), f"{i18n.whole(actions.overturned)} ({share})"),
    )
