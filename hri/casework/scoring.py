"""The scoring that casework uses: the pipeline with the pack and the policy that is live."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from hri.domain.assessments import Assessment, VersionRef
from hri.domain.cases import Case
from hri.domain.policies import Policy
from hri.domain.ports import Assess, Clock, Knowledge
from hri.domain.records import Records, Store


@dataclass(frozen=True)
class Scorer:
    """Scores cases under one pack and one policy; a case that fails comes back as ROUTE."""

    assess: Assess
    knowledge: Knowledge
    policy: Policy
    policy_ref: VersionRef

    def score(self, case: Case) -> Assessment:
        """Score a case; same case, same result."""
        return self.assess(case, self.knowledge, self.policy, self.policy_ref)

    def under(self, policy: Policy, ref: VersionRef) -> Scorer:
        """The same scoring under another policy."""
        return replace(self, policy=policy, policy_ref=ref)

    def service_of(self, procedure_id: str | None, case: Case) -> str:
        """The domain a procedure belongs to, the case's own word for it, or ""."""
        procedure = self.knowledge.procedure(procedure_id) if procedure_id else None
        return procedure.domain if procedure else case.domain or ""


class InForce(NamedTuple):
    """The scoring that holds at a moment, and the number of the activation that says so."""

    activation: int
    """0: nothing was put in force in this database."""
    scorer: Scorer


class LiveScorer:
    """Scoring under whatever version is live, asked anew at each use; safe to share.

    Asking is one look-up of a number; a version is read only when that number changed, whichever
    process changed it.

    Args:
        store: Where activations are kept.
        clock: An activation counts from its time on.
        first: The scoring while nothing was put in force; its policy's id is the one followed.
    """

    def __init__(self, store: Store, clock: Clock, first: Scorer) -> None:
        self._store, self._clock, self._first = store, clock, first
        self._latest = InForce(0, first)

    @property
    def knowledge(self) -> Knowledge:
        """The pack, the same under every version."""
        return self._first.knowledge

    @property
    def policy_id(self) -> str:
        """The policy whose versions are followed."""
        return self._first.policy.id

    def now(self) -> Scorer:
        """The scoring that holds now."""
        with self._store.read() as records:
            return self.at(records, self._clock.now()).scorer

    def at(self, records: Records, moment: datetime) -> InForce:
        """The scoring that holds at a moment, as the open transaction sees it."""
        number = records.activations.live_number(self.policy_id, moment)
        latest = self._latest
        if number == latest.activation:
            return latest
        scorer = self._first
        if number:
            version = records.activations.get(number).version
            saved = records.policies.get(self.policy_id, version)
            scorer = scorer.under(saved.policy, saved.ref)
        found = self._latest = InForce(number, scorer)
        return found
