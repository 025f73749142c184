"""Levels of action as number, word, glyph and colour: never by colour alone."""

from __future__ import annotations

from hri.domain.decisions import ACTIONS, Action
from hri.ui import labels
from hri.ui.tables import Html
from hri.ui.text import shown

GLYPHS: dict[Action, str] = dict(zip(ACTIONS, "○◔◑●", strict=True))


def words(action: Action) -> str:
    """A level in plain text, for cells and lists: "3 ● ROUTE"."""
    return f"{action.severity} {GLYPHS[action]} {action.value}"


def badge(action: Action) -> Html:
    """A level as a badge, with what it means as its title."""
    return Html(
        f'<span class="hri-level hri-{action.value.lower()}" title="{shown(labels.name(action))}">'
        f'{action.severity} <span aria-hidden="true">{GLYPHS[action]}</span> {action.value}</span>'
    )
