"""Figures as a table that can be taken along: a chart's twin, with the same numbers as a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import plotly.graph_objects as go
import streamlit as st

from hri.domain.decisions import Action
from hri.ui import exports, levels, tables, text, theme
from hri.ui.i18n import SEPARATORS, _, language, number, percent, whole

CSV = "text/csv"


class Share(float):
    """A share from 0 to 1, shown as a percentage."""


class Change(int):
    """A difference of counts, shown with its sign."""


Figure = str | int | float | Action | None


def show_chart(figure: go.Figure, key: str, alt: str, *, height: int = 260) -> None:
    """A chart in the reader's colours and notation."""
    theme.dress(figure)
    figure.update_xaxes(fixedrange=True)
    figure.update_yaxes(fixedrange=True)
    figure.update_layout(
        height=height,
        separators=SEPARATORS[language()],
        margin={"l": 60, "r": 15, "t": 25, "b": 45},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "font": {"color": theme.ink()}},
    )
    st.plotly_chart(figure, key=key, config={"displayModeBar": False}, alt=alt)


def show_table(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[Figure]],
    *,
    name: str,
    decimals: int = 2,
    file: tuple[Sequence[str], Sequence[Sequence[Figure]]] | None = None,
) -> None:
    """The figures as a table, with a button that takes them along.

    Args:
        caption: What the table shows.
        heads: Names of the columns.
        rows: The figures.
        name: Of the file, without its ending.
        decimals: Of numbers that are not whole.
        file: Names and figures of the file, where it holds more than the table.
    """
    kept = [list(row) for row in rows]
    file_heads, file_rows = file or (heads, kept)
    numeric = [
        place
        for place in range(len(heads))
        if any(isinstance(row[place], int | float) for row in kept)
    ]
    shown = [[_shown(figure, decimals) for figure in row] for row in kept]
    tables.table(caption, heads, shown, numeric=numeric)
    st.download_button(
        _("Take this table along (CSV)"),
        lambda: exports.csv_bytes(
            file_heads, [[_plain(figure) for figure in row] for row in file_rows]
        ),
        f"{name}.csv",
        CSV,
        key=f"csv-{name}",
        on_click="ignore",
        type="tertiary",
        icon=":material/download:",
    )


def _shown(figure: Figure, decimals: int) -> tables.Cell:
    if isinstance(figure, Action):
        return levels.badge(figure)
    return "–" if figure is None else _words(figure, decimals)


def _words(figure: str | int | float, decimals: int) -> str:
    match figure:
        case Share():
            return percent(figure)
        case Change():
            return f"{figure:+d}".replace("-", "−") if figure else "0"
        case int():
            return whole(figure)
        case float():
            return number(figure, decimals)
        case _:
            return figure


def _plain(figure: Figure) -> str:
    match figure:
        case None:
            return ""
        case Action():
            return figure.value
        case float():
            return f"{figure:.10g}"
        case _:
            return text.visible(str(figure))
