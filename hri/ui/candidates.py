"""The policy being tried: its numbers in the session, moved by sliders and number boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from hri.domain.policies import Coefficients, Policy, Thresholds
from hri.domain.slots import SLOTS, Slot
from hri.ui import balance, text
from hri.ui.i18n import _, number

NUMBERS = "tuning-numbers"
COEFFICIENTS = ("alpha", "beta", "gamma")
THRESHOLDS = ("warn", "defer", "route")
Settle = Callable[[Mapping[str, float], str, float], dict[str, float]]


def numbers_of(policy: Policy) -> dict[str, dict[str, float]]:
    """The numbers of a policy that can be tried, in three groups."""
    return {
        "coefficients": {name: getattr(policy.coefficients, name) for name in COEFFICIENTS},
        "weights": {slot.value: policy.weights[slot] for slot in SLOTS},
        "thresholds": {name: getattr(policy.thresholds, name) for name in THRESHOLDS},
    }


def current(live: Policy) -> dict[str, dict[str, float]]:
    """The numbers tried in this session; at first those in force."""
    if NUMBERS not in st.session_state:
        st.session_state[NUMBERS] = numbers_of(live)
    kept: dict[str, dict[str, float]] = st.session_state[NUMBERS]
    return kept


def reset() -> None:
    """Go back to the numbers in force."""
    st.session_state.pop(NUMBERS, None)


def candidate(live: Policy) -> Policy:
    """The policy in force with the numbers tried put in; checked like any other policy."""
    numbers = current(live)
    document = live.model_dump()
    document["coefficients"] = Coefficients(**numbers["coefficients"])
    document["weights"] = {Slot(name): share for name, share in numbers["weights"].items()}
    document["thresholds"] = Thresholds(**numbers["thresholds"])
    return Policy.model_validate(document)


def edit_group(live: Policy, group: str, settle: Settle, show: Callable[[str], str]) -> None:
    """A slider and a number box for each number of a group; moving one settles the others."""
    before = numbers_of(live)[group]
    for name, value in current(live)[group].items():
        left, right = st.columns([1.6, 1], vertical_alignment="bottom")
        for place, kind in ((left, "slide"), (right, "box")):
            key = f"{kind}-{group}-{name}"
            # Setting what the widget already holds would throw a quick hand back.
            if abs(st.session_state.get(key, -1.0) - value) > balance.CLOSE:
                st.session_state[key] = value
            with place:
                _widget(kind, key, show(name), before[name], (live, group, name, key, settle))


def _widget(kind: str, key: str, label: str, before: float, moved: tuple[object, ...]) -> None:
    if kind == "slide":
        st.slider(label, 0.0, 1.0, step=0.01, key=key, on_change=_move, args=moved)
    else:
        words = _("{name}: in force {value}").format(name=label, value=number(before))
        st.number_input(
            words, 0.0, 1.0, step=0.01, format="%.4f", key=key, on_change=_move, args=moved
        )


def _move(live: Policy, group: str, name: str, key: str, settle: Settle) -> None:
    numbers = current(live)
    settled = settle(numbers[group], name, st.session_state[key])
    st.session_state[NUMBERS] = {**numbers, group: settled}


def show_sum(live: Policy, group: str) -> None:
    """The sum of a group that must be 1, in sight."""
    total = sum(current(live)[group].values())
    text.sentence(
        _("Sum: {total}. Moving one scales the others.").format(total=number(total, 4)), "hri-quiet"
    )


share_out: Settle = balance.share_out
keep_rising: Settle = balance.keep_rising
