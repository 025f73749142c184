"""The outbox: decided messages on their way to the citizen."""

# ruff: noqa: D102  (protocols: names and types say it where no docstring does)

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Protocol

from pydantic import Field

from hri.domain.base import Identifier, Model
from hri.domain.reviews import ReplyKind, SentReply


class DeliveryState(StrEnum):
    """Where a decided message stands."""

    WAITING = "waiting"
    """The undo time runs, or the next try is due."""
    HANDING = "handing"
    """A process hands it over just now, or broke off while it did: it may have arrived."""
    OUT = "out"
    FAILED = "failed"
    """Every try failed; somebody has to look and have it tried again."""
    WITHDRAWN = "withdrawn"

    @property
    def may_be_there(self) -> bool:
        """Whether the citizen may have the message, so that it cannot be taken back."""
        return self in (DeliveryState.HANDING, DeliveryState.OUT)


class Outgoing(Model):
    """A message as a courier hands it over.

    ``key`` is the same at every try, and another one for every other message of any database.
    """

    key: Identifier
    case_id: Identifier
    kind: ReplyKind
    language: str
    text: str
    written_at: datetime


class Delivery(Model):
    """The way of one message so far."""

    reply_id: int = Field(ge=1)
    case_id: Identifier
    state: DeliveryState
    attempts: int = Field(ge=0)
    due_at: datetime
    """When it is tried next, while waiting; when another process may try, while handed over."""
    done_at: datetime | None = None
    problem: str = ""
    """Why the latest try failed."""


class Courier(Protocol):
    """A way out of the desk."""

    def deliver(self, message: Outgoing) -> None:
        """Hand a message over; handing the same key over twice has no further effect.

        Raises:
            DeliveryError: It was not taken; it may be tried again.
        """


class ReplyRecords(Protocol):
    """Messages to citizens, in the order they were written."""

    def add(self, reply: SentReply) -> SentReply:
        """Store a message; its ``id`` is given by the store."""

    def of_case(self, case_id: str) -> tuple[SentReply, ...]: ...

    def withdraw(self, reply_id: int, at: datetime) -> None: ...


class OutboxRecords(Protocol):
    """Decided messages on their way out."""

    def origin(self) -> str:
        """What names this database and no other; its backups share it."""

    def add(self, reply_id: int, due_at: datetime) -> None: ...

    def get(self, reply_id: int) -> Delivery:
        """The way of one message. Raises: NotFoundError."""

    def of_case(self, case_id: str) -> tuple[Delivery, ...]: ...

    def due(self, at: datetime, limit: int) -> tuple[Delivery, ...]:
        """Messages to try now, longest due first; those of one case in the order written."""

    def failed(self, limit: int) -> tuple[Delivery, ...]: ...

    def put(self, delivery: Delivery, seen: Delivery) -> bool:
        """Change a delivery that is still as ``seen``; False where somebody else was faster."""
