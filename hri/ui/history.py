"""What happened: the messages and events of one case, and rows of the audit trail."""

from __future__ import annotations

import json
from collections.abc import Iterable

import streamlit as st

from hri.casework.review import CaseFile
from hri.domain.events import AuditEvent
from hri.ui import i18n, labels, tables, text
from hri.ui.i18n import _


def show_case_record(file: CaseFile) -> None:
    """Messages to the citizen and the events of the case."""
    st.header(_("Messages and history"))
    for reply in file.replies:
        state = (
            _("withdrawn")
            if reply.withdrawn_at
            else _("goes out {moment}").format(moment=i18n.moment(reply.deliver_at))
        )
        text.line((labels.name(reply.kind), state))
        text.plain(reply.text, lang=reply.language, kind="hri-pane")
    show_events(_("Events of this case, oldest first"), file.history)


def show_events(caption: str, events: Iterable[AuditEvent]) -> None:
    """Events as a table: number, time, what, who, to what, details."""
    rows: list[list[tables.Cell]] = [
        [
            str(event.seq),
            i18n.moment(event.at),
            labels.name(event.kind),
            event.actor,
            event.subject,
            _details(event),
        ]
        for event in events
    ]
    heads = [_("No."), _("Time"), _("Event"), _("Who"), _("Subject"), _("Details")]
    tables.table(caption, heads, rows)


def _details(event: AuditEvent) -> str:
    return (
        " · ".join(f"{key}: {_short(value)}" for key, value in sorted(event.payload.items())) or "–"
    )


def _short(value: object, limit: int = 120) -> str:
    words = (
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
    )
    return words if len(words) <= limit else f"{words[:limit]}…"
