"""Thresholds of least expected cost within a limit, told with how sure that is."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from hri.domain.costs import CostTable
from hri.domain.policies import Policy
from hri.evaluation.curves import CurvePoint
from hri.evaluation.fitting import Free
from hri.evaluation.recommending import Caution, Limits, Recommendation, Refusal
from hri.evaluation.spans import Span
from hri.ui import acting, balance, candidates, policydiff, session, text, twins, weighed
from hri.ui.i18n import _, number, percent, whole

FOUND = "tuning-recommended"
NONE, HOURS, LEAK = "none", "hours", "leak"
SAID = "recommend"


class Asked(NamedTuple):
    """What a recommendation was asked for; another answer is due when any of it changes."""

    tried: Policy
    costs: CostTable
    span: Span
    limits: Limits
    free: tuple[Free, ...]


def show(live: Policy, tried: Policy, costs: CostTable, span: Span, hours: float) -> None:
    """The limit, the button, and the last answer as long as it holds."""
    text.sentence(
        _(
            "The thresholds of least expected cost under the other numbers as they stand. "
            "Nothing is changed by it."
        ),
        "hri-quiet",
    )
    asked = Asked(tried, costs, span, _choose_limits(hours), _choose_free())
    st.button(_("Recommend thresholds"), key="recommend", on_click=_ask, args=(asked,))
    acting.show_said(SAID)
    kept: tuple[Asked, Recommendation] | None = st.session_state.get(FOUND)
    if kept is None:
        return
    if kept[0] != asked:
        text.sentence(_("Something changed since the last recommendation: ask again."))
        return
    if kept[0].free:
        text.sentence(
            _("How unsure the fitted shares and weights themselves are is not in these intervals."),
            "hri-quiet",
        )
    _show(kept[1], live, tried, costs.currency)


def _choose_limits(hours: float) -> Limits:
    words = {
        NONE: _("no limit"),
        HOURS: _("hours of review"),
        LEAK: _("wrong cases that go out"),
    }
    kind: str = st.radio(
        _("Keep to a limit of"),
        list(words),
        key="limit-kind",
        format_func=words.__getitem__,
        horizontal=True,
    )
    if kind == HOURS:
        most: float = st.number_input(
            _("At most so many hours over these cases"),
            0.0,
            value=round(hours, 1),
            step=1.0,
            format="%.1f",
            key="limit-hours",
            width=320,
        )
        return Limits(hours=most)
    if kind == LEAK:
        share: float = st.number_input(
            _("Wrong cases that go out, at most (%)"),
            0.0,
            100.0,
            10.0,
            step=1.0,
            format="%.1f",
            key="limit-leak",
            width=320,
        )
        return Limits(leak=share / 100)
    return Limits()


def _choose_free() -> tuple[Free, ...]:
    words = {
        Free.COEFFICIENTS: _("Fit the shares of the signals too"),
        Free.WEIGHTS: _("Fit the weights of the slots too"),
    }
    return tuple(free for free, word in words.items() if st.checkbox(word, key=f"fit-{free.value}"))


def _ask(asked: Asked) -> None:
    with acting.said(SAID):
        found = session.desk().weighing.recommend(
            session.person(),
            asked.tried,
            asked.limits,
            asked.costs,
            free=asked.free,
            span=asked.span,
        )
        st.session_state[FOUND] = (asked, found)


def _show(found: Recommendation, live: Policy, tried: Policy, currency: str) -> None:
    if found.refusal is not None:
        text.sentence("▲ " + _refused(found, found.refusal), "hri-bad")
        return
    if found.policy is None or found.chosen is None or found.compared is None:
        return
    _show_numbers(found, live, tried, found.policy)
    _show_figures(found, found.compared, found.chosen, currency)
    _say_how_sure(found, currency)
    st.button(
        _("Take these numbers"), key="recommend-take", on_click=_take, args=(live, found.policy)
    )


def _show_numbers(found: Recommendation, live: Policy, tried: Policy, advised: Policy) -> None:
    """The thresholds, and whatever shares and weights were fitted."""
    sides = [candidates.numbers_of(policy) for policy in (live, tried, advised)]
    rows: list[list[twins.Figure]] = []
    for group in sides[0]:
        for name in sides[0][group]:
            values = [side[group][name] for side in sides]
            if group == "thresholds" or abs(values[2] - values[1]) > balance.CLOSE:
                between = _between(found, name) if group == "thresholds" else None
                rows.append([policydiff.field((group, name)), *values, between])
    twins.show_table(
        _("Recommended numbers; in 19 of 20 draws the thresholds lie in the last column"),
        [
            _("Field"),
            _("In force"),
            _("With these numbers"),
            _("Recommended"),
            _("Range over draws"),
        ],
        rows,
        name="recommended",
        decimals=3,
    )


def _between(found: Recommendation, name: str) -> str | None:
    low, high = found.ranges.get(name, (None, None))
    return None if low is None or high is None else f"{number(low)} – {number(high)}"


def _show_figures(
    found: Recommendation, before: CurvePoint, after: CurvePoint, currency: str
) -> None:
    def side(point: CurvePoint) -> list[str]:
        leak = _("not measurable") if point.leak is None else percent(point.leak)
        return [number(point.hours, 1), leak, weighed.sum_words(point.cost)]

    names = [
        _("Hours of review"),
        _("Wrong cases that go out"),
        _("Expected cost ({money})").format(money=currency),
    ]
    rows = [list(row) for row in zip(names, side(before), side(after), strict=True)]
    twins.show_table(
        _("What the recommendation changes, from {n} judged cases, {wrong} of them wrong").format(
            n=whole(found.judged), wrong=whole(found.wrong)
        ),
        [_("Figure"), _("With these numbers"), _("Recommended")],
        rows,
        name="recommended-figures",
    )


def _say_how_sure(found: Recommendation, currency: str) -> None:
    if found.held_saving is not None and found.better is not None:
        text.sentence(
            _(
                "Judged on cases that the choice was not made on, over {n} draws: a saving of "
                "{value} {money}; cheaper in {share} of the draws."
            ).format(
                n=whole(found.replicates),
                value=weighed.sum_words(found.held_saving),
                money=currency,
                share=percent(found.better),
            )
        )
    for caution in found.cautions:
        text.sentence("▲ " + _cautioned(found, caution), "hri-quiet")


def _take(live: Policy, advised: Policy) -> None:
    for group, numbers in candidates.numbers_of(advised).items():
        candidates.take_numbers(group, numbers, live)
    with acting.said(SAID) as say:
        say(_("The recommended numbers stand at the sliders; keep them as a draft if you like."))


def _refused(found: Recommendation, refusal: Refusal) -> str:
    least = found.least
    words = {
        Refusal.NOT_MEASURABLE: _(
            "No recommendation: what goes out wrong is not known, since no delivered answer of "
            "some level was both drawn and judged."
        ),
        Refusal.TOO_FEW_CASES: _(
            "No recommendation: {n} judged cases are too few; it takes {least}."
        ).format(n=whole(found.judged), least=whole(least.refuse_cases)),
        Refusal.TOO_FEW_WRONG: _(
            "No recommendation: {n} wrong cases among those judged are too few; it takes {least}."
        ).format(n=whole(found.wrong), least=whole(least.refuse_wrong)),
        Refusal.LIMITS_NOT_MET: _(
            "No thresholds keep to this limit: the floors of the overrides alone break it."
        ),
    }
    return words[refusal]


def _cautioned(found: Recommendation, caution: Caution) -> str:
    least = found.least
    words = {
        Caution.FEW_CASES: _("Only {n} judged cases: below {least} a recommendation is shaky."),
        Caution.FEW_WRONG: _("Only {wrong} wrong cases: below {least_wrong} it is shaky."),
        Caution.GAPS: _("Some kinds of slot were never judged: errors in them are not counted."),
        Caution.NO_INTERVAL: _("Too few judged cases to check the choice on others."),
        Caution.UNSURE: _("On other cases the choice is not surely cheaper than these numbers."),
        Caution.LIVE_BREAKS_LIMITS: _("These numbers do not keep to the limit themselves."),
    }
    return words[caution].format(
        n=whole(found.judged),
        least=whole(least.warn_cases),
        wrong=whole(found.wrong),
        least_wrong=whole(least.warn_wrong),
    )
