"""Bringing a part of the page into view and the cursor into its box, which Streamlit cannot do."""

from __future__ import annotations

import streamlit as st

WANTED, TURN = "focus-wanted", "focus-turn"
SCRIPT = """
export default function ({ data }) {
  const part = document.querySelector(`.st-key-${data.part}`);
  if (!part || !data.turn) return;
  if (data.leave) {
    const guard = window.hriGuard;
    if (guard?.saving) { guard.saving = false; return; }
    if (part.contains(document.activeElement)) document.activeElement.blur();
    return;
  }
  part.scrollIntoView({ block: data.top ? "start" : "nearest" });
  const box = part.querySelector("textarea, input");
  if (box && data.cursor) {
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  }
}
"""
"""Fixed script; ``data.part`` is a key of ours, never text of a case."""


def want(part: str, *, cursor: bool = False, top: bool = False) -> None:
    """Ask that the container ``part`` is in view when the page is drawn.

    Args:
        part: The key of a container.
        cursor: Whether its box gets the cursor.
        top: Whether it stands at the top of the window; otherwise the page moves as little as
            it can.
    """
    st.session_state[WANTED] = {"part": part, "cursor": cursor, "top": top}


def leave(part: str) -> None:
    """Ask that the cursor leaves the box of ``part``, if it is still there, so that keys act."""
    st.session_state[WANTED] = {"part": part, "leave": True}


def give() -> None:
    """Move what was asked for; called once at the end of a page."""
    wanted = st.session_state.pop(WANTED, None)
    if wanted is not None:
        turn = st.session_state.get(TURN, 0) + 1
        st.session_state[TURN] = turn
        mount = st.components.v2.component("hri_focus", js=SCRIPT)
        mount(data={**wanted, "turn": turn}, key=f"focus-{turn}", height=0)
