"""The strip of a case: what it is, who holds it, and what can be done with it as a whole."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hri.casework.casefiles import CaseFile
from hri.casework.permissions import UseCase
from hri.domain.assessments import ProcedureRef
from hri.domain.reviews import ReviewState, Stage
from hri.ui import (
    dialogs,
    i18n,
    keys,
    labels,
    leaving,
    moving,
    names,
    problems,
    session,
    text,
)
from hri.ui.i18n import _


def holds(file: CaseFile) -> bool:
    """Whether the person holds the case now."""
    review = file.review
    return review.holder == session.person().id and review.held_at(session.desk().clock.now())


def show_strip(file: CaseFile, bar: DeltaGenerator) -> None:
    """The facts on a line that wraps; the buttons go to the ``bar`` with the title."""
    text.line(*((name, value) for name, value in _facts(file) if value))
    with bar:
        _show_hold_buttons(file)
        keys.button(_("Next case"), "next-case", "G", on_click=moving.take_next)
        keys.show_help_button()
    leaving.show_dialogs(file)


def _facts(file: CaseFile) -> Iterator[tuple[str, str | None]]:
    """What there is to know of a case; a fact without a value is left out."""
    stored, review = file.stored, file.review
    yield _("Case"), stored.case_id
    yield _("State"), labels.name(review.state)
    yield _("Reading"), None if review.stage is Stage.FIRST else labels.name(review.stage)
    yield _("Held by"), _holder(file)
    yield _("Given to"), review.assignee_name or review.assignee
    yield _("Drawn for assurance"), _weight(review.sample_weight)
    yield _("Due"), i18n.moment(stored.due_at)
    yield _("Service"), names.service(stored.service)
    yield _("Procedure"), _procedure(stored.assessment.procedure)
    yield _("Asked on"), i18n.day(stored.case.asked_on)
    yield _("Where"), stored.case.jurisdiction
    yield _("Model"), stored.case.model
    yield _("Channel"), stored.case.channel


def _weight(weight: float | None) -> str | None:
    words = _("stands for {n} answers that went out")
    return None if weight is None else words.format(n=i18n.number(weight, 0))


def _procedure(found: ProcedureRef) -> str:
    return names.procedure(found.id) if found.id else _("unknown")


def _holder(file: CaseFile) -> str:
    review = file.review
    if not review.held_at(session.desk().clock.now()) or review.held_until is None:
        return _("nobody")
    left = review.held_until - session.desk().clock.now()
    minutes = max(1, round(left.total_seconds() / 60))
    words = _("{person}, {n} min left; each change starts the time anew")
    return words.format(person=review.holder_name or review.holder, n=minutes)


def _show_hold_buttons(file: CaseFile) -> None:
    case_id, decided = file.review.case_id, file.review.state is ReviewState.DECIDED
    if session.allowed(UseCase.REVIEW) and not decided:
        if holds(file):
            st.button(_("Give back"), key="release", on_click=_release, args=(case_id,))
            keys.button(_("Skip …"), "skip", "S", on_click=dialogs.open_, args=("skip",))
        else:
            keys.button(
                _("Take this case"),
                "claim",
                "T",
                on_click=_claim,
                args=(case_id,),
                disabled=file.held_by_other,
            )
    if leaving.may_send_back(file, holding=holds(file)):
        st.button(_("Send back …"), key="send-back", on_click=dialogs.open_, args=("send-back",))


def _claim(case_id: str) -> None:
    with problems.kept():
        session.desk().review.claim(session.person(), case_id)


def _release(case_id: str) -> None:
    with problems.kept():
        session.desk().review.release(session.person(), case_id)
