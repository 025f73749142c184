"""Intake: cases come in, are scored and stored, one transaction a case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum

from pydantic import JsonValue, NonNegativeInt

from hri.casework.arrival import record_arrival
from hri.casework.pausing import held_back, pause_on
from hri.casework.permissions import Guard, UseCase
from hri.casework.priority import Deadlines, Draws, priority_risk
from hri.casework.retention import DIGESTS_ONLY, forget
from hri.casework.scoring import LiveScorer, Scorer
from hri.casework.shadowing import Candidate, candidate_beside, outcome_under, record_outcome
from hri.domain.actors import ActorKind
from hri.domain.assessments import Assessment
from hri.domain.base import Model
from hri.domain.canonical import case_digest
from hri.domain.cases import Case
from hri.domain.decisions import ACTIONS, Action, FiredOverride
from hri.domain.events import EventDraft, EventKind
from hri.domain.policies import Policy
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, StoredCase
from hri.domain.seeds import Seed, SeededCase
from hri.errors import CaseFileError, ConflictError, HriError, IntakeStoppedError, StoreError
from hri.pipeline import case_name
from hri.replies import compose_held

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
    action: Action
    """What happens to the answer: ROUTE where a pause holds it, whatever scoring says."""
    reply: str
    """What the citizen gets now."""
    overrides: tuple[FiredOverride, ...]
    """What raised the action; a pause among them."""


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


@dataclass
class _Tally:
    """What became of the lines of one intake so far."""

    taken: list[tuple[Outcome, Action]] = field(default_factory=list)
    rejected: list[RejectedLine] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    """Rejected lines by kind of error."""

    def reject(self, line: int, case_id: str | None, error: HriError) -> None:
        """Note a line that is not taken in."""
        problem = error.problem if isinstance(error, CaseFileError) else error.what
        self.errors[type(error).__name__] += 1
        self.rejected.append(
            RejectedLine(line=line, case_id=case_id, problem=problem, remedy=error.remedy)
        )

    def report(self) -> IntakeReport:
        """The tally as it is told to people."""
        stored = [action for outcome, action in self.taken if outcome is Outcome.STORED]
        return IntakeReport(
            stored=len(stored),
            already_there=len(self.taken) - len(stored),
            rejected=tuple(self.rejected),
            by_action={action: stored.count(action) for action in ACTIONS},
        )


class Intake:
    """Takes cases in. Permission: SUBMIT_CASES.

    With ``digests_only``, the texts of a client's case are dropped in the transaction that stores
    it, unless a person has to read them.
    """

    def __init__(
        self,
        store: Store,
        guard: Guard,
        clock: Clock,
        scorer: LiveScorer,
        deadlines: Deadlines,
        draws: Draws,
        *,
        digests_only: bool = False,
    ) -> None:
        self._store, self._guard, self._clock = store, guard, clock
        self._digests_only = digests_only
        self._scorer, self._deadlines, self._draws = scorer, deadlines, draws
        self._beside: Candidate | None = None

    def submit(self, actor: Actor, case: Case) -> Submission:
        """Score and store one case; a case without an id gets one made from its content.

        The same content under the same id is not stored twice: what is there is returned.

        Raises:
            ForbiddenError: The actor may not submit cases.
            ConflictError: The id is taken by a case with other content.
        """
        self._guard.require(actor, UseCase.SUBMIT_CASES, case.case_id or "")
        return self._take_in(actor, case)

    def plant(self, actor: Actor, seeded: SeededCase) -> Submission:
        """Score and store an answer known to be wrong, so that reviewers cannot tell it apart.

        No message on it ever leaves the desk, and no figure on citizens' cases counts it.

        Raises:
            ForbiddenError: The actor may not submit cases.
            ConflictError: The id is taken by another case, be it with the same content; or the
                answer would be delivered, and no delivered one is drawn for review.
        """
        self._guard.require(actor, UseCase.SUBMIT_CASES, seeded.case.case_id or "")
        return self._take_in(actor, seeded.case, seeded.seed)

    def submit_all(
        self,
        actor: Actor,
        lines: Iterable[tuple[int, Case | SeededCase | CaseFileError]],
        *,
        total: int = 0,
        progress: Progress | None = None,
    ) -> IntakeReport:
        """Take in the lines of a file as ``read_cases`` or ``read_seeds`` yield them.

        A faulty line is reported with its number and the rest goes on. All rejected lines of one
        intake are one event, with their counts.

        Raises:
            ForbiddenError: The actor may not submit cases.
            IntakeStoppedError: It broke off after some lines; those cases stay stored.
            StoreError: The database cannot be used; nothing was stored.
        """
        self._guard.require(actor, UseCase.SUBMIT_CASES)
        tally, line = _Tally(), 0
        try:
            for done, (line, found) in enumerate(lines, start=1):
                case_id = self._take_line(actor, line, found, tally)
                if progress is not None:
                    progress(done, total, case_id or "")
        except HriError as error:
            raise self._stopped(actor, line, tally, error) from error
        self._record_rejections(actor, tally)
        return tally.report()

    def _take_line(
        self, actor: Actor, line: int, found: Case | SeededCase | CaseFileError, tally: _Tally
    ) -> str | None:
        if isinstance(found, CaseFileError):
            tally.reject(line, None, found)
            return None
        case, seed = (found.case, found.seed) if isinstance(found, SeededCase) else (found, None)
        try:
            done = self._take_in(actor, case, seed)
        except ConflictError as error:
            tally.reject(line, case.case_id, error)
            return case.case_id
        tally.taken.append((done.outcome, done.action))
        return done.case_id

    def _stopped(self, actor: Actor, line: int, tally: _Tally, error: HriError) -> HriError:
        """The error to raise when an intake breaks off: it says what is in all the same."""
        report = tally.report()
        if not report.stored and not report.already_there:
            return error
        # The disk that stopped the intake may well refuse this too; the error tells the counts.
        with suppress(StoreError):
            self._record_rejections(actor, tally)
        return IntakeStoppedError(
            line,
            stored=report.stored,
            already_there=report.already_there,
            rejected=len(report.rejected),
            why=error.why or error.what,
        )

    def _take_in(self, actor: Actor, case: Case, seed: Seed | None = None) -> Submission:
        digest = case_digest(case)
        case_id = case_name(case)
        case = case.model_copy(update={"case_id": case_id})
        while True:
            with self._store.read() as records:
                known = _already_there(records, case_id, digest, seed)
                live = self._scorer.at(records, self._clock.now())
                beside = self._beside = candidate_beside(records, live.scorer, self._beside)
            if known is not None:
                return known
            stored = self._scored(live.scorer, case, case_id, digest)
            # A seed is no citizen's case, so that no figure on the candidate may count it.
            shadowed = beside if seed is None else None
            tried = shadowed and outcome_under(shadowed, live.scorer, case, stored.assessment)
            with self._store.write() as records:
                # Somebody may have stored it while it was being scored.
                known = _already_there(records, case_id, digest, seed)
                if known is not None:
                    return known
                # Or another version became live: the case is decided under that one.
                if self._scorer.at(records, stored.received_at).activation != live.activation:
                    continue
                done = self._store_case(records, actor, stored, live.scorer.policy, seed)
                if shadowed and tried:
                    at = stored.received_at
                    record_outcome(records, actor, shadowed.run, case_id, tried, at)
                return done

    def _store_case(
        self, records: Records, actor: Actor, stored: StoredCase, policy: Policy, seed: Seed | None
    ) -> Submission:
        """Store a scored case as the pauses of this moment have it."""
        reply, pause = stored.assessment.reply, pause_on(records, stored)
        if pause is not None:
            stored = held_back(stored, pause, policy, self._deadlines)
            case = stored.case
            reply = compose_held(stored.case_id, case.language, case.answer, policy, reply.flagged)
        if seed is not None and not self._draws.hides(stored.action):
            raise _would_show(stored)
        record_arrival(records, actor, stored, reply, self._draws, seed)
        if self._digests_only and actor.kind is ActorKind.CLIENT:
            self._drop_texts(records, actor, stored)
        return _submission(stored, reply.text, Outcome.STORED)

    def _drop_texts(self, records: Records, actor: Actor, stored: StoredCase) -> None:
        """Forget what no person has to read, before it ever reaches the disk."""
        drawn = records.reviews.get(stored.case_id).sample_weight is not None
        if not stored.action.escalates and not drawn:
            forget(records, actor, stored.case_id, DIGESTS_ONLY, self._clock)

    def _scored(self, scorer: Scorer, case: Case, case_id: str, digest: str) -> StoredCase:
        assessment = scorer.score(case)
        now = self._clock.now()
        return StoredCase(
            case_id=case_id,
            digest=digest,
            case=case,
            assessment=assessment,
            received_at=now,
            due_at=self._deadlines.due(assessment.state, now),
            priority_risk=priority_risk(assessment, scorer.policy),
            service=scorer.service_of(assessment.procedure.id, case),
        )

    def _record_rejections(self, actor: Actor, tally: _Tally) -> None:
        """One event for all rejected lines; none where no line was rejected."""
        if not tally.rejected:
            return
        report = tally.report()
        # Only the kinds of errors: their words may quote what a citizen wrote.
        kinds: dict[str, JsonValue] = dict(sorted(tally.errors.items()))
        event = EventDraft(
            kind=EventKind.CASE_REJECTED,
            actor=actor.id,
            subject="",
            payload={
                "stored": report.stored,
                "already_there": report.already_there,
                "rejected": len(report.rejected),
                "errors": kinds,
            },
        )
        with self._store.write() as records:
            records.audit.append(event, self._clock.now())


def _would_show(stored: StoredCase) -> ConflictError:
    """A seed that would be the only kind of its action in the queue, so that all could tell."""
    return ConflictError(
        f"{stored.case_id} cannot be a known-wrong item now.",
        where=f"case {stored.case_id}",
        why=f"its answer is {stored.action.value}, and no such answer is drawn for assurance, "
        "so that it would stand out in the queue",
        remedy=f"Set HRI_SAMPLE_{stored.action.value}_SHARE above 0, or leave this item out.",
    )


def _already_there(
    records: Records, case_id: str, digest: str, seed: Seed | None
) -> Submission | None:
    known = records.cases.digest(case_id)
    if known is None:
        return None
    # Somebody's answer that happens to be a seed's must not be taken for it: it would never go out.
    if known != digest or records.seeds.get(case_id) != seed:
        raise ConflictError(
            f"Case {case_id} exists with other content.",
            where=f"case {case_id}",
            why="a case never changes once it is stored",
            remedy="Give the new case an id of its own.",
        )
    stored = records.cases.get(case_id)
    first = records.replies.of_case(case_id)[0]
    return _submission(stored, first.text, Outcome.ALREADY_THERE)


def _submission(stored: StoredCase, reply: str, outcome: Outcome) -> Submission:
    return Submission(
        case_id=stored.case_id,
        outcome=outcome,
        assessment=stored.assessment,
        action=stored.action,
        reply=reply,
        overrides=stored.overrides,
    )
