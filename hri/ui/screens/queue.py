"""The queue: what waits, in order of risk and deadline, fifty rows at a time."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hri.casework.permissions import UseCase
from hri.domain.queues import QueueFilter, QueueItem, QueuePage
from hri.ui import (
    batches,
    filters,
    i18n,
    keys,
    levels,
    moving,
    nav,
    problems,
    rows,
    session,
    text,
    undelivered,
)
from hri.ui.i18n import _, ngettext

ROW_HEIGHT = 66
"""Pixels; below four times the font size the grid cuts words instead of wrapping them."""

CURSORS = "queue-cursors"
SEVERAL = "queue-several"


def show() -> None:
    """The whole screen."""
    st.title(_("Queue"))
    moving.show_way_back()
    problems.show_kept()
    undelivered.show_undelivered()
    batches.show_undone()
    batches.show_last()
    top = st.container()
    with problems.told():
        narrow = filters.choose(session.desk().queue.views(session.person()))
        # In a view of closed cases, work to do and "next case" are those of the open ones.
        work = narrow.model_copy(update={"states": ()})
        st.session_state[moving.NARROW] = work
        with top:
            _show_counts(work)
        page = session.desk().queue.page(session.person(), narrow, cursor=_cursor(narrow))
    if page.items:
        _show_rows(page)
        _turn_pages(page)
    else:
        _show_empty(page)


def _show_counts(narrow: QueueFilter) -> None:
    counts = session.desk().queue.counts(session.person(), narrow)
    words = [
        ngettext("{n} waiting", "{n} waiting", counts.waiting).format(n=i18n.whole(counts.waiting)),
        ngettext("{n} held", "{n} held", counts.held).format(n=i18n.whole(counts.held)),
        ngettext("{n} past deadline", "{n} past deadline", counts.past_due).format(
            n=i18n.whole(counts.past_due)
        ),
        _("mine {n}").format(n=i18n.whole(counts.mine)),
    ]
    with st.container(horizontal=True, vertical_alignment="center"):
        text.sentence(" · ".join(words), "hri-count")
        keys.button(
            _("Next case"),
            "next-case",
            "G",
            on_click=_ask_next,
            disabled=not session.allowed(UseCase.READ_CASE),
        )
        keys.show_help_button()
    if st.session_state.pop("queue-next", False):
        found = moving.find_next(narrow)
        if found is not None:
            nav.go("case", case=found)
        st.session_state.pop(moving.CLEAR, None)
        text.sentence(_("No free case matches."))


def _ask_next() -> None:
    st.session_state["queue-next"] = True


def _show_rows(page: QueuePage) -> None:
    left, right = st.columns([5, 1], vertical_alignment="bottom")
    with right:
        several = batches.allowed() and st.toggle(_("Choose several"), key=SEVERAL)
    with left:
        _offer_opening(page)
    first, count = page.items[0].case_id, len(page.items)
    picked = st.dataframe(
        pd.DataFrame([rows.cells(item, page) for item in page.items]),
        key=f"rows-{first}-{count}-{several}-{batches.turn()}",
        hide_index=True,
        height="content" if count <= 7 else 7 * ROW_HEIGHT + 40,
        row_height=ROW_HEIGHT,
        on_select="rerun",
        selection_mode="multi-row" if several else "single-row",
        column_config=rows.columns(),
        alt=_("Cases of this page, in order"),
    )
    text.sentence(
        _("Order: past deadline first, then risk × hours waited (risk from 0 to 1)."), "hri-quiet"
    )
    chosen = [page.items[row].case_id for row in picked["selection"]["rows"] if row < count]
    if several and chosen:
        batches.show_bar(chosen, filters.known())
    elif chosen:
        nav.go("case", case=chosen[0])


def _offer_opening(page: QueuePage) -> None:
    """A list that opens a case without the grid, for keyboards and screen readers."""
    key = f"open-{page.at.isoformat()}-{page.items[0].case_id}"
    st.selectbox(
        _("Open a case of this page"),
        [item.case_id for item in page.items],
        index=None,
        key=key,
        format_func={item.case_id: _line(item) for item in page.items}.__getitem__,
        placeholder=_("Choose a row here, or select it in the table"),
        on_change=_open_chosen,
        args=(key,),
    )
    if chosen := st.session_state.pop("queue-open", None):
        nav.go("case", case=chosen)


def _open_chosen(key: str) -> None:
    st.session_state["queue-open"] = st.session_state[key]


def _line(item: QueueItem) -> str:
    words = f"{levels.words(item.action)} · {item.question[:90]} · {item.case_id}"
    return text.visible(words)


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
    else:
        text.sentence(
            _("The queue is clear. Looked at {moment}.").format(moment=i18n.moment(page.at))
        )
