"""Chatting: a citizen's question goes to the black box; its answer goes out as it was decided."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Protocol, TypeVar

from pydantic import JsonValue

from hri.casework.answering import Answering, Notes
from hri.casework.clients import Clients
from hri.casework.drafting import Drafting, request_digest
from hri.casework.exchanges import context_of
from hri.casework.permissions import SYSTEM
from hri.domain.cases import MAX_TEXT_BYTES
from hri.domain.chats import Answers, BlackBox, ChatRequest, LlmFault
from hri.domain.clients import ApiKey, Scope
from hri.domain.events import EventDraft, EventKind
from hri.domain.ports import Clock
from hri.domain.records import Store
from hri.domain.requests import Answered, CaseDraft, Hints
from hri.errors import LlmError

T = TypeVar("T")


class Run(Protocol):
    """Runs what takes the processor or the disk beside the event loop."""

    def __call__(self, work: Callable[[], T]) -> Awaitable[T]:
        """What the work gives, once it is done."""


class Chatting:
    """Answers citizens' questions. Scope: CHAT.

    Args:
        answering: Makes cases and replies of what the black box says.
        clients: Knows what keys allow.
        drafting: Names cases.
        store: For the one event that is written here.
        clock: Says when.
        black_box: Is asked; None where there is none.
        samples: How many samples are asked for beside each answer.
    """

    def __init__(
        self,
        answering: Answering,
        clients: Clients,
        drafting: Drafting,
        store: Store,
        clock: Clock,
        black_box: BlackBox | None,
        samples: int,
    ) -> None:
        self._answering, self._clients, self._drafting = answering, clients, drafting
        self._store, self._clock = store, clock
        self._black_box, self._samples = black_box, samples
        self._flights = _Flights()

    async def answer(
        self, run: Run, key: ApiKey, request: ChatRequest, hints: Hints, idempotency: str = ""
    ) -> Answered:
        """Have a question answered and the answer judged; only the reply is given back.

        Whatever the black box does, there is a case and a reply, unless nothing can be stored.

        Raises:
            ForbiddenError: The key lacks the scope, for the whole or for one of the hints.
            ConflictError: The same name or idempotency key came with another request before.
            ErasedError: The same request was answered before, and its texts are gone.
            StoreError: Nothing can be stored.
        """
        case_id = await run(lambda: self._admit(key, hints, idempotency))
        said: JsonValue = {
            "request": request.model_dump(mode="json"),
            "hints": hints.model_dump(mode="json"),
        }
        digest = request_digest("chat", said)
        named = bool(idempotency) or hints.case_id is not None
        async with self._flights.alone(case_id if named else ""):
            if named:
                known = await run(lambda: self._answering.known(case_id, digest))
                if known is not None:
                    return known
            found, fault = await self._ask(request)
            return await run(
                lambda: self._take_in(key, request, hints, case_id, digest, found, fault)
            )

    async def pass_unscored(
        self, run: Run, key: ApiKey, body: Mapping[str, JsonValue], feature: str
    ) -> dict[str, JsonValue]:
        """Hand a request on that nobody judges, as the settings allow; it is recorded.

        Raises:
            ForbiddenError: The key lacks the scope.
            LlmError: The black box answers nothing, or with an error.
            StoreError: It cannot be recorded; then nothing is handed on.
        """
        await run(lambda: self._note_unscored(key, feature))
        if self._black_box is None:
            raise LlmError(LlmFault.UNREACHABLE, "none is set")
        return await self._black_box.pass_on(body)

    async def close(self) -> None:
        """Close the connections to the black box."""
        if self._black_box is not None:
            await self._black_box.close()

    def _admit(self, key: ApiKey, hints: Hints, idempotency: str) -> str:
        self._clients.require(key, Scope.CHAT)
        self._drafting.require_allowed(key, hints)
        return self._drafting.name(key, hints, idempotency)

    def _note_unscored(self, key: ApiKey, feature: str) -> None:
        self._clients.require(key, Scope.CHAT)
        event = EventDraft(
            kind=EventKind.PASSED_UNSCORED,
            actor=key.actor.id,
            subject=f"key {key.id}",
            payload={"feature": feature, "by": SYSTEM.id},
        )
        with self._store.write() as records:
            records.audit.append(event, self._clock.now())

    async def _ask(self, request: ChatRequest) -> tuple[Answers | None, str]:
        """What the black box says, or why it says nothing that could be judged."""
        if self._black_box is None:
            return None, LlmFault.UNREACHABLE
        if len(_question(request).encode("utf-8", "surrogatepass")) > MAX_TEXT_BYTES:
            return None, LlmFault.OVERSIZE
        try:
            return await self._black_box.ask(request, self._samples), ""
        except LlmError as error:
            return None, error.kind

    def _take_in(
        self,
        key: ApiKey,
        request: ChatRequest,
        hints: Hints,
        case_id: str,
        digest: str,
        found: Answers | None,
        fault: str,
    ) -> Answered:
        draft = CaseDraft(
            question=_question(request),
            answer=found.answer if found else "",
            samples=found.samples if found else (),
            model=_name(found.model if found else request.model),
            **hints.model_dump(exclude_none=True),
        )
        earlier = tuple(turn.content for turn in request.turns[:-1] if turn.role == "user")
        notes: Notes = {"request": digest, "fault": fault, "context": context_of(request)}
        done = self._answering.take_in(key, draft, case_id, notes, earlier)
        if found is None or done.replayed:
            return done
        return done.model_copy(update={"usage": found.usage})


def _question(request: ChatRequest) -> str:
    return request.turns[-1].content


def _name(model: str) -> str | None:
    """The name of a model as it can be kept with a case."""
    shown = "".join(sign for sign in model if sign.isprintable())[:200]
    return shown or None


class _Flights:
    """Lets one request of a name in at a time, so that repeats wait for the first one's answer."""

    def __init__(self) -> None:
        self._locks: dict[str, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncIterator[None]:
        """Wait until nobody else is at the same name; "" is nobody's."""
        if not name:
            yield
            return
        lock, waiting = self._locks.get(name, (asyncio.Lock(), 0))
        self._locks[name] = (lock, waiting + 1)
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._locks[name]
            if waiting > 1:
                self._locks[name] = (lock, waiting - 1)
            else:
                del self._locks[name]
