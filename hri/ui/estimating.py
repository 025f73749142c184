"""How many wrong answers were delivered, as the assurance sample tells."""

from __future__ import annotations

from hri.evaluation.estimates import Stratum, WrongEstimate
from hri.ui import i18n, levels, text, twins
from hri.ui.i18n import _, whole


def show_estimate(found: WrongEstimate) -> None:
    """The estimate with its interval and what it rests on."""
    text.line((_("Estimated share of wrong answers delivered"), words_of(found)))
    for action in found.unmeasured:
        n = next(row.delivered for row in found.strata if row.action is action)
        words = _("Not measured, and left out: {n} answers delivered at level {level}.")
        text.sentence("▲ " + words.format(n=whole(n), level=levels.words(action)), "hri-bad")
    text.sentence(
        _(
            "A share of the delivered answers is drawn at random for people to look at. Each drawn "
            "one counts by its weight, 1 divided by its chance of being drawn; where few are "
            "drawn, the weights may add up to more than were delivered, or to fewer. Wrong is what "
            "people edited or rejected."
        ),
        "hri-quiet",
    )
    heads = [
        *(_("Level"), _("Delivered"), _("Drawn"), _("Judged"), _("Found wrong")),
        *(_("Share of the judged"), _("Sum of the weights")),
    ]
    caption = _("The sample by level")
    rows = [_row(stratum) for stratum in found.strata]
    twins.show_table(caption, heads, rows, name="delivered-wrong")


def words_of(found: WrongEstimate) -> str:
    """The estimate in words, or that it is not measurable."""
    if found.share is None:
        return _("not measurable: none of the drawn answers has been judged yet")
    words = _("{share} (95 % interval {low} to {high}; effective number of cases {n})")
    return words.format(
        share=i18n.percent_fine(found.share),
        low=i18n.percent_fine(found.low or 0),
        high=i18n.percent_fine(found.high or 0),
        n=i18n.number(found.effective_n, 1),
    )


def _row(stratum: Stratum) -> list[twins.Figure]:
    share = stratum.wrong / stratum.judged if stratum.judged else None
    return [
        stratum.action,
        *(stratum.delivered, stratum.drawn, stratum.judged, stratum.wrong),
        *(twins.share(share), round(stratum.stands_for)),
    ]
