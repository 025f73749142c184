"""Which dialog is open: at most one, told by the session, so that keys behind it do not act."""

from __future__ import annotations

import streamlit as st

OPEN = "open-dialog"


def is_open(name: str = "") -> bool:
    """Whether the dialog ``name``, or any where none is named, is open."""
    found = st.session_state.get(OPEN, "")
    return bool(found) and name in ("", found)


def open_(name: str) -> None:
    """Open a dialog in place of whatever is open."""
    st.session_state[OPEN] = name


def close() -> None:
    """Close whatever dialog is open."""
    st.session_state.pop(OPEN, None)
