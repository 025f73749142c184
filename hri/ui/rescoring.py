"""Replays: stored cases scored again, and whether they come out as the same bytes."""

from __future__ import annotations

from datetime import timedelta

import streamlit as st

from hri.domain.assessments import Assessment
from hri.errors import HriError
from hri.evaluation.replay import Between, Replay, ReplayReport
from hri.ui import acting, i18n, jobs, levels, problems, session, tables, text, zones
from hri.ui.i18n import _

ONE, PLACE = "replay-found", "replay-run"
SHOWN = 50
"""Cases listed on the screen; `hri replay` lists all."""


def show() -> None:
    """One case, and many."""
    text.sentence(
        _(
            "A stored case is scored again under the policy and pack that it was scored under. The "
            "result must be the same byte for byte; nothing is changed."
        )
    )
    st.header(_("One case"))
    _show_one()
    st.header(_("Many cases"))
    _show_many()


def _show_one() -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        asked: str = st.text_input(_("Case"), key="replay-case", width=320)
        pressed = st.button(_("Replay the case"), key="replay-one")
    if pressed and asked.strip():
        try:
            found = session.desk().replays.replay(session.person(), asked.strip())
        except HriError as problem:
            st.session_state.pop(ONE, None)
            problems.show(problem)
        else:
            st.session_state[ONE] = found
    if isinstance(found_before := st.session_state.get(ONE), Replay):
        _show_found(found_before)


def _show_found(found: Replay) -> None:
    if found.identical:
        said = _("{case}: the same, byte for byte.").format(case=found.case_id)
        text.sentence("✓ " + said, "hri-good")
    else:
        said = _("{case}: another result.").format(case=found.case_id)
        text.sentence("▲ " + said, "hri-bad")
    rows: list[list[tables.Cell]] = [
        [_("Level"), *(levels.badge(each.state) for each in (found.stored, found.again))],
        [_("Index (HRI)"), *(_index(each) for each in (found.stored, found.again))],
        [_("Policy"), *(f"{e.policy.id} {e.policy.version}" for e in (found.stored, found.again))],
        [_("Pack"), *(f"{e.pack.id} {e.pack.version}" for e in (found.stored, found.again))],
    ]
    tables.table(_("Both results"), [_("Part"), _("As stored"), _("Now")], rows)
    if found.differences:
        names = ", ".join(found.differences)
        text.sentence(_("Fields that differ: {names}").format(names=names))


def _index(found: Assessment) -> str:
    return "–" if found.hri is None else i18n.number(found.hri, 4)


def _show_many() -> None:
    runs, person = session.desk().replay_runs, session.person()
    state = runs.state(person)
    acting.show_said(PLACE)
    if state is not None and state.ended is None:
        jobs.follow(PLACE, runs.state, runs.stop)
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.date_input(
            _("Received from"), None, key="replay-from", format=i18n.date_form(), width=180
        )
        st.date_input(
            _("Until (inclusive)"), None, key="replay-to", format=i18n.date_form(), width=180
        )
        st.button(_("Replay these cases"), key="replay-many", on_click=_start)
    text.sentence(_("Without days, all stored cases are replayed."), "hri-quiet")
    jobs.say_end(state)
    if state is not None and isinstance(state.result, ReplayReport):
        _show_report(state.subject, state.result)


def _start() -> None:
    since, until = st.session_state.get("replay-from"), st.session_state.get("replay-to")
    with acting.said(PLACE):
        when = Between(
            zones.begins(since) if since else None,
            zones.begins(until + timedelta(days=1)) if until else None,
        )
        session.desk().replay_runs.start(session.person(), when)


def _show_report(subject: str, report: ReplayReport) -> None:
    since, _slash, until = subject.partition("/")
    pairs = [(_("Received from"), i18n.stamp(since))] if since else []
    pairs += [(_("before"), i18n.stamp(until))] if until else []
    text.line(
        *(pairs or [(_("Cases"), _("all stored"))]),
        (_("The same"), i18n.whole(report.identical)),
        (_("Another result"), i18n.whole(len(report.differing))),
        (_("Could not be replayed"), i18n.whole(len(report.refused))),
    )
    _say_verdict(report)
    rows = [[case_id, _("another result")] for case_id in report.differing]
    rows += [[case_id, why] for case_id, why in report.refused]
    if rows:
        tables.table(_("Cases to look at"), [_("Case"), _("Why")], rows[:SHOWN], unbroken=[0])
    if len(rows) > SHOWN:
        words = _("… and {n} more, which “hri replay” lists.")
        text.sentence(words.format(n=i18n.whole(len(rows) - SHOWN)))


def _say_verdict(report: ReplayReport) -> None:
    """A tick only where something was replayed, and nothing was left out."""
    if not report.total:
        said = _("Nothing to replay: no case came in these days. This shows nothing.")
        text.sentence("– " + said, "hri-quiet")
    elif not report.sound:
        text.sentence("▲ " + _("Some cases came out as something else."), "hri-bad")
    elif not report.identical:
        text.sentence("▲ " + _("No case could be replayed. This shows nothing."), "hri-bad")
    elif report.refused:
        said = _("Every case that could be replayed came out the same; some could not be.")
        text.sentence("▲ " + said, "hri-banner")
    else:
        text.sentence("✓ " + _("No case came out as something else."), "hri-good")
