"""What happened in a period, as figures: what an evidence pack is written from, without words."""

from __future__ import annotations

from datetime import datetime

from pydantic import NonNegativeInt

from hri.domain.base import Model
from hri.domain.events import EventKind
from hri.domain.pauses import Pause
from hri.domain.periods import Period
from hri.domain.reviews import ReplyKind
from hri.evaluation.analytics import ActionCounts
from hri.evaluation.drift import Series
from hri.evaluation.estimates import WrongEstimate
from hri.evaluation.inforce import PolicyInForce, Used
from hri.evaluation.logstate import AuditState, Logs
from hri.evaluation.oversight import Oversight


class Compared(Model):
    """The scores of the period beside those of as many days before it."""

    before: Period
    cases_before: NonNegativeInt
    cases: NonNegativeInt
    whole: tuple[Series, ...]
    by_slot: tuple[Series, ...]
    over: tuple[Series, ...]
    """Those of ``whole`` beyond the limit of an alert, and beyond chance."""
    alarm: float
    """That limit."""


class Message(Model):
    """Messages to citizens of one kind, written and sent in the period."""

    kind: ReplyKind
    written: NonNegativeInt
    sent: NonNegativeInt


class SuiteRun(Model):
    """A run of a suite of test cases at the desk."""

    suite: str
    at: datetime
    passed: bool
    run: str
    """Its id, which stands in the documents of the run."""


class Evidence(Model):
    """Everything that was found of a period.

    Volumes, overturned decisions and the estimate of wrong answers are over the cases that came
    in the period; seeds, agreement and oversight, over the decisions made in it.
    """

    period: Period
    over: bool
    """Whether the period had ended when this was collected."""
    policy_id: str
    policies: tuple[PolicyInForce, ...]
    used: tuple[Used, ...]
    not_scored: NonNegativeInt
    """Cases of the period that could not be scored."""
    actions: ActionCounts
    wrong: WrongEstimate
    drift: Compared | None
    """None: the period or the one before it holds no case."""
    events: dict[EventKind, int]
    """Events of the period by kind."""
    messages: tuple[Message, ...]
    pauses: tuple[Pause, ...]
    """Those that ran at some time of the period."""
    suites: tuple[SuiteRun, ...]
    """Runs ended in the period, oldest first."""
    oversight: Oversight
    logs: Logs
    audit: AuditState

    @property
    def before_log(self) -> bool:
        """Whether the period lies before the first event, so that nothing was in operation."""
        oldest = self.logs.oldest_event
        return oldest is None or self.period.until <= oldest

    def count(self, *kinds: EventKind) -> int:
        """How many events of these kinds the period holds."""
        return sum(self.events.get(kind, 0) for kind in kinds)

    def message(self, kind: ReplyKind) -> Message:
        """The messages of a kind."""
        return next(row for row in self.messages if row.kind is kind)
