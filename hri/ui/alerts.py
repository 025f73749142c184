"""What needs a supervisor now, each with the way to it."""

from __future__ import annotations

from datetime import timedelta

import streamlit as st

from hri.casework.permissions import UseCase
from hri.domain.watching import Watch
from hri.evaluation.analytics import Backlog
from hri.evaluation.drift import Series
from hri.evaluation.seedfigures import MissedSeed, SeedFigures
from hri.ui import focus, i18n, labels, names, nav, pausing, problems, session, text, undelivered
from hri.ui.answers import numbered
from hri.ui.i18n import _, ngettext, number

DRIFT = "drift"
"""Key of the part of the page that shows drift."""
OPEN_SEED = "alert-open-seed"


def show_alerts(backlog: Backlog, seeds: SeedFigures, watch: Watch) -> None:
    """All alerts, or that there is none; quiet ones are left out."""
    place = st.container(key="alerts")
    desk, person = session.desk(), session.person()
    with problems.told():
        drifted = desk.drifts.alert(person).series
        paused = desk.pauses.running(person)
    since = desk.clock.now() - timedelta(days=watch.alert_days)
    missed = [one for one in seeds.missed if one.decided_at >= since]
    with place:
        told = [
            _tell_overdue(backlog.past_due),
            _tell_missed(missed, watch.alert_days),
            _tell_drift(drifted, watch),
            _tell_paused([pausing.topic_words(pause.topic) for pause in paused]),
            undelivered.show_undelivered(UseCase.READ_REPLIES),
        ]
        if not any(told):
            text.sentence("✓ " + _("Nothing needs your attention."), "hri-good")
    if case_id := st.session_state.pop(OPEN_SEED, None):
        nav.go("case", case=case_id)


def _tell(words: str, key: str, way: str) -> bool:
    """An alert with a button that leads on; whether the button was pressed."""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=f"alert-{key}"
    ):
        text.sentence("▲ " + words, "hri-bad", width="content")
        return st.button(way, key=f"alert-{key}-open")


def _tell_overdue(n: int) -> bool:
    if not n:
        return False
    words = ngettext("{n} case is past its deadline.", "{n} cases are past their deadline.", n)
    if _tell(words.format(n=i18n.whole(n)), "due", _("Show them in the queue")):
        nav.go("queue", view="due")
    return True


def _tell_missed(missed: list[MissedSeed], days: int) -> bool:
    if not missed:
        return False
    n = len(missed)
    words = ngettext(
        "{n} known error was not caught in the last {days} days.",
        "{n} known errors were not caught in the last {days} days.",
        n,
    )
    text.sentence("▲ " + words.format(n=i18n.whole(n), days=days), "hri-bad")
    by_id = {one.case_id: one for one in missed}
    st.selectbox(
        _("Open a case whose error was missed"),
        [*by_id],
        index=None,
        key="alert-seed",
        format_func=lambda case_id: _seed_words(by_id[case_id]),
        placeholder=_("Choose a case"),
        on_change=_open_seed,
        width=520,
    )
    return True


def _seed_words(one: MissedSeed) -> str:
    return text.visible(f"{numbered(one.slot)} · {names.seeded(one.error)} · {one.case_id}")


def _open_seed() -> None:
    st.session_state[OPEN_SEED] = st.session_state["alert-seed"]


def _tell_drift(drifted: tuple[Series, ...], watch: Watch) -> bool:
    if not drifted:
        return False
    found = ", ".join(
        f"{labels.name(series.measured)} ({number(series.index or 0)})" for series in drifted
    )
    words = _("Drift of the last {days} days against those before: {found}.").format(
        days=watch.drift.alert_days, found=found
    )
    if _tell(words, "drift", _("Show the drift")):
        focus.want(DRIFT, top=True)
    return True


def _tell_paused(topics: list[str]) -> bool:
    if not topics:
        return False
    words = _("Paused: {topics}.").format(topics=", ".join(topics))
    if _tell(words, "paused", _("Show the pauses")):
        focus.want(pausing.PART, top=True)
    return True
