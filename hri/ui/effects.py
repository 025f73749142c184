"""What the numbers being tried would do: levels, index and risk over the chosen history."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from hri.domain.decisions import ACTIONS
from hri.domain.policies import Policy
from hri.domain.slots import SLOTS
from hri.evaluation.heatmaps import Axes, HeatCell, Heatmap, Measure
from hri.evaluation.tuning import Comparison
from hri.ui import heatmaps, i18n, problems, session, text, theme, twins
from hri.ui.answers import numbered
from hri.ui.i18n import _, number


def show_levels(found: Comparison) -> None:
    """Cases per level, in force and tried, with the counts of what moves."""
    twins.show_table(
        _("Cases per level, in force and with these numbers"),
        [_("Level"), _("In force"), _("With these numbers"), _("Difference")],
        [
            [
                action,
                found.before.get(action, 0),
                found.after.get(action, 0),
                twins.Change(found.after.get(action, 0) - found.before.get(action, 0)),
            ]
            for action in ACTIONS
        ],
        name="levels",
    )
    text.line(
        (_("Raised"), i18n.whole(found.raised)),
        (_("Lowered"), i18n.whole(found.lowered)),
        (_("Without an index"), i18n.whole(found.without_index)),
    )
    say_left_out(found)
    text.sentence(
        _(
            "Overrides still apply: with few wrong slots the index stays low, and they carry most "
            "decisions."
        ),
        "hri-quiet",
    )


def say_left_out(found: Comparison) -> None:
    """Cases that stored signals cannot answer for, where there are any."""
    if found.left_out:
        words = i18n.ngettext(
            "{n} case is left out: its signals were measured with other numbers.",
            "{n} cases are left out: their signals were measured with other numbers.",
            found.left_out,
        )
        text.sentence(words.format(n=i18n.whole(found.left_out)), "hri-quiet")


def show_histogram(found: Comparison, tried: Policy) -> None:
    """Cases by index: bars for the numbers tried, a line for those in force, and the table."""
    bins = len(found.histogram)
    middles = [(index + 0.5) / bins for index in range(bins)]
    figure = go.Figure(
        [
            go.Bar(
                x=middles,
                y=list(found.histogram),
                width=0.9 / bins,
                marker={"color": theme.BARS[theme.mode()]},
                name=_("with these numbers"),
            ),
            go.Scatter(
                x=[index / bins for index in range(bins + 1)],
                y=[*found.histogram_before, *found.histogram_before[-1:]],
                mode="lines",
                line={"color": theme.ink(), "shape": "hv", "width": 2},
                name=_("in force"),
            ),
        ]
    )
    _mark_thresholds(figure, tried)
    figure.update_xaxes(range=[0, 1], title_text=_("Index"))
    figure.update_yaxes(title_text=_("Cases"), rangemode="tozero")
    alt = _("Cases by index, with the three thresholds; the table below holds the same figures")
    twins.show_chart(figure, "tuning-histogram", alt)
    with st.expander(_("Cases by index as a table")):
        twins.show_table(
            _("Cases by index, in force and with these numbers"),
            [_("Index from"), _("to"), _("In force"), _("With these numbers")],
            [
                [place / bins, (place + 1) / bins, before, after]
                for place, (before, after) in enumerate(
                    zip(found.histogram_before, found.histogram, strict=True)
                )
            ],
            name="index",
        )


def _mark_thresholds(figure: go.Figure, tried: Policy) -> None:
    """Lines with names in one go: an ``add_vline`` costs as much as the whole figure."""
    limits, ink = tried.thresholds, theme.ink()
    shapes, names = [], []
    levels = (("WARN", limits.warn), ("DEFER", limits.defer), ("ROUTE", limits.route))
    for place, (word, level) in enumerate(levels):
        line = {"color": ink, "dash": "dot", "width": 1}
        where = {"xref": "x", "yref": "paper"}
        shapes.append(
            {**where, "type": "line", "x0": level, "x1": level, "y0": 0, "y1": 1, "line": line}
        )
        name = {"text": f"{word} {number(level)}", "showarrow": False, "font": {"color": ink}}
        names.append({**where, **name, "x": level, "y": 1 - 0.14 * place, "xanchor": "left"})
    figure.update_layout(shapes=shapes, annotations=names)


def show_risks(found: Comparison) -> None:
    """Mean risk by slot and service with the numbers tried."""
    if not found.risks:
        text.sentence(_("No case of this part of the history has a slot that applies."))
        return
    services = tuple(sorted({cell.service for cell in found.risks}))
    cells = tuple(
        HeatCell(
            row=cell.slot,
            column=cell.service,
            n=cell.n,
            mean_risk=cell.mean_risk,
            violations=0,
            rvs_scored=0,
            flagged=0,
            wrong=0,
            judged=0,
        )
        for cell in found.risks
    )
    rows = tuple(slot for slot in SLOTS if any(cell.slot is slot for cell in found.risks))
    heatmap = Heatmap(axes=Axes.SLOT_SERVICE, rows=rows, columns=services, cells=cells)
    with problems.told():
        few = session.desk().analytics.limits(session.person()).few
    st.plotly_chart(
        heatmaps.draw(heatmap, Measure.MEAN_RISK, few),
        key="tuning-risks",
        config={"displayModeBar": False},
        alt=_("Mean risk by slot and service; the table below holds the same figures"),
    )
    words = _("Striped, and marked °: fewer than {n} cases, so it may well be chance.")
    text.sentence(words.format(n=few), "hri-quiet")
    named = heatmaps.names_of(heatmap).columns
    twins.show_table(
        _("Mean risk with these numbers, with the number of cases in which the slot applies"),
        [_("Slot"), _("Service"), _("Mean risk"), _("Cases")],
        [
            [numbered(cell.slot), named[cell.service], cell.mean_risk, cell.n]
            for cell in found.risks
        ],
        name="risk",
        decimals=3,
    )
