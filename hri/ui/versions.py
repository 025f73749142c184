"""Versions of the policy: what stands where, what a version says, and its way into force."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from hri.casework.activations import Standing
from hri.casework.permissions import UseCase
from hri.domain.activations import PolicyState
from hri.domain.policies import Policy
from hri.ui import (
    acting,
    activating,
    approving,
    candidates,
    i18n,
    labels,
    names,
    policydiff,
    proposing,
    session,
    text,
    twins,
)
from hri.ui.i18n import _

CHOSEN = "version-chosen"
SAID = "life"
PROPOSABLE = frozenset(
    {PolicyState.DRAFT, PolicyState.PUBLISHED, PolicyState.SUPERSEDED, PolicyState.ROLLED_BACK}
)


def show(live: Policy) -> None:
    """Open proposals first, since somebody waits for them; then versions and what was live."""
    desk, person = session.desk(), session.person()
    standings = desk.activations.standings(person)
    proposals = desk.proposals.all(person)
    acting.show_said(SAID)
    st.header(_("Waiting for approval"))
    approving.show_open(live, standings, proposals)
    st.header(_("Versions"))
    _show_table(standings)
    _show_one(live, standings)
    st.header(_("What was in force when"))
    activating.show(live)
    approving.show_ended(proposals)


def _show_table(standings: Sequence[Standing]) -> None:
    twins.show_table(
        _("All versions, newest first"),
        [_("Version"), _("State"), _("since"), _("Title"), _("Author")],
        [
            [
                each.saved.ref.version,
                labels.name(each.state),
                i18n.moment(each.since) if each.since else None,
                names.title(each.saved.policy.title),
                each.saved.policy.author,
            ]
            for each in reversed(standings)
        ],
        name="versions",
    )


def _show_one(live: Policy, standings: Sequence[Standing]) -> None:
    known = {each.saved.ref.version: each for each in reversed(standings)}
    chosen = st.selectbox(
        _("Look at a version"),
        list(known),
        key=CHOSEN,
        format_func=lambda version: text.visible(names.version(known[version].saved.policy)),
        width=480,
    )
    standing = known[chosen]
    policy = standing.saved.policy
    text.line(
        (_("State"), labels.name(standing.state)),
        (_("Why"), policy.rationale),
        (_("Hash"), standing.saved.ref.sha256),
    )
    if standing.state is not PolicyState.LIVE:
        policydiff.show_differences(live, policy, policy.version)
        st.button(
            _("Try the numbers of {version}").format(version=policy.version),
            key="version-try",
            on_click=_take,
            args=(policy,),
        )
    if standing.state in PROPOSABLE and session.allowed(UseCase.DRAFT_POLICY):
        proposing.show(policy)


def _take(policy: Policy) -> None:
    candidates.take(policy)
    with acting.said(SAID) as say:
        say(_("The numbers of {version} stand under “Try numbers”.").format(version=policy.version))
