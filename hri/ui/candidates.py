"""The policy being tried: its numbers in the session, moved by sliders and number boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from hri.domain.policies import Coefficients, Policy, Thresholds
from hri.domain.slots import SLOTS, Slot
from hri.ui import balance, text
from hri.ui.i18n import _, number

NUMBERS, GENERATIONS = "tuning-numbers", "tuning-generations"
SLIDER, BOX = KINDS = ("slide", "box")
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
    for group, numbers in st.session_state.pop(NUMBERS, {}).items():
        for name in numbers:
            for kind in KINDS:
                _renew(kind, group, name)


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
        places = st.columns([1.6, 1], vertical_alignment="bottom")
        for place, kind in zip(places, KINDS, strict=True):
            key = _key(kind, group, name)
            st.session_state.setdefault(key, value)
            moved = (live, kind, group, name, key, settle)
            with place:
                _draw(kind, key, show(name), before[name], moved)


def _draw(kind: str, key: str, label: str, before: float, moved: tuple[object, ...]) -> None:
    if kind == SLIDER:
        st.slider(label, 0.0, 1.0, step=0.01, key=key, on_change=_move, args=moved)
    else:
        words = _("{name}: in force {value}").format(name=label, value=number(before))
        st.number_input(
            words, 0.0, 1.0, step=0.01, format="%.4f", key=key, on_change=_move, args=moved
        )


def _move(live: Policy, kind: str, group: str, name: str, key: str, settle: Settle) -> None:
    if key != _key(kind, group, name):
        return  # a late word from a widget that has been replaced
    before = current(live)
    settled = settle(before[group], name, st.session_state[key])
    st.session_state[NUMBERS] = {**before, group: settled}
    for other, value in settled.items():
        for twin in KINDS:
            changed = abs(value - before[group][other]) > balance.CLOSE
            if changed and (twin, other) != (kind, name):
                _renew(twin, group, other)


def _key(kind: str, group: str, name: str) -> str:
    generations: dict[str, int] = st.session_state.setdefault(GENERATIONS, {})
    plain = f"{kind}-{group}-{name}"
    return f"{plain}~{generations.get(plain, 0)}"


def _renew(kind: str, group: str, name: str) -> None:
    """Let a widget be a new one with the new value.

    Setting the value of the old one races with a quick hand: the browser sends its former value
    along with the next move, and that would count as a change of its own.
    """
    generations: dict[str, int] = st.session_state.setdefault(GENERATIONS, {})
    plain = f"{kind}-{group}-{name}"
    generations[plain] = generations.get(plain, 0) + 1


def show_sum(live: Policy, group: str) -> None:
    """The sum of a group that must be 1, in sight."""
    total = sum(current(live)[group].values())
    text.sentence(
        _("Sum: {total}. Moving one scales the others.").format(total=number(total, 4)), "hri-quiet"
    )


share_out: Settle = balance.share_out
keep_rising: Settle = balance.keep_rising
