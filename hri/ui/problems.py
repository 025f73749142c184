"""Errors of the use cases, told to the person in front of the screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from hri.errors import (
    ConflictError,
    ForbiddenError,
    HriError,
    InvalidDecisionError,
    NotFoundError,
    ReviewConflictError,
)
from hri.ui import text
from hri.ui.i18n import _


def describe(error: HriError) -> str:
    """One sentence in the reader's language on what happened and what to do."""
    match error:
        case ReviewConflictError():
            return _(
                "Changed by {person} at {moment}. Reload the case; your draft is kept."
            ).format(person=error.held_by, moment=error.since)
        case ConflictError():
            return _("Somebody else changed this meanwhile; nothing was written. Reload the page.")
        case ForbiddenError():
            return _("Your role does not allow this. The attempt was recorded.")
        case NotFoundError():
            return _("This does not exist, or you may not see it.")
        case InvalidDecisionError():
            return _("The decision lacks something: a reason, or the text the reason asks for.")
        case _:
            return _("This did not work; nothing was changed.")


def show(error: HriError) -> None:
    """The sentence, with the technical wording below."""
    with st.container(border=True, key=f"problem-{type(error).__name__}"):
        text.sentence("▲ " + describe(error))
        text.sentence(_("Details: {words}").format(words=str(error)), "hri-quiet")


@contextmanager
def told() -> Iterator[None]:
    """Show an error of the block and stop the page there."""
    try:
        yield
    except HriError as error:
        show(error)
        st.stop()
