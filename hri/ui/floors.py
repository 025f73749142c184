"""The overrides of the policy being tried: their floors, and the numbers some of them have."""

from __future__ import annotations

import streamlit as st

from hri.domain.decisions import Action
from hri.domain.floors import OFF, allowed_floors
from hri.domain.policies import CoverageOverride, InstabilityOverride, Override, Policy
from hri.ui import candidates, labels, levels, text
from hri.ui.i18n import _, number

LIMIT = "at_least"


def edit_floors(live: Policy, tried: Policy) -> None:
    """A list of floors for each override, and a number box for each limit."""
    text.sentence(
        _(
            "An override raises the level to its floor when its condition holds. What says that an "
            "answer is wrong can be made milder, not silent; an answer that was not read always "
            "goes to a person."
        ),
        "hri-quiet",
    )
    in_force = {rule.id: rule for rule in live.overrides}
    fixed = [rule for rule in tried.overrides if len(allowed_floors(rule)) == 1]
    for rule in tried.overrides:
        if rule not in fixed:
            _edit(rule, in_force.get(rule.id))
    names = ", ".join(labels.override(rule.id) for rule in fixed)
    text.line((_("Always ROUTE"), names))


def _edit(rule: Override, known: Override | None) -> None:
    name = _name(rule)
    _choose_floor(rule, known, "floor", name)
    if isinstance(rule, CoverageOverride):
        label = _("{name}, where the claims are merely unproven").format(name=name)
        _choose_floor(rule, known, "unproven_floor", label)
    if isinstance(rule, InstabilityOverride):
        _limit(rule, known, name)


def _name(rule: Override) -> str:
    """The name in a label; an id of some author's own is untrusted there."""
    name = labels.override(rule.id)
    return text.label(name) if name == rule.id else name


def _choose_floor(rule: Override, known: Override | None, field: str, label: str) -> None:
    value, before = getattr(rule, field), getattr(known, field, None)
    options = list(dict.fromkeys([*allowed_floors(rule), value]))
    key = candidates.widget_key(f"rule-{rule.id}-{field}")
    st.session_state.setdefault(key, value)
    st.selectbox(
        labels.in_force(label, "–" if before is None else floor_words(before)),
        options,
        key=key,
        format_func=floor_words,
        on_change=_change,
        args=(rule.id, field, key),
    )


def _limit(rule: InstabilityOverride, known: Override | None, name: str) -> None:
    before = getattr(known, LIMIT, None)
    label = _("{name}: SIS from").format(name=name)
    key = candidates.widget_key(f"rule-{rule.id}-{LIMIT}")
    st.session_state.setdefault(key, rule.at_least)
    st.number_input(
        labels.in_force(label, "–" if before is None else number(before)),
        0.0,
        1.0,
        step=0.05,
        format="%.2f",
        key=key,
        on_change=_change,
        args=(rule.id, LIMIT, key),
    )


def _change(override: str, field: str, key: str) -> None:
    if key in st.session_state:
        candidates.change_rule(override, field, st.session_state[key])


def floor_words(floor: Action) -> str:
    """A floor in words; PASS raises nothing."""
    return _("off") if floor is OFF else levels.words(floor)
