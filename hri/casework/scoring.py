"""The scoring that casework uses: the pipeline with the pack and the policy in force."""

from __future__ import annotations

from dataclasses import dataclass

from hri.domain.assessments import Assessment, VersionRef
from hri.domain.cases import Case
from hri.domain.policies import Policy
from hri.domain.ports import Assess, Knowledge


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

    def service_of(self, procedure_id: str | None, case: Case) -> str:
        """The domain a procedure belongs to, the case's own word for it, or ""."""
        procedure = self.knowledge.procedure(procedure_id) if procedure_id else None
        return procedure.domain if procedure else case.domain or ""
