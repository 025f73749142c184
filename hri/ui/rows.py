"""One row of the queue: level, question, why it stands there, who has it."""

from __future__ import annotations

import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from hri.domain.queues import QueueItem, QueuePage
from hri.domain.reviews import ReviewState, Stage
from hri.ui import i18n, labels, levels, names, text
from hri.ui.answers import numbered
from hri.ui.i18n import _


def cells(item: QueueItem, page: QueuePage) -> dict[str, str]:
    """The cells of a row, by the names of ``columns``; the question is untrusted."""
    return {
        "level": levels.words(item.action),
        "question": text.visible(item.question),
        "slots": _slots(item),
        "why": _why_here(item, page),
        "due": i18n.moment(item.due_at),
        "service": text.visible(names.service(item.service)) or "–",
        "state": text.visible(_state(item, page)),
    }


def columns() -> dict[str, ColumnConfig]:
    """Titles and widths."""
    text_column = st.column_config.TextColumn
    return {
        "level": text_column(_("Level"), width=92),
        "question": text_column(_("Question"), width=320),
        "slots": text_column(_("Flagged slots"), width=130),
        "why": text_column(_("Place in the queue"), width=140),
        "due": text_column(_("Due"), width=100),
        "service": text_column(_("Service"), width=100),
        "state": text_column(_("State"), width=120),
    }


def _slots(item: QueueItem) -> str:
    """The flagged slots; not before they are judged, where judging comes first."""
    if item.commit_first:
        return _("to be judged first")
    return ", ".join(numbered(slot) for slot in item.flagged) or "–"


def _state(item: QueueItem, page: QueuePage) -> str:
    """The state, the reading, and whoever has it; a hold that ran out counts as waiting."""
    review = item.review
    if review.state is not ReviewState.HELD:
        word = labels.name(review.state)
    elif review.held_at(page.at):
        word = _("held by {person}").format(person=review.holder_name or review.holder)
    else:
        word = labels.name(ReviewState.WAITING)
    told = [word]
    if review.assignee and review.state is ReviewState.WAITING:
        told = [_("given to {person}").format(person=review.assignee_name or review.assignee)]
    if review.stage is not Stage.FIRST:
        told.append(labels.name(review.stage))
    if review.sent_back:
        told.append(_("sent back"))
    return ", ".join(told)


def _why_here(item: QueueItem, page: QueuePage) -> str:
    hours = max(0.0, (page.at - item.received_at).total_seconds() / 3600)
    if item.commit_first:
        words = _("{hours} h, risk shown once judged").format(hours=i18n.number(hours, 1))
        return _("past deadline; {words}").format(words=words) if item.past_due else words
    words = _("risk {risk} × {hours} h = {priority}").format(
        risk=i18n.number(1.0 if item.drawn else item.priority_risk),
        hours=i18n.number(hours, 1),
        priority=i18n.number(item.priority, 1),
    )
    if item.drawn:
        words = _("drawn at random; {words}").format(words=words)
    return _("past deadline; {words}").format(words=words) if item.past_due else words
