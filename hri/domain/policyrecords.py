"""What the store offers on policies: documents, proposals, what is live when, and pauses."""

# ruff: noqa: D102  (protocols: names and types say it where no docstring does)

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from hri.domain.activations import Activation, Ended
from hri.domain.pauses import Pause, Topic
from hri.domain.proposals import Flip, Proposal, ProposalEnd
from hri.domain.reviews import Actor, SavedPolicy
from hri.domain.shadows import Shadow, ShadowOutcome, ShadowRow


class PolicyRecords(Protocol):
    """Policy documents: published versions and drafts."""

    def add(self, saved: SavedPolicy) -> None:
        """Store a new version. Raises: ConflictError when that version exists."""

    def get(self, policy_id: str, version: str) -> SavedPolicy:
        """One version. Raises: NotFoundError."""

    def versions(self, policy_id: str) -> tuple[SavedPolicy, ...]:
        """All versions, oldest first."""

    def published(self, policy_id: str, version: str) -> SavedPolicy | None: ...


class ActivationRecords(Protocol):
    """Which version of a policy is live from when."""

    def add(self, activation: Activation) -> Activation:
        """Store one; its ``id`` is given by the store. Raises: ConflictError if not published."""

    def get(self, number: int) -> Activation:
        """One activation. Raises: NotFoundError."""

    def live(self, policy_id: str, at: datetime) -> Activation | None:
        """Of those whose time has come and that were not cancelled, the one that came last."""

    def live_number(self, policy_id: str, at: datetime) -> int:
        """The number of the live one, 0 for none; cheap enough to ask at each case."""

    def all(self, policy_id: str) -> tuple[Activation, ...]:
        """All of them in the order they were decided."""

    def cancel(self, number: int, actor: Actor, at: datetime, reason: str) -> None:
        """Take one back before its time. Raises: ConflictError when it was before."""


class ProposalRecords(Protocol):
    """Versions proposed to become live, with their backtests."""

    def add(self, proposal: Proposal) -> Proposal:
        """Store one; its ``id`` is given by the store."""

    def get(self, number: int) -> Proposal:
        """One proposal. Raises: NotFoundError."""

    def all(self, policy_id: str) -> tuple[Proposal, ...]:
        """All of them, oldest first."""

    def end(self, number: int, end: ProposalEnd) -> None:
        """Close an open one. Raises: ConflictError when it is closed."""


class PauseRecords(Protocol):
    """Topics that are paused, and the cases held because of it."""

    def add(self, pause: Pause) -> Pause:
        """Store one; its ``id`` is given by the store."""

    def get(self, number: int) -> Pause:
        """One pause. Raises: NotFoundError."""

    def all(self) -> tuple[Pause, ...]: ...

    def running(self) -> tuple[Pause, ...]:
        """Those that nobody ended, oldest first; asked at each case."""

    def end(self, number: int, end: Ended) -> None:
        """End a running one. Raises: NotFoundError, ConflictError."""

    def hold(self, case_id: str, number: int) -> None:
        """Note that a stored case was held because of a pause."""

    def held(self) -> dict[int, int]:
        """How many cases each pause held."""

    def occurs(self, topic: Topic) -> bool:
        """Whether a stored case falls under a topic."""


class ShadowRecords(Protocol):
    """Candidates run beside the live policy."""

    def add(self, shadow: Shadow) -> Shadow:
        """Store a run; its ``id`` is given by the store."""

    def get(self, number: int) -> Shadow:
        """One run. Raises: NotFoundError."""

    def all(self, policy_id: str) -> tuple[Shadow, ...]:
        """All runs, oldest first."""

    def running(self, policy_id: str) -> Shadow | None:
        """The run that is on; asked at each case."""

    def end(self, number: int, end: Ended) -> None:
        """End one. Raises: NotFoundError, ConflictError."""

    def note(self, number: int, case_id: str, outcome: ShadowOutcome) -> int:
        """Keep an outcome on a stored case; the number of the case."""

    def counts(self, number: int) -> tuple[ShadowRow, ...]:
        """Cases of a run by both actions."""

    def flips(self, number: int, limit: int) -> tuple[Flip, ...]:
        """Cases of a run on which the two differ, newest first."""
