"""Long work on the screen: how far it is, with the way to stop it; the page follows by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from hri.assurance.jobs import JobState
from hri.domain.reviews import Actor
from hri.ui import acting, i18n, problems, session, text
from hri.ui.i18n import _

EVERY = 1.0
"""Seconds between two looks at work that goes on."""

State = Callable[[Actor], JobState[Any] | None]


def follow(place: str, state: State, stop: Callable[[Actor], None] | None) -> None:
    """The work that goes on; once it has ended, the whole page is drawn anew.

    Args:
        place: Names its elements.
        state: Tells how it stands.
        stop: Has it stopped; None where the reader may not.
    """
    st.fragment(_show_progress, run_every=EVERY)(place, state, stop)


def _show_progress(place: str, state: State, stop: Callable[[Actor], None] | None) -> None:
    found = state(session.person())
    if found is None or found.ended is not None:
        st.rerun()
    done, total = found.step.done, max(1, found.step.total)
    words = _("{done} of {total}").format(done=i18n.whole(done), total=i18n.whole(total))
    st.progress(min(1.0, done / total), text=words if found.step.total else _("Getting ready …"))
    text.line(
        (_("Started by"), found.actor.name),
        (_("at"), i18n.second(found.started)),
        (_("In hand"), found.step.name or "–"),
    )
    if stop is not None:
        st.button(_("Stop"), key=f"{place}-stop", on_click=_stop, args=(place, stop))


def _stop(place: str, stop: Callable[[Actor], None]) -> None:
    with acting.said(place):
        stop(session.person())


def say_end(found: JobState[Any] | None) -> None:
    """What became of the last piece of work, where it gave no result."""
    if found is None or found.ended is None or found.problem is None:
        return
    if found.stopped_by:
        words = _("Stopped by {person} on {moment}; there is no result.")
        told = words.format(person=found.stopped_by, moment=i18n.second(found.ended))
        text.sentence("▲ " + told, "hri-bad")
    else:
        problems.show(found.problem)
