"""Collecting the evidence of a period: the figures of supervision, narrowed to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import NamedTuple, TypeVar

import numpy as np

from hri.casework.permissions import Guard, UseCase, may
from hri.domain.checkpoints import Keeper
from hri.domain.events import EventFilter, EventKind
from hri.domain.evidence import Window
from hri.domain.pauses import Pause
from hri.domain.periods import Period
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, ReplyKind
from hri.domain.signatures import Signatures
from hri.errors import PeriodError
from hri.evaluation.analytics import action_counts
from hri.evaluation.columns import EVENTS_AT_ONCE, Columns
from hri.evaluation.drift import drift, within
from hri.evaluation.estimates import WrongEstimate, estimate_wrong
from hri.evaluation.evidence import Compared, Evidence, Message, SuiteRun
from hri.evaluation.findings import Findings
from hri.evaluation.inforce import policies_in_force, used_versions
from hri.evaluation.logstate import AuditState, Keeping, audit_of, logs_of
from hri.evaluation.oversight import Oversight, oversight_of, seeds_decided
from hri.evaluation.seedfigures import decided_seeds
from hri.evaluation.shared import Shared

Found = TypeVar("Found")

MOST_RUNS = 1000
"""Runs of suites that are listed; the newest."""


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
        signatures: How the signatures of seals are judged; None: not at all.
        keeper: Where copies of seals are kept, to compare the log with.
    """

    def __init__(
        self,
        store: Store,
        guard: Guard,
        shared: Shared,
        terms: Terms,
        signatures: Signatures | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        self._store, self._guard, self._shared = store, guard, shared
        self._terms, self._signatures, self._keeper = terms, signatures, keeper

    def read(self, actor: Actor, since: date, until: date) -> Evidence:
        """The evidence of a period, both days included; the whole log is verified for it.

        Raises:
            ForbiddenError: The actor may not read evidence.
            PeriodError: The period ends before it begins, or has not begun.
        """
        self._guard.require(actor, UseCase.READ_EVIDENCE, f"{since} {until}")
        period = period_of(since, until, self._shared.clock.now().date())
        now = self._shared.clock.now()
        columns, found = self._shared.columns(), self._shared.findings()
        scored = self._all(lambda records, window: records.evidence.scored(period, window))
        events = self._all(lambda records, window: records.evidence.events(period, window).items())
        return Evidence(
            period=period,
            over=period.until <= now,
            policy_id=self._terms.policy_id,
            policies=self._ask(
                lambda records: policies_in_force(records, self._terms.policy_id, period)
            ),
            used=used_versions(scored),
            not_scored=sum(row.failed for row in scored),
            actions=self._ask(lambda records: action_counts(records.figures, period)),
            wrong=self._ask(lambda records: _wrong(records, period)),
            drift=self._compared(columns, period),
            events=_counted(events),
            messages=self._messages(period),
            pauses=self._ask(lambda records: _pauses(records, period)),
            suites=self._ask(lambda records: _suites(records, period)),
            oversight=self._oversight(columns, found, period),
            logs=self._ask(lambda records: logs_of(records, self._terms.keeping, period, now)),
            audit=self._audit(period),
        )

    def _audit(self, period: Period) -> AuditState:
        copies = self._keeper.all() if self._keeper else ()
        with self._store.still() as records:
            return audit_of(records, self._signatures, copies, period)

    def _ask(self, ask: Callable[[Records], Found]) -> Found:
        """What one short transaction finds: while it is open, nobody's work is stored."""
        with self._store.read() as records:
            return ask(records)

    def _all(self, ask: Callable[[Records, Window], Iterable[Found]]) -> list[Found]:
        """What is found in all events, in transactions that are short each."""
        last = self._ask(lambda records: records.audit.latest())
        found: list[Found] = []
        for after in range(0, last, EVENTS_AT_ONCE):
            window = Window(after, min(after + EVENTS_AT_ONCE, last))
            with self._store.read() as records:
                found.extend(ask(records, window))
        return found

    def _messages(self, period: Period) -> tuple[Message, ...]:
        rows = self._all(lambda records, window: records.evidence.messages(period, window))
        return tuple(
            Message(
                kind=kind,
                written=sum(row.written for row in rows if row.kind is kind),
                sent=sum(row.sent for row in rows if row.kind is kind),
            )
            for kind in ReplyKind
        )

    def _oversight(self, columns: Columns, found: Findings, period: Period) -> Oversight:
        handled = self._all(lambda records, window: records.evidence.handled(period, window))
        with self._store.read() as records:
            known, decided = records.seeds.count(), decided_seeds(records)
            people = records.people.all()
        seeds = seeds_decided(decided, known, period, self._terms.undo)
        reviewers = sum(may(one.actor, UseCase.REVIEW) for one in people)
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
        PeriodError: It ends before it begins, has not begun, or has no end.
    """
    reasons = {
        "it ends before it begins": last < first,
        f"it has not begun: today is {today}": first > today,
        "it has no end": last == date.max,
    }
    for why, holds in reasons.items():
        if holds:
            raise PeriodError(
                "Nothing can be reported of this period.",
                where=f"{first} to {last}",
                why=why,
                remedy="Give a first day that has come, and a last one that is not before it.",
            )
    return Period(first=first, last=last)


def _wrong(records: Records, period: Period) -> WrongEstimate:
    return estimate_wrong(records.figures.sample(period), records.figures.actions(period))


def _counted(events: Iterable[tuple[EventKind, int]]) -> dict[EventKind, int]:
    """Counts by kind, in the order of the kinds, those of which there is none left out."""
    found: Counter[EventKind] = Counter()
    for kind, n in events:
        found[kind] += n
    return {kind: found[kind] for kind in EventKind if found[kind]}


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
