"""What the gateway notes beside a case: what was said before, and why there was no answer."""

from __future__ import annotations

from pydantic import JsonValue, ValidationError

from hri.casework.drafting import GATEWAY
from hri.domain.base import Model
from hri.domain.canonical import canonical_json
from hri.domain.cases import Case
from hri.domain.chats import ChatRequest, ChatRole, LlmFault

LONGEST_CONTEXT = 16 * 1024
"""Characters of the earlier conversation that are kept with a case, the latest ones."""

UNHEARD: frozenset[str] = frozenset({"system", "developer"})
"""Roles whose turns the citizen never saw."""


class Said(Model):
    """One earlier turn, as the citizen saw it."""

    role: ChatRole
    text: str


class Exchange(Model):
    """Notes of the gateway that help the person who decides."""

    fault: LlmFault | None = None
    """Why the model gave nothing that could be judged; None where it answered."""
    context: tuple[Said, ...] = ()
    """What was said before the question, oldest first."""


def exchange_of(case: Case) -> Exchange:
    """The notes on a case; empty where it came by another way, or they cannot be read."""
    notes = case.metadata.get(GATEWAY)
    if not isinstance(notes, dict):
        return Exchange()
    known = {name: notes[name] for name in ("fault", "context") if notes.get(name)}
    try:
        return Exchange.model_validate_json(canonical_json(known))
    except ValidationError:
        return Exchange()


def context_of(request: ChatRequest) -> JsonValue:
    """What was said before the question, latest last; of a long conversation its end."""
    kept: list[JsonValue] = []
    room = LONGEST_CONTEXT
    for turn in reversed(request.turns[:-1]):
        if turn.role in UNHEARD or room <= 0:
            continue
        kept.append({"role": turn.role, "text": turn.content[:room]})
        room -= len(turn.content)
    return kept[::-1]
