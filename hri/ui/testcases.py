"""The test cases of a suite, those that did not pass first, and one of them in full."""

from __future__ import annotations

import streamlit as st

from hri.assurance.dossiers import criterion_in_words
from hri.assurance.planning import expected_of
from hri.assurance.results import TestVerdict
from hri.assurance.runrecords import Listed
from hri.assurance.testcases import Kind, TestCase
from hri.assurance.words import load_words
from hri.ui import i18n, labels, tables, text, verdicts
from hri.ui.i18n import _

ALL = ""


def show(listed: Listed) -> None:
    """A filter, the table, and one case to look into."""
    title = _("Test cases ({n})").format(n=i18n.whole(len(listed.suite.cases)))
    opened = st.expander(title, key="suite-cases", on_change="rerun")
    if not opened.open:
        return
    with opened:
        cases = _narrowed(listed)
        if not cases:
            text.sentence(_("No test case matches."))
            return
        _show_table(listed, cases)
        _show_one({case.id: case for case in cases})


def verdict_of(listed: Listed, case: TestCase) -> TestVerdict | None:
    """What a case gave in the last run of this very suite; None: that is not known."""
    if listed.last is None or "suite" in listed.changed:
        return None
    return listed.last.verdict_of(case.id)


def _narrowed(listed: Listed) -> list[TestCase]:
    named = {ALL: _("all")} | {each.value: verdicts.words_of(each) for each in verdicts.ORDER}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        asked: str = st.text_input(_("Words or requirement"), key="cases-words", width=320)
        verdict: str = st.selectbox(
            _("Verdict"),
            list(named),
            key="cases-verdict",
            format_func=named.__getitem__,
            width=200,
        )
    wanted = asked.strip().casefold()
    found = [
        case
        for case in listed.suite.cases
        if wanted in _searched(case) and verdict in (ALL, verdict_of(listed, case))
    ]
    order = [*verdicts.ORDER, None]
    return sorted(found, key=lambda case: order.index(verdict_of(listed, case)))


def _searched(case: TestCase) -> str:
    title = case.title.in_language(i18n.language())
    return " ".join((case.id, title, *case.requirements)).casefold()


def _show_table(listed: Listed, cases: list[TestCase]) -> None:
    words = load_words(i18n.language())
    rows = [
        [
            case.id,
            case.title.in_language(i18n.language()),
            words.value(case.kind.value),
            ", ".join(case.requirements),
            verdicts.words_of(verdict_of(listed, case)),
        ]
        for case in cases
    ]
    heads = [_("Test case"), _("Title"), _("Manner"), _("Requirements"), _("Last verdict")]
    tables.table(_("Test cases, those that did not pass first"), heads, rows, unbroken=[4])


def _show_one(cases: dict[str, TestCase]) -> None:
    chosen = st.selectbox(
        _("A test case in full"),
        list(cases),
        index=None,
        key="cases-one",
        placeholder=_("Choose a test case"),
        width=420,
    )
    if chosen in cases:
        _show_case(cases[chosen])


def _show_case(case: TestCase) -> None:
    language = i18n.language()
    words = load_words(language)
    text.sentence(case.objective.in_language(language))
    text.line(
        (_("Manner"), words.value(case.kind.value)),
        (_("Technique"), words.value(case.technique)),
        (_("Priority"), words.value(case.priority.value)),
        (_("Risk"), words.value(case.risk_class.value)),
    )
    lines = [(_("Precondition"), said.in_language(language)) for said in case.preconditions]
    lines += _input(case)
    lines += [(_("Expected"), said) for said in expected_of(words, case)]
    lines += [(_("Criterion"), criterion_in_words(each, words)) for each in case.criteria]
    for name, said in lines:
        text.sentence(labels.pair(name, said))


def _input(case: TestCase) -> list[tuple[str, str]]:
    if case.kind not in (Kind.ANSWER, Kind.RELATION):
        return []
    return [(_("Question"), case.case.question), (_("Answer"), case.case.answer)]
