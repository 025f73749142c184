"""The heatmap of slots by services: a number in each cell, a way into its cases, a table twin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

import plotly.graph_objects as go
import streamlit as st

from hri.domain.slots import SLOTS, Slot
from hri.evaluation.analytics import Dimension, HeatCell, Heatmap
from hri.ui import names, tables, text, theme
from hri.ui.answers import numbered
from hri.ui.i18n import LANGUAGE_NAMES, SEPARATORS, _, language, number, percent, whole

LABEL_WIDTH = 26
"""Letters of a column's name on the chart; the table has the whole name."""
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


def column_names(heatmap: Heatmap) -> Mapping[str, str]:
    """The columns by name, an empty one said to be so; two of one name keep their codes."""
    named = {column: _named(heatmap.dimension, column) for column in heatmap.columns}
    counts = Counter(named.values())
    return {
        column: f"{name} ({column})" if counts[name] > 1 else name for column, name in named.items()
    }


def _named(dimension: Dimension, column: str) -> str:
    if not column:
        return _("not stated")
    match dimension:
        case Dimension.SERVICE:
            return names.service(column)
        case Dimension.PROCEDURE:
            return names.procedure(column)
        case Dimension.LANGUAGE:
            return LANGUAGE_NAMES.get(column, column)
        case _:
            return column


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
    columns = {column: text.shown(name) for column, name in column_names(heatmap).items()}
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
        x=list(columns.values()),
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
        colorbar={"thickness": 12, "tickfont": {"color": theme.ink()}},
    )
    targets = go.Scatter(
        x=[columns[column] for _slot, column in places],
        y=[numbered(slot) for slot, _column in places],
        customdata=[[slot.value, column] for slot, column in places],
        mode="markers",
        hoverinfo="none",
        showlegend=False,
        marker={"symbol": "square", "size": 34, "opacity": 0},
    )
    figure = go.Figure([colours, targets])
    theme.dress(figure)
    figure.update_xaxes(
        type="category",
        fixedrange=True,
        side="top",
        showgrid=False,
        tickvals=list(columns.values()),
        ticktext=[text.shown(_shortened(name)) for name in column_names(heatmap).values()],
    )
    figure.update_yaxes(type="category", fixedrange=True, showgrid=False, autorange="reversed")
    figure.update_layout(separators=SEPARATORS[language()])
    figure.update_layout(height=120 + 50 * len(SLOTS), margin={"l": 10, "r": 10, "t": 40, "b": 10})
    return figure


def _shortened(name: str) -> str:
    return name if len(name) <= LABEL_WIDTH else f"{name[:LABEL_WIDTH].rstrip()}…"


def _value(cell: HeatCell | None, measure: Measure) -> float | None:
    return figure_of(cell, measure) if cell else None


def show_table(heatmap: Heatmap, measure: Measure) -> None:
    """The same figures as a table."""
    cells = index(heatmap)
    heads = [_("Slot"), *column_names(heatmap).values()]
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
