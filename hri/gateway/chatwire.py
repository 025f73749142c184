"""The chat of the OpenAI protocol: what is read of a request, and how a reply is written."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from hri.domain.chats import ChatRequest, ChatRole, Turn
from hri.domain.requests import Answered, Hints
from hri.errors import RequestError

FEATURES = {
    "tools": ("tools", "tool_choice", "functions", "function_call", "parallel_tool_calls"),
    "response_format": ("response_format",),
    "n": ("n",),
    "logprobs": ("logprobs", "top_logprobs"),
    "modalities": ("modalities", "audio", "prediction", "web_search_options"),
}
"""Parts of the protocol whose answers are no text that could be judged, by feature."""

HARMLESS: dict[str, tuple[object, ...]] = {
    "n": (1, None),
    "response_format": ({"type": "text"}, None),
    "logprobs": (False, None),
    "modalities": (["text"], None),
    "tool_choice": ("none", None),
}
"""Values that ask for nothing of the kind."""


class Part(BaseModel):
    """A part of a message; text is the only kind that is read."""

    model_config = ConfigDict(extra="forbid")

    type: Literal["text"]
    text: str


class ChatMessage(BaseModel):
    """One message of the conversation."""

    model_config = ConfigDict(extra="forbid")

    role: ChatRole
    content: str | Annotated[list[Part], Field(min_length=1, max_length=64)]

    @property
    def text(self) -> str:
        """What it says."""
        if isinstance(self.content, str):
            return self.content
        return "\n".join(part.text for part in self.content)


class StreamOptions(BaseModel):
    """How a stream is given."""

    model_config = ConfigDict(extra="forbid")

    include_usage: bool = False
    include_obfuscation: bool = False


class ChatBody(BaseModel):
    """A request for a chat completion."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    model: str = Field(min_length=1, max_length=200)
    messages: list[ChatMessage] = Field(min_length=1, max_length=200)
    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, ge=0, le=1)
    max_tokens: int | None = Field(default=None, ge=1)
    max_completion_tokens: int | None = Field(default=None, ge=1)
    presence_penalty: float | None = Field(default=None, ge=-2, le=2)
    frequency_penalty: float | None = Field(default=None, ge=-2, le=2)
    stop: str | Annotated[list[str], Field(max_length=4)] | None = None
    seed: int | None = Field(default=None, ge=-(2**63), lt=2**63)
    user: str | None = Field(default=None, max_length=256)
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high", "xhigh"] | None = None
    stream: bool | None = False
    stream_options: StreamOptions | None = None
    hri: Hints | None = None
    """What the client knows of the case; `language` needs no scope."""

    @property
    def hints(self) -> Hints:
        """What the client knows of the case."""
        return self.hri or Hints()

    @property
    def request(self) -> ChatRequest:
        """What the black box is asked.

        Raises:
            RequestError: The last message is not the citizen's.
        """
        if self.messages[-1].role != "user":
            last = f"messages.{len(self.messages) - 1}.role"
            raise RequestError(last, "the last message must be the user's question")
        turns = tuple(Turn(role=item.role, content=item.text) for item in self.messages)
        return ChatRequest(model=self.model, turns=turns, options=self._options())

    def _options(self) -> dict[str, JsonValue]:
        left = {"model", "messages", "stream", "stream_options", "hri"}
        return self.model_dump(exclude=left, exclude_none=True)


def unscored_feature(data: dict[str, Any], allowed: frozenset[str]) -> str:
    """The feature because of which a request goes on unscored; "" for one that is scored.

    Raises:
        RequestError: It asks for what cannot be judged, and the settings do not let that pass.
    """
    found = ""
    for feature, fields in FEATURES.items():
        for field in fields:
            if field in data and data[field] not in HARMLESS.get(field, (None,)):
                if feature not in allowed:
                    raise RequestError(
                        field,
                        "an answer of this kind cannot be judged, so it is not asked for",
                        f"Leave {field} out, or have {feature} let through unscored "
                        "(HRI_GATEWAY_UNSCORED).",
                    )
                found = found or feature
    return found


def without_harmless(data: dict[str, Any]) -> dict[str, Any]:
    """A request without the fields that ask for nothing."""
    known = {field for fields in FEATURES.values() for field in fields}
    return {key: value for key, value in data.items() if key not in known}


class HriField(BaseModel):
    """What stands behind a reply: beside the fields of the protocol, in `hri`."""

    case_id: str
    action: str
    hri: float | None
    pending: bool
    overrides: list[str]
    fault: str


def hri_field(found: Answered) -> dict[str, JsonValue]:
    """What stands behind a reply, without a word of the answer it was made from."""
    return HriField(
        case_id=found.case_id,
        action=found.action.value,
        hri=found.assessment.hri,
        pending=found.pending,
        overrides=list(dict.fromkeys(fired.id for fired in found.overrides)),
        fault=found.fault,
    ).model_dump(mode="json")


def completion(found: Answered, model: str, created: int) -> dict[str, JsonValue]:
    """A reply as a chat completion."""
    message: JsonValue = {"role": "assistant", "content": found.reply, "refusal": None}
    return {
        "id": f"chatcmpl-{found.case_id}",
        "object": "chat.completion",
        "created": created,
        "model": found.model or model,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}],
        "usage": usage(found),
        "hri": hri_field(found),
    }


def usage(found: Answered) -> JsonValue:
    """The tokens of the answer and of all its samples."""
    prompt, said = found.usage.prompt, found.usage.completion
    return {"prompt_tokens": prompt, "completion_tokens": said, "total_tokens": prompt + said}
