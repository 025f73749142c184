"""Suites of test cases: what each shows, running it, and what the last run gave."""

from __future__ import annotations

import streamlit as st

from hri.assurance.results import TestVerdict
from hri.assurance.runrecords import Listed, Ran, Shown
from hri.casework.permissions import UseCase
from hri.ui import acting, i18n, jobs, session, tables, testcases, text, verdicts
from hri.ui.i18n import _, ngettext

CHOSEN, ORGANISATION = "assurance-suite", "assurance-organisation"
PLACE = "suite-run"
LONGEST_NAME = 200


def show() -> None:
    """A suite to choose, the way to run it, its last result, its cases."""
    shown = session.desk().suite_runs.all(session.person())
    _tell_faults(shown)
    if not shown.suites:
        text.sentence(_("There is no suite."))
        return
    _show_overview(shown)
    listed = choose(shown)
    if listed is None:
        return
    _show_facts(listed)
    _show_run(listed)
    st.header(_("Last result"))
    if listed.last is None:
        text.sentence(_("This suite was not run at this desk yet."))
    else:
        _show_last(listed.last, listed.changed)
        verdicts.show_failures(listed.last)
    testcases.show(listed)


def choose(shown: Shown) -> Listed | None:
    """The suite that the reader looks at, the same in every part of the page."""
    found = {listed.suite.info.id: listed for listed in shown.suites}
    if not found:
        return None
    named = {name: text.visible(_title(listed)) for name, listed in found.items()}
    kept = st.session_state.get(f"{CHOSEN}-kept", "")
    chosen: str = st.selectbox(
        _("Suite"),
        list(named),
        index=list(named).index(kept) if kept in named else 0,
        key=CHOSEN,
        format_func=named.__getitem__,
        width=620,
    )
    st.session_state[f"{CHOSEN}-kept"] = chosen
    return found[chosen]


def _title(listed: Listed) -> str:
    info = listed.suite.info
    return f"{info.title.in_language(i18n.language())} ({info.id} {info.version})"


def _tell_faults(shown: Shown) -> None:
    for fault in shown.faults:
        text.sentence(
            "▲ " + _("A suite cannot be read: {words}").format(words=str(fault)), "hri-bad"
        )


def _show_overview(shown: Shown) -> None:
    """Every suite in one line, with what its last run gave."""
    rows = [
        [
            _title(listed),
            i18n.whole(len(listed.suite.cases)),
            _verdict(listed),
            i18n.second(listed.last.ended) if listed.last else "–",
            _changes(listed.changed) or "–",
        ]
        for listed in shown.suites
    ]
    heads = [_("Suite"), _("Test cases"), _("Last result"), _("Run on"), _("Changed since")]
    tables.table(_("Suites of tests"), heads, rows, numeric=[1], unbroken=[2])


def _verdict(listed: Listed) -> str:
    """Whether the last run passed, as sign and word."""
    if listed.last is None:
        return verdicts.words_of(None)
    return "✓ " + _("passed") if listed.last.passed else "▲ " + _("not passed")


def _changes(changed: tuple[str, ...]) -> str:
    return ", ".join(_(f"Changed.{name}") for name in changed)


def _show_facts(listed: Listed) -> None:
    info = listed.suite.info
    text.sentence(info.objective.in_language(i18n.language()))
    named = {name for case in listed.suite.cases for name in case.requirements}
    text.line(
        (_("Test cases"), i18n.whole(len(listed.suite.cases))),
        (_("Requirements addressed"), i18n.whole(len(named))),
        (_("of them verified by the last run"), _verified(listed, named)),
        (_("Written for the pack"), f"{info.pack} {info.pack_version}".strip()),
        (_("and the policy"), f"{info.policy} {info.policy_version}".strip()),
    )
    if not listed.own_pack:
        text.sentence(
            _(
                "This suite is not written for the pack that this desk judges by. Run here, it "
                "shows that the method works; it says nothing about the sources of this desk."
            ),
            "hri-banner",
        )


def _verified(listed: Listed, named: set[str]) -> str:
    """How many requirements have every case passed; without a run of this very suite, none."""
    found = [(case, testcases.verdict_of(listed, case)) for case in listed.suite.cases]
    if all(verdict is None for _case, verdict in found):  # not run, or another one was
        return "–" if listed.last else verdicts.words_of(None)
    short = {name for case, verdict in found for name in case.requirements
             if verdict is not TestVerdict.PASSED}  # fmt: skip
    return i18n.whole(len(named - short))


def _show_run(listed: Listed) -> None:
    runs, allowed = session.desk().suite_runs, session.allowed(UseCase.RUN_SUITES)
    state = runs.state(session.person())
    acting.show_said(PLACE)
    if state is not None and state.ended is None:
        text.sentence(_("Suite {name} is being run.").format(name=state.subject))
        jobs.follow(PLACE, runs.state, runs.stop if allowed else None)
        return
    if state is not None and state.subject == listed.suite.info.id:
        jobs.say_end(state)
    if not allowed:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(
            _("Body that issues the documents (optional)"),
            key=ORGANISATION,
            max_chars=LONGEST_NAME,
            width=420,
        )
        st.button(
            _("Run the suite"), key="suite-run", on_click=_start, args=(listed.suite.info.id,)
        )


def _start(suite_id: str) -> None:
    with acting.said(PLACE):
        issued_by = str(st.session_state.get(ORGANISATION) or "")
        session.desk().suite_runs.start(session.person(), suite_id, issued_by)


def _show_last(last: Ran, changed: tuple[str, ...]) -> None:
    if last.passed:
        said = _("Passed: every case, and every requirement that needs a case has one.")
        text.sentence("✓ " + said, "hri-good")
    else:
        text.sentence("▲ " + _("Not passed. What did not pass stands below."), "hri-bad")
    seconds = max(1, round((last.ended - last.started).total_seconds()))
    took = ngettext("{n} second", "{n} seconds", seconds).format(n=i18n.whole(seconds))
    text.line(
        (_("Run on"), i18n.second(last.ended)),
        (_("by"), last.by),
        (_("in"), took),
        (_("Id of the run (the same inputs give the same one)"), last.run),
        (_("Policy"), f"{last.policy.id} {last.policy.version}"),
        (_("Pack"), f"{last.pack.id} {last.pack.version}"),
        (_("Event of the audit trail"), i18n.whole(last.seq)),
    )
    if changed:
        words = _("Changed since this run: {names}. Run the suite again.")
        words = words.format(names=_changes(changed))
        text.sentence("▲ " + words, "hri-banner")
    verdicts.show_counts(last)
