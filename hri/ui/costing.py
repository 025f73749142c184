"""The costs that policies are weighed with: those of the house, or others to try."""

from __future__ import annotations

import streamlit as st

from hri.domain.costs import CostTable
from hri.domain.decisions import Action
from hri.domain.slots import SLOTS
from hri.ui import candidates, labels, session, text
from hri.ui.answers import numbered
from hri.ui.i18n import _, number

CHANGED = "tuning-costs"
MOST = 1e6


def costs() -> CostTable:
    """The house's costs with what this session tries instead."""
    house, changed = session.desk().weighing.costs, _changed()
    document = house.model_dump()
    for path, value in changed.items():
        part, _dot, name = path.partition(".")
        if name:
            document[part] = {**document[part], name: value}
        else:
            document[part] = value
    return CostTable.model_validate(document)


def _changed() -> dict[str, float]:
    kept: dict[str, float] = st.session_state.setdefault(CHANGED, {})
    return kept


def edit_costs() -> None:
    """A box for each cost; they are tried here and change nothing of the house's table."""
    house, tried = session.desk().weighing.costs, costs()
    money = house.currency
    text.sentence(
        _(
            "Starting figures of the house, not measured: put in your own. They are tried here and "
            "kept nowhere; the table of the house is a file."
        ),
        "hri-quiet",
    )
    left, right = st.columns(2)
    with left:
        for slot in SLOTS:
            label = _("A wrong claim that goes out, {slot} ({money})")
            named = label.format(slot=numbered(slot), money=money)
            _box(f"wrong.{slot.value}", named, house.wrong[slot], tried.wrong[slot])
    with right:
        label = _("A minute of review ({money})").format(money=money)
        _box("minute", label, house.minute, tried.minute)
        for action in (Action.DEFER, Action.ROUTE):
            named = _("Minutes of review of a {action} case").format(action=action.value)
            _box(f"minutes.{action.value}", named, house.minutes[action], tried.minutes[action])
        label = _("A clarification under WARN ({money})").format(money=money)
        _box("warning", label, house.warning, tried.warning)
        label = _("Share of a wrong claim’s cost that is left under WARN")
        _box("warned_share", label, house.warned_share, tried.warned_share, most=1.0)
    st.button(_("Back to the costs of the house"), key="costs-reset", on_click=_reset)


def _box(path: str, label: str, house: float, value: float, *, most: float = MOST) -> None:
    key = candidates.widget_key(f"cost-{path}")
    st.session_state.setdefault(key, float(value))
    st.number_input(
        labels.pair(label, _("house {value}").format(value=number(house))),
        0.0,
        most,
        step=min(1.0, most / 10),
        format="%.2f",
        key=key,
        on_change=_change,
        args=(path, key),
    )


def _change(path: str, key: str) -> None:
    if key in st.session_state:
        st.session_state[CHANGED] = {**_changed(), path: float(st.session_state[key])}


def _reset() -> None:
    for path in st.session_state.pop(CHANGED, {}):
        candidates.renew(f"cost-{path}")
