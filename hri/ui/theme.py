"""The style sheet and the colours that charts need as values."""

from __future__ import annotations

from pathlib import Path

import plotly.graph_objects as go
import streamlit as st

from hri.domain.decisions import Action
from hri.domain.slots import Slot

STYLE_SHEET = Path(__file__).with_name("theme.css")
FAVICON = Path(__file__).with_name("static") / "favicon.png"

SLOT_COLOURS: dict[str, dict[Slot, str]] = {
    "light": dict(zip(Slot, ("#0b5fa5", "#00795a", "#8a5a00", "#a83279", "#b34700"), strict=True)),
    "dark": dict(zip(Slot, ("#6cb2f0", "#4fc9a4", "#e3b04b", "#e58cc0", "#f2935c"), strict=True)),
}
LEVEL_COLOURS: dict[str, dict[Action, str]] = {
    "light": dict(zip(Action, ("#00795a", "#8a5a00", "#b34700", "#b3123b"), strict=True)),
    "dark": dict(zip(Action, ("#4fc9a4", "#e3b04b", "#f2935c", "#ff8fa3"), strict=True)),
}
PAIR = {"light": ("#4d86bd", "#8a3b00"), "dark": ("#3a6c9b", "#f2b25c")}
"""What came first, and what is held against it; on a chart they differ by form too."""
PAPER = {"light": "#ffffff", "dark": "#12171e"}
INK = {"light": "#1b2430", "dark": "#e9edf2"}
HEAT: dict[str, list[str]] = {
    "light": ["#f4f7fb", "#cfe0f0", "#a9c8e4", "#84b0d9", "#5e97cb"],
    "dark": ["#1a2430", "#1f3550", "#24476c", "#2a5988", "#2f6ba3"],
}
"""From little to much; on each of them the ink stands out by 4.5 to 1."""
BARS = {"light": "#4d86bd", "dark": "#6aa0d3"}
"""Bars that are not told apart by colour."""


def mode() -> str:
    """Whether the reader looks at the light or the dark theme."""
    return "dark" if st.context.theme.type == "dark" else "light"


def ink() -> str:
    """The colour of words and lines on a chart."""
    return INK[mode()]


def paper() -> str:
    """The colour of words on a full colour."""
    return PAPER[mode()]


def dress(figure: go.Figure) -> None:
    """Give the words at the axes the colour of text; Streamlit's own grey is too faint."""
    font = {"color": ink()}
    figure.update_xaxes(tickfont=font, title_font=font)
    figure.update_yaxes(tickfont=font, title_font=font)


def apply() -> None:
    """Put the style sheet into the page."""
    st.html(STYLE_SHEET)
