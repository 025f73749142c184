"""Reading a case: everything there is on it, and what the pack holds on one of its slots."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from hri.casework.histories import sees_the_log, shown_history, unsent_messages
from hri.casework.holding import Holding, ReviewTimes
from hri.casework.permissions import Guard, UseCase
from hri.casework.priority import Shares, commits_first
from hri.casework.scoring import LiveScorer
from hri.casework.secondreads import blinded, reads_blind
from hri.casework.seeds import explain
from hri.casework.sources import SlotSources, find_sources
from hri.domain.base import Model
from hri.domain.events import AuditEvent
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import (
    Actor,
    Reason,
    RecordedDecision,
    Review,
    ReviewDraft,
    SentReply,
    Stage,
    StoredCase,
)
from hri.domain.seeds import SeedReport
from hri.domain.slots import Slot
from hri.domain.worklists import Remark


class CaseFile(Model):
    """Everything there is on one case, as of one moment."""

    stored: StoredCase
    """The case, its assessment, when it came and when it is due."""
    review: Review
    held_by_other: bool
    """True while somebody else's hold runs; deciding would be refused."""
    commit_first: bool
    """True when the slots must be judged before the scores are shown."""
    draft: ReviewDraft | None
    """The actor's own unsent work on the case."""
    decisions: tuple[RecordedDecision, ...]
    replies: tuple[SentReply, ...]
    history: tuple[AuditEvent, ...]
    """Oldest first; for reviewers numbered from 1, see ``hri.casework.histories``."""
    remarks: tuple[Remark, ...] = ()
    """What people said of the case beside their decisions, oldest first."""
    blind: bool = False
    """True while what others found is kept from the actor: they read the case a second time."""
    seed: SeedReport | None = None
    """The answer was made wrong to measure the desk; told once the decision is final."""


class CaseFiles(Holding):
    """Opening cases. Permission: READ_CASE."""

    def __init__(
        self,
        store: Store,
        guard: Guard,
        clock: Clock,
        scorer: LiveScorer,
        reasons: Iterable[Reason],
        times: ReviewTimes,
        shares: Shares,
    ) -> None:
        super().__init__(store, guard, clock, times)
        self._scorer, self._reasons, self._shares = scorer, tuple(reasons), shares

    def open_case(self, actor: Actor, case_id: str) -> CaseFile:
        """Read one case; nothing is taken or changed.

        Raises:
            ForbiddenError: The actor may not read cases.
            NotFoundError: There is no such case, or its content was erased.
        """
        self._guard.require(actor, UseCase.READ_CASE, case_id)
        now = self._clock.now()
        with self._store.read() as records:
            stored = records.cases.get(case_id)
            review = records.reviews.get(case_id)
            file = CaseFile(
                stored=stored,
                review=review,
                held_by_other=review.held_at(now) and review.holder != actor.id,
                commit_first=self._commits_first(stored, review),
                draft=records.reviews.draft(case_id, actor.id),
                decisions=records.reviews.decisions(case_id),
                replies=self._replies(records, actor, stored, now),
                history=shown_history(records, self._guard.known(actor), case_id, self._times.undo),
                remarks=records.remarks.of_case(case_id),
                seed=explain(records, stored, review, now, self._times.undo),
            )
        return blinded(file, actor) if reads_blind(actor, review) else file

    def _replies(
        self, records: Records, actor: Actor, stored: StoredCase, now: datetime
    ) -> tuple[SentReply, ...]:
        written = records.replies.of_case(stored.case_id)
        if sees_the_log(self._guard.known(actor)):
            return written
        policy = self._scorer.at(records, now).scorer.policy
        return written + unsent_messages(records, stored, policy, self._times.undo)

    def find_sources(self, actor: Actor, case_id: str, slot: Slot) -> SlotSources:
        """What the pack in use holds on a slot of a case, whatever its answer says.

        Raises:
            ForbiddenError: The actor may not read cases.
            NotFoundError: There is no such case, or its content was erased.
            ScoringError: The sources cannot be applied to this case.
        """
        self._guard.require(actor, UseCase.READ_CASE, case_id)
        with self._store.read() as records:
            stored = records.cases.get(case_id)
        return find_sources(stored, slot, self._scorer.now())

    def reasons(self, verb: str = "") -> tuple[Reason, ...]:
        """The reason codes that may be given for a verb, or all of them, in file order."""
        return tuple(reason for reason in self._reasons if not verb or verb in reason.actions)

    def _commits_first(self, stored: StoredCase, review: Review) -> bool:
        if review.stage is Stage.SECOND or review.sample_weight is not None:
            return True
        actions = (stored.assessment.state, stored.action)
        share = self._shares.commit_first
        return any(commits_first(stored.case_id, action, share) for action in actions)
