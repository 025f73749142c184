"""The policy being tried: its numbers in the session, moved by sliders and number boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from hri.domain.decisions import Action
from hri.domain.policies import Coefficients, Policy, Thresholds
from hri.domain.slots import SLOTS, Slot
from hri.ui import balance, labels, text
from hri.ui.i18n import _, number

BASE, NUMBERS, RULES = "tuning-base", "tuning-numbers", "tuning-rules"
GENERATIONS, FOLLOWED = "tuning-generations", "tuning-followed"
SLIDER, BOX = KINDS = ("slide", "box")
COEFFICIENTS = ("alpha", "beta", "gamma")
THRESHOLDS = ("warn", "defer", "route")
Numbers = dict[str, dict[str, float]]
Rules = dict[str, dict[str, Action | float]]
Settle = Callable[[Mapping[str, float], str, float], dict[str, float]]


def numbers_of(policy: Policy) -> Numbers:
    """The numbers of a policy that can be tried, in three groups."""
    return {
        "coefficients": {name: getattr(policy.coefficients, name) for name in COEFFICIENTS},
        "weights": {slot.value: policy.weights[slot] for slot in SLOTS},
        "thresholds": {name: getattr(policy.thresholds, name) for name in THRESHOLDS},
    }


def base(live: Policy) -> Policy:
    """The version that the numbers tried started from: the one in force, or one that was taken."""
    taken: Policy | None = st.session_state.get(BASE)
    return taken or live


def current(live: Policy) -> Numbers:
    """The numbers tried in this session; at first those in force."""
    kept: Numbers | None = st.session_state.get(NUMBERS)
    return kept or numbers_of(base(live))


def follow(live: Policy) -> None:
    """Where nothing was moved yet, show the numbers of what is in force now."""
    if st.session_state.get(FOLLOWED) == live:
        return
    st.session_state[FOLLOWED] = live
    if NUMBERS not in st.session_state and not rules_changed():
        _renew_all()


def rules_changed() -> Rules:
    """The fields of overrides that differ from the base, by override."""
    kept: Rules = st.session_state.setdefault(RULES, {})
    return kept


def change_rule(override: str, field: str, value: Action | float) -> None:
    """Try another value for a field of an override."""
    kept = rules_changed()
    st.session_state[RULES] = {**kept, override: {**kept.get(override, {}), field: value}}


def reset() -> None:
    """Go back to the numbers in force."""
    for key in (BASE, NUMBERS, RULES):
        st.session_state.pop(key, None)
    _renew_all()


def take(policy: Policy) -> None:
    """Try what a version says, all of it."""
    reset()
    st.session_state[BASE] = policy


def take_numbers(group: str, numbers: Mapping[str, float], live: Policy) -> None:
    """Try these numbers of one group, the others as they are."""
    st.session_state[NUMBERS] = {**current(live), group: dict(numbers)}
    _renew_all()


def candidate(live: Policy) -> Policy:
    """The base with the numbers tried put in; checked like any other policy."""
    numbers, changed, start = current(live), rules_changed(), base(live)
    document = start.model_dump()
    document["coefficients"] = Coefficients(**numbers["coefficients"])
    document["weights"] = {Slot(name): share for name, share in numbers["weights"].items()}
    document["thresholds"] = Thresholds(**numbers["thresholds"])
    document["overrides"] = [
        rule.model_dump() | changed[rule.id] if rule.id in changed else rule
        for rule in start.overrides
    ]
    return Policy.model_validate(document)


def edit_group(live: Policy, group: str, settle: Settle, show: Callable[[str], str]) -> None:
    """A slider and a number box for each number of a group; moving one settles the others."""
    before = numbers_of(live)[group]
    for name, value in current(live)[group].items():
        places = st.columns([2.4, 1], vertical_alignment="bottom", gap="small")
        for place, kind in zip(places, KINDS, strict=True):
            key = widget_key(f"{kind}-{group}-{name}")
            st.session_state.setdefault(key, value)
            moved = (live, kind, group, name, key, settle)
            with place:
                _draw(kind, key, show(name), before[name], moved)


def _draw(kind: str, key: str, label: str, before: float, moved: tuple[object, ...]) -> None:
    words = labels.in_force(label, number(before))
    if kind == SLIDER:
        st.slider(words, 0.0, 1.0, step=0.01, key=key, on_change=_move, args=moved)
    else:
        st.number_input(
            words,
            0.0,
            1.0,
            step=0.01,
            format="%.4f",
            key=key,
            on_change=_move,
            args=moved,
            label_visibility="collapsed",
        )


def _move(live: Policy, kind: str, group: str, name: str, key: str, settle: Settle) -> None:
    if key != widget_key(f"{kind}-{group}-{name}"):
        return  # a late word from a widget that has been replaced
    before = current(live)
    settled = settle(before[group], name, st.session_state[key])
    st.session_state[NUMBERS] = {**before, group: settled}
    for other, value in settled.items():
        for twin in KINDS:
            changed = abs(value - before[group][other]) > balance.CLOSE
            if changed and (twin, other) != (kind, name):
                renew(f"{twin}-{group}-{other}")


def widget_key(plain: str) -> str:
    """The key of a widget in its present generation."""
    generations: dict[str, int] = st.session_state.setdefault(GENERATIONS, {})
    return f"{plain}~{generations.get(plain, 0)}"


def renew(plain: str) -> None:
    """Let a widget be a new one with the new value.

    Setting the value of the old one races with a quick hand: the browser sends its former value
    along with the next move, and that would count as a change of its own.
    """
    generations: dict[str, int] = st.session_state.setdefault(GENERATIONS, {})
    generations[plain] = generations.get(plain, 0) + 1


def _renew_all() -> None:
    for key in list(st.session_state):
        plain, mark, _generation = str(key).rpartition("~")
        if mark:
            renew(plain)


def show_sum(live: Policy, group: str) -> None:
    """The sum of a group that must be 1, in sight."""
    total = sum(current(live)[group].values())
    text.sentence(
        _("Sum: {total}. Moving one scales the others.").format(total=number(total, 4)), "hri-quiet"
    )


share_out: Settle = balance.share_out
keep_rising: Settle = balance.keep_rising
