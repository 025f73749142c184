"""Pausing a topic or everything: the choice, the reason, the question back, the list."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from hri.casework.permissions import UseCase
from hri.domain.pauses import Pause, Topic
from hri.ui import i18n, names, problems, session, tables, text
from hri.ui.i18n import N_, _, ngettext

PART = "pauses"
ASKED, LACKS, DONE, TURN = "pause-asked", "pause-lacks", "pause-done", "pause-turn"
EVERYTHING, SERVICE, PROCEDURE = "everything", "service", "procedure"
KINDS = {
    EVERYTHING: N_("Everything"),
    SERVICE: N_("A service"),
    PROCEDURE: N_("A procedure"),
}
SHOWN_ENDED = 20


class Asked(NamedTuple):
    """A pause that waits to be confirmed."""

    topic: Topic
    reason: str


def topic_words(topic: Topic) -> str:
    """What a pause covers; names come from outside."""
    if topic.procedure_id is not None:
        return _("procedure “{name}”").format(name=names.procedure(topic.procedure_id))
    if topic.service is not None:
        return _("service “{name}”").format(name=names.service(topic.service))
    return _("everything")


def show_pauses() -> None:
    """What is paused, and for those who may: pausing and ending."""
    desk, person = session.desk(), session.person()
    with problems.told():
        pauses, held = desk.pauses.all(person), desk.pauses.held(person)
    problems.show_kept()
    if done := st.session_state.pop(DONE, None):
        text.sentence("✓ " + done, "hri-good")
    if lacks := st.session_state.pop(LACKS, None):
        text.sentence("▲ " + lacks, "hri-bad")
    running = [pause for pause in pauses if pause.ended is None]
    if not running:
        text.sentence(_("Nothing is paused."))
    for pause in running:
        _show_running(pause, held.get(pause.id, 0))
    if session.allowed(UseCase.PAUSE):
        _show_start()
    if ended := [pause for pause in pauses if pause.ended is not None]:
        _show_ended(ended[-SHOWN_ENDED:], held)


def _show_running(pause: Pause, held: int) -> None:
    with st.container(border=True, key=f"pause-{pause.id}"):
        text.sentence("▲ " + _("Paused: {topic}").format(topic=topic_words(pause.topic)), "hri-bad")
        text.line(
            (_("Reason"), pause.reason),
            (_("By"), pause.by_name),
            (_("Since"), i18n.moment(pause.at)),
            (_("Cases held"), i18n.whole(held)),
        )
        if session.allowed(UseCase.PAUSE):
            box = f"resume-reason-{pause.id}-{_turn()}"
            with st.container(horizontal=True, vertical_alignment="bottom"):
                st.text_input(_("Why it ends"), key=box, width=420)
                st.button(
                    _("End this pause"),
                    key=f"resume-{pause.id}",
                    on_click=_resume,
                    args=(pause, box),
                )


def _resume(pause: Pause, box: str) -> None:
    reason = st.session_state.get(box, "")
    if not reason.strip():
        st.session_state[LACKS] = _("Give a reason; nothing was changed.")
        return
    with problems.kept():
        session.desk().pauses.resume(session.person(), pause.id, reason)
        st.session_state[DONE] = _("The pause has ended: {topic}.").format(
            topic=topic_words(pause.topic)
        )
        _start_anew()


def _show_start() -> None:
    """The choice and its reason; a second step asks back, while the first stands as it is."""
    asked = st.session_state.get(ASKED)
    waits = isinstance(asked, Asked)
    box = f"pause-reason-{_turn()}"
    columns = st.columns([1, 1.5, 2.5], vertical_alignment="bottom")
    with columns[0]:
        kind: str = st.selectbox(
            _("Pause"),
            [*KINDS],
            key="pause-kind",
            format_func=lambda value: _(KINDS[value]),
            disabled=waits,
        )
    with columns[1]:
        chosen = _choose_topic(kind, disabled=waits)
    with columns[2]:
        st.text_input(_("Reason for the pause"), key=box, disabled=waits)
    if isinstance(asked, Asked):
        _ask_back(asked)
        return
    st.button(
        _("Pause …"),
        key="pause-ask",
        on_click=_ask,
        args=(kind, chosen, box),
        disabled=kind != EVERYTHING and chosen is None,
    )


def _choose_topic(kind: str, *, disabled: bool) -> str | None:
    """The service or procedure; nothing is chosen beforehand."""
    if kind == EVERYTHING:
        return None
    with problems.told():
        topics = session.desk().analytics.topics(session.person())
    service = kind == SERVICE
    name = names.service if service else names.procedure
    chosen: str | None = st.selectbox(
        _("Service") if service else _("Procedure"),
        topics.services if service else topics.procedures,
        index=None,
        key=f"pause-{kind}",
        format_func=lambda value: text.visible(name(value)),
        placeholder=_("Choose one"),
        disabled=disabled,
    )
    return chosen


def _ask(kind: str, chosen: str | None, box: str) -> None:
    reason = st.session_state.get(box, "").strip()
    if not reason:
        st.session_state[LACKS] = _("Give a reason; nothing was changed.")
        return
    topic = Topic(
        procedure_id=chosen if kind == PROCEDURE else None,
        service=chosen if kind == SERVICE else None,
    )
    st.session_state[ASKED] = Asked(topic, reason)


def _ask_back(asked: Asked) -> None:
    with st.container(border=True, key="pause-sure"):
        words = _("From now on every answer goes to a person, whatever its scores say: {topic}.")
        text.sentence("▲ " + words.format(topic=topic_words(asked.topic)), "hri-bad")
        text.line((_("Reason"), asked.reason))
        with st.container(horizontal=True):
            st.button(_("Yes, pause"), key="pause-yes", on_click=_pause, args=(asked,))
            st.button(_("No"), key="pause-no", on_click=_leave, type="tertiary")


def _pause(asked: Asked) -> None:
    st.session_state.pop(ASKED, None)
    topic = asked.topic
    with problems.kept():
        session.desk().pauses.pause(
            session.person(),
            asked.reason,
            procedure_id=topic.procedure_id,
            service=topic.service,
        )
        st.session_state[DONE] = _("Paused: {topic}.").format(topic=topic_words(topic))
        _start_anew()


def _leave() -> None:
    st.session_state.pop(ASKED, None)


def _turn() -> int:
    turn: int = st.session_state.get(TURN, 0)
    return turn


def _start_anew() -> None:
    """Empty the boxes: their words were used."""
    st.session_state[TURN] = _turn() + 1


def _show_ended(ended: list[Pause], held: dict[int, int]) -> None:
    n = len(ended)
    title = ngettext("{n} pause that has ended", "{n} pauses that have ended", n).format(n=n)
    with st.expander(title, key="pauses-ended"):
        rows: list[list[tables.Cell]] = [
            [
                topic_words(pause.topic),
                *(pause.reason, pause.by_name, i18n.moment(pause.at)),
                *(
                    (pause.ended.reason, pause.ended.by_name, i18n.moment(pause.ended.at))
                    if pause.ended
                    else ("", "", "")
                ),
                i18n.whole(held.get(pause.id, 0)),
            ]
            for pause in reversed(ended)
        ]
        heads = [
            *(_("Topic"), _("Reason"), _("By"), _("Since")),
            *(_("Why it ended"), _("Ended by"), _("Ended"), _("Cases held")),
        ]
        tables.table(_("Pauses that have ended, newest first"), heads, rows, numeric=[7])
