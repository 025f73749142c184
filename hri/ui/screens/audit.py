"""The audit trail: search, one case's life, verification with its honest limit."""

from __future__ import annotations

from datetime import UTC, datetime, time

import streamlit as st

from hri.casework.permissions import UseCase
from hri.domain.events import ChainReport, EventFilter, EventKind
from hri.ui import exports, history, i18n, labels, problems, session, text
from hri.ui.i18n import _

BEFORE = "audit-before"
REPORT = "audit-report"


def show() -> None:
    """The whole screen."""
    st.title(_("Audit trail"))
    _show_verification()
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
        since = st.date_input(_("Since"), value=None, key="since", format="YYYY-MM-DD")
    return EventFilter(
        kinds=(EventKind(kind),) if kind else (),
        actor=(actor or "").strip(),
        subject=(subject or "").strip(),
        since=datetime.combine(since, time(), UTC) if since else None,
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


def _show_verification() -> None:
    st.header(_("Is the trail whole?"))
    text.sentence(
        _(
            "Each event carries the hash of the one before, so a changed, removed, inserted or "
            "reordered event shows. The limit: whoever can write the database file could rewrite "
            "the whole chain or cut off its end, and only a checkpoint kept elsewhere shows that. "
            "Keep checkpoints outside this machine."
        )
    )
    if not session.allowed(UseCase.VERIFY_AUDIT):
        return
    if st.button(_("Verify the chain"), key="verify"):
        with st.spinner(_("Walking the chain …")), problems.told():
            st.session_state[REPORT] = session.desk().audit.verify(session.person())
    report = st.session_state.get(REPORT)
    if isinstance(report, ChainReport):
        _show_report(report)


def _show_seals() -> None:
    """The checkpoints that the desk sealed by itself, and the way to keep them elsewhere."""
    with problems.told():
        seals = session.desk().audit.seals(session.person())
    if not seals:
        text.sentence(_("No checkpoint is sealed yet."))
        return
    last = seals[-1]
    text.line(
        (_("Sealed checkpoints"), i18n.whole(len(seals))),
        (_("Last one"), i18n.moment(last.at)),
        (_("Of event"), i18n.whole(last.seq)),
        (_("Signed with the key"), last.key or _("none: not signed")),
    )
    st.download_button(
        _("Download all checkpoints (JSON Lines)"),
        "".join(f"{seal.model_dump_json()}\n" for seal in seals),
        "checkpoints.jsonl",
        "application/jsonl",
        key="seals-file",
        on_click="ignore",
    )


def _show_report(report: ChainReport) -> None:
    if report.sound:
        text.sentence(
            "✓ " + _("Sound: {n} events fit together.").format(n=i18n.whole(report.head.count)),
            "hri-good",
        )
    elif report.first_bad is not None:
        text.sentence(
            "▲ "
            + _("Event {seq} does not fit: {problem}").format(
                seq=report.first_bad, problem=report.problem
            ),
            "hri-bad",
        )
    for finding in report.findings[:20]:
        text.sentence("▲ " + labels.pair(finding.name, labels.name(finding.fault)), "hri-bad")
    if len(report.findings) > 20:
        text.sentence(
            _("Further findings, listed by “audit verify”: {n}").format(
                n=i18n.whole(len(report.findings) - 20)
            )
        )
    if report.findings:
        text.sentence(_("Restore what is missing or changed from a backup."))
    if report.clock_steps:
        text.sentence(
            _("Events stamped earlier than the one before (a clock set back): {seqs}").format(
                seqs=", ".join(map(str, report.clock_steps[:20]))
            )
        )
    _show_seals()
    text.line((_("Checkpoint"), f"{report.head.count} · {report.head.hash}"))
    st.download_button(
        _("Download the checkpoint"),
        report.head.model_dump_json(indent=1),
        f"checkpoint-{report.head.seq}.json",
        "application/json",
        key="checkpoint-file",
        on_click="ignore",
    )
