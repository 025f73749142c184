"""Assurance: suites and their runs, requirements, documents, replays, the state of the trail."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from hri.casework.permissions import UseCase
from hri.ui import (
    evidencepacks,
    filings,
    matrices,
    problems,
    rescoring,
    session,
    suites,
    trails,
)
from hri.ui.i18n import _


def show() -> None:
    """The whole screen; only the part that is open is drawn."""
    st.title(_("Assurance"))
    parts = _parts()
    tabs = st.tabs(list(parts), key="assurance-part", on_change="rerun")
    for tab, draw in zip(tabs, parts.values(), strict=True):
        if tab.open:
            with tab, problems.told():
                draw()


def _parts() -> dict[str, Callable[[], None]]:
    """The parts that somebody with these rights may open, by their names."""
    parts = {
        _("Suites of tests"): suites.show,
        _("Requirements"): matrices.show,
        _("Documents"): filings.show,
    }
    if session.allowed(UseCase.VERIFY_AUDIT):
        parts[_("Replay")] = rescoring.show
        parts[_("Audit trail")] = trails.show
    if session.allowed(UseCase.READ_EVIDENCE):
        parts[_("Evidence pack")] = evidencepacks.show
    return parts
