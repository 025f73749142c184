"""Intake: a file of cases is read, scored and stored; what is refused comes back with reasons."""

from __future__ import annotations

import streamlit as st

from hri.casework.intake import IntakeReport
from hri.domain.decisions import ACTIONS
from hri.errors import HriError
from hri.ui import exports, i18n, levels, problems, session, tables, text, uploads
from hri.ui.i18n import _

REPORT = "intake-report"
SHOWN = 20
"""Rejected lines on the screen; the file to download holds all."""


def show() -> None:
    """The whole screen."""
    st.title(_("Intake"))
    text.sentence(
        _(
            "Upload answers of the chatbot as JSON Lines (one case a line) or as CSV. Each is "
            "scored at once; a faulty line does not stop the others."
        )
    )
    upload = st.file_uploader(
        _("Case file, at most 10 MB"), type=["jsonl", "ndjson", "csv"], key="case-file"
    )
    if upload is not None:
        _take_in(upload.name, upload.getvalue())
    report = st.session_state.get(REPORT)
    if isinstance(report, IntakeReport):
        _show_report(report)


def _take_in(name: str, content: bytes) -> None:
    lines = uploads.lines_of(content)
    columns = uploads.choose_columns(lines) if name.lower().endswith(".csv") else None
    if not st.button(_("Score and store"), key="submit-file"):
        return
    bar = st.progress(0.0, text=_("Scoring …"))
    total = max(1, len(lines) - (columns is not None))

    def moved(done: int, _total: int, _label: str) -> None:
        bar.progress(
            min(1.0, done / total), text=_("{done} of {total} lines").format(done=done, total=total)
        )

    try:
        cases = uploads.read(name, lines, columns)
        report = session.desk().intake.submit_all(
            session.person(), cases, total=total, progress=moved
        )
    except HriError as error:
        st.session_state.pop(REPORT, None)
        problems.show(error)
        return
    finally:
        bar.empty()
    st.session_state[REPORT] = report


def _show_report(report: IntakeReport) -> None:
    st.header(_("Last intake"))
    text.line(
        (_("Stored"), i18n.whole(report.stored)),
        (_("Already there"), i18n.whole(report.already_there)),
        (_("Rejected"), i18n.whole(len(report.rejected))),
    )
    actions: list[list[tables.Cell]] = [
        [levels.badge(action), i18n.whole(report.by_action.get(action, 0))] for action in ACTIONS
    ]
    tables.table(_("Stored cases by level"), [_("Level"), _("Cases")], actions, numeric=[1])
    if report.rejected:
        _show_rejected(report)


def _show_rejected(report: IntakeReport) -> None:
    heads = [_("Line"), _("Case"), _("Problem"), _("Remedy")]
    rows = [
        [str(line.line), line.case_id or "–", line.problem, line.remedy] for line in report.rejected
    ]
    tables.table(_("Rejected lines"), heads, rows[:SHOWN])
    if len(rows) > SHOWN:
        words = _("… and {n} more; the file below holds all of them.")
        text.sentence(words.format(n=i18n.whole(len(rows) - SHOWN)))
    st.download_button(
        _("Download the rejected lines (CSV)"),
        exports.csv_bytes(heads, rows),
        file_name="rejected.csv",
        mime="text/csv",
        key="rejected-file",
        on_click="ignore",
    )
