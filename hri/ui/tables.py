"""Tables as plain HTML: words wrap, nothing is cut, and every cell is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import streamlit as st

from hri.ui.text import shown


class Html(NamedTuple):
    """A cell that is ready HTML of our own making, with untrusted parts already escaped."""

    code: str


Cell = str | Html


def table(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    numeric: Iterable[int] = (),
    unbroken: Iterable[int] = (),
) -> None:
    """Show a table; see ``code``."""
    st.html(code(caption, heads, rows, numeric=numeric, unbroken=unbroken))


def code(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    numeric: Iterable[int] = (),
    unbroken: Iterable[int] = (),
) -> str:
    """A table as HTML; the first cell of each row is its heading.

    ``numeric`` columns align right, ``unbroken`` ones keep their words on one line.
    """
    kinds = {**dict.fromkeys(unbroken, "hri-unbroken"), **dict.fromkeys(numeric, "hri-right")}
    head = "".join(
        f'<th scope="col"{_kind(i, kinds)}>{shown(word)}</th>' for i, word in enumerate(heads)
    )
    body = "".join(f"<tr>{_row(row, kinds)}</tr>" for row in rows)
    title = shown(caption)
    return (
        f'<div class="hri-scroll" tabindex="0" role="region" aria-label="{title}">'
        f'<table class="hri-table"><caption>{title}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _row(row: Sequence[Cell], kinds: Mapping[int, str]) -> str:
    cells = []
    for index, cell in enumerate(row):
        code = cell.code if isinstance(cell, Html) else shown(cell)
        tag, scope = ("th", ' scope="row"') if index == 0 else ("td", "")
        cells.append(f"<{tag}{scope}{_kind(index, kinds)}>{code}</{tag}>")
    return "".join(cells)


def _kind(index: int, kinds: Mapping[int, str]) -> str:
    return f' class="{kinds[index]}"' if index in kinds else ""
