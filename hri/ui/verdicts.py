"""Verdicts of a run: how many, and of what did not pass what was expected and what was found."""

from __future__ import annotations

import streamlit as st

from hri.assurance.artefacts import Incident, Incidents
from hri.assurance.results import TestVerdict
from hri.assurance.runrecords import Ran
from hri.assurance.words import load_words
from hri.errors import NotFoundError
from hri.ui import i18n, problems, session, tables, text
from hri.ui.i18n import _
from hri.ui.text import shown

SIGNS = {TestVerdict.PASSED: "✓", TestVerdict.FAILED: "▲", TestVerdict.BLOCKED: "■"}
ORDER = (TestVerdict.FAILED, TestVerdict.BLOCKED, TestVerdict.PASSED)
"""What did not pass comes first."""

SHOWN = 20
"""Incidents on the screen; the report to download holds all."""

LINES = 8
"""Lines of a cell, likewise."""


def words_of(verdict: TestVerdict | None) -> str:
    """A verdict as sign and word; None: not run."""
    if verdict is None:
        return "– " + _("not run")
    return f"{SIGNS[verdict]} {load_words(i18n.language()).value(verdict.value)}"


def show_counts(last: Ran) -> None:
    """How many cases have which verdict, and requirements that no case verifies."""
    pairs = [(words_of(verdict), i18n.whole(last.verdicts[verdict])) for verdict in ORDER]
    pairs.append((_("Requirements without a case"), i18n.whole(len(last.unverified))))
    text.line(*pairs)


def show_failures(last: Ran) -> None:
    """The incident reports, in the reader's language."""
    if not last.failed and not last.blocked:
        return
    st.header(_("What did not pass"))
    try:
        incidents = _incidents(last.suite.id)
    except NotFoundError as lost:
        problems.show(lost)
        text.sentence(", ".join((*last.failed, *last.blocked)))
        return
    _show_table(incidents[:SHOWN])
    if len(incidents) > SHOWN:
        text.sentence(_more(len(incidents) - SHOWN))


def _incidents(suite_id: str) -> tuple[Incident, ...]:
    files = session.desk().suite_runs.documents(session.person(), suite_id, i18n.language())
    name = next(name for name in files if name.endswith(f"-{Incidents.kind}.json"))
    return Incidents.model_validate_json(files[name]).incidents


def _show_table(incidents: tuple[Incident, ...]) -> None:
    rows: list[list[tables.Cell]] = [
        [
            tables.Html(
                f'<span class="hri-unbroken">{shown(each.id)}</span><br>{shown(each.overview)}'
            ),
            _listed(each.expected),
            _listed(each.actual),
            _listed(each.evidence),
            each.severity,
        ]
        for each in incidents
    ]
    heads = [_("Incident"), _("Expected"), _("Found"), _("Evidence"), _("Severity")]
    tables.table(_("What was expected, and what was found instead"), heads, rows)


def _listed(lines: tuple[str, ...]) -> tables.Html:
    rest = [_more(len(lines) - LINES)] if len(lines) > LINES else []
    return tables.Html("<br>".join(map(shown, (*lines[:LINES], *rest))) or "–")


def _more(n: int) -> str:
    words = _("… and {n} more, in the incident reports under “Documents”.")
    return words.format(n=i18n.whole(n))
