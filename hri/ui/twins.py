"""Figures as a table that can be taken along: a chart's twin, with the same numbers as a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

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
    """The figures as a table, with buttons that take them along.

    Args:
        caption: What the table shows.
        heads: Names of the columns.
        rows: The figures.
        name: Of the files, without their ending.
        decimals: Of numbers that are not whole.
        file: Names and figures of the files, where they hold more than the table.
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
    offer_files(file_heads, file_rows, name=name)


@contextmanager
def closed(name: str, title: str) -> Iterator[None]:
    """A place for the table below a chart, closed at first."""
    words = _("Table and files: {title}").format(title=title)
    with st.expander(words, key=f"twin-{name}"):
        yield


def offer_files(heads: Sequence[str], rows: Sequence[Sequence[Figure]], *, name: str) -> None:
    """Figures as files; numbers in them are plain, shares from 0 to 1."""
    plain = [[_plain(figure) for figure in row] for row in rows]
    with st.container(horizontal=True, gap="small", key=f"files-{name}"):
        for ending, label, kind, make in (
            ("csv", _("Take this table along (CSV)"), CSV, exports.csv_bytes),
            ("xlsx", _("Take this table along (XLSX)"), exports.XLSX, exports.xlsx_bytes),
        ):
            st.download_button(
                label,
                # Made when it is asked for: a page has a dozen tables.
                partial(make, heads, plain),
                f"{name}.{ending}",
                kind,
                key=f"{ending}-{name}",
                on_click="ignore",
                type="tertiary",
                icon=":material/download:",
            )


def share(of_one: float | None) -> Share | None:
    """A share for a cell, nothing where there is none."""
    return None if of_one is None else Share(of_one)


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


def _plain(figure: Figure) -> exports.Plain:
    match figure:
        case Action():
            return figure.value
        case str():
            return text.visible(figure)
        case int():
            return int(figure)
        case float():
            return float(f"{figure:.10g}")
    return None
