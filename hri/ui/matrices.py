"""Requirements and the test cases that verify them, both ways; gaps come first."""

from __future__ import annotations

import streamlit as st

from hri.assurance.requirements import Requirement, Tracing, trace
from hri.assurance.results import TestVerdict
from hri.assurance.runrecords import Listed
from hri.assurance.words import load_words
from hri.ui import i18n, session, suites, tables, testcases, text, verdicts
from hri.ui.i18n import _, ngettext
from hri.ui.text import shown

FORWARD, BACKWARD = "forward", "backward"
FEW = 3
"""Test cases of a requirement that are named without being asked for."""


def show() -> None:
    """The matrix of a suite, narrowed as the reader wants."""
    found = session.desk().suite_runs.all(session.person())
    listed = suites.choose(found)
    if listed is None:
        text.sentence(_("There is no suite."))
        return
    every = found.catalogue.requirements
    tracing = trace(listed.suite, every)
    wanted = [r for r in every if listed.suite.info.whole or tracing.cases[r.id]]
    _show_gaps(listed, tracing, len(wanted))
    named = {FORWARD: _("From requirements to test cases"), BACKWARD: _("From test cases back")}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        way: str = st.selectbox(
            _("Direction"), list(named), key="matrix-way", format_func=named.__getitem__, width=320
        )
        asked: str = st.text_input(_("Words or id"), key="matrix-words", width=280)
        open_only: bool = st.checkbox(_("Only what is not verified"), key="matrix-open")
    words = asked.strip().casefold()
    if way == FORWARD:
        _show_forward(listed, tracing, wanted, words, open_only)
    else:
        _show_backward(listed, tracing, words, open_only)


def verdict_on(listed: Listed, cases: tuple[str, ...]) -> TestVerdict | None:
    """The worst verdict of the cases of a requirement; None: without a case, or not run."""
    by_id = {case.id: case for case in listed.suite.cases}
    found = {testcases.verdict_of(listed, by_id[name]) for name in cases}
    return next((verdict for verdict in verdicts.ORDER if verdict in found), None)


def _show_gaps(listed: Listed, tracing: Tracing, wanted: int) -> None:
    if tracing.gaps == 0:
        said = _("No gap: each requirement has a test case, and each case a known requirement.")
        if not listed.suite.info.whole:
            said = _("No gap: each case names a requirement there is. The suite covers a part.")
        if listed.last is None:
            text.sentence(f"– {said} {_('Nothing is verified yet: the suite was not run.')}")
        else:
            text.sentence("✓ " + said, "hri-good")
    if bare := len(tracing.unverified):
        words = ngettext(
            "{n} requirement has no test case.", "{n} requirements have no test case.", bare
        )
        text.sentence("▲ " + words.format(n=i18n.whole(bare)), "hri-bad")
    for case, name in tracing.unknown:
        words = _("Test case {case} names a requirement there is not: {name}.")
        text.sentence("▲ " + words.format(case=case, name=name), "hri-bad")
    text.line(
        (_("Requirements"), i18n.whole(wanted)),
        (_("Test cases"), i18n.whole(len(listed.suite.cases))),
    )


def _show_forward(
    listed: Listed, tracing: Tracing, wanted: list[Requirement], words: str, open_only: bool
) -> None:
    language = i18n.language()
    values = load_words(language)
    order = [None, *verdicts.ORDER]
    rows = []
    for item in wanted:
        cases = tracing.cases[item.id]
        verdict = verdict_on(listed, cases)
        said = (item.id, item.text.in_language(language), item.clause.in_language(language))
        if words not in " ".join((*said, *cases)).casefold():
            continue
        if open_only and verdict is TestVerdict.PASSED:
            continue
        cells: list[tables.Cell] = [
            *said,
            values.value(item.risk.value),
            _cases_code(listed, cases),
            _state(cases, verdict),
        ]
        rows.append((order.index(verdict), cells))
    rows.sort(key=lambda row: row[0])
    heads = [_("Requirement"), _("Words"), _("Where it is stated"), _("Risk"), _("Test cases"),
             _("Verdict")]  # fmt: skip
    _show(_("Requirements, what is not verified first"), heads, [cells for _n, cells in rows])


def _state(cases: tuple[str, ...], verdict: TestVerdict | None) -> str:
    return verdicts.words_of(verdict) if cases else "▲ " + _("no test case")


def _cases_code(listed: Listed, cases: tuple[str, ...]) -> tables.Html:
    """What did not pass by name; many others under their number, to be opened."""
    by_id = {case.id: case for case in listed.suite.cases}
    told, others = [], []
    for name in cases:
        verdict = testcases.verdict_of(listed, by_id[name])
        if verdict in (None, TestVerdict.PASSED):
            others.append(shown(name))
        else:
            told.append(shown(f"{verdicts.SIGNS[verdict]} {name}"))
    if len(others) > FEW:
        words = ngettext("{n} test case", "{n} test cases", len(others))
        said = shown(words.format(n=i18n.whole(len(others))))
        lines = "<br>".join(others)
        return tables.Html(
            "<br>".join(told) + f"<details><summary>{said}</summary>{lines}</details>"
        )
    return tables.Html("<br>".join([*told, *others]) or "–")


def _show_backward(listed: Listed, tracing: Tracing, words: str, open_only: bool) -> None:
    unknown = {case for case, _name in tracing.unknown}
    rows: list[list[tables.Cell]] = []
    for case in listed.suite.cases:
        verdict = testcases.verdict_of(listed, case)
        title = case.title.in_language(i18n.language())
        if words not in " ".join((case.id, title, *case.requirements)).casefold():
            continue
        if open_only and verdict is TestVerdict.PASSED and case.id not in unknown:
            continue
        rows.append([case.id, title, ", ".join(case.requirements), verdicts.words_of(verdict)])
    heads = [_("Test case"), _("Title"), _("Requirements"), _("Verdict")]
    _show(_("Test cases and the requirements that they verify"), heads, rows)


def _show(caption: str, heads: list[str], rows: list[list[tables.Cell]]) -> None:
    if not rows:
        text.sentence(_("Nothing matches."))
        return
    tables.table(caption, heads, rows, unbroken=[len(heads) - 1])
