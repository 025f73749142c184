"""What happened: the messages and events of one case, and rows of the audit trail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import streamlit as st
from pydantic import JsonValue

from hri.casework.casefiles import CaseFile
from hri.casework.withdrawing import Withdrawn
from hri.domain.events import AuditEvent
from hri.domain.reviews import RecordedDecision, Stage
from hri.domain.worklists import Remark, RemarkKind
from hri.ui import deliveries, i18n, labels, names, tables, text
from hri.ui.i18n import _

UNTOLD = ("digests", "rows", "sha256", "lexicon", "record", "code", "requirements", "bundles",
          "started", "ended", "bundle", "figures")  # fmt: skip
"""Parts of an event that say nothing to a reader of the table."""

LONGEST = 160
UNBROKEN = 24
"""People and subjects up to this length stay on one line."""

ACTOR, SUBJECT = 3, 4
"""Columns of who did it and of the subject."""


def _stage(value: str) -> str:
    return labels.name(Stage(value)) if value in set(Stage) else value


NAMED: Mapping[str, Callable[[str], str]] = {
    "reason": names.reason_of,
    "stage": _stage,
    "then": _stage,
    "language": lambda value: i18n.LANGUAGE_NAMES.get(value, value),
    "why": lambda value: labels.name(Withdrawn(value)) if value in set(Withdrawn) else value,
}
"""Parts of an event that hold a code with a name in the data."""


def show_case_record(file: CaseFile) -> None:
    """Messages to the citizen, what people said of the case, and its events."""
    st.header(_("Messages and history"))
    deliveries.show_messages(file)
    for made in file.decisions:
        _show_decision(made)
    for remark in file.remarks:
        said = _about(remark)
        words = " · ".join(part for part in (said, remark.about, remark.text) if part)
        text.line((labels.pair(labels.name(remark.kind), remark.actor_name), words))
    show_events(_("Events of this case, oldest first"), file.history, subject=False)


def _show_decision(made: RecordedDecision) -> None:
    """Who decided what and why, with the note for colleagues; texts stand in the messages."""
    chosen = made.decision
    why = [names.reason_of(chosen.reason_code), chosen.reason_text]
    told = [" – ".join(filter(None, why)), chosen.note and labels.pair(_("Note"), chosen.note)]
    if made.undone_at is not None:
        told.append(_("taken back"))
    title = labels.pair(labels.name(chosen.verb), made.actor_name)
    text.line((title, " · ".join(filter(None, told))))


def _about(remark: Remark) -> str:
    """The slot of a doubted source, or the reason of a skip."""
    if remark.kind is RemarkKind.SOURCE:
        return labels.word(remark.code)
    return names.reason_of(remark.code) if remark.code else ""


def show_events(caption: str, events: Sequence[AuditEvent], *, subject: bool = True) -> None:
    """Events as a table, and the full record of the one the reader chooses."""
    heads = [_("No."), _("Time"), _("Event"), _("Who"), _("Subject"), _("Details")]
    rows = [_cells(event) for event in events]
    if not subject:
        heads.pop(SUBJECT)
        for row in rows:
            row.pop(SUBJECT)
    unbroken = [0, 1, 2]
    if all(len(event.actor) <= UNBROKEN for event in events):
        unbroken.append(ACTOR)
    if subject and all(len(event.subject) <= UNBROKEN for event in events):
        unbroken.append(SUBJECT)
    tables.table(caption, heads, rows, unbroken=unbroken)
    records = {event.seq: event for event in events}
    chosen = st.selectbox(
        _("Full record of an event"),
        list(records),
        index=None,
        key=f"event-record-{caption}",
        placeholder=_("Choose a number"),
        width=320,
    )
    if chosen in records:
        record = records[chosen].model_dump_json(indent=2)
        st.code(text.visible(record), language=None, wrap_lines=True)


def _cells(event: AuditEvent) -> list[tables.Cell]:
    when, what = i18n.moment(event.at), labels.name(event.kind)
    return [str(event.seq), when, what, event.actor, event.subject, details(event)]


def details(event: AuditEvent) -> str:
    """The parts of an event that say what happened; hashes and digests are in its full record."""
    words = []
    for key, value in event.payload.items():
        told = NAMED[key](str(value)) if key in NAMED and value is not None else _told(value)
        if told and key not in UNTOLD:
            words.append(labels.pair(labels.payload_key(key), told))
    return " · ".join(words) or "–"


def _told(value: JsonValue) -> str:
    match value:
        case bool():
            return _("yes") if value else _("no")
        case float():
            return i18n.number(value, 3)
        case list():
            counts = Counter(labels.word(labels.override(str(item))) for item in value)
            return ", ".join(f"{item} × {n}" if n > 1 else item for item, n in counts.items())
        case {"id": identifier, "version": version}:
            return f"{identifier} {version}"
        case dict():
            return ", ".join(
                labels.pair(labels.word(key), labels.word(str(value[key]))) for key in value
            )
        case _:
            return _shortened("" if value is None else labels.word(str(value)))


def _shortened(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}…"
