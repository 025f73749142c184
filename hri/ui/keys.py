"""The keys of the desk, in one place: what each does, whether they act now, the help on them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from hri.ui import dialogs, problems, session, tables, text
from hri.ui.i18n import N_, _

SWITCH = "keys-act"

HELP: Mapping[str, str] = {
    "G": N_("Next case"),
    "1 – 5": N_("Take a slot in hand"),
    "J · K": N_("Next and previous slot"),
    "Y": N_("Judgement.supported"),
    "X": N_("Judgement.wrong"),
    "U": N_("Judgement.cannot_tell"),
    "P": N_("Judgement.source_outdated"),
    "O": N_("Open the source of the slot in hand"),
    "V": N_("Show the scores"),
    "E": N_("Edit the text; Ctrl+Enter leaves the box and rechecks it"),
    "A": N_("Approve, with your text where you changed it; again: take that back"),
    "D": N_("Reject, with your text in place of the answer; again: take that back"),
    "1 – 9": N_("Choose a reason, once approve or reject is chosen"),
    "B": N_("Have a second person read the case"),
    "M": N_("Send the message"),
    "Z": N_("Undo, until the message goes out"),
    "S": N_("Skip the case, with a reason"),
    "T": N_("Take the case"),
    "H": N_("This help"),
}
"""What each key does, in the order of work."""

DIGITS = "1234567890"

GUARD = Path(__file__).with_name("keyguard.js").read_text("utf-8")
"""Fixed script that lets keys wait their turn; see its first lines."""
SENDS, LEAVES = "m", ("m", "s", "g", "z")
"""Keys that send, and that open another case: what is pressed after them is of none seen yet."""


def act() -> bool:
    """Whether the person lets single keys act."""
    if SWITCH not in st.session_state:
        someone = session.actor()
        chosen = session.desk().people.preferences(someone) if someone else None
        st.session_state[SWITCH] = chosen is None or chosen.keys
    return bool(st.session_state[SWITCH])


def of(key: str, *, inside: bool = False) -> str | None:
    """``key`` as a button's shortcut, or None while it must not act.

    Streamlit fires shortcuts of a page behind an open dialog; only those ``inside`` it may act.
    """
    return key if act() and inside == dialogs.is_open() else None


def button(label: str, key: str, shortcut: str = "", **more: Any) -> None:
    """A button with its key; ``key`` names the element, ``shortcut`` is what people press."""
    st.button(label, key=key, shortcut=of(shortcut) if shortcut else None, **more)


def guard() -> None:
    """Let keys wait until the page has turned; called once on every page that has keys."""
    mount = st.components.v2.component("hri_keys", js=GUARD)
    words = _("A key came before the page had turned, so it was left out.")
    data = {"act": act(), "send": SENDS, "leaving": LEAVES, "dropped": words}
    mount(data=data, key="keys-guard", height=0)


def show_help_button() -> None:
    """The button for the help on keys; it is drawn on every page that has keys."""
    guard()
    button(_("Keys"), "keys-help", "H", on_click=dialogs.open_, args=("keys",), type="tertiary")
    if dialogs.is_open("keys"):
        st.dialog(_("Keys"), on_dismiss=dialogs.close)(_show_help)()


def _show_help() -> None:
    rows: list[list[tables.Cell]] = [[key, _(words)] for key, words in HELP.items()]
    tables.table(_("Keys act where no box is being typed in"), [_("Key"), _("What it does")], rows)
    show_switch()


def show_switch() -> None:
    """The off switch; it is kept for the person."""
    act()
    st.toggle(_("Single keys act"), key=f"{SWITCH}-box", value=act(), on_change=_keep)
    if not act():
        text.sentence(_("Every action keeps its button; Tab and Enter reach them all."))


def _keep() -> None:
    st.session_state[SWITCH] = st.session_state[f"{SWITCH}-box"]
    people, person = session.desk().people, session.person()
    with problems.kept():
        chosen = people.preferences(person).model_copy(update={"keys": st.session_state[SWITCH]})
        people.prefer(person, chosen)
