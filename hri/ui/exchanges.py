"""What came with a case by the gateway: the conversation before it, and a model that failed."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from hri.casework.exchanges import Exchange, Said, exchange_of
from hri.domain.cases import Case
from hri.ui import i18n, labels, text
from hri.ui.i18n import _

SHORT = 300
"""Characters of a conversation that stands open; a longer one waits to be opened."""


def show_fault(case: Case) -> None:
    """Why there is no answer of the model, where there is none."""
    if words := fault_of(exchange_of(case)):
        text.sentence(words, "hri-banner")


def show_context(case: Case) -> None:
    """What was said before the question."""
    said = list(lines(exchange_of(case)))
    if not said:
        return
    title = _("Said before ({n})").format(n=i18n.whole(len(said)))
    with st.expander(title, expanded=sum(len(words) for _who, words in said) <= SHORT):
        for who, words in said:
            text.sentence(labels.pair(who, ""), "hri-quiet")
            text.plain(words, lang=case.language, kind="hri-turn")


def fault_of(exchange: Exchange) -> str:
    """A sentence on the model's failure; "" where it answered."""
    if exchange.fault is None:
        return ""
    words = _("The model gave no answer that can be judged: {why}. Answer the question yourself.")
    return words.format(why=labels.name(exchange.fault))


def speaker(turn: Said) -> str:
    """Who said something: the citizen or the chatbot."""
    return _("Citizen") if turn.role == "user" else _("Chatbot")


def lines(exchange: Exchange) -> Iterator[tuple[str, str]]:
    """The conversation before the question: who, and what."""
    for turn in exchange.context:
        yield speaker(turn), turn.text
