"""The live black box: any service that speaks the OpenAI protocol, through the official client."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import httpx2
import openai
from openai import AsyncOpenAI
from pydantic import JsonValue

from hri.domain.chats import Answers, ChatRequest, LlmFault, Usage
from hri.errors import LlmError
from hri.llm.addresses import Addresses, Lookup, look_up
from hri.llm.completions import Choice, choices_of, completion_of, usage_of
from hri.llm.transport import GuardedTransport

PATH = "/chat/completions"
NO_KEY = "none"
"""Sent where no key is set: the client wants one, and servers at home ask for none."""


@dataclass(frozen=True)
class Upstream:
    """Where the black box is and how it is asked."""

    url: str
    hosts: frozenset[str]
    key: str = field(default="", repr=False)
    model: str = ""
    """Asked whatever the request says; "" for what the request says."""
    private: bool = False
    seconds: float = 30.0
    """That the answer and its samples may take in all."""
    retries: int = 1
    several: bool = True
    """Whether one call asks for several samples; that a service cannot is noticed by itself."""
    temperature: float = 0.7
    """Of the samples."""


class LiveBlackBox:
    """Asks for the answer and its samples at the same time.

    The answer is what the client would have got without the gateway: its parameters are the
    client's. Samples differ in temperature, and have no fixed seed. A sample that fails is left
    out; the answer failing fails the whole.
    """

    def __init__(self, upstream: Upstream, lookup: Lookup = look_up) -> None:
        self._upstream = upstream
        self._client = _client(upstream, lookup)
        self._several = upstream.several

    async def ask(self, request: ChatRequest, samples: int) -> Answers:
        """See ``hri.domain.chats.BlackBox``."""
        body = self._body(request)
        varied = {key: value for key, value in body.items() if key != "seed"}
        varied["temperature"] = self._upstream.temperature
        first = asyncio.ensure_future(self._one(body))
        others = [asyncio.ensure_future(call) for call in self._sampling(varied, samples)]
        try:
            async with asyncio.timeout(self._upstream.seconds) as limit:
                choice, usage, model = await first
                if others:
                    left = cast("float", limit.when()) - asyncio.get_running_loop().time()
                    await asyncio.wait(others, timeout=max(left - 0.05, 0))
        except TimeoutError as error:
            raise LlmError(LlmFault.TIMEOUT, "it took too long", self._upstream.url) from error
        finally:
            await _ended((first, *others))
        texts: list[str] = []
        for found, cost in map(_outcome, others):
            usage = usage.plus(cost)
            texts += [item.text for item in found if item.usable]
        return Answers(answer=choice.text, samples=tuple(texts[:samples]), model=model, usage=usage)

    async def pass_on(self, body: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """See ``hri.domain.chats.BlackBox``."""
        sent = {key: value for key, value in body.items() if key not in ("stream", "hri")}
        sent["model"] = self._upstream.model or sent.get("model")
        try:
            async with asyncio.timeout(self._upstream.seconds):
                found = await self._create(cast("dict[str, Any]", sent))
        except TimeoutError as error:
            raise LlmError(LlmFault.TIMEOUT, "it took too long", self._upstream.url) from error
        choices_of(found)
        return found

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        messages = [turn.model_dump() for turn in request.turns]
        model = self._upstream.model or request.model
        return {**request.options, "model": model, "messages": messages}

    def _sampling(
        self, body: dict[str, Any], samples: int
    ) -> list[Coroutine[Any, Any, tuple[list[Choice], Usage]]]:
        """The calls that give the samples: one for all, or one each."""
        if self._several and samples > 1:
            return [self._at_once(body, samples)]
        return [self._many(body) for _ in range(samples)]

    async def _at_once(self, body: dict[str, Any], samples: int) -> tuple[list[Choice], Usage]:
        """All samples by one call; those that it leaves out by calls of their own."""
        try:
            found, usage = await self._many({**body, "n": samples})
        except LlmError as error:
            if error.kind != LlmFault.REFUSED:
                raise
            found, usage = [], Usage()
        self._several = len(found) >= samples  # a service without it is asked so once only
        calls = [self._many(body) for _ in range(samples - len(found))]
        for more in await asyncio.gather(*calls, return_exceptions=True):
            if not isinstance(more, BaseException):
                found, usage = [*found, *more[0]], usage.plus(more[1])
        return found, usage

    async def _many(self, body: dict[str, Any]) -> tuple[list[Choice], Usage]:
        found = await self._create(body)
        return choices_of(found), usage_of(found)

    async def _one(self, body: dict[str, Any]) -> tuple[Choice, Usage, str]:
        """The answer itself; it must be whole."""
        found = await self._create(body)
        choice = choices_of(found)[0]
        if not choice.usable:
            raise LlmError(choice.fault or LlmFault.EMPTY, "", self._upstream.url)
        return choice, usage_of(found), str(found.get("model") or "")

    async def _create(self, body: dict[str, Any]) -> dict[str, Any]:
        """One call. What it gives is read here: the client's own models cost more than the call."""
        try:
            found = await self._client.post(PATH, cast_to=httpx2.Response, body=body)
            return completion_of(found.content)
        except openai.APITimeoutError as error:
            raise LlmError(LlmFault.TIMEOUT, "it took too long", self._upstream.url) from error
        except openai.APIConnectionError as error:
            cause = error.__cause__
            if isinstance(cause, LlmError):
                raise cause from None
            why = type(cause or error).__name__
            raise LlmError(LlmFault.UNREACHABLE, why, self._upstream.url) from error
        except openai.APIStatusError as error:
            why = f"it answered {error.status_code}"
            raise LlmError(LlmFault.REFUSED, why, self._upstream.url) from error
        except (openai.OpenAIError, ValueError, TypeError) as error:
            why = type(error).__name__
            raise LlmError(LlmFault.MALFORMED, why, self._upstream.url) from error


async def _ended(tasks: Iterable[asyncio.Future[Any]]) -> None:
    """End what still runs, and take note of what failed, so that nobody is told later."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _outcome(task: asyncio.Future[tuple[list[Choice], Usage]]) -> tuple[list[Choice], Usage]:
    """What a sampling call gave; nothing where it failed or was not done in time."""
    if task.cancelled() or not task.done() or task.exception() is not None:
        return [], Usage()
    return task.result()


def _client(upstream: Upstream, lookup: Lookup) -> AsyncOpenAI:
    addresses = Addresses(upstream.hosts, private=upstream.private, lookup=lookup)
    limits = httpx2.Limits(max_connections=512, max_keepalive_connections=128)
    inner = httpx2.AsyncHTTPTransport(trust_env=False, limits=limits)
    web = httpx2.AsyncClient(
        transport=GuardedTransport(addresses, inner),
        follow_redirects=False,
        trust_env=False,
        headers={"Accept-Encoding": "identity"},
        timeout=upstream.seconds,
    )
    return AsyncOpenAI(
        base_url=upstream.url,
        api_key=upstream.key or NO_KEY,
        http_client=web,
        max_retries=upstream.retries,
        timeout=upstream.seconds,
    )
