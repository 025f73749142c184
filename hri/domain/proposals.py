"""Proposals: a version that shall become live, what it would have done, and what became of it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Protocol

from pydantic import Field, NonNegativeInt

from hri.domain.activations import Ended
from hri.domain.assessments import VersionRef
from hri.domain.base import Model
from hri.domain.canonical import canonical_json, sha256_hex
from hri.domain.decisions import Action
from hri.domain.reviews import SavedPolicy

MOST_FLIPS = 200
"""How many flips a backtest lists; it counts all of them."""


class Flip(Model):
    """A case whose action would differ."""

    case_id: str
    before: Action
    after: Action
    hri_before: float | None
    hri_after: float | None


class Backtest(Model):
    """What a candidate would have done with every stored case, beside the policy that was live."""

    policy: VersionRef
    """The candidate: exactly this document."""
    live: VersionRef
    """What it is compared with."""
    made_at: datetime
    last_case: NonNegativeInt
    """Number of the latest case then in the store."""
    cases: NonNegativeInt
    """How many citizens' cases it is over."""
    rescored: NonNegativeInt
    """Those scored again, because stored signals cannot answer for one of the two policies."""
    left_out: NonNegativeInt
    """Cases that would have to be scored again and whose text was erased."""
    before: dict[Action, int]
    after: dict[Action, int]
    raised: NonNegativeInt
    lowered: NonNegativeInt
    flips: tuple[Flip, ...]
    """Largest change first, then as they arrived; at most ``MOST_FLIPS``."""

    @property
    def sha256(self) -> str:
        """The hash that an approval names: over the canonical JSON of everything above."""
        return sha256_hex(canonical_json(self.model_dump(mode="json")))


class MakeBacktest(Protocol):
    """Tries a candidate on the whole history, beside the policy that is live."""

    def __call__(self, candidate: SavedPolicy) -> Backtest:
        """The backtest of a candidate over the history as it is now."""


class ProposalVerdict(StrEnum):
    """How a proposal ended."""

    APPROVED = "approved"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


class ProposalEnd(Ended):
    """Who ended a proposal and how."""

    verdict: ProposalVerdict


class Proposal(Model):
    """A version proposed with its backtest; it is open until it has an end."""

    id: int = Field(ge=1)
    policy: VersionRef
    backtest: Backtest
    backtest_sha256: str
    note: str
    by: str
    by_name: str
    at: datetime
    end: ProposalEnd | None = None
