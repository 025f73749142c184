"""Clients of the gateway: chatbots and other programs, their keys and what these allow."""

# ruff: noqa: D102  (protocols: names and types say it where no docstring does)

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Protocol

from pydantic import Field

from hri.domain.activations import Ended
from hri.domain.actors import CLIENT_PREFIX, ActorKind
from hri.domain.base import Model
from hri.domain.reviews import Actor

ClientName = Annotated[str, Field(pattern=r"^[a-z0-9](-?[a-z0-9]){0,39}$")]
"""Name of a client: it begins the id of each of its cases, before the first dot."""


class Scope(StrEnum):
    """What a key allows."""

    ASSESS = "assess"
    """Have answers assessed that the client brings along."""
    CHAT = "chat"
    """Have the black box asked."""
    READ = "read"
    """Read the client's own cases and their messages."""
    METRICS = "metrics"
    SET_DATE = "set_date"
    SET_PROCEDURE = "set_procedure"
    SET_JURISDICTION = "set_jurisdiction"


class KeyTerms(Model):
    """What a key is for, as it was made."""

    client: ClientName
    scopes: tuple[Scope, ...] = Field(min_length=1)
    rate: int | None = Field(default=None, ge=1, le=10**6)
    """Requests a minute; None: what the settings say."""
    language: str = Field(default="", pattern=r"^([a-z]{2})?$")
    jurisdiction: str = Field(default="", pattern=r"^([A-Z]{2}(-[A-Z0-9]{1,8})*)?$")


class ApiKey(Model):
    """A key as the desk knows it: its secret is nowhere, only a digest of it in the store."""

    id: int = Field(ge=1)
    terms: KeyTerms
    by: str
    by_name: str
    at: datetime
    ended: Ended | None = None

    @property
    def actor(self) -> Actor:
        """The client as somebody who acts."""
        return client_actor(self.terms.client)


def client_actor(name: str) -> Actor:
    """A client as somebody who acts."""
    return Actor(id=f"{CLIENT_PREFIX}{name}", name=name, roles=(), kind=ActorKind.CLIENT)


class ClientRecords(Protocol):
    """Keys of clients, each added once and ended once."""

    def add(self, key: ApiKey, digest: str) -> ApiKey:
        """Store a key; its ``id`` is given by the store."""

    def get(self, number: int) -> ApiKey:
        """One key. Raises: NotFoundError."""

    def digest(self, number: int) -> str | None:
        """Digest of a key's secret, None where there is no such key."""

    def all(self) -> tuple[ApiKey, ...]: ...

    def end(self, number: int, ended: Ended) -> None:
        """Revoke a key. Raises: NotFoundError; ConflictError where it was revoked before."""


class LegalHold(Model):
    """A case whose texts must not be erased, until somebody ends that."""

    id: int = Field(ge=1)
    case_id: str
    reason: str
    by: str
    by_name: str
    at: datetime
    ended: Ended | None = None


class HoldRecords(Protocol):
    """Legal holds on cases."""

    def add(self, hold: LegalHold) -> LegalHold:
        """Store a hold; its ``id`` is given by the store."""

    def get(self, number: int) -> LegalHold:
        """One hold. Raises: NotFoundError."""

    def end(self, number: int, ended: Ended) -> None:
        """End a hold. Raises: NotFoundError; ConflictError where it was ended before."""

    def of_case(self, case_id: str) -> tuple[LegalHold, ...]: ...

    def running(self) -> tuple[LegalHold, ...]: ...

    def expired(self, before: datetime, limit: int) -> tuple[str, ...]:
        """Closed cases that came in before, whose texts are there and under no hold."""

    def done_with(self, limit: int) -> tuple[str, ...]:
        """Closed cases whose texts nobody needs any more: each message is out, none is sampled."""
