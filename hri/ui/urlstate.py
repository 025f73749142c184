"""Filters that live in the address, so that a view can be shared, in words of no language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from hri.ui import text


def choose(
    label: str, options: Sequence[str], key: str, show: Callable[[str], str], *, any_label: str
) -> str | None:
    """A list of choices with an "any" entry, bound to the parameter ``key`` of the address.

    Streamlit's own binding writes the shown words into the address; these differ by language.
    """
    widget = _bound(key, options, "")
    chosen: str = st.selectbox(
        label,
        ["", *options],
        key=widget,
        format_func=lambda option: text.visible(show(option)) if option else any_label,
        on_change=_write,
        args=(key, widget),
    )
    return chosen or None


def choose_one(
    label: str, options: Sequence[str], key: str, show: Callable[[str], str]
) -> str | None:
    """The same as a row of buttons of which one at most is chosen; for words of ours only."""
    widget = _bound(key, options, None)
    chosen: str | None = st.pills(
        label,
        options,
        key=widget,
        format_func=show,
        on_change=_write,
        args=(key, widget),
        label_visibility="collapsed",
    )
    return chosen


def _bound(key: str, options: Sequence[str], nothing: str | None) -> str:
    """The widget of a parameter, set to what the address says where that changed."""
    wanted, widget = st.query_params.get(key, ""), f"filter-{key}"
    if widget not in st.session_state or st.session_state.get(f"{widget}-url") != wanted:
        st.session_state[widget] = wanted if wanted in options else nothing
        st.session_state[f"{widget}-url"] = wanted
    return widget


def _write(key: str, widget: str) -> None:
    value = st.session_state[widget] or ""
    if value:
        st.query_params[key] = value
    elif key in st.query_params:
        del st.query_params[key]
    st.session_state[f"{widget}-url"] = value


def clear(keys: Sequence[str]) -> None:
    """Take the filters out of the address."""
    for key in keys:
        if key in st.query_params:
            del st.query_params[key]
