"""Filters that live in the address, so that a view can be shared, in words of no language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st


def choose(
    label: str, options: Sequence[str], key: str, show: Callable[[str], str], *, any_label: str
) -> str | None:
    """A list of choices with an "any" entry, bound to the parameter ``key`` of the address.

    Streamlit's own binding writes the shown words into the address; these differ by language.
    """
    wanted = st.query_params.get(key, "")
    widget = f"filter-{key}"
    if widget not in st.session_state or st.session_state.get(f"{widget}-url") != wanted:
        st.session_state[widget] = wanted if wanted in options else ""
        st.session_state[f"{widget}-url"] = wanted
    chosen: str = st.selectbox(
        label,
        ["", *options],
        key=widget,
        format_func=lambda option: show(option) if option else any_label,
        on_change=_write,
        args=(key, widget),
    )
    return chosen or None


def _write(key: str, widget: str) -> None:
    value = st.session_state[widget]
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
