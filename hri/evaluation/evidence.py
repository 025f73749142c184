"""What happened in a period, as figures: what an evidence pack is written from, without words."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import NamedTuple

import numpy as np
from pydantic import NonNegativeInt

from hri.casework.permissions import Guard, UseCase, may
from hri.domain.base import Model
from hri.domain.checkpoints import IsGenuine
from hri.domain.events import EventFilter, EventKind
from hri.domain.pauses import Pause
from hri.domain.periods import Period
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, ReplyKind
from hri.errors import PeriodError
from hri.evaluation.analytics import ActionCounts, action_counts
from hri.evaluation.columns import Columns
from hri.evaluation.drift import Series, drift, within
from hri.evaluation.estimates import WrongEstimate, estimate_wrong
from hri.evaluation.findings import Findings
from hri.evaluation.inforce import PolicyInForce, Used, policies_in_force, used_versions
from hri.evaluation.logstate import AuditState, Keeping, Logs, audit_of, logs_of
from hri.evaluation.oversight import Oversight, oversight_of, seeds_decided
from hri.evaluation.seedfigures import decided_seeds
from hri.evaluation.shared import Shared

MOST_RUNS = 1000
"""Runs of suites that are listed; the newest."""


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

    def count(self, *kinds: EventKind) -> int:
        """How many events of these kinds the period holds."""
        return sum(self.events.get(kind, 0) for kind in kinds)

    def message(self, kind: ReplyKind) -> Message:
        """The messages of a kind."""
        return next(row for row in self.messages if row.kind is kind)


class Terms(NamedTuple):
    """What the desk's settings say that an evidence pack tells."""

    policy_id: str
    undo: timedelta
    keeping: Keeping


class EvidenceReader:
    """Collects the evidence of a period. Permission: READ_EVIDENCE.

    Args:
        store: Where everything is.
        guard: Stands before it.
        shared: What the figures of supervision are made of, so that they are the same.
        terms: What the settings say.
        genuine: Tells whether the signature of a seal holds.
    """

    def __init__(
        self,
        store: Store,
        guard: Guard,
        shared: Shared,
        terms: Terms,
        genuine: IsGenuine | None = None,
    ) -> None:
        self._store, self._guard, self._shared = store, guard, shared
        self._terms, self._genuine = terms, genuine

    def read(self, actor: Actor, since: date, until: date) -> Evidence:
        """The evidence of a period, both days included; the whole log is verified for it.

        Raises:
            ForbiddenError: The actor may not read evidence.
            InvalidDecisionError: The period ends before it begins, or has not begun.
        """
        self._guard.require(actor, UseCase.READ_EVIDENCE, f"{since} {until}")
        period = period_of(since, until, self._shared.clock.now().date())
        columns, found = self._shared.columns(), self._shared.findings()
        with self._store.read() as records:
            scored = records.evidence.scored(period)
            oversight = self._oversight(records, columns, found, period)
            figures = records.figures
            told = {
                "policies": policies_in_force(records, self._terms.policy_id, period),
                "used": used_versions(scored),
                "not_scored": sum(row.failed for row in scored),
                "actions": action_counts(figures, period),
                "wrong": estimate_wrong(figures.sample(period), figures.actions(period)),
                "events": records.evidence.events(period),
                "messages": _messages(records, period),
                "pauses": _pauses(records, period),
                "suites": _suites(records, period),
                "logs": logs_of(records, self._terms.keeping, period),
            }
        with self._store.read() as records:  # apart, for it takes longest
            audit = audit_of(records, self._genuine, period)
        return Evidence(
            period=period,
            over=period.until <= self._shared.clock.now(),
            policy_id=self._terms.policy_id,
            drift=self._compared(columns, period),
            oversight=oversight,
            audit=audit,
            **told,
        )

    def _oversight(
        self, records: Records, columns: Columns, found: Findings, period: Period
    ) -> Oversight:
        seeds = seeds_decided(
            decided_seeds(records), records.seeds.count(), period, self._terms.undo
        )
        reviewers = sum(may(one.actor, UseCase.REVIEW) for one in records.people.all())
        handled = list(records.evidence.handled(period))
        return oversight_of(handled, found, columns, seeds, reviewers, period)

    def _compared(self, columns: Columns, period: Period) -> Compared | None:
        before, limits = period.before, self._shared.watch.drift
        if before is None:
            return None
        first, then = within(before, columns.day), within(period, columns.day)
        if not first.any() or not then.any():
            return None
        found = drift(columns, first, then, limits)
        return Compared(
            before=before,
            cases_before=int(np.count_nonzero(first)),
            cases=int(np.count_nonzero(then)),
            whole=found.whole,
            by_slot=found.by_slot,
            over=found.over(limits.alarm),
            alarm=limits.alarm,
        )


def period_of(first: date, last: date, today: date) -> Period:
    """The period between two days, both included.

    Raises:
        PeriodError: It ends before it begins, or has not begun.
    """
    if last < first or first > today:
        raise PeriodError(
            "Nothing can be reported of this period.",
            where=f"{first} to {last}",
            why="it ends before it begins" if last < first else f"today is {today}",
            remedy="Give a first day that has come, and a last one that is not before it.",
        )
    return Period(first=first, last=last)


def _messages(records: Records, period: Period) -> tuple[Message, ...]:
    return tuple(Message(**row._asdict()) for row in records.evidence.messages(period))


def _pauses(records: Records, period: Period) -> tuple[Pause, ...]:
    """Those that ran at some time of the period."""
    return tuple(
        pause
        for pause in records.pauses.all()
        if pause.at < period.until and (pause.ended is None or pause.ended.at >= period.since)
    )


def _suites(records: Records, period: Period) -> tuple[SuiteRun, ...]:
    narrow = EventFilter(kinds=(EventKind.SUITE_RAN,), since=period.since, until=period.until)
    runs = records.audit.search(narrow, MOST_RUNS, None)
    return tuple(
        SuiteRun(
            suite=event.subject,
            at=event.at,
            passed=event.payload.get("passed") is True,  # what cannot be read did not pass
            run=str(event.payload.get("run", "")),
        )
        for event in reversed(runs)
    )
