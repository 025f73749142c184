"""The heatmap of slots by services: a number in each cell, a way into its cases, a table twin."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import plotly.graph_objects as go
import streamlit as st

from hri.domain.slots import SLOTS, Slot
from hri.evaluation.analytics import HeatCell, Heatmap
from hri.ui import tables, text, theme
from hri.ui.answers import numbered
from hri.ui.i18n import _, number, percent, whole

FEW = 20
"""Below this many cases a figure is marked: it may well be chance."""


class Measure(StrEnum):
    """What the cells show."""

    MEAN_RISK = "mean_risk"
    VIOLATION_SHARE = "violation_share"
    FLAGGED_SHARE = "flagged_share"
    CASES = "n"


def figure_of(cell: HeatCell, measure: Measure) -> float | None:
    """The number a cell is coloured by."""
    found: float | None = getattr(cell, measure.value)
    return found


def words_of(cell: HeatCell | None, measure: Measure) -> str:
    """The number of a cell in words; "°" marks few cases."""
    found = figure_of(cell, measure) if cell else None
    if cell is None or found is None:
        return "–"
    if measure is Measure.CASES:
        return whole(cell.n)
    words = number(found) if measure is Measure.MEAN_RISK else percent(found)
    return words + ("°" if cell.n < FEW else "")


def column_name(column: str) -> str:
    """A column's name; an empty one says so."""
    return column or _("not stated")


def index(heatmap: Heatmap) -> Mapping[tuple[Slot, str], HeatCell]:
    """The cells by slot and column."""
    return {(cell.slot, cell.column): cell for cell in heatmap.cells}


def show_chart(heatmap: Heatmap, measure: Measure) -> tuple[Slot, str] | None:
    """Draw the heatmap; returns the cell the reader clicked."""
    picked = st.plotly_chart(
        draw(heatmap, measure),
        key=f"heatmap-{heatmap.dimension.value}-{measure.value}",
        on_select="rerun",
        selection_mode="points",
        config={"displayModeBar": False},
        alt=_("Heatmap; the table below holds the same figures"),
    )
    points = picked["selection"]["points"]
    if not points:
        return None
    slot, column = points[0]["customdata"][:2]
    return Slot(slot), str(column)


def draw(heatmap: Heatmap, measure: Measure) -> go.Figure:
    """Colours and numbers, with an unseen square on each cell that takes the click."""
    cells = index(heatmap)
    names = [text.shown(column_name(column)) for column in heatmap.columns]
    places = [(slot, column) for slot in SLOTS for column in heatmap.columns]
    values = [
        [_value(cells.get((slot, column)), measure) for column in heatmap.columns] for slot in SLOTS
    ]
    words = [
        [words_of(cells.get((slot, column)), measure) for column in heatmap.columns]
        for slot in SLOTS
    ]
    rows = [numbered(slot) for slot in SLOTS]
    top = None if measure is Measure.CASES else 1.0
    colours = go.Heatmap(
        x=names,
        y=rows,
        z=values,
        text=words,
        texttemplate="%{text}",
        textfont={"size": 14},
        colorscale=theme.HEAT[theme.mode()],
        zmin=0,
        zmax=top,
        xgap=2,
        ygap=2,
        hoverinfo="skip",
        colorbar={"thickness": 12},
    )
    targets = go.Scatter(
        x=[text.shown(column_name(column)) for _slot, column in places],
        y=[numbered(slot) for slot, _column in places],
        customdata=[[slot.value, column] for slot, column in places],
        mode="markers",
        hoverinfo="none",
        showlegend=False,
        marker={"symbol": "square", "size": 34, "opacity": 0},
    )
    figure = go.Figure([colours, targets])
    figure.update_xaxes(type="category", fixedrange=True, side="top", showgrid=False)
    figure.update_yaxes(type="category", fixedrange=True, showgrid=False, autorange="reversed")
    figure.update_layout(height=120 + 50 * len(SLOTS), margin={"l": 10, "r": 10, "t": 40, "b": 10})
    return figure


def _value(cell: HeatCell | None, measure: Measure) -> float | None:
    return figure_of(cell, measure) if cell else None


def show_table(heatmap: Heatmap, measure: Measure) -> None:
    """The same figures as a table."""
    cells = index(heatmap)
    heads = [_("Slot"), *(column_name(column) for column in heatmap.columns)]
    rows = [
        [numbered(slot), *(_cell(cells.get((slot, column)), measure) for column in heatmap.columns)]
        for slot in SLOTS
    ]
    caption = _("The same figures, with the number of cases; ° means fewer than {n} cases").format(
        n=FEW
    )
    tables.table(caption, heads, rows, numeric=range(1, len(heads)))


def _cell(cell: HeatCell | None, measure: Measure) -> str:
    words = words_of(cell, measure)
    return words if cell is None or measure is Measure.CASES else f"{words} (n = {whole(cell.n)})"
