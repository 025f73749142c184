"""Evidence packs: a period to choose, which duties there is evidence for, the files."""

from __future__ import annotations

from datetime import date, timedelta

import streamlit as st

from hri.assurance.evidence.document import DutyRow, EvidencePack
from hri.assurance.evidence.packs import EvidenceDossier
from hri.errors import HriError
from hri.ui import filings, i18n, problems, session, suites, tables, text
from hri.ui.i18n import LANGUAGE_NAMES, _
from hri.ui.text import shown

MADE = "evidence-made"
USUAL = timedelta(days=29)
"""How far a period goes back from its last day until the reader says otherwise."""

SIGNS = {"provided": "✓", "in_part": "◐", "not_provided": "–"}


def show() -> None:
    """The choices, and the pack that was made last in this session."""
    text.sentence(
        _(
            "What happened in a period, as a document to file: versions in force, volumes, rates "
            "with their intervals, incidents, oversight, the state of the trail, and for each "
            "duty of the law the figures there are, or why there are none. It claims no conformity."
        )
    )
    since, until, language = _choose()
    issued_by = st.session_state.get(suites.ORGANISATION, "")
    if st.button(_("Make the evidence pack"), key="evidence-make"):
        st.session_state.pop(MADE, None)
        try:
            with st.spinner(_("Reading the figures and verifying the trail …")):
                st.session_state[MADE] = session.desk().evidence.issue(
                    session.person(), since, until, language, issued_by
                )
        except HriError as problem:
            problems.show(problem)
    made = st.session_state.get(MADE)
    if isinstance(made, EvidenceDossier):
        _show_made(made)


def _choose() -> tuple[date, date, str]:
    today = session.desk().clock.now().date()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        since: date = st.date_input(
            _("First day"), today - USUAL, key="evidence-from", format=i18n.date_form(), width=180
        )
        until: date = st.date_input(
            _("Last day"), today, key="evidence-until", format=i18n.date_form(), width=180
        )
        language: str = st.selectbox(
            _("Language of the documents"),
            list(LANGUAGE_NAMES),
            index=list(LANGUAGE_NAMES).index(i18n.language()),
            key="evidence-language",
            format_func=LANGUAGE_NAMES.__getitem__,
            width=220,
        )
        st.text_input(
            _("Body that issues the documents (optional)"),
            key=suites.ORGANISATION,
            max_chars=suites.LONGEST_NAME,
            width=360,
        )
    return since, until, language


def _show_made(made: EvidenceDossier) -> None:
    st.header(_("The pack"))
    text.sentence(made.title)
    text.sentence(made.document.in_short)
    text.sentence(made.document.header.change_history[-1], "hri-quiet")
    stem = next(name for name in made.files if name.endswith(".html")).removesuffix(".html")
    named = f"{made.document.kind}-{made.document.language}"
    filings.offer_forms(made.files, stem, named, "evidence")
    try:
        filings.offer_bundle(made.bundle(), named, "evidence")
    except HriError as problem:
        problems.show(problem)
    _show_duties(made.document)
    _show_figures(made.document)


def _show_duties(pack: EvidencePack) -> None:
    st.header(_("Duties, and the evidence for each"))
    named = {instrument.title: instrument for instrument in pack.crosswalk}
    title: str = st.selectbox(
        _("Law or framework"),
        list(named),
        key=f"evidence-walk-{pack.language}",
        format_func=text.visible,
        width=620,
    )
    chosen = named[title]
    text.sentence(chosen.note, "hri-quiet")
    rows: list[list[tables.Cell]] = [
        [each.article, each.duty, _state(each), _lines(each.exhibits)] for each in chosen.duties
    ]
    heads = [_("Article"), _("Duty"), _("State"), _("Evidence in the pack")]
    tables.table(_("Duties of {title}").format(title=title), heads, rows, unbroken=[2])


def _state(duty: DutyRow) -> str:
    return f"{SIGNS[duty.state]} {duty.answer}"


def _lines(said: tuple[str, ...]) -> tables.Html:
    return tables.Html("<br>".join(map(shown, said)) or "–")


def _show_figures(pack: EvidencePack) -> None:
    title = _("All figures ({n})").format(n=i18n.whole(len(pack.items)))
    opened = st.expander(title, key="evidence-figures", on_change="rerun")
    if opened.open:
        rows = [
            [each.ref, each.figure, each.value, each.interval or "–", each.basis]
            for each in pack.items.values()
        ]
        heads = [_("No."), _("Figure"), _("Value"), _("Interval"), _("What is counted")]
        with opened:
            tables.table(_("Figures of the pack"), heads, rows)
