"""What a step did: kept by its callback, told beside the place where it was taken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import streamlit as st

from hri.errors import HriError
from hri.ui import problems, text


class Say(Protocol):
    """Keeps a sentence to be shown."""

    def __call__(self, words: str, *, good: bool = True) -> None:
        """Keep ``words``; not ``good``: nothing was done."""


@contextmanager
def said(place: str) -> Iterator[Say]:
    """Around a callback: what it says, or the error that ends it, is shown at ``place`` once."""

    def say(words: str, *, good: bool = True) -> None:
        st.session_state[_key(place)] = (words, good)

    try:
        yield say
    except HriError as error:
        st.session_state[_key(place)] = error


def show_said(place: str) -> None:
    """What the last step at this place did."""
    found = st.session_state.pop(_key(place), None)
    if isinstance(found, HriError):
        problems.show(found)
    elif found is not None:
        words, good = found
        text.sentence(("✓ " if good else "▲ ") + words, "hri-good" if good else "hri-bad")


def _key(place: str) -> str:
    return f"said-{place}"
