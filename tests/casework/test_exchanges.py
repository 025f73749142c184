"""What the gateway notes beside a case comes back as it was noted; anything else is nothing."""

from __future__ import annotations

from datetime import date

import pytest
from pydantic import JsonValue

from hri.casework.drafting import GATEWAY
from hri.casework.exchanges import LONGEST_CONTEXT, Exchange, context_of, exchange_of
from hri.domain.cases import Case
from hri.domain.chats import ChatRequest, LlmFault, Turn


def case(notes: JsonValue) -> Case:
    return Case(
        case_id="c-1",
        question="Et pour un mineur ?",
        answer="",
        language="fr",
        jurisdiction="FR",
        asked_on=date(2026, 3, 2),
        metadata={GATEWAY: notes},
    )


def chat(*turns: tuple[str, str]) -> ChatRequest:
    made = tuple(Turn.model_validate({"role": role, "content": words}) for role, words in turns)
    return ChatRequest(model="m", turns=made)


def test_notes_come_back():
    asked = chat(("user", "Un passeport ?"), ("assistant", "Oui."), ("user", "Et mineur ?"))
    noted = exchange_of(case({"fault": "timeout", "context": context_of(asked), "request": "x"}))
    assert noted.fault is LlmFault.TIMEOUT
    assert [(turn.role, turn.text) for turn in noted.context] == [
        ("user", "Un passeport ?"),
        ("assistant", "Oui."),
    ]


def test_instructions_are_not_kept():
    asked = chat(("system", "secret"), ("developer", "secret"), ("user", "a"), ("user", "b"))
    assert context_of(asked) == [{"role": "user", "text": "a"}]


def test_of_a_long_conversation_the_end_is_kept():
    asked = chat(("user", "first"), ("assistant", "x" * LONGEST_CONTEXT), ("user", "last"))
    kept = exchange_of(case({"context": context_of(asked)})).context
    assert [turn.role for turn in kept] == ["assistant"]
    assert len(kept[0].text) == LONGEST_CONTEXT


@pytest.mark.parametrize(
    "notes",
    [None, "text", [], {"fault": "unheard of"}, {"context": "x"}, {"context": [{"role": "user"}]},
     {"fault": ""}, {"request": "x"}, {"context": [{"role": "system", "text": 3}]}],
)  # fmt: skip
def test_what_cannot_be_read_is_nothing(notes: JsonValue):
    assert exchange_of(case(notes)) == Exchange()
