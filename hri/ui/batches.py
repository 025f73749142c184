"""Work on many cases at once: giving, moving, putting off; never deciding. With its way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hri.casework.batches import BatchReport
from hri.casework.permissions import UseCase
from hri.casework.worklist import Worklist
from hri.domain.queues import QueueChoices
from hri.domain.reviews import Actor
from hri.ui import labels, names, problems, session, text
from hri.ui.i18n import _, ngettext

LAST, TURN, UNDONE = "last-batch", "batch-turn", "batch-undone"
WAITS: tuple[timedelta, ...] = (
    timedelta(hours=1),
    timedelta(hours=4),
    timedelta(days=1),
    timedelta(days=3),
    timedelta(days=7),
)
"""How long cases can be put off."""


def allowed() -> bool:
    """Whether the person may do any such work."""
    return session.allowed(UseCase.REVIEW)


def show_bar(case_ids: Sequence[str], known: QueueChoices) -> None:
    """What can be done with the chosen cases, in sight however long the table is."""
    with st.container(key="batch-bar"):
        _show_choices(case_ids, known)


def _show_choices(case_ids: Sequence[str], known: QueueChoices) -> None:
    words = ngettext("{n} case chosen", "{n} cases chosen", len(case_ids))
    text.sentence(words.format(n=len(case_ids)), "hri-count")
    assigns = session.allowed(UseCase.ASSIGN)
    columns = st.columns(3 if assigns else 1, vertical_alignment="bottom")
    with columns[-1], _row():
        _offer_snooze(case_ids)
    if assigns:
        with columns[0], _row():
            _offer_assign(case_ids)
        with columns[1], _row():
            _offer_move(case_ids, known)


def _row() -> DeltaGenerator:
    return st.container(horizontal=True, vertical_alignment="bottom", gap="small")


def _offer_assign(case_ids: Sequence[str]) -> None:
    people = {someone.id: someone for someone in session.desk().people.reviewers(session.person())}
    to = st.selectbox(
        _("Give to"),
        ["", *people],
        key="assign-to",
        format_func=lambda found: text.visible(people[found].name) if found else _("nobody"),
    )
    st.button(_("Give"), key="assign", on_click=_assign, args=(case_ids, people.get(to)))


def _offer_move(case_ids: Sequence[str], known: QueueChoices) -> None:
    service = st.selectbox(
        _("Move to service"),
        list(known.services),
        key="move-to",
        format_func=lambda found: text.visible(names.service(found)),
    )
    st.button(_("Move"), key="move", on_click=_move, args=(case_ids, service), disabled=not service)


def _offer_snooze(case_ids: Sequence[str]) -> None:
    wait = st.selectbox(_("Put off for"), WAITS, key="snooze-for", format_func=_length)
    st.button(_("Put off"), key="snooze", on_click=_snooze, args=(case_ids, wait))


def _length(wait: timedelta) -> str:
    if wait.days:
        return ngettext("{n} day", "{n} days", wait.days).format(n=wait.days)
    hours = wait.seconds // 3600
    return ngettext("{n} hour", "{n} hours", hours).format(n=hours)


def _assign(case_ids: Sequence[str], to: Actor | None) -> None:
    _do(lambda work, person: work.assign(person, case_ids, to))


def _move(case_ids: Sequence[str], service: str) -> None:
    _do(lambda work, person: work.move(person, case_ids, service))


def _snooze(case_ids: Sequence[str], wait: timedelta) -> None:
    until = session.desk().clock.now() + wait
    _do(lambda work, person: work.snooze(person, case_ids, until))


def _do(work: Callable[[Worklist, Actor], BatchReport]) -> None:
    """Do the work and note it, with a fresh selection; a failure is kept for the page to show."""
    with problems.kept():
        st.session_state[LAST] = work(session.desk().worklist, session.person())
        st.session_state[TURN] = turn() + 1


def turn() -> int:
    """Grows with each batch, so that the rows come back unselected."""
    return int(st.session_state.get(TURN, 0))


def show_last() -> None:
    """What the last work changed and what it left, with the way back."""
    last = st.session_state.get(LAST)
    if not isinstance(last, BatchReport):
        return
    words = _(
        "{verb}: {n} done, {left} left: closed, another person's, or read before by the person "
        "chosen."
    ).format(verb=labels.name(last.verb), n=len(last.changed), left=len(last.left))
    with st.container(horizontal=True, vertical_alignment="center", key="batch-done"):
        st.button(_("Undo"), key="batch-undo", on_click=_undo, args=(last.batch,))
        st.button(_("All right"), key="batch-seen", on_click=_forget, type="tertiary")
        text.sentence("✓ " + words)
        if last.left:
            text.sentence(", ".join(last.left), "hri-quiet")


def _undo(batch: int) -> None:
    _forget()
    with problems.kept():
        undone = session.desk().worklist.undo(session.person(), batch)
        st.session_state[UNDONE] = len(undone.changed)


def show_undone() -> None:
    """How many cases an undo put back."""
    if (count := st.session_state.pop(UNDONE, None)) is not None:
        words = ngettext("{n} case put back.", "{n} cases put back.", count)
        text.sentence(words.format(n=count), "hri-quiet")


def _forget() -> None:
    st.session_state.pop(LAST, None)
