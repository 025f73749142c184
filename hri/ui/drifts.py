"""Drift: two periods, models or packs side by side, with the bins behind each figure."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping
from datetime import date, timedelta

import plotly.graph_objects as go
import streamlit as st
from babel.dates import format_date

from hri.domain.decisions import Action
from hri.domain.periods import Period
from hri.domain.slots import Slot
from hri.domain.watching import DriftLimits
from hri.evaluation.drift import Drift, Grouping, Measured, Series, periods_back
from hri.evaluation.drifts import Sides
from hri.ui import i18n, labels, levels, problems, session, text, theme, twins
from hri.ui.answers import numbered
from hri.ui.i18n import SEPARATORS, _, language, number

CHART_HEIGHT = 320
MONTHS = 12
PERCENT = {"fr": "\u202f%", "en": "%"}
SPANS = (7, 28, 84)
"""Days of the periods that end today and of those before them."""


def show_drift(limits: DriftLimits) -> None:
    """The choice of what is held against what, and how far it is apart."""
    sides = _choose_sides()
    if sides is None:
        text.sentence(_("There are not two of these to hold against each other."))
        return
    with problems.told():
        found = session.desk().drifts.compare(session.person(), sides)
    _show_overview(found, limits)
    named: dict[str, Series] = {series.measured.value: series for series in found.whole}
    with st.container(width=320):
        chosen: str = st.selectbox(
            _("Bins of"),
            [*named],
            key="drift-series",
            format_func=lambda value: labels.name(Measured(value)),
        )
    _show_bins(named[chosen], side_words(sides.first), side_words(sides.then))
    _show_slots(found)


def _choose_sides() -> Sides | None:
    columns = st.columns(3, vertical_alignment="bottom")
    with columns[0]:
        grouping = Grouping(
            st.selectbox(
                _("Hold against each other"),
                [member.value for member in Grouping],
                key="drift-grouping",
                format_func=lambda value: labels.name(Grouping(value)),
            )
        )
    offered = _offered(grouping)
    if len(offered) < 2:
        return None
    names, chosen = [*offered], []
    places = ((_("Baseline"), 0), (_("Compared"), 1))
    for column, (label, place) in zip(columns[1:], places, strict=True):
        with column:
            name: str = st.selectbox(
                label,
                names,
                index=place,
                key=f"drift-{grouping.value}-{place}",
                format_func=lambda value: text.visible(side_words(offered[value])),
            )
            chosen.append(offered[name])
    return Sides(grouping=grouping, first=chosen[0], then=chosen[1])


def _offered(grouping: Grouping) -> Mapping[str, Period | str]:
    """What can be chosen, by a word of no language."""
    if grouping is Grouping.PERIOD:
        return periods_of(session.desk().clock.now().date())
    with problems.told():
        topics = session.desk().analytics.topics(session.person())
    found = topics.models if grouping is Grouping.MODEL else topics.packs
    return {name: name for name in found}


def periods_of(today: date) -> Mapping[str, Period]:
    """The last days and those before them, then whole months back from this one."""
    found = {}
    for days in sorted(SPANS, key=lambda days: days != SPANS[1]):
        found[f"before-{days}"], found[f"last-{days}"] = periods_back(today, days)
    month = today.replace(day=1)
    for _place in range(MONTHS):
        last = month.replace(day=monthrange(month.year, month.month)[1])
        found[month.isoformat()[:7]] = Period(first=month, last=last)
        month = (month - timedelta(days=1)).replace(day=1)
    return found


def side_words(side: Period | str) -> str:
    """One side in words."""
    if isinstance(side, str):
        return side
    if side.first.day == 1 and (side.last + timedelta(days=1)).day == 1 and _one_month(side):
        words: str = format_date(side.first, "MMMM y", locale=i18n.FORMATS[language()])
        return words
    words = _("{first} to {last}")
    return words.format(first=i18n.day(side.first), last=i18n.day(side.last))


def _one_month(side: Period) -> bool:
    return (side.first.year, side.first.month) == (side.last.year, side.last.month)


def verdict(series: Series, limits: DriftLimits) -> str:
    """What an index means, in words and a sign."""
    found = series.stability
    if found.index is None:
        return _("not measurable")
    if found.exceeds(limits.alarm):
        return "▲ " + _("has drifted")
    if found.exceeds(limits.watch):
        return "△ " + _("worth a look")
    if found.index >= limits.watch:
        return "○ " + _("no more than chance may give")
    return "○ " + _("steady")


def _show_overview(found: Drift, limits: DriftLimits) -> None:
    text.sentence(
        _(
            "PSI is the population stability index: 0 for the same distribution. From {watch} on "
            "it is worth a look, from {alarm} on it has drifted, if it is more than chance gives "
            "19 times in 20."
        ).format(watch=number(limits.watch), alarm=number(limits.alarm)),
        "hri-quiet",
    )
    rows: list[list[twins.Figure]] = [
        [
            labels.name(series.measured),
            *(series.index, verdict(series, limits), series.stability.by_chance),
            *(series.stability.first, series.stability.then),
        ]
        for series in found.whole
    ]
    heads = [
        *(_("Measure"), _("PSI"), _("Verdict"), _("Chance gives up to")),
        *(_("Values, baseline"), _("Values, compared")),
    ]
    caption = _("How far both sides are apart; signals over all slots that apply")
    twins.show_table(caption, heads, rows, name="drift")


def bin_words(series: Series) -> list[str]:
    """What the bins of a series hold."""
    return [_bin(series, name) if name else _("not scored") for name in series.names]


def _bin(series: Series, name: str) -> str:
    match series.measured:
        case Measured.ACTION:
            return levels.words(Action(name))
        case Measured.RVS:
            return name
    return _from(name, len(series.names) - 1)


def _from(name: str, bins: int) -> str:
    low = float(name)
    return f"{number(low, 1)}–{number(low + 1 / bins, 1)}"


def _show_bins(series: Series, first: str, then: str) -> None:
    summary = _("Shares of the cases of both sides in each bin: {measure}").format(
        measure=labels.name(series.measured)
    )
    names = bin_words(series)
    st.plotly_chart(
        draw(series, names, first, then),
        key=f"drift-chart-{series.measured.value}",
        config={"displayModeBar": False},
        alt=summary,
    )
    rows: list[list[twins.Figure]] = [
        [
            name,
            *(item.first, twins.share(item.first_share), item.then, twins.share(item.then_share)),
            item.part,
        ]
        for name, item in zip(names, series.stability.bins, strict=True)
    ]
    heads = [
        *(_("Bin"), first, _("Share of {side}").format(side=first)),
        *(then, _("Share of {side}").format(side=then), _("Part of the PSI")),
    ]
    title = _("Bins of {measure}").format(measure=labels.name(series.measured))
    name = f"drift-{series.measured.value}"
    with twins.closed(name, title):
        twins.show_table(summary, heads, rows, name=name)


def draw(series: Series, names: list[str], first: str, then: str) -> go.Figure:
    """Two bars a bin, the second one striped."""
    colours = theme.PAIR[theme.mode()]
    bins = series.stability.bins
    figure = go.Figure(
        [
            go.Bar(
                x=names,
                y=[100 * item.first_share for item in bins],
                name=text.shown(first),
                marker={"color": colours[0]},
            ),
            go.Bar(
                x=names,
                y=[100 * item.then_share for item in bins],
                name=text.shown(then),
                marker={
                    "color": colours[1],
                    "pattern": {"shape": "/", "fillmode": "overlay", "fgcolor": theme.paper()},
                },
            ),
        ]
    )
    theme.dress(figure)
    figure.update_traces(hoverinfo="none")
    figure.update_xaxes(type="category", fixedrange=True)
    figure.update_yaxes(ticksuffix=PERCENT[language()], fixedrange=True, rangemode="tozero")
    figure.update_layout(
        height=CHART_HEIGHT,
        barmode="group",
        margin={"l": 60, "r": 10, "t": 40, "b": 40},
        separators=SEPARATORS[language()],
        legend={"orientation": "h", "y": 1.15, "x": 0, "font": {"color": theme.ink()}},
    )
    return figure


def _show_slots(found: Drift) -> None:
    """The index of each signal in each slot."""
    signals = [Measured.SIS, Measured.CCS, Measured.RVS]
    index = {(series.slot, series.measured): series for series in found.by_slot}
    slots = list(dict.fromkeys(series.slot for series in found.by_slot if series.slot))
    rows: list[list[twins.Figure]] = [
        [numbered(slot), *(index[slot, signal].index for signal in signals), _least(index, slot)]
        for slot in slots
    ]
    heads = [_("Slot"), *(labels.name(signal) for signal in signals), _("Cases, smaller side")]
    caption = _("PSI of each signal in each slot")
    with twins.closed("drift-slots", _("Drift by slot")):
        twins.show_table(caption, heads, rows, name="drift-slots")


def _least(index: Mapping[tuple[Slot | None, Measured], Series], slot: Slot) -> int:
    found = index[slot, Measured.SIS].stability
    return min(found.first, found.then)
