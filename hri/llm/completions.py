"""What an answer of the OpenAI protocol holds; the client builds it without checking anything."""

from __future__ import annotations

from typing import NamedTuple

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


def choices_of(found: object) -> list[Choice]:
    """The texts of an answer, at least one.

    Raises:
        LlmError: It holds none, or is none of the protocol.
    """
    choices = getattr(found, "choices", None)
    if not isinstance(choices, list) or not choices:
        raise LlmError(LlmFault.MALFORMED, "its answer is none of the protocol")
    return [_choice(item) for item in choices]


def _choice(item: object) -> Choice:
    message, end = getattr(item, "message", None), getattr(item, "finish_reason", None)
    text = getattr(message, "content", None)
    if end not in WHOLE:
        return Choice("", ENDS.get(str(end), LlmFault.MALFORMED))
    if getattr(message, "refusal", None) or getattr(message, "tool_calls", None):
        return Choice("", LlmFault.FILTERED)
    if text is not None and not isinstance(text, str):
        return Choice("", LlmFault.MALFORMED)
    if not text or not text.strip():
        return Choice("", LlmFault.EMPTY)
    return Choice(text) if _is_text(text) else Choice("", LlmFault.MALFORMED)


def _is_text(text: str) -> bool:
    """Whether a text can be written down at all; JSON can hold halves of characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def usage_of(found: object) -> Usage:
    """The tokens that an answer counts; none where it counts none or wrongly."""
    usage = getattr(found, "usage", None)
    return Usage(
        prompt=_count(getattr(usage, "prompt_tokens", 0)),
        completion=_count(getattr(usage, "completion_tokens", 0)),
    )


def _count(found: object) -> int:
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else 0
