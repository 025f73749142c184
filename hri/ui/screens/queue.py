"""The queue: what waits, in order of risk and deadline, fifty rows at a time."""

from __future__ import annotations

import pandas as pd
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from hri.casework.permissions import UseCase
from hri.domain.queues import QueueFilter, QueueItem, QueuePage
from hri.domain.reviews import ReviewState
from hri.ui import filters, i18n, labels, levels, names, nav, problems, session, text
from hri.ui.answers import numbered
from hri.ui.i18n import _, ngettext

ROW_HEIGHT = 66
"""Pixels; below four times the font size the grid cuts words instead of wrapping them."""

CURSORS = "queue-cursors"


def show() -> None:
    """The whole screen."""
    st.title(_("Queue"))
    narrow = filters.choose()
    with problems.told():
        _show_counts(narrow)
        page = session.desk().queue.page(session.person(), narrow, cursor=_cursor(narrow))
    filters.remember_services(page)
    if page.items:
        _show_rows(page)
        _turn_pages(page)
    else:
        _show_empty(page)


def _show_counts(narrow: QueueFilter) -> None:
    counts = session.desk().queue.counts(session.person(), narrow)
    with st.container(horizontal=True, vertical_alignment="center"):
        words = [
            ngettext("{n} waiting", "{n} waiting", counts.waiting).format(
                n=i18n.whole(counts.waiting)
            ),
            ngettext("{n} held", "{n} held", counts.held).format(n=i18n.whole(counts.held)),
            ngettext("{n} past deadline", "{n} past deadline", counts.past_due).format(
                n=i18n.whole(counts.past_due)
            ),
            _("mine {n}").format(n=i18n.whole(counts.mine)),
        ]
        text.sentence(" · ".join(words), "hri-count")
        st.button(
            _("Next case"),
            key="next-case",
            shortcut="G",
            on_click=_ask_next,
            disabled=not session.allowed(UseCase.READ_CASE),
        )
    if st.session_state.pop("queue-next", False):
        open_next(narrow)


def _ask_next() -> None:
    st.session_state["queue-next"] = True


def open_next(narrow: QueueFilter | None = None) -> None:
    """Take the first free case and open it; who may not review only looks at it."""
    queue, review, person = session.desk().queue, session.desk().review, session.person()
    wanted = narrow or QueueFilter()
    if session.allowed(UseCase.REVIEW):
        taken = review.claim_next(person, wanted)
        found = taken.case_id if taken else None
    else:
        item = queue.next_case(person, wanted)
        found = item.case_id if item else None
    if found:
        nav.go("case", case=found)
    text.sentence(_("No free case matches."))


def _show_rows(page: QueuePage) -> None:
    frame = pd.DataFrame([_cells(item, page) for item in page.items])
    st.selectbox(
        _("Open a case of this page"),
        [item.case_id for item in page.items],
        index=None,
        key=f"open-{page.at.isoformat()}-{page.items[0].case_id}",
        format_func={item.case_id: _line(item) for item in page.items}.__getitem__,
        placeholder=_("Choose a row here, or select it in the table"),
        on_change=_open_chosen,
        args=(f"open-{page.at.isoformat()}-{page.items[0].case_id}",),
    )
    if chosen := st.session_state.pop("queue-open", None):
        nav.go("case", case=chosen)
    picked = st.dataframe(
        frame,
        key=f"rows-{page.items[0].case_id}-{len(page.items)}",
        hide_index=True,
        height="content" if len(page.items) <= 7 else 7 * ROW_HEIGHT + 40,
        row_height=ROW_HEIGHT,
        on_select="rerun",
        selection_mode="single-row",
        column_config=_columns(),
        alt=_("Cases of this page, in order"),
    )
    text.sentence(
        _("Order: past deadline first, then risk × hours waited (risk from 0 to 1)."), "hri-quiet"
    )
    rows = picked["selection"]["rows"]
    if rows:
        nav.go("case", case=page.items[rows[0]].case_id)


def _open_chosen(key: str) -> None:
    st.session_state["queue-open"] = st.session_state[key]


def _line(item: QueueItem) -> str:
    return f"{levels.words(item.action)} · {item.question[:90]} · {item.case_id}"


def _cells(item: QueueItem, page: QueuePage) -> dict[str, str]:
    return {
        "level": levels.words(item.action),
        "question": item.question,
        "slots": ", ".join(numbered(slot) for slot in item.flagged) or "–",
        "why": _why_here(item, page),
        "due": i18n.moment(item.due_at),
        "service": names.service(item.service) or "–",
        "state": _state(item, page),
    }


def _state(item: QueueItem, page: QueuePage) -> str:
    """The state; a hold that ran out counts as waiting."""
    if item.review.state is not ReviewState.HELD:
        return labels.name(item.review.state)
    if not item.review.held_at(page.at):
        return labels.name(ReviewState.WAITING)
    return _("held by {person}").format(person=item.review.holder_name or item.review.holder)


def _why_here(item: QueueItem, page: QueuePage) -> str:
    hours = max(0.0, (page.at - item.received_at).total_seconds() / 3600)
    words = _("risk {risk} × {hours} h = {priority}").format(
        risk=i18n.number(item.priority_risk),
        hours=i18n.number(hours, 1),
        priority=i18n.number(item.priority, 1),
    )
    return _("past deadline; {words}").format(words=words) if item.past_due else words


def _columns() -> dict[str, ColumnConfig]:
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


def _cursor(narrow: QueueFilter) -> str | None:
    """The cursor of the page in hand; a changed filter starts at the first page."""
    kept_for, cursors = st.session_state.get(CURSORS, (None, []))
    if kept_for != narrow.model_dump_json():
        st.session_state[CURSORS] = (narrow.model_dump_json(), [])
        return None
    return cursors[-1] if cursors else None


def _turn_pages(page: QueuePage) -> None:
    _kept_for, cursors = st.session_state[CURSORS]
    if not cursors and page.cursor is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(_("Previous page"), key="page-back", disabled=not cursors, on_click=_turn_back)
        text.sentence(_("Page {number}").format(number=len(cursors) + 1))
        st.button(
            _("Next page"),
            key="page-on",
            disabled=page.cursor is None,
            on_click=_turn_on,
            args=(page.cursor,),
        )


def _turn_back() -> None:
    kept_for, cursors = st.session_state[CURSORS]
    st.session_state[CURSORS] = (kept_for, cursors[:-1])


def _turn_on(cursor: str) -> None:
    kept_for, cursors = st.session_state[CURSORS]
    st.session_state[CURSORS] = (kept_for, [*cursors, cursor])


def _show_empty(page: QueuePage) -> None:
    if filters.narrowed():
        text.sentence(_("No case matches the filters."))
        st.button(
            _("Clear filters"),
            key="clear-filters",
            on_click=filters.clear,
        )
    else:
        text.sentence(
            _("The queue is clear. Looked at {moment}.").format(moment=i18n.moment(page.at))
        )
