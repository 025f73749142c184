"""How the index adds up: a waterfall of the slots' contributions, and the same as a table."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from hri.domain.assessments import Assessment
from hri.domain.policies import Policy
from hri.domain.scores import SlotAssessment
from hri.domain.slots import SLOTS, Slot
from hri.ui import tables, text, theme
from hri.ui.answers import numbered
from hri.ui.i18n import SEPARATORS, _, language, number

CHART_HEIGHT = 330


def show_contributions(assessment: Assessment, policy: Policy) -> None:
    """The waterfall with the three thresholds, then its table."""
    if assessment.hri is None:
        text.sentence(_("No slot applies, so there is no index; the policy fixes the action."))
        return
    figure = waterfall(assessment, policy)
    summary = _("Contribution of each slot to the index {value}").format(
        value=number(assessment.hri)
    )
    st.plotly_chart(figure, key="waterfall", config={"displayModeBar": False}, alt=summary)
    show_table(assessment, policy)


def waterfall(assessment: Assessment, policy: Policy) -> go.Figure:
    """Bars that stand on each other up to the index, with a line at each threshold."""
    slots = [slot for slot in SLOTS if slot in assessment.slots and assessment.slots[slot].applies]
    heights = [assessment.slots[slot].contribution for slot in slots]
    bases = [sum(heights[:index]) for index in range(len(heights))]
    total = assessment.hri or 0.0
    colours = theme.SLOT_COLOURS[theme.mode()]
    ink = theme.ink()
    figure = go.Figure(
        go.Bar(
            x=[*(numbered(slot) for slot in slots), _("HRI")],
            y=[*heights, total],
            base=[*bases, 0.0],
            text=[number(height, 3) for height in (*heights, total)],
            textposition="auto",
            marker={"color": [*(colours[slot] for slot in slots), ink]},
            hoverinfo="none",
            insidetextfont={"color": "#12171e" if theme.mode() == "dark" else "#ffffff"},
            textfont={"size": 13},
        )
    )
    theme.dress(figure)
    top = max(policy.thresholds.route, total) * 1.2
    figure.update_layout(
        height=CHART_HEIGHT,
        margin={"l": 60, "r": 90, "t": 20, "b": 40},
        showlegend=False,
        separators=SEPARATORS[language()],
        xaxis={"type": "category", "fixedrange": True},
        yaxis={"range": [0, top], "title": {"text": _("Index, 0 to 1")}, "fixedrange": True},
        **_thresholds(policy, ink),
    )
    return figure


def _thresholds(policy: Policy, ink: str) -> dict[str, list[dict[str, object]]]:
    """Lines with names, all in one go: an ``add_hline`` costs as much as the whole figure."""
    limits, shapes, names = policy.thresholds, [], []
    line = {"color": ink, "dash": "dot", "width": 1}
    for word, level in (("WARN", limits.warn), ("DEFER", limits.defer), ("ROUTE", limits.route)):
        place: dict[str, object] = {"xref": "x domain", "yref": "y"}
        beside = {"x": 1.005, "y": level, "xanchor": "left", "yanchor": "middle"}
        ends = {"x0": 0, "x1": 1, "y0": level, "y1": level}
        shapes.append({**place, **ends, "type": "line", "line": line})
        name = {"text": f"{word} {number(level)}", "font": {"color": ink}, "showarrow": False}
        names.append({**place, **name, **beside})
    return {"shapes": shapes, "annotations": names}


def show_table(assessment: Assessment, policy: Policy) -> None:
    """The sum in figures: three parts a slot, its weight, its contribution."""
    st.html(code(assessment, policy))


def code(assessment: Assessment, policy: Policy) -> str:
    """The same as HTML."""
    rows = [
        _row(slot, assessment.slots[slot], policy) for slot in SLOTS if slot in assessment.slots
    ]
    heads = [
        _("Slot"),
        "α · SIS",
        "β · (1 − CCS)",
        "γ · RVS",
        _("Risk"),
        _("Weight"),
        _("Contribution"),
    ]
    total: list[tables.Cell] = [_("HRI"), "", "", "", "", "", number(assessment.hri or 0, 3)]
    caption = _("The index as a sum; the weights of slots that do not apply go to the others")
    return tables.code(caption, heads, [*rows, total], numeric=range(1, 7))


def _row(slot: Slot, found: SlotAssessment, policy: Policy) -> list[tables.Cell]:
    if not found.applies:
        return [numbered(slot), "–", "–", "–", _("does not apply"), "–", number(0, 3)]
    unscored, shares = policy.signals.unscored_value, policy.coefficients
    missing = 1 - found.ccs if found.ccs is not None else None
    parts = (
        (shares.alpha, found.sis),
        (shares.beta, missing),
        (shares.gamma, found.rvs),
    )
    cells = [
        number(share * (unscored if value is None else value), 3) + ("*" if value is None else "")
        for share, value in parts
    ]
    return [
        numbered(slot),
        *cells,
        number(found.risk or 0, 3),
        number(found.weight),
        number(found.contribution, 3),
    ]
