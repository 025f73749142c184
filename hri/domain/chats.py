"""Conversations with the black box: what it is asked, and what it answered."""

# ruff: noqa: D102  (protocols: names and types say it where no docstring does)

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, Protocol

from pydantic import Field, JsonValue

from hri.domain.base import Model

ChatRole = Literal["system", "developer", "user", "assistant"]


class LlmFault(StrEnum):
    """Why the black box gave nothing that could be judged."""

    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    REFUSED = "refused"
    """It answered with an error, or sent the request elsewhere."""
    MALFORMED = "malformed"
    EMPTY = "empty"
    FILTERED = "filtered"
    CUT_OFF = "cut_off"
    """The answer ends in the middle: what it leaves out may change what it says."""
    OVERSIZE = "oversize"
    NOT_RECORDED = "not_recorded"
    FORBIDDEN = "forbidden"
    """The address is none that may be asked."""


class Turn(Model):
    """One message of a conversation."""

    role: ChatRole
    content: str


class ChatRequest(Model):
    """What the black box is asked: the conversation so far, last the citizen's question."""

    model: str
    turns: tuple[Turn, ...] = Field(min_length=1)
    options: dict[str, JsonValue] = {}
    """Parameters of the protocol that are handed on as they are, such as ``temperature``."""


class Usage(Model):
    """Tokens that were counted by the black box; 0 where it counts none."""

    prompt: int = Field(default=0, ge=0)
    completion: int = Field(default=0, ge=0)

    def plus(self, other: Usage) -> Usage:
        """Both together."""
        return Usage(
            prompt=self.prompt + other.prompt, completion=self.completion + other.completion
        )


class Answers(Model):
    """The answer with its samples, and what all of them cost."""

    answer: str
    samples: tuple[str, ...] = ()
    model: str = ""
    usage: Usage = Usage()


class BlackBox(Protocol):
    """The language model behind the chatbot: text in, text out."""

    async def ask(self, request: ChatRequest, samples: int) -> Answers:
        """The answer to a conversation, with so many samples or as many as could be had.

        Raises:
            LlmError: There is no answer that could be judged.
        """

    async def pass_on(self, body: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """What it answers to a request that is not scored, as it stands.

        Raises:
            LlmError: It answered nothing, or with an error.
        """

    async def close(self) -> None: ...
