"""A language model for tests: a real server of the OpenAI protocol, with faults on demand."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

SAMPLING = 0.7
"""The temperature that tells a call for a sample from the call for the answer."""


class Upstream:
    """What the server says, and what it was asked."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[str, list[str]]] = {}
        self.fault = ""
        """One of the faults below, for every call; ``sample:`` before it, for samples only."""
        self.delay = 0.0
        self.refuses_several = self.ignores_several = False
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.url = ""
        self._given: dict[str, int] = {}

    def says(self, question: str, answer: str, samples: list[str] | None = None) -> None:
        self.answers[question] = (answer, samples or [answer] * 4)

    def reset(self) -> None:
        self.answers, self.asked, self.headers, self._given = {}, [], [], {}
        self.fault, self.delay = "", 0.0
        self.refuses_several = self.ignores_several = False

    @property
    def sampled(self) -> list[dict[str, Any]]:
        return [body for body in self.asked if is_sample(body)]

    async def serve(self, request: Request) -> Response:
        body = json.loads(await request.body())
        self.asked.append(body)
        self.headers.append(dict(request.headers))
        fault = self.fault
        if fault.startswith("sample:"):
            fault = fault.removeprefix("sample:") if is_sample(body) else ""
        if self.refuses_several and (body.get("n") or 1) > 1:
            fault = "400"
        if self.delay:
            await asyncio.sleep(self.delay)
        if fault:
            return await FAULTS[fault](body, self)
        return JSONResponse(completion(body, self._texts(body)))

    def _texts(self, body: dict[str, Any]) -> list[str]:
        question = last_of(body)
        answer, samples = self.answers.get(question, ("Je ne sais pas.", ["Je ne sais pas."]))
        if not is_sample(body):
            return [answer] * (body.get("n") or 1)
        first = self._given.get(question, 0)
        wanted = 1 if self.ignores_several else body.get("n") or 1
        self._given[question] = first + wanted
        return [samples[(first + place) % len(samples)] for place in range(wanted)]


def is_sample(body: dict[str, Any]) -> bool:
    return body.get("temperature") == SAMPLING


def last_of(body: dict[str, Any]) -> str:
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else "\n".join(part["text"] for part in content)


def completion(body: dict[str, Any], texts: list[str], end: str = "stop") -> dict[str, Any]:
    return {
        "id": "chatcmpl-up",
        "object": "chat.completion",
        "created": 1,
        "model": f"real-{body['model']}",
        "choices": [
            {
                "index": place,
                "message": {"role": "assistant", "content": text},
                "finish_reason": end,
            }
            for place, text in enumerate(texts)
        ],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }


async def _hang(_body: Any, _up: Upstream) -> Response:
    await asyncio.sleep(30)
    return JSONResponse({})


def _gives(make: Callable[[dict[str, Any]], Any]) -> Any:
    async def give(body: dict[str, Any], _up: Upstream) -> Response:
        made = make(body)
        return made if isinstance(made, Response) else JSONResponse(made)

    return give


def _without_choices(body: dict[str, Any]) -> dict[str, Any]:
    return {**completion(body, ["x"]), "choices": []}


def _wrong_content(body: dict[str, Any]) -> dict[str, Any]:
    made = completion(body, ["x"])
    made["choices"][0]["message"]["content"] = {"text": "Le prix est de 25 €."}
    return made


def _called_a_tool(body: dict[str, Any]) -> dict[str, Any]:
    made = completion(body, ["Le prix est de 25 €."])
    call = {"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    made["choices"][0]["message"]["tool_calls"] = [call]
    return made


RIGHT = "Le prix est de 25 €."
FAULTS: dict[str, Any] = {
    "500": _gives(lambda _: Response("broken", 500)),
    "429": _gives(lambda _: JSONResponse({"error": {"message": "slow down"}}, 429)),
    "400": _gives(lambda _: JSONResponse({"error": {"message": "no"}}, 400)),
    "401": _gives(lambda _: JSONResponse({"error": {"message": "key"}}, 401)),
    "hang": _hang,
    "empty": _gives(lambda body: completion(body, [""])),
    "blank": _gives(lambda body: completion(body, [" \n "])),
    "null": _gives(lambda body: completion(body, [None])),  # type: ignore[list-item]
    "filtered": _gives(lambda body: completion(body, [RIGHT], "content_filter")),
    "cut_off": _gives(lambda body: completion(body, [RIGHT], "length")),
    "unknown_end": _gives(lambda body: completion(body, [RIGHT], "mystery")),
    "no_json": _gives(lambda _: Response("<html>", 200, media_type="text/html")),
    "broken_json": _gives(lambda _: Response('{"choices": [', 200, media_type="application/json")),
    "no_choices": _gives(_without_choices),
    "wrong_content": _gives(_wrong_content),
    "tool": _gives(_called_a_tool),
    "list": _gives(lambda _: [1, 2]),
    "nothing": _gives(lambda _: Response(b"", 200, media_type="application/json")),
    "surrogate": _gives(
        lambda body: Response(
            json.dumps(completion(body, ["25 \ud800 €"])), media_type="application/json"
        )
    ),
    "oversize": _gives(lambda body: completion(body, ["25 € " * 40_000])),
    "endless": _gives(lambda body: completion(body, ["x" * (5 * 1024 * 1024)])),
    "redirect": _gives(lambda _: RedirectResponse("http://127.0.0.1:9/v1/chat/completions", 307)),
}


class _Server(uvicorn.Server):
    """Ends when it is told to, not up to a tenth of a second later."""

    async def main_loop(self) -> None:
        while not await self.on_tick(0):
            await asyncio.sleep(0.01)


@contextmanager
def served(app: Any, lifespan: str = "off") -> Iterator[str]:
    """Serve an application on a port of its own; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    config = uvicorn.Config(
        app, "127.0.0.1", port, log_level="error", lifespan=lifespan, access_log=False, ws="none"
    )
    server = _Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 10
    while not server.started and time.monotonic() < until:
        time.sleep(0.01)
    assert server.started
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)


@contextmanager
def running() -> Iterator[Upstream]:
    """The model, at work."""
    upstream = Upstream()
    route = Route("/v1/chat/completions", upstream.serve, methods=["POST"])
    with served(Starlette(routes=[route])) as address:
        upstream.url = f"{address}/v1"
        yield upstream
