"""Open proposals: another person looks at the backtest and approves exactly that, or refuses."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import streamlit as st

from hri.casework.activations import Standing
from hri.casework.permissions import UseCase
from hri.domain.activations import PolicyState
from hri.domain.policies import Policy
from hri.domain.proposals import Proposal
from hri.ui import acting, backtests, i18n, labels, policydiff, session, text, twins, zones
from hri.ui.i18n import _

SAID = "life"
AT_ONCE, LATER = "at_once", "later"
REASON, NOTE, SEEN = "end-reason", "approve-note", "approve-seen"
WHEN, MOMENT = "approve-when", "approve-from"


def show_open(live: Policy, standings: Sequence[Standing], proposals: Sequence[Proposal]) -> None:
    """A frame for each proposal that has no end."""
    waiting = [proposal for proposal in proposals if proposal.end is None]
    if not waiting:
        text.sentence(_("No version is proposed."))
    for proposal in waiting:
        with st.container(border=True, key=f"proposal-{proposal.id}"):
            _show(live, standings, proposal)


def _show(live: Policy, standings: Sequence[Standing], proposal: Proposal) -> None:
    version = proposal.policy.version
    st.subheader(_("{version}, proposal {number}").format(version=version, number=proposal.id))
    text.line((_("Proposed by"), proposal.by_name), (_("on"), i18n.moment(proposal.at)))
    if proposal.note:
        text.line((_("Note"), proposal.note))
    proposed = next(
        each.saved.policy for each in standings if each.saved.ref.sha256 == proposal.policy.sha256
    )
    policydiff.show_differences(live, proposed, version)
    backtests.show(proposal)
    obstacle = _obstacle(standings, proposal)
    if obstacle:
        text.sentence("▲ " + obstacle, "hri-bad")
    elif session.allowed(UseCase.APPROVE_POLICY):
        _offer_approval(proposal)
    _offer_end(proposal)


def _obstacle(standings: Sequence[Standing], proposal: Proposal) -> str | None:
    """Why this person cannot approve this proposal now, in words; the desk decides again."""
    now = session.desk().clock.now()
    drafters = {
        each.saved_by
        for each in session.desk().policies.versions(session.person())
        if each.ref == proposal.policy and not each.published
    }
    if session.person().id in {proposal.by, *drafters}:
        return _("You drafted or proposed this version: another person approves it.")
    coming = [each for each in standings if each.state is PolicyState.SCHEDULED]
    if coming:
        return _(
            "{version} is to become live at a later time: until then, or until that is cancelled "
            "below, nothing else is approved."
        ).format(version=coming[0].saved.ref.version)
    live = next(each.saved.ref for each in standings if each.state is PolicyState.LIVE)
    stale = backtests.why_stale(proposal, live.sha256, now)
    if stale:
        remedy = _("Have the proposal withdrawn and the version proposed anew.")
        return f"{stale} {remedy}"
    return None


def _offer_approval(proposal: Proposal) -> None:
    number, version = proposal.id, proposal.policy.version
    when = st.radio(
        _("When it comes into force"),
        [AT_ONCE, LATER],
        key=f"{WHEN}-{number}",
        format_func=lambda each: _("from now on") if each == AT_ONCE else _("from a time on"),
        horizontal=True,
    )
    if when == LATER:
        now = session.desk().clock.now()
        soon = zones.local(now).replace(tzinfo=None) + timedelta(hours=1)
        st.datetime_input(
            _("From (date and time, {zone})").format(zone=zones.zone().key),
            soon.replace(second=0, microsecond=0),
            key=f"{MOMENT}-{number}",
            width=320,
        )
    st.text_input(_("Note on the approval (optional)"), key=f"{NOTE}-{number}", max_chars=300)
    st.checkbox(
        _("I looked at the backtest {hash}").format(hash=proposal.backtest_sha256[:12]),
        key=f"{SEEN}-{number}",
    )
    st.button(
        _("Approve {version}").format(version=version),
        key=f"approve-{number}",
        on_click=_approve,
        args=(number, version, proposal.backtest_sha256),
    )


def _approve(number: int, version: str, seen: str) -> None:
    with acting.said(SAID) as say:
        if not st.session_state.get(f"{SEEN}-{number}"):
            say(_("Tick that you looked at the backtest; nothing was approved."), good=False)
            return
        from_at = _from_at(number)
        if from_at is not None and from_at <= session.desk().clock.now():
            say(_("That time lies in the past; nothing was approved."), good=False)
            return
        made = session.desk().proposals.approve(
            session.person(),
            number,
            seen,
            from_at=from_at,
            note=str(st.session_state.get(f"{NOTE}-{number}") or ""),
        )
        words = (
            _("{version} is in force from now on: each case that comes in is decided under it.")
            if from_at is None
            else _("{version} is approved; it becomes live on {moment}.")
        )
        say(words.format(version=version, moment=i18n.moment(made.from_at)))


def _from_at(number: int) -> datetime | None:
    if st.session_state.get(f"{WHEN}-{number}") != LATER:
        return None
    moment: datetime = st.session_state[f"{MOMENT}-{number}"]
    return zones.meant(moment)


def _offer_end(proposal: Proposal) -> None:
    may_reject = session.allowed(UseCase.APPROVE_POLICY)
    may_withdraw = session.allowed(UseCase.DRAFT_POLICY)
    if not may_reject and not may_withdraw:
        return
    number = proposal.id
    st.text_input(_("Reason for rejecting or withdrawing"), key=f"{REASON}-{number}", max_chars=300)
    with st.container(horizontal=True):
        if may_reject:
            st.button(_("Reject"), key=f"reject-{number}", on_click=_reject, args=(number,))
        if may_withdraw:
            st.button(_("Withdraw"), key=f"withdraw-{number}", on_click=_withdraw, args=(number,))


def _reject(number: int) -> None:
    with acting.said(SAID) as say:
        ended = session.desk().proposals.reject(session.person(), number, _reason(number))
        say(_("Proposal {number} is rejected; the version stays.").format(number=ended.id))


def _withdraw(number: int) -> None:
    with acting.said(SAID) as say:
        ended = session.desk().proposals.withdraw(session.person(), number, _reason(number))
        say(_("Proposal {number} is withdrawn; the version stays.").format(number=ended.id))


def _reason(number: int) -> str:
    return str(st.session_state.get(f"{REASON}-{number}") or "")


def show_ended(proposals: Sequence[Proposal]) -> None:
    """What became of earlier proposals."""
    ended = [(each, each.end) for each in reversed(proposals) if each.end]
    if not ended:
        return
    st.header(_("Earlier proposals"))
    twins.show_table(
        _("How they ended, newest first"),
        [
            _("Number"),
            _("Version"),
            _("Proposed by"),
            _("How it ended"),
            _("by"),
            _("on"),
            _("Reason or note"),
        ],
        [
            [
                str(proposal.id),
                proposal.policy.version,
                proposal.by_name,
                labels.name(end.verdict),
                end.by_name,
                i18n.moment(end.at),
                end.reason or None,
            ]
            for proposal, end in ended
        ],
        name="proposals",
    )
