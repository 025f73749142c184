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
    OUT = "out"
    FAILED = "failed"
    """Every try failed; somebody has to look and have it tried again."""
    WITHDRAWN = "withdrawn"


class Outgoing(Model):
    """A message as a courier hands it over; ``key`` is the same at every try."""

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
    """When it is tried next, while waiting."""
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
