"""Messages of a case on their way: when they go out, whether they arrived, and trying again."""

from __future__ import annotations

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.casework.permissions import UseCase
from hri.domain.outbox import Delivery, DeliveryState
from hri.domain.reviews import SentReply
from hri.ui import i18n, labels, problems, session, text
from hri.ui.i18n import _


def show_messages(file: CaseFile) -> None:
    """Every message with its way; a failed one can be tried again."""
    if not file.replies:
        return
    by_reply = ways_of(file)
    for reply in file.replies:
        way = by_reply.get(reply.id)
        text.line((labels.name(reply.kind), state(reply, way)))
        if way is not None and way.state is DeliveryState.FAILED:
            _offer_retry(way)
        text.plain(reply.text, lang=reply.language, kind="hri-pane")


def ways_of(file: CaseFile) -> dict[int, Delivery]:
    """How far each message of a case is, by the message's number."""
    with problems.told():
        ways = session.desk().delivery.ways(session.person(), file.review.case_id)
    return {way.reply_id: way for way in ways}


def _offer_retry(way: Delivery) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        if session.allowed(UseCase.RETRY_DELIVERY):
            st.button(
                _("Try again"), key=f"retry-{way.reply_id}", on_click=_retry, args=(way.reply_id,)
            )
        text.sentence("▲ " + _("Not delivered: {problem}").format(problem=way.problem), "hri-bad")


def _retry(reply_id: int) -> None:
    with problems.kept():
        session.desk().delivery.retry(session.person(), reply_id)


def state(reply: SentReply, way: Delivery | None) -> str:
    """Where a message stands; one that nothing has to carry went out when it was due."""
    if reply.withdrawn_at:
        return labels.name(DeliveryState.WITHDRAWN)
    now = session.desk().clock.now()
    due = reply.deliver_at if way is None else max(way.due_at, reply.deliver_at)
    match way.state if way else DeliveryState.OUT:
        case DeliveryState.FAILED | DeliveryState.HANDING as stands:
            return labels.name(stands)
        case DeliveryState.WAITING if way and way.attempts:
            words = _("tried {n} times, next at {moment}: {problem}")
            return words.format(n=way.attempts, moment=i18n.second(due), problem=way.problem)
        case DeliveryState.OUT if reply.deliver_at <= now:
            sent = way.done_at if way and way.done_at else reply.deliver_at
            return _("went out {moment}").format(moment=i18n.second(sent))
    return _("goes out {moment}").format(moment=i18n.second(due))
