"""What was in force when; going back a step, and taking back what is to become live."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from hri.casework.activations import scheduled, standing
from hri.casework.permissions import UseCase
from hri.domain.activations import Activation
from hri.domain.policies import Policy
from hri.ui import acting, i18n, labels, session, text, twins
from hri.ui.i18n import _

SAID = "life"
REASON = "back-reason"


def show(live: Policy) -> None:
    """The steps that can be taken, then the history."""
    desk = session.desk()
    known, now = desk.activations.history(session.person()), desk.clock.now()
    may_change = session.allowed(UseCase.APPROVE_POLICY)
    for coming in scheduled(known, now):
        text.sentence(
            _("{version} becomes live on {moment}.").format(
                version=coming.version, moment=i18n.moment(coming.from_at)
            ),
            "hri-banner",
        )
        if may_change:
            _offer_cancel(coming)
    if may_change:
        _offer_roll_back(live, standing(known, now))
    _show_history(known)


def _offer_roll_back(live: Policy, stack: Sequence[str]) -> None:
    if len(stack) < 2:
        text.sentence(
            _("There is no version before {version} to go back to.").format(version=live.version),
            "hri-quiet",
        )
        return
    st.subheader(_("Go back a step"))
    text.sentence(
        _(
            "{version} is taken back at once and {before} is in force again. Cases keep the "
            "version they were decided under."
        ).format(version=live.version, before=stack[-2])
    )
    st.text_input(
        _("Why {version} is taken back (required)").format(version=live.version),
        key=REASON,
        max_chars=300,
    )
    st.button(
        _("Take back {version}, return to {before}").format(version=live.version, before=stack[-2]),
        key="roll-back",
        on_click=_roll_back,
        args=(live.version,),
    )


def _roll_back(version: str) -> None:
    with acting.said(SAID) as say:
        reason = str(st.session_state.get(REASON) or "")
        made = session.desk().activations.roll_back(session.person(), version, reason)
        say(
            _("{version} is taken back; {before} is in force again.").format(
                version=version, before=made.version
            )
        )


def _offer_cancel(coming: Activation) -> None:
    key = f"cancel-reason-{coming.id}"
    st.text_input(
        _("Why {version} shall not become live (required)").format(version=coming.version),
        key=key,
        max_chars=300,
    )
    st.button(
        _("Cancel the activation of {version}").format(version=coming.version),
        key=f"cancel-{coming.id}",
        on_click=_cancel,
        args=(coming.id, key),
    )


def _cancel(number: int, key: str) -> None:
    with acting.said(SAID) as say:
        reason = str(st.session_state.get(key) or "")
        made = session.desk().activations.cancel(session.person(), number, reason)
        say(_("{version} will not become live.").format(version=made.version))


def _show_history(known: Sequence[Activation]) -> None:
    twins.show_table(
        _("Activations, newest first"),
        [
            _("Version"),
            _("In force from"),
            _("How"),
            _("Decided by"),
            _("on"),
            _("Reason or note"),
            _("Cancelled"),
        ],
        [
            [
                each.version,
                i18n.moment(each.from_at),
                labels.name(each.kind),
                each.by_name,
                i18n.moment(each.at),
                each.reason or None,
                _cancelled(each),
            ]
            for each in reversed(known)
        ],
        name="activations",
    )


def _cancelled(activation: Activation) -> str | None:
    ended = activation.cancelled
    if ended is None:
        return None
    return _("{moment} by {person}: {reason}").format(
        moment=i18n.moment(ended.at), person=ended.by_name, reason=ended.reason
    )
