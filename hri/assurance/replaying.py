"""Replays of many cases, while people go on working."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hri.assurance.jobs import Jobs, JobState, Work
from hri.casework.permissions import Guard, UseCase
from hri.casework.scoring import LiveScorer
from hri.domain.assessments import VersionRef
from hri.domain.policies import Policy
from hri.domain.ports import Clock
from hri.domain.reviews import Actor
from hri.errors import RequestError
from hri.evaluation.replay import EVER, Between, ReplayReport


class ReplayOrder(NamedTuple):
    """Which cases are to be scored again, by a process that starts with this policy."""

    policy: Policy
    policy_ref: VersionRef
    when: Between


Begin = Callable[[ReplayOrder], Work[ReplayReport]]
"""Sets a replay going in a process of its own."""


class ReplayRuns:
    """Replays of all stored cases, or of those of a time. Permission: VERIFY_AUDIT."""

    def __init__(self, guard: Guard, clock: Clock, live: LiveScorer, begin: Begin) -> None:
        self._guard, self._live, self._begin = guard, live, begin
        self._jobs = Jobs[ReplayReport, ReplayReport](clock)

    def start(self, actor: Actor, when: Between = EVER) -> None:
        """Score stored cases again; it goes on when this returns, and changes nothing.

        Raises:
            ForbiddenError: The actor may not verify.
            RequestError: The time has no length.
            BusyError: A replay goes on.
        """
        self._guard.require(actor, UseCase.VERIFY_AUDIT)
        if when.since is not None and when.until is not None and when.until <= when.since:
            raise RequestError("until", "The time ends before it begins.", "Give a later end.")
        scorer = self._live.now()
        order = ReplayOrder(scorer.policy, scorer.policy_ref, when)
        bounds = [moment.isoformat() if moment else "" for moment in when]
        self._jobs.start(actor, "/".join(bounds), lambda: self._begin(order), lambda report: report)

    def state(self, actor: Actor) -> JobState[ReplayReport] | None:
        """The replay that goes on, or the last one of this process.

        Raises:
            ForbiddenError: The actor may not verify.
        """
        self._guard.require(actor, UseCase.VERIFY_AUDIT)
        return self._jobs.state()

    def stop(self, actor: Actor) -> None:
        """Have the replay that goes on end.

        Raises:
            ForbiddenError: The actor may not verify.
        """
        self._guard.require(actor, UseCase.VERIFY_AUDIT)
        self._jobs.stop(actor)
