"""The audit trail: search, one case's life, verification with its honest limit."""

from __future__ import annotations

import streamlit as st

from hri.domain.events import EventFilter, EventKind
from hri.ui import exports, history, i18n, labels, problems, session, text, trails, zones
from hri.ui.i18n import _

BEFORE = "audit-before"


def show() -> None:
    """The whole screen."""
    st.title(_("Audit trail"))
    trails.show_verification()
    st.header(_("Search"))
    narrow = _choose_filter()
    pages = _pages(narrow)
    with problems.told():
        page = session.desk().audit.search(
            session.person(), narrow, before=pages[-1] if pages else None
        )
    if not page.events:
        text.sentence(_("No event matches."))
    else:
        history.show_events(_("Events, newest first"), page.events)
        heads = ["seq", "at", "kind", "actor", "subject", "payload", "hash"]
        rows = [
            [
                str(e.seq),
                e.at.isoformat(),
                e.kind.value,
                e.actor,
                e.subject,
                e.model_dump_json(include={"payload"}),
                e.hash,
            ]
            for e in page.events
        ]
        st.download_button(
            _("Download this page (JSON Lines)"),
            "".join(f"{event.model_dump_json()}\n" for event in page.events),
            "audit.jsonl",
            "application/jsonl",
            key="audit-lines",
            on_click="ignore",
        )
        st.download_button(
            _("Download this page (CSV)"),
            exports.csv_bytes(heads, rows),
            "audit.csv",
            "text/csv",
            key="audit-file",
            on_click="ignore",
        )
    _turn_pages(pages, page.before)


def _choose_filter() -> EventFilter:
    columns = st.columns(4)
    with columns[0]:
        subject = st.text_input(_("Case or other subject"), key="subject", bind="query-params")
    with columns[1]:
        actor = st.text_input(_("Who"), key="actor-filter")
    with columns[2]:
        kind = st.selectbox(
            _("Event"),
            list(EventKind),
            index=None,
            key="event-kind",
            format_func=lambda value: labels.name(EventKind(value)),
            placeholder=_("All"),
        )
    with columns[3]:
        since = st.date_input(_("Since"), value=None, key="since", format=i18n.date_form())
    return EventFilter(
        kinds=(EventKind(kind),) if kind else (),
        actor=(actor or "").strip(),
        subject=(subject or "").strip(),
        since=zones.begins(since) if since else None,
    )


def _pages(narrow: EventFilter) -> list[int]:
    """Where the pages turned so far began; a changed search starts anew."""
    kept_for, pages = st.session_state.get(BEFORE, ("", []))
    if kept_for != narrow.model_dump_json():
        pages = []
        st.session_state[BEFORE] = (narrow.model_dump_json(), pages)
    return list(pages)


def _turn_pages(pages: list[int], before: int | None) -> None:
    if not pages and before is None:
        return
    with st.container(horizontal=True):
        st.button(
            _("Newer"), key="audit-newer", disabled=not pages, on_click=_turn, args=(pages[:-1],)
        )
        st.button(
            _("Older"),
            key="audit-older",
            disabled=before is None,
            on_click=_turn,
            args=([*pages, before],),
        )


def _turn(pages: list[int]) -> None:
    kept_for, _pages_before = st.session_state[BEFORE]
    st.session_state[BEFORE] = (kept_for, pages)
