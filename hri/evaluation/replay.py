"""Replay: a stored case scored again under what it was scored under, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from pydantic import NonNegativeInt

from hri.casework.permissions import Guard, UseCase
from hri.casework.scoring import LiveScorer, Scorer
from hri.domain.assessments import Assessment
from hri.domain.base import Model
from hri.domain.policies import Policy
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, StoredCase
from hri.errors import NotFoundError, ReplayNeededError
from hri.store.clock import to_micros

Progress = Callable[[int, int, str], object]


class Between(NamedTuple):
    """When cases came in: from ``since`` on, before ``until``; None sets no bound."""

    since: datetime | None = None
    until: datetime | None = None

    def holds(self, received: int) -> bool:
        """Whether a moment lies between; in microseconds since 1970, UTC."""
        after = self.since is None or received >= to_micros(self.since)
        return after and (self.until is None or received < to_micros(self.until))


EVER = Between()


class Replay(Model):
    """A stored assessment beside the one made now from the same inputs."""

    case_id: str
    identical: bool
    """True when both are the same bytes."""
    differences: tuple[str, ...]
    """Names of the assessment's fields that differ."""
    stored: Assessment
    again: Assessment


class ReplayReport(Model):
    """What replaying many cases gave."""

    identical: NonNegativeInt
    differing: tuple[str, ...]
    """Ids of the cases that come out as something else."""
    refused: tuple[tuple[str, str], ...]
    """Ids of the cases that cannot be replayed here, each with why."""

    @property
    def sound(self) -> bool:
        """True when no case comes out as something else, though it be that none was replayed."""
        return not self.differing

    @property
    def total(self) -> int:
        """How many cases there were to replay."""
        return self.identical + len(self.differing) + len(self.refused)

    def describe(self) -> str:
        """The counts and every case that is not identical, one a line."""
        lines = [f"{case_id}: DIFFERS" for case_id in self.differing]
        lines += [f"{case_id}: not replayed: {why}" for case_id, why in self.refused]
        if not self.identical and not self.differing:
            lines.append("no case was replayed, so that nothing is shown")
        counts = (
            f"{self.identical} identical, {len(self.differing)} differ, "
            f"{len(self.refused)} not replayed"
        )
        return "\n".join([*lines, counts])


class Replays:
    """Scores stored cases again; nothing is changed. Permission: VERIFY_AUDIT."""

    def __init__(self, store: Store, guard: Guard, scorer: LiveScorer) -> None:
        self._store, self._guard, self._scorer = store, guard, scorer

    def replay(self, actor: Actor, case_id: str) -> Replay:
        """Score a case again under the policy and pack that its assessment names.

        Raises:
            ForbiddenError: The actor may not verify.
            NotFoundError: There is no such case, or its content was erased.
            ReplayNeededError: The pack or lexicon that is loaded is another one, or the
                policy is not kept: a difference would say nothing.
        """
        self._guard.require(actor, UseCase.VERIFY_AUDIT, case_id)
        scorer = self._scorer.now()
        with self._store.read() as records:
            stored = records.cases.get(case_id)
            policy = _policy_of(records, stored, scorer)
        found = stored.assessment
        _refuse_other_knowledge(found, scorer)
        again = scorer.assess(stored.case, scorer.knowledge, policy, found.policy)
        identical = again.model_dump_json() == found.model_dump_json()
        return Replay(
            case_id=case_id,
            identical=identical,
            differences=_differing(found, again),
            stored=found,
            again=again,
        )

    def replay_all(
        self, actor: Actor, progress: Progress = lambda *_: None, when: Between = EVER
    ) -> ReplayReport:
        """Score every citizen's case again, in order of arrival.

        Args:
            actor: Who asks.
            progress: Told before each case and at the end: done, total, the case's id.
            when: Only cases that came in then.

        Raises:
            ForbiddenError: The actor may not verify.
        """
        self._guard.require(actor, UseCase.VERIFY_AUDIT)
        with self._store.read() as records:
            rows = records.signals.cases(0)
            ids = [row.case_id for row in rows if when.holds(row.received)]
        identical, differing, refused = 0, [], []
        for done, case_id in enumerate(ids):
            progress(done, len(ids), case_id)
            try:
                found = self.replay(actor, case_id)
            except (NotFoundError, ReplayNeededError) as error:
                refused.append((case_id, error.why or error.what))
                continue
            identical += found.identical
            if not found.identical:
                differing.append(case_id)
        progress(len(ids), len(ids), "")
        return ReplayReport(identical=identical, differing=tuple(differing), refused=tuple(refused))


def _policy_of(records: Records, stored: StoredCase, scorer: Scorer) -> Policy:
    wanted = stored.assessment.policy
    if wanted == scorer.policy_ref:
        return scorer.policy
    kept = [saved for saved in records.policies.versions(wanted.id) if saved.ref == wanted]
    if not kept:
        raise _cannot(stored.case_id, f"policy {wanted.id} {wanted.version} is not kept")
    return kept[0].policy


def _refuse_other_knowledge(found: Assessment, scorer: Scorer) -> None:
    loaded = scorer.knowledge
    for name, then, now in (
        ("pack", found.pack, loaded.ref),
        ("lexicon", found.lexicon, loaded.lexicon_ref),
    ):
        if then != now:
            raise _cannot(found.case_id, f"{name} {then.id} {then.version} is not the one loaded")


def _cannot(case_id: str, why: str) -> ReplayNeededError:
    return ReplayNeededError(
        "The case cannot be replayed here.",
        where=f"case {case_id}",
        why=why,
        remedy="Start HRI with what the assessment names, then replay again.",
    )


def _differing(stored: Assessment, again: Assessment) -> tuple[str, ...]:
    names = Assessment.model_fields
    return tuple(name for name in names if getattr(stored, name) != getattr(again, name))
