"""Long work of one kind, a piece at a time: it goes on while nobody looks, and can be stopped."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock, Thread
from typing import Generic, NamedTuple, Protocol, TypeVar

from hri.domain.ports import Clock
from hri.domain.reviews import Actor
from hri.errors import BusyError, HriError, StoppedError

LOG = logging.getLogger(__name__)

W = TypeVar("W")
R = TypeVar("R")
W_co = TypeVar("W_co", covariant=True)

Failed = Callable[[HriError, str], object]
"""Told what went wrong, and the name of who stopped the work ("": nobody did)."""


class Step(NamedTuple):
    """How far work has come: so many of a total, and what is in hand."""

    done: int = 0
    total: int = 0
    name: str = ""


NOTHING_YET = Step()


class Work(Protocol[W_co]):
    """Work that has begun, somewhere else than in this thread."""

    def follow(self, told: Callable[[Step], None]) -> W_co:
        """Wait for its end, told of each step.

        Raises:
            StoppedError: It was stopped, or ended without a result.
            HriError: What the work itself raised.
        """

    def stop(self) -> None:
        """Have it end now; ``follow`` raises then."""


@dataclass(frozen=True)
class JobState(Generic[R]):
    """How a piece of work stands; it can be asked for until the next one begins."""

    subject: str
    actor: Actor
    """Who started it."""
    started: datetime
    step: Step = NOTHING_YET
    ended: datetime | None = None
    """None while it goes on."""
    result: R | None = None
    problem: HriError | None = None
    stopped_by: str = ""
    """The name of who stopped it; empty where nobody did."""


class Jobs(Generic[W, R]):
    """One piece of work at a time: it gives a ``W``, of which an ``R`` is kept. Thread-safe."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._lock = clock, Lock()
        self._state: JobState[R] | None = None
        self._work: Work[W] | None = None

    def state(self) -> JobState[R] | None:
        """The work that goes on, or the last one; None before the first."""
        with self._lock:
            return self._state

    def start(
        self,
        actor: Actor,
        subject: str,
        begin: Callable[[], Work[W]],
        done: Callable[[W], R],
        failed: Failed = lambda _problem, _by: None,
    ) -> None:
        """Begin a piece of work, and return at once.

        Args:
            actor: Who starts it.
            subject: What it is about.
            begin: Sets it going.
            done: Takes what the work gave, in another thread; what it returns is kept.
            failed: Told where there is no result.

        Raises:
            BusyError: A piece of work goes on.
            StoppedError: It could not be set going.
        """
        with self._lock:
            if self._state is not None and self._state.ended is None:
                raise BusyError(
                    "Work of this kind is going on.",
                    where=self._state.subject,
                    why=f"{self._state.actor.name} started it",
                    remedy="Wait for its end, or stop it.",
                )
            self._work = work = begin()
            self._state = JobState[R](subject, actor, self._clock.now())
        # A daemon: the process of the work ends with this one.
        Thread(target=self._follow, args=(work, done, failed), name="job", daemon=True).start()

    def stop(self, actor: Actor) -> None:
        """Have the work that goes on end without a result; does nothing where none does."""
        with self._lock:
            if self._state is None or self._state.ended is not None or self._work is None:
                return
            self._state, work = replace(self._state, stopped_by=actor.name), self._work
        work.stop()

    def _follow(self, work: Work[W], done: Callable[[W], R], failed: Failed) -> None:
        result, problem = None, None
        try:
            result = done(work.follow(self._stepped))
        except HriError as error:
            problem = error
        except Exception as error:  # whatever it is, the work has ended
            LOG.exception("work ended unexpectedly")
            problem = StoppedError("The work ended unexpectedly.", why=type(error).__name__)
        if problem is not None:
            self._tell(failed, problem)
        with self._lock:
            if self._state is not None:
                end = self._clock.now()
                self._state = replace(self._state, ended=end, result=result, problem=problem)

    def _tell(self, failed: Failed, problem: HriError) -> None:
        state = self.state()
        try:
            failed(problem, state.stopped_by if state is not None else "")
        except HriError as error:
            LOG.error("that work ended could not be recorded: %s", error)

    def _stepped(self, step: Step) -> None:
        with self._lock:
            if self._state is not None:
                self._state = replace(self._state, step=step)
