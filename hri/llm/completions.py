"""What an answer of the OpenAI protocol holds; nothing of it is taken on trust."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from hri.domain.chats import LlmFault, Usage
from hri.errors import LlmError

WHOLE = (None, "stop")
"""Ends of an answer that was finished; old servers name none."""

ENDS = {"length": LlmFault.CUT_OFF, "content_filter": LlmFault.FILTERED}


class Choice(NamedTuple):
    """One of the texts of an answer, and what makes it unusable."""

    text: str
    fault: LlmFault | None = None

    @property
    def usable(self) -> bool:
        """Whether it can be judged."""
        return self.fault is None


def completion_of(content: bytes) -> dict[str, Any]:
    """The JSON object that an answer is.

    Raises:
        LlmError: It is something else.
    """
    try:
        found = json.loads(content, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise LlmError(LlmFault.MALFORMED, "its answer is no JSON") from error
    if not isinstance(found, dict):
        raise LlmError(LlmFault.MALFORMED, "its answer is none of the protocol")
    return found


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no JSON")


def choices_of(found: Mapping[str, Any]) -> list[Choice]:
    """The texts of an answer, at least one.

    Raises:
        LlmError: It holds none, or is none of the protocol.
    """
    choices = found.get("choices")
    if not isinstance(choices, list) or not choices:
        raise LlmError(LlmFault.MALFORMED, "its answer is none of the protocol")
    return [_choice(item) for item in choices]


def _choice(item: object) -> Choice:
    message, end = _part(item, "message"), _part(item, "finish_reason")
    text = _part(message, "content")
    if end not in WHOLE:
        return Choice("", ENDS.get(str(end), LlmFault.MALFORMED))
    if _part(message, "refusal") or _part(message, "tool_calls"):
        return Choice("", LlmFault.FILTERED)
    if text is not None and not isinstance(text, str):
        return Choice("", LlmFault.MALFORMED)
    if not text or not text.strip():
        return Choice("", LlmFault.EMPTY)
    return Choice(text) if _is_text(text) else Choice("", LlmFault.MALFORMED)


def _part(found: object, name: str) -> Any:
    return found.get(name) if isinstance(found, dict) else None


def _is_text(text: str) -> bool:
    """Whether a text can be written down at all; JSON can hold halves of characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def usage_of(found: Mapping[str, Any]) -> Usage:
    """The tokens that an answer counts; none where it counts none or wrongly."""
    usage = found.get("usage")
    return Usage(
        prompt=_count(_part(usage, "prompt_tokens")),
        completion=_count(_part(usage, "completion_tokens")),
    )


def _count(found: object) -> int:
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else 0
