"""The outbox: decided messages on their way to the citizen."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Protocol

from pydantic import Field

from hri.domain.base import Identifier, Model
from hri.domain.reviews import ReplyKind


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
