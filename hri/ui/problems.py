"""Errors of the use cases, told to the person in front of the screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from hri.errors import (
    BusyError,
    ConflictError,
    DraftConflictError,
    ForbiddenError,
    HriError,
    IntakeStoppedError,
    InvalidDecisionError,
    JudgementNeededError,
    NotFoundError,
    OwnVersionError,
    PeriodError,
    ReviewConflictError,
    SignInEndedError,
    SignInError,
    StaleBacktestError,
    StoppedError,
)
from hri.ui import i18n, session, text
from hri.ui.i18n import N_, _

KEPT = "kept-problem"
SENTENCES: tuple[tuple[type[HriError], str], ...] = (
    (
        StaleBacktestError,
        N_(
            "The backtest does not count any more: it is too old, or another version is in force "
            "now. Have the proposal withdrawn and the version proposed anew."
        ),
    ),
    (
        OwnVersionError,
        N_(
            "You drafted or proposed this version: another person approves it. The attempt was "
            "recorded."
        ),
    ),
    (
        DraftConflictError,
        N_(
            "You changed this case in another window: go on from how it stands now. What was "
            "written here is kept beside it."
        ),
    ),
    (BusyError, N_("One is going on already; a second one was not started.")),
    (
        PeriodError,
        N_(
            "These days make no period that can be reported: the first must have come, and the "
            "last must not be before it."
        ),
    ),
    (StoppedError, N_("The work ended without a result; nothing was kept. Start it again.")),
    (
        ConflictError,
        N_("Somebody else changed this meanwhile; nothing was written. Reload the page."),
    ),
    (ForbiddenError, N_("Your role does not allow this. The attempt was recorded.")),
    (
        SignInEndedError,
        N_("Your sign-in has ended. Sign in again; what you kept as a draft is still there."),
    ),
    (SignInError, N_("This account cannot be used here. Ask an administrator of the desk.")),
    (NotFoundError, N_("This does not exist, or you may not see it.")),
    (JudgementNeededError, N_("Judge the slots of this case first; nothing was changed.")),
    (
        InvalidDecisionError,
        N_("The decision lacks something: a reason, the words it asks for, or a changed text."),
    ),
    (HriError, N_("This did not work; nothing was changed.")),
)
"""What to say of each kind of error; the first that fits holds."""


def describe(error: HriError) -> str:
    """One sentence in the reader's language on what happened and what to do."""
    match error:
        case ReviewConflictError():
            return _conflict(error)
        case IntakeStoppedError():
            words = _(
                "The intake stopped at line {line}. Stored before it: {stored}; already there: "
                "{there}; rejected: {rejected}. Remove the cause and take the same file in again: "
                "no case is stored twice."
            )
            return words.format(
                line=error.line,
                stored=error.stored,
                there=error.already_there,
                rejected=error.rejected,
            )
    return next(_(words) for kind, words in SENTENCES if isinstance(error, kind))


def _conflict(error: ReviewConflictError) -> str:
    person = session.actor()
    if person is not None and error.held_by == person.name:
        return _("You changed this case meanwhile, here or in another window; see how it stands.")
    words = _("Changed by {person} at {moment}; your draft is kept. See how the case stands.")
    return words.format(person=error.held_by, moment=i18n.stamp(error.since))


def show(error: HriError) -> None:
    """The sentence, with the technical wording below."""
    with st.container(border=True, key=f"problem-{type(error).__name__}"):
        text.sentence("▲ " + describe(error))
        text.sentence(_("Details: {words}").format(words=str(error)), "hri-quiet")


@contextmanager
def kept() -> Iterator[None]:
    """Keep an error of a callback for ``show_kept``; what follows in the block is left out."""
    try:
        yield
    except HriError as error:
        st.session_state[KEPT] = error


def show_kept() -> None:
    """What went wrong with the last step, once."""
    if (problem := st.session_state.pop(KEPT, None)) is not None:
        show(problem)


@contextmanager
def told() -> Iterator[None]:
    """Show an error of the block and stop the page there."""
    try:
        yield
    except HriError as error:
        show(error)
        st.stop()
