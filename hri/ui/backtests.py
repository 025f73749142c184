"""A backtest on the screen: what a version would have done with every stored case."""

from __future__ import annotations

from datetime import datetime, timedelta

import streamlit as st

from hri.domain.decisions import ACTIONS
from hri.domain.proposals import MOST_FLIPS, Proposal
from hri.ui import flips, i18n, session, text, twins
from hri.ui.i18n import _


def show(proposal: Proposal) -> None:
    """Its figures, its hash, and the cases whose level would change."""
    made = proposal.backtest
    pairs = [
        (_("Cases"), i18n.whole(made.cases)),
        (_("Raised"), i18n.whole(made.raised)),
        (_("Lowered"), i18n.whole(made.lowered)),
        (_("Scored again"), i18n.whole(made.rescored)),
        (_("Left out (text erased)"), i18n.whole(made.left_out)),
        (_("Made"), i18n.moment(made.made_at)),
    ]
    text.line(*pairs)
    twins.show_table(
        _("Cases per level under {live} and under {version}").format(
            live=made.live.version, version=made.policy.version
        ),
        [_("Level"), made.live.version, made.policy.version, _("Difference")],
        [
            [
                action,
                made.before.get(action, 0),
                made.after.get(action, 0),
                twins.Change(made.after.get(action, 0) - made.before.get(action, 0)),
            ]
            for action in ACTIONS
        ],
        name=f"backtest-{proposal.id}",
    )
    text.line((_("Hash of this backtest"), proposal.backtest_sha256))
    if made.flips:
        with st.expander(_("Cases whose level would change")):
            flips.show_flips(
                made.flips,
                made.raised,
                made.lowered,
                key=f"backtest-{proposal.id}-flips",
                other=made.policy.version,
                limit=MOST_FLIPS,
            )


def why_stale(proposal: Proposal, live_sha256: str, now: datetime) -> str | None:
    """Why an approval on this backtest would be refused, in words; None where it still counts."""
    made, hours = proposal.backtest, session.desk().settings.backtest_hours
    if now - made.made_at > timedelta(hours=hours):
        return _("The backtest is older than {hours} hours.").format(hours=i18n.number(hours, 0))
    if made.live.sha256 != live_sha256:
        return _("The backtest compares with {version}, which is not in force any more.").format(
            version=made.live.version
        )
    return None
