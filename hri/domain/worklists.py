"""Work on the queue itself: giving, moving, putting off and skipping cases, many at a time."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from hri.domain.base import Identifier, Model


class Placing(Model):
    """Where a case stands in the work list; what bulk work changes and an undo restores."""

    service: str
    assignee: Identifier | None = None
    assignee_name: str | None = None
    snoozed_until: datetime | None = None


class BatchVerb(StrEnum):
    """What can be done to many cases at once; deciding is not among it."""

    ASSIGN = "assign"
    MOVE = "move"
    SNOOZE = "snooze"


class Placed(Model):
    """One case of a batch: where it stood before, and its version afterwards."""

    case_id: Identifier
    before: Placing
    version: int = Field(ge=0)


class Batch(Model):
    """Bulk work as it was done, so that it can be undone."""

    id: int = Field(ge=1)
    verb: BatchVerb
    actor: Identifier
    at: datetime
    placed: tuple[Placed, ...]
    undone_at: datetime | None = None


class RemarkKind(StrEnum):
    """What a remark says of a case."""

    SKIP = "skip"
    """Why somebody leaves it to others."""
    RETURN = "return"
    """Why it has to be decided anew."""
    SOURCE = "source"
    """A source that somebody holds to be outdated; it goes to the pack's keeper."""


class Remark(Model):
    """Something a person said of a case; it is added, never changed."""

    id: int = Field(default=1, ge=1)
    case_id: Identifier
    kind: RemarkKind
    actor: Identifier
    actor_name: str
    at: datetime
    code: str = ""
    """A reason code of the data for a skip, the slot for a source."""
    about: str = ""
    """Id of the source, for a doubted source."""
    text: str
