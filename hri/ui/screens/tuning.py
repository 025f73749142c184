"""Tuning: what other numbers would have done, and the way of a version into force."""

from __future__ import annotations

import streamlit as st

from hri.domain.activations import PolicyState
from hri.domain.policies import Policy
from hri.domain.slots import Slot
from hri.evaluation.spans import Span
from hri.evaluation.tuning import Comparison
from hri.ui import (
    candidates,
    choosing,
    drafting,
    effects,
    flips,
    floors,
    i18n,
    nav,
    policydiff,
    problems,
    session,
    shadowing,
    text,
    tradeoffs,
    versions,
)
from hri.ui.answers import numbered
from hri.ui.i18n import _

SHOWN_FLIPS = 50


def show() -> None:
    """The whole screen."""
    st.title(_("Tuning"))
    with problems.told():
        live = session.desk().policies.live(session.person()).policy
        _say_what_holds(live)
        trying, shadow, life = st.tabs(
            [_("Try numbers"), _("Shadow run"), _("Versions and approvals")],
            key="tuning-part",
            on_change="rerun",
        )
        if trying.open:
            with trying:
                _try_numbers(live)
        if shadow.open:
            with shadow:
                shadowing.show()
        if life.open:
            with life:
                versions.show(live)
    if chosen := st.session_state.pop(flips.OPEN, None):
        nav.go("case", case=chosen)


def _say_what_holds(live: Policy) -> None:
    desk, person = session.desk(), session.person()
    standings = desk.activations.standings(person)
    waiting = [each for each in standings if each.state is PolicyState.PROPOSED]
    pairs = [(_("In force"), f"{live.id} {live.version}")]
    pairs += [
        (_("since"), i18n.moment(each.since))
        for each in standings
        if each.state is PolicyState.LIVE and each.since
    ]
    if waiting:
        pairs.append((_("Waiting for approval"), ", ".join(w.saved.ref.version for w in waiting)))
    text.line(*pairs)
    text.sentence(
        _(
            "Here you try numbers on the stored cases; nothing changes until another person "
            "approves a proposed version."
        ),
        "hri-quiet",
    )


@st.fragment
def _try_numbers(live: Policy) -> None:
    candidates.follow(live)
    with problems.told():
        span = choosing.choose_span()
    left, right = st.columns([1, 1.25], gap="large")
    with left:
        _edit_numbers(live)
    with right, st.container(key="tuning-result"), problems.told():
        tried = candidates.candidate(live)
        found = session.desk().tuning.compare(session.person(), tried, span=span, limit=SHOWN_FLIPS)
        _show_result(live, tried, found, span)


def _edit_numbers(live: Policy) -> None:
    st.header(_("Shares of the signals"))
    candidates.edit_group(live, "coefficients", candidates.share_out, policydiff.SHARES.__getitem__)
    candidates.show_sum(live, "coefficients")
    st.header(_("Weights of the slots"))
    candidates.edit_group(live, "weights", candidates.share_out, lambda name: numbered(Slot(name)))
    candidates.show_sum(live, "weights")
    st.header(_("Thresholds"))
    candidates.edit_group(
        live,
        "thresholds",
        candidates.keep_rising,
        lambda name: _("{action} from").format(action=name.upper()),
    )
    st.header(_("Floors of the overrides"))
    opened = st.expander(
        _("Floors, and SIS from which samples disagree"), key="tuning-floors", on_change="rerun"
    )
    if opened.open:
        with opened:
            floors.edit_floors(live, candidates.candidate(live))


def _show_result(live: Policy, tried: Policy, found: Comparison, span: Span) -> None:
    st.header(_("Effect on {n} stored cases").format(n=i18n.whole(found.cases)))
    effect, changes, trade, risk, draft = st.tabs(
        [
            _("Effect"),
            _("Cases that change"),
            _("Cost and workload"),
            _("Risk by slot"),
            _("Differences and draft"),
        ],
        key="tuning-view",
        on_change="rerun",
    )
    figures = (effect, changes, trade, risk)
    if not found.cases and (opened := next((tab for tab in figures if tab.open), None)):
        with opened:
            text.sentence(_("No case lies in this part of the history."))
            effects.say_left_out(found)
        return
    if effect.open:
        with effect:
            effects.show_levels(found)
            tradeoffs.show_errors(live, tried, span)
            effects.show_histogram(found, tried)
    if changes.open:
        with changes:
            flips.show_flips(
                found.flips,
                found.raised,
                found.lowered,
                key="flips",
                other=_("With these numbers"),
                limit=SHOWN_FLIPS,
            )
    if trade.open:
        with trade:
            tradeoffs.show(live, tried, span)
    if risk.open:
        with risk:
            effects.show_risks(found)
    if draft.open:
        with draft:
            drafting.show_draft(live, tried)
