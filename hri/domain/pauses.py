"""Pauses: topics on which every answer goes to a person, whatever its scores say."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from pydantic import Field, model_validator

from hri.domain.activations import Ended
from hri.domain.base import Model


class Topic(Model):
    """What a pause covers: everything, or one procedure, or one service."""

    procedure_id: str | None = None
    service: str | None = None

    @model_validator(mode="after")
    def _one_thing(self) -> Topic:
        if self.procedure_id is not None and self.service is not None:
            raise ValueError("a pause covers a procedure or a service, not both")
        return self

    @property
    def everything(self) -> bool:
        """Whether it covers every answer."""
        return self.procedure_id is None and self.service is None

    def covers(self, procedures: Iterable[str | None], services: Iterable[str | None]) -> bool:
        """Whether an answer under any of these procedures and services falls under it."""
        if self.procedure_id is not None:
            return self.procedure_id in procedures
        return self.service is None or self.service in services

    def __str__(self) -> str:
        if self.everything:
            return "everything"
        return f"procedure {self.procedure_id}" if self.procedure_id else f"service {self.service}"


class Pause(Model):
    """A topic that is paused until somebody ends it."""

    id: int = Field(ge=1)
    topic: Topic
    reason: str
    by: str
    by_name: str
    at: datetime
    ended: Ended | None = None
