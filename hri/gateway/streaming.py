"""A reply as a stream; it begins only when all of it was decided."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from pydantic import JsonValue

from hri.domain.requests import Answered
from hri.gateway.chatwire import hri_field, usage

PIECE = re.compile(r"\S*\s*", re.DOTALL)
WORDS = 8
"""Words of one event: enough to read along, few enough not to tire the network."""


def pieces(text: str) -> Iterator[str]:
    """A text in stretches of some words; joined they are the text again."""
    words = [word for word in PIECE.findall(text) if word]
    for start in range(0, len(words), WORDS):
        yield "".join(words[start : start + WORDS])


def events(found: Answered, model: str, created: int, *, with_usage: bool) -> Iterator[bytes]:
    """The events of a reply, as the protocol has them."""
    head: dict[str, JsonValue] = {
        "id": f"chatcmpl-{found.case_id}",
        "object": "chat.completion.chunk",
        "created": created,
        "model": found.model or model,
    }
    yield _event({**head, "choices": [_choice({"role": "assistant", "content": ""})]})
    for piece in pieces(found.reply):
        yield _event({**head, "choices": [_choice({"content": piece})]})
    yield _event({**head, "choices": [_choice({}, "stop")], "hri": hri_field(found)})
    if with_usage:
        yield _event({**head, "choices": [], "usage": usage(found)})
    yield b"data: [DONE]\n\n"


def _choice(delta: JsonValue, end: str | None = None) -> JsonValue:
    return {"index": 0, "delta": delta, "finish_reason": end, "logprobs": None}


def _event(body: JsonValue) -> bytes:
    return b"data: " + json.dumps(body).encode() + b"\n\n"
