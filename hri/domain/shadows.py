"""Shadow runs: a candidate decides beside the live policy, and nobody outside sees it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from pydantic import Field, NonNegativeInt

from hri.domain.activations import Ended
from hri.domain.assessments import VersionRef
from hri.domain.base import Model, UnitInterval
from hri.domain.decisions import Action
from hri.domain.proposals import Flip


class Shadow(Model):
    """A candidate that runs beside the live policy until somebody ends it."""

    id: int = Field(ge=1)
    policy: VersionRef
    by: str
    by_name: str
    at: datetime
    ended: Ended | None = None


class ShadowOutcome(Model):
    """What a candidate would have done with a case as it came in."""

    action: Action
    hri: UnitInterval | None


class ShadowRow(NamedTuple):
    """Cases of a shadow run by what the live policy and the candidate made of them."""

    live: Action
    shadow: Action
    n: int


class ShadowFigures(Model):
    """How a candidate compares with the policies that were live while it ran."""

    shadow: Shadow
    cases: NonNegativeInt
    agreed: dict[Action, int]
    """Cases on which both do the same, per action."""
    live: dict[Action, int]
    """Cases per action of the live policy."""
    candidate: dict[Action, int]
    """Cases per action of the candidate."""
    raised: NonNegativeInt
    lowered: NonNegativeInt
    flips: tuple[Flip, ...]
    """The cases they differ on, newest first, at most as many as were asked for."""

    @property
    def agreement(self) -> float | None:
        """The share of cases on which both do the same; None while there is none."""
        return sum(self.agreed.values()) / self.cases if self.cases else None
