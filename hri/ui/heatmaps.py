"""The heatmap: a number in each cell, a way into its cases, a table twin with files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import NamedTuple

import plotly.graph_objects as go
import streamlit as st

from hri.domain.slots import Signal, Slot
from hri.evaluation.heatmaps import Dimension, HeatCell, Heatmap, Measure
from hri.ui import i18n, labels, names, tables, text, theme, twins
from hri.ui.answers import numbered
from hri.ui.i18n import LANGUAGE_NAMES, SEPARATORS, _, language, number, percent, whole

LABEL_WIDTH = 26
"""Letters of a column's name on the chart; the table has the whole name."""
MOST = 24
"""Rows and columns of the chart; the table has them all."""
ROOM = 13
"""Columns up to which the names on top of the chart have room side by side."""


class Place(NamedTuple):
    """A cell by the values of its row and its column."""

    row: str
    column: str


class Names(NamedTuple):
    """The values of both dimensions in words."""

    rows: Mapping[str, str]
    columns: Mapping[str, str]


def names_of(heatmap: Heatmap) -> Names:
    """Rows and columns by name."""
    rows, columns = heatmap.axes.dimensions
    return Names(names_along(rows, heatmap.rows), names_along(columns, heatmap.columns))


def names_along(dimension: Dimension, values: tuple[str, ...]) -> Mapping[str, str]:
    """The values by name, an empty one said to be so; two of one name keep their codes."""
    named = {value: _named(dimension, value) for value in values}
    counts = Counter(named.values())
    return {
        value: f"{name} ({value})" if counts[name] > 1 else name for value, name in named.items()
    }


def _named(dimension: Dimension, value: str) -> str:
    if not value:
        return _("not stated")
    known = WORDS.get(dimension)
    return known(value) if known else value


WORDS: Mapping[Dimension, Callable[[str], str]] = {
    Dimension.SLOT: lambda value: numbered(Slot(value)),
    Dimension.SIGNAL: lambda value: labels.name(Signal(value)),
    Dimension.SERVICE: names.service,
    Dimension.PROCEDURE: names.procedure,
    Dimension.LANGUAGE: lambda value: LANGUAGE_NAMES.get(value, value),
    Dimension.WEEK: lambda value: i18n.day(date.fromisoformat(value)),
}
"""How the values of a dimension are named; others are names themselves."""


def figure_of(cell: HeatCell, measure: Measure) -> float | None:
    """The number a cell is coloured by."""
    found: float | None = getattr(cell, measure.value)
    return found


def is_few(cell: HeatCell, measure: Measure, few: int) -> bool:
    """Whether a figure is over so few cases that it may well be chance."""
    _count, of = cell.counts(measure)
    counted = measure is not Measure.CASES and figure_of(cell, measure) is not None
    return counted and of < few


def words_of(cell: HeatCell | None, measure: Measure, few: int) -> str:
    """The number of a cell in words; "°" marks few cases."""
    found = figure_of(cell, measure) if cell else None
    if cell is None or found is None:
        return "–"
    if measure is Measure.CASES:
        return whole(cell.n)
    words = number(found) if measure is Measure.MEAN_RISK else percent(found)
    return words + ("°" if is_few(cell, measure, few) else "")


def index(heatmap: Heatmap) -> Mapping[Place, HeatCell]:
    """The cells by row and column."""
    return {Place(cell.row, cell.column): cell for cell in heatmap.cells}


def show_chart(heatmap: Heatmap, measure: Measure, few: int) -> Place | None:
    """Draw the heatmap with what its marks mean; returns the cell the reader clicked."""
    with st.container(key="heat-chart"):
        picked = st.plotly_chart(
            draw(heatmap, measure, few),
            key=f"heatmap-{heatmap.axes.value}-{measure.value}",
            on_select="rerun",
            selection_mode="points",
            config={"displayModeBar": False},
            alt=_("Heatmap; the table below holds the same figures"),
        )
        words = _("Striped, and marked °: fewer than {n} cases, so it may well be chance.")
        # On a narrow screen the part scrolls sideways; this is where keys get hold of it.
        st.html(f'<p class="hri-quiet" tabindex="0">{text.shown(words.format(n=few))}</p>')
    points = picked["selection"]["points"]
    if not points:
        return None
    row, column = points[0]["customdata"][:2]
    return Place(str(row), str(column))


def shown_of(heatmap: Heatmap) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rows and columns that the chart has room for: of weeks the latest, else the first."""
    _rows, columns = heatmap.axes.dimensions
    last = columns is Dimension.WEEK
    return heatmap.rows[:MOST], heatmap.columns[-MOST:] if last else heatmap.columns[:MOST]


def draw(heatmap: Heatmap, measure: Measure, few: int) -> go.Figure:
    """Colours and numbers, stripes over few cases, an unseen square a cell that takes the click."""
    cells, named = index(heatmap), names_of(heatmap)
    rows, columns = shown_of(heatmap)
    places = [[Place(row, column) for column in columns] for row in rows]
    figure = go.Figure(
        [
            _colours([[cells.get(place) for place in line] for line in places], measure, few),
            _stripes(places, cells, measure, few),
            _targets(places),
        ]
    )
    theme.dress(figure)
    slanted = len(columns) > ROOM
    figure.update_xaxes(
        fixedrange=True,
        side="top",
        showgrid=False,
        zeroline=False,
        range=[-0.5, len(columns) - 0.5],
        tickvals=[*range(len(columns))],
        ticktext=[text.shown(_shortened(named.columns[column])) for column in columns],
        tickangle=-60 if slanted else None,
    )
    figure.update_yaxes(
        fixedrange=True,
        showgrid=False,
        zeroline=False,
        range=[len(rows) - 0.5, -0.5],
        tickvals=[*range(len(rows))],
        ticktext=[text.shown(_shortened(named.rows[row])) for row in rows],
    )
    figure.update_layout(
        separators=SEPARATORS[language()],
        showlegend=False,
        height=(190 if slanted else 120) + 50 * len(rows),
        margin={"l": 10, "r": 10, "t": 40, "b": 10},
    )
    return figure


def _colours(grid: list[list[HeatCell | None]], measure: Measure, few: int) -> go.Heatmap:
    return go.Heatmap(
        z=[[figure_of(cell, measure) if cell else None for cell in line] for line in grid],
        text=[[words_of(cell, measure, few) for cell in line] for line in grid],
        texttemplate="%{text}",
        textfont={"size": 13, "color": theme.ink()},
        colorscale=theme.HEAT[theme.mode()],
        zmin=0,
        zmax=None if measure is Measure.CASES else 1.0,
        xgap=2,
        ygap=2,
        hoverinfo="skip",
        colorbar={"thickness": 12, "tickfont": {"color": theme.ink()}},
    )


def _stripes(
    places: list[list[Place]], cells: Mapping[Place, HeatCell], measure: Measure, few: int
) -> go.Scatter:
    """Slanted lines at both ends of a cell, so that its number stays free to read."""
    x: list[float | None] = []
    y: list[float | None] = []
    for row, line in enumerate(places):
        for column, place in enumerate(line):
            cell = cells.get(place)
            if cell is not None and is_few(cell, measure, few):
                for start, end in _slants():
                    x += [column + start[0], column + end[0], None]
                    y += [row + start[1], row + end[1], None]
    return go.Scatter(
        x=x, y=y, mode="lines", hoverinfo="skip", line={"color": theme.ink(), "width": 1}
    )


def _slants() -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    edge = 0.46
    for cut in (0.12, 0.26, 0.40):
        yield (-edge, -edge + cut), (-edge + cut, -edge)
        yield (edge, edge - cut), (edge - cut, edge)


def _targets(places: list[list[Place]]) -> go.Scatter:
    spots = [
        (column, row, place) for row, line in enumerate(places) for column, place in enumerate(line)
    ]
    return go.Scatter(
        x=[column for column, _row, _place in spots],
        y=[row for _column, row, _place in spots],
        customdata=[[place.row, place.column] for _column, _row, place in spots],
        mode="markers",
        hoverinfo="none",
        marker={"symbol": "square", "size": 34, "opacity": 0},
    )


def _shortened(name: str) -> str:
    return name if len(name) <= LABEL_WIDTH else f"{name[:LABEL_WIDTH].rstrip()}…"


def show_table(heatmap: Heatmap, measure: Measure, few: int) -> None:
    """The same figures as a table; the files hold everything there is on each cell."""
    named, title = names_of(heatmap), _(f"Axes.{heatmap.axes.value}")
    with twins.closed(f"heatmap-{heatmap.axes.value}", title):
        cells = index(heatmap)
        caption = _("The same figures, with the number of cases; ° means fewer than {n} cases")
        tables.table(
            caption.format(n=few),
            [_(f"Dimension.{heatmap.axes.dimensions[0].value}"), *named.columns.values()],
            [
                [
                    named.rows[row],
                    *(_cell(cells.get(Place(row, c)), measure, few) for c in heatmap.columns),
                ]
                for row in heatmap.rows
            ],
            numeric=range(1, len(heatmap.columns) + 1),
        )
        _offer_files(heatmap, named, few)


def _cell(cell: HeatCell | None, measure: Measure, few: int) -> str:
    words = words_of(cell, measure, few)
    if cell is None or measure is Measure.CASES:
        return words
    count, of = cell.counts(measure)
    if measure is Measure.MEAN_RISK:
        return _unbroken(f"{words} (n = {whole(of)})")
    return _unbroken(f"{words} ({whole(count)} / {whole(of)})")


def _unbroken(words: str) -> str:
    return words.replace(" ", "\u00a0")


def _offer_files(heatmap: Heatmap, named: Names, few: int) -> None:
    """One line a cell, with all that the cell knows."""
    order = {name: place for place, name in enumerate((*heatmap.rows, *heatmap.columns))}
    cells = sorted(heatmap.cells, key=lambda cell: (order[cell.row], order[cell.column]))
    heads = [
        *(_(f"Dimension.{dimension.value}") for dimension in heatmap.axes.dimensions),
        *(_("Cases"), _("Fewer than {n} cases").format(n=few), _("Measure.mean_risk")),
        *(_("Rules ran"), _("Rules broken"), _("Flagged")),
        *(_("Judged by people"), _("Found wrong by people")),
    ]
    rows: list[list[twins.Figure]] = [
        [
            *(named.rows[cell.row], named.columns[cell.column], cell.n),
            *("°" if cell.n < few else "", cell.mean_risk),
            *(cell.rvs_scored, cell.violations, cell.flagged, cell.judged, cell.wrong),
        ]
        for cell in cells
    ]
    twins.offer_files(heads, rows, name=f"heatmap-{heatmap.axes.value}")
