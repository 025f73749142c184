"""What a policy is worth against what people found: errors, work, cost, each with its doubt."""

from __future__ import annotations

from collections.abc import Sequence

from hri.evaluation.outcomes import Outcomes
from hri.evaluation.rates import Rate, Sum
from hri.ui import i18n, levels, text, twins
from hri.ui.answers import numbered
from hri.ui.i18n import _, number, percent, whole

Pair = tuple[Outcomes, Outcomes]


def show_outcomes(live: Outcomes, tried: Outcomes, currency: str) -> None:
    """The figures of both policies side by side, then what they rest on."""
    sides = (live, tried)
    rows = [
        [_("Cases that a person decides"), *(whole(each.escalated) for each in sides)],
        [_("Hours of review"), *(number(each.hours, 1) for each in sides)],
        [_("Wrong cases caught"), *(_caught(each) for each in sides)],
        [_("Wrong cases missed"), *(_missed(each) for each in sides)],
        [_("Recall: caught of all wrong"), *(rate_words(each.recall) for each in sides)],
        [_("Precision: wrong of those decided"), *(rate_words(each.precision) for each in sides)],
        [
            _("Expected cost ({money})").format(money=currency),
            *(sum_words(each.cost.total if each.cost else None) for each in sides),
        ],
    ]
    twins.show_table(
        _("Errors and work, in force and with these numbers"),
        [_("Figure"), _("In force"), _("With these numbers")],
        rows,
        name="outcomes",
        file=_file(sides),
    )
    say_what_is_known(tried)


def rate_words(rate: Rate) -> str:
    """A share with its interval and the cases behind it."""
    if rate.share is None or rate.low is None or rate.high is None:
        return _("not measurable")
    return _("{share} ({low} to {high}; {hits} of {n} judged)").format(
        share=percent(rate.share),
        low=percent(rate.low),
        high=percent(rate.high),
        hits=whole(rate.n_hits),
        n=whole(rate.n),
    )


def sum_words(found: Sum | None) -> str:
    """A sum with its interval."""
    if found is None:
        return _("not measurable")
    return _("{value} ({low} to {high})").format(
        value=whole(round(found.value)), low=whole(round(found.low)), high=whole(round(found.high))
    )


def _caught(found: Outcomes) -> str:
    if found.recall.share is None:
        return _("not measurable")
    return _("about {n}").format(n=whole(round(found.recall.hits)))


def _missed(found: Outcomes) -> str:
    if found.missed is None:
        return _("not measurable")
    return _("about {n}").format(n=whole(round(found.missed)))


def _file(sides: Pair) -> tuple[Sequence[str], Sequence[Sequence[twins.Figure]]]:
    heads = ["figure", "policy", "value", "low", "high", "n_hits", "n"]
    rows: list[Sequence[twins.Figure]] = []
    for name, found in zip(("in_force", "tried"), sides, strict=True):
        cost = found.cost.total if found.cost else None
        spread = (cost.value, cost.low, cost.high) if cost else (None, None, None)
        rows += [
            ["escalated", name, found.escalated, None, None, None, None],
            ["hours", name, found.hours, None, None, None, None],
            ["missed", name, found.missed, None, None, None, None],
            ["recall", name, *_rate(found.recall)],
            ["precision", name, *_rate(found.precision)],
            ["cost", name, *spread, None, None],
        ]
    return heads, rows


def _rate(rate: Rate) -> tuple[twins.Figure, ...]:
    return rate.share, rate.low, rate.high, rate.n_hits, rate.n


def say_what_is_known(found: Outcomes) -> None:
    """How many judged cases the estimates rest on, and what is not known."""
    text.line(
        (_("Judged by people"), whole(found.judged)),
        (_("of these right or wrong for sure"), whole(found.known)),
        (_("left open in part"), whole(found.partly)),
        (_("not drawn, so not counted"), whole(found.unasked)),
    )
    if found.unmeasured:
        text.sentence(why_unmeasured(found), "hri-quiet")
    else:
        text.sentence(
            _(
                "Estimates from the judged cases, each counted for those it stands for; intervals "
                "at 95%."
            ),
            "hri-quiet",
        )


def why_unmeasured(found: Outcomes) -> str:
    """Why errors cannot be measured, and what would change it."""
    actions = ", ".join(levels.words(action) for action in found.unmeasured)
    return _(
        "Not measurable: of the cases that came as {actions}, none was both drawn and judged. "
        "Judge the assurance sample in the queue: only cases drawn by chance can stand for the "
        "others."
    ).format(actions=actions)


def show_slots(found: Outcomes) -> None:
    """Wrong claims caught and missed per slot with the numbers tried."""
    if not any(row.n for row in found.slots):
        text.sentence(_("No slot was judged in these cases yet."))
        return
    twins.show_table(
        _("Wrong claims per slot with these numbers, estimated over the history"),
        [_("Slot"), _("caught"), _("missed"), _("wrong of judged")],
        [
            [
                numbered(row.slot),
                float(row.caught),
                _("not measurable") if found.unmeasured else float(row.missed),
                f"{i18n.whole(row.n_wrong)} / {i18n.whole(row.n)}",
            ]
            for row in found.slots
        ],
        name="slots",
        decimals=1,
    )
