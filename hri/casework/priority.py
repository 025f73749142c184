"""What a case's place in the queue rests on: its expected risk and its deadline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from hri.domain.assessments import Assessment
from hri.domain.canonical import sha256_hex
from hri.domain.decisions import Action, strictest
from hri.domain.policies import Policy


@dataclass(frozen=True)
class Deadlines:
    """How long after its arrival a case is due for a person's decision."""

    route: timedelta
    defer: timedelta

    def due(self, action: Action, received_at: datetime) -> datetime:
        """When a case with this action is due; delivered ones, if looked at, like DEFER."""
        return received_at + (self.route if action is Action.ROUTE else self.defer)


@dataclass(frozen=True)
class Shares:
    """Shares of cases, 0 to 1, drawn by their ids."""

    commit_first: float
    """Of the ROUTE cases: judged before the scores are shown."""
    second_read: float
    """Of all cases: read by a second person before anything goes out."""


@dataclass(frozen=True)
class Draws:
    """Shares, 0 to 1, that cases are drawn with as they arrive, by their ids."""

    random: float = 0.0
    """Of all cases: their risk counts as 1 in the queue's order."""
    sampled: Mapping[Action, float] = field(default_factory=dict)
    """Of the answers delivered with each action: reviewed so that missed errors can be counted."""

    def risky(self, case_id: str) -> bool:
        """Whether a case's risk counts as 1 in the queue's order."""
        return draw("queue order", case_id) < self.random

    def sample_weight(self, case_id: str, action: Action, *, planted: bool = False) -> float | None:
        """How many answers of its action a delivered one stands for; None where not drawn.

        One that was ``planted`` is reviewed in any case, and has to look like a drawn one.
        """
        share = self.sampled.get(action, 0.0)
        if action.escalates or not share:
            return None
        drawn = planted or draw("assurance sample", case_id) < share
        return 1 / share if drawn else None

    def hides(self, action: Action) -> bool:
        """Whether a known-wrong item with this action stands among citizens' cases in the queue."""
        return action.escalates or self.sampled.get(action, 0.0) > 0


def priority_risk(
    assessment: Assessment, policy: Policy, *, at_least: Action = Action.PASS
) -> float:
    """Expected risk that orders the queue, 0 to 1: the index, at least its action's threshold.

    The index stays low where few slots are wrong, so an override's floor counts as well. A ROUTE
    or DEFER without an index counts as ``unscored_value``. ``at_least``: an action from elsewhere.
    """
    limits = policy.thresholds
    floors = {Action.WARN: limits.warn, Action.DEFER: limits.defer, Action.ROUTE: limits.route}
    action = strictest(assessment.state, at_least)
    floor = floors.get(action, 0.0)
    if assessment.hri is not None:
        return max(floor, assessment.hri)
    return max(floor, policy.signals.unscored_value) if action.escalates else floor


def commits_first(case_id: str, action: Action, share: float) -> bool:
    """Whether a case's slots are judged before its scores are shown (against over-reliance).

    Every DEFER case, and of the ROUTE cases a share drawn by their ids: the same for everybody,
    at every opening.
    """
    if action is Action.DEFER:
        return True
    return action is Action.ROUTE and draw("commit first", case_id) < share


def draw(what: str, case_id: str) -> float:
    """A number in [0, 1) drawn by a case's id: the same for everybody, independent per ``what``."""
    return int(sha256_hex(f"{what}: {case_id}")[:8], 16) / 16.0**8
