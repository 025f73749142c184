"""What clients of the gateway bring along, and what they are told."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from pydantic import Field, JsonValue

from hri.domain.assessments import Assessment, VersionRef
from hri.domain.base import Identifier, Model, Name
from hri.domain.cases import MAX_SAMPLES
from hri.domain.chats import Usage
from hri.domain.decisions import Action, FiredOverride
from hri.domain.reviews import ReplyKind

OwnId = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$")]
"""A client's own name for a case; the desk puts the client's name before it."""

LanguageTag = Annotated[str, Field(pattern=r"^[a-z]{2}(-[A-Za-z]{2})?$")]
Jurisdiction = Annotated[str, Field(pattern=r"^[A-Z]{2}(-[A-Z0-9]{1,8})*$", max_length=16)]


class Hints(Model):
    """What a client knows of a case beside its texts; some of it takes a scope."""

    case_id: OwnId | None = None
    language: LanguageTag | None = None
    procedure_id: Identifier | None = None
    jurisdiction: Jurisdiction | None = None
    asked_on: date | None = None
    channel: Name | None = None


class CaseDraft(Hints):
    """A case as a client sends it; what it leaves out the gateway sets."""

    question: str
    answer: str
    samples: tuple[str, ...] = Field(default=(), max_length=MAX_SAMPLES)
    domain: Identifier | None = None
    model: Name | None = None
    metadata: dict[str, JsonValue] = {}


class Answered(Model):
    """What became of an answer: what the citizen gets now, and the case behind it."""

    case_id: str
    action: Action
    reply: str
    language: str
    pending: bool
    """Whether a person still has to decide, so that another message follows."""
    overrides: tuple[FiredOverride, ...]
    assessment: Assessment
    replayed: bool = False
    """Whether the same request was answered before, and this is that answer again."""
    fault: str = ""
    """Why there was no answer to judge; "" where there was one."""
    model: str = ""
    usage: Usage = Usage()


class OwnMessage(Model):
    """A message of a case that went out to the citizen."""

    kind: ReplyKind
    text: str
    language: str
    final: bool
    written_at: datetime


class OwnReply(Model):
    """What went out on a case so far."""

    case_id: str
    action: Action
    pending: bool
    messages: tuple[OwnMessage, ...]


class OwnCase(Model):
    """Where a case of a client stands; no word of an answer that nobody decided on."""

    case_id: str
    action: Action
    base_action: Action
    hri: float | None
    pending: bool
    received_at: datetime
    decided_at: datetime | None
    asked_on: date
    language: str
    jurisdiction: str
    procedure_id: str | None
    overrides: tuple[str, ...]
    policy: VersionRef
    pack: VersionRef
    engine: str
