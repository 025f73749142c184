"""Which version of a policy was live when: activations are added, never changed."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from hri.domain.base import Model


class ActivationKind(StrEnum):
    """Why a version became the one that answers are decided under."""

    FOLDER = "folder"
    """It is the highest version of the policy folder, and nobody had decided otherwise."""
    APPROVED = "approved"
    ROLLED_BACK = "rolled_back"
    """The version after it was taken back."""


class PolicyState(StrEnum):
    """Where a version stands in its life."""

    DRAFT = "draft"
    PUBLISHED = "published"
    """It came in the policy folder and was never live."""
    PROPOSED = "proposed"
    SCHEDULED = "scheduled"
    """Approved, and to become live at its time."""
    LIVE = "live"
    SUPERSEDED = "superseded"
    ROLLED_BACK = "rolled_back"


class Ended(Model):
    """Who ended something, when and why."""

    by: str
    by_name: str
    at: datetime
    reason: str


class Activation(Model):
    """A version that is live from a time on, until the next activation."""

    id: int = Field(ge=1)
    policy_id: str
    version: str
    kind: ActivationKind
    from_at: datetime
    proposal: int | None = None
    """Number of the proposal that was approved."""
    reason: str = ""
    by: str
    by_name: str
    at: datetime
    """When it was decided."""
    cancelled: Ended | None = None
    """It was taken back before its time came."""
