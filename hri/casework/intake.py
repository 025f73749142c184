"""Intake: cases come in, are scored and stored, one transaction a case."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

from pydantic import NonNegativeInt

from hri.casework.arrival import record_arrival
from hri.casework.permissions import Guard, UseCase
from hri.casework.priority import Deadlines, priority_risk
from hri.casework.scoring import Scorer
from hri.domain.assessments import Assessment
from hri.domain.base import Model
from hri.domain.canonical import case_digest
from hri.domain.cases import Case
from hri.domain.decisions import ACTIONS, Action
from hri.domain.events import EventDraft, EventKind
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, StoredCase
from hri.errors import CaseFileError, ConflictError
from hri.pipeline import case_name

Progress = Callable[[int, int, str], None]
"""Told after each line: lines done, lines in all (0 = not known), id of the case."""


class Outcome(StrEnum):
    """What became of a submitted case."""

    STORED = "stored"
    ALREADY_THERE = "already_there"


class Submission(Model):
    """A case that was taken in, with what scoring made of it."""

    case_id: str
    outcome: Outcome
    assessment: Assessment


class RejectedLine(Model):
    """A line that was not taken in, and why."""

    line: NonNegativeInt
    case_id: str | None
    problem: str
    remedy: str


class IntakeReport(Model):
    """What became of every line of an intake."""

    stored: NonNegativeInt
    already_there: NonNegativeInt
    rejected: tuple[RejectedLine, ...]
    by_action: dict[Action, int]
    """Actions of the stored cases."""

    def describe(self) -> str:
        """The counts in one line."""
        actions = ", ".join(f"{action.value} {n}" for action, n in self.by_action.items())
        return (
            f"{self.stored} stored ({actions}), {self.already_there} already there, "
            f"{len(self.rejected)} rejected"
        )


class Intake:
    """Takes cases in. Permission: SUBMIT_CASES."""

    def __init__(
        self, store: Store, guard: Guard, clock: Clock, scorer: Scorer, deadlines: Deadlines
    ) -> None:
        self._store, self._guard, self._clock = store, guard, clock
        self._scorer, self._deadlines = scorer, deadlines

    def submit(self, actor: Actor, case: Case) -> Submission:
        """Score and store one case; a case without an id gets one made from its content.

        The same content under the same id is not stored twice: what is there is returned.

        Raises:
            ForbiddenError: The actor may not submit cases.
            ConflictError: The id is taken by a case with other content.
        """
        self._guard.require(actor, UseCase.SUBMIT_CASES, case.case_id or "")
        return self._take_in(actor, case)

    def submit_all(
        self,
        actor: Actor,
        lines: Iterable[tuple[int, Case | CaseFileError]],
        *,
        total: int = 0,
        progress: Progress | None = None,
    ) -> IntakeReport:
        """Take in the lines of a file as ``hri.knowledge.cases.read_cases`` yields them.

        A faulty line is reported with its number and the rest goes on.

        Raises:
            ForbiddenError: The actor may not submit cases.
        """
        self._guard.require(actor, UseCase.SUBMIT_CASES)
        taken: list[tuple[Outcome, Action]] = []
        rejected: list[RejectedLine] = []
        for done, (line, found) in enumerate(lines, start=1):
            result = self._take_line(actor, line, found)
            if isinstance(result, RejectedLine):
                rejected.append(result)
            else:
                taken.append((result.outcome, result.assessment.state))
            if progress is not None:
                progress(done, total, result.case_id or "")
        return _report(taken, rejected)

    def _take_line(
        self, actor: Actor, line: int, found: Case | CaseFileError
    ) -> Submission | RejectedLine:
        if isinstance(found, CaseFileError):
            self._record_rejection(actor, "", line, type(found).__name__)
            return RejectedLine(line=line, case_id=None, problem=found.problem, remedy=found.remedy)
        try:
            return self._take_in(actor, found)
        except ConflictError as error:
            self._record_rejection(actor, found.case_id or "", line, type(error).__name__)
            return RejectedLine(
                line=line, case_id=found.case_id, problem=error.what, remedy=error.remedy
            )

    def _take_in(self, actor: Actor, case: Case) -> Submission:
        digest = case_digest(case)
        case_id = case_name(case)
        case = case.model_copy(update={"case_id": case_id})
        with self._store.read() as records:
            known = _already_there(records, case_id, digest)
        if known is not None:
            return known
        stored = self._scored(case, case_id, digest)
        with self._store.write() as records:
            # Somebody may have stored it while it was being scored.
            known = _already_there(records, case_id, digest)
            if known is None:
                record_arrival(records, actor, stored)
        return known or Submission(
            case_id=case_id, outcome=Outcome.STORED, assessment=stored.assessment
        )

    def _scored(self, case: Case, case_id: str, digest: str) -> StoredCase:
        assessment = self._scorer.score(case)
        now = self._clock.now()
        return StoredCase(
            case_id=case_id,
            digest=digest,
            case=case,
            assessment=assessment,
            received_at=now,
            due_at=self._deadlines.due(assessment.state, now),
            priority_risk=priority_risk(assessment, self._scorer.policy),
            service=self._scorer.service_of(assessment.procedure.id, case),
        )

    def _record_rejection(self, actor: Actor, case_id: str, line: int, error: str) -> None:
        # Only the kind of error: its words may quote what a citizen wrote.
        event = EventDraft(
            kind=EventKind.CASE_REJECTED,
            actor=actor.id,
            subject=case_id,
            payload={"line": line, "error": error},
        )
        with self._store.write() as records:
            records.audit.append(event, self._clock.now())


def _already_there(records: Records, case_id: str, digest: str) -> Submission | None:
    known = records.cases.digest(case_id)
    if known is None:
        return None
    if known != digest:
        raise ConflictError(
            f"Case {case_id} exists with other content.",
            where=f"case {case_id}",
            why="a case never changes once it is stored",
            remedy="Give the new case an id of its own.",
        )
    stored = records.cases.get(case_id)
    return Submission(case_id=case_id, outcome=Outcome.ALREADY_THERE, assessment=stored.assessment)


def _report(taken: list[tuple[Outcome, Action]], rejected: list[RejectedLine]) -> IntakeReport:
    stored = [action for outcome, action in taken if outcome is Outcome.STORED]
    return IntakeReport(
        stored=len(stored),
        already_there=len(taken) - len(stored),
        rejected=tuple(rejected),
        by_action={action: stored.count(action) for action in ACTIONS},
    )
