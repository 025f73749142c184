"""Desks for procedures that run the real use cases, and what such a procedure sees."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from hri.casework.activations import Activations
from hri.casework.audit import Audit
from hri.casework.delivery import Delivery
from hri.casework.intake import Intake
from hri.casework.policies import Policies
from hri.casework.proposals import Proposals
from hri.casework.review import Reviewing
from hri.casework.scoring import LiveScorer
from hri.domain.cases import Case
from hri.domain.reviews import Actor, Role
from hri.errors import HriError
from hri.evaluation.replay import Replays

ANNE = Actor(id="anne", name="Anne", roles=(Role.CASEWORKER,))
BRUNO = Actor(id="bruno", name="Bruno", roles=(Role.CASEWORKER,))
CLARA = Actor(id="clara", name="Clara", roles=(Role.CASEWORKER,))
CHIEF = Actor(id="chief", name="Chief", roles=(Role.SUPERVISOR,))
ANALYST = Actor(id="analyst", name="Analyst", roles=(Role.ANALYST,))
AUDITOR = Actor(id="auditor", name="Auditor", roles=(Role.AUDITOR,))


@dataclass(frozen=True)
class Bench:
    """A desk over a database of its own, empty at first, with a clock that does not stand still."""

    intake: Intake
    review: Reviewing
    policies: Policies
    proposals: Proposals
    activations: Activations
    delivery: Delivery
    audit: Audit
    replays: Replays
    scorer: LiveScorer
    cases: tuple[Case, ...]
    """The demonstration cases."""
    columns: tuple[str, ...]
    """Columns of the audit log."""
    tampered: Callable[[int, str], AbstractContextManager[Audit]]
    """The log of a copy of the database in which one column of one event was changed."""


@dataclass
class Seen:
    """What a procedure saw: measures by name, and the steps in words."""

    checks: dict[str, float] = field(default_factory=dict)
    steps: list[str] = field(default_factory=list)

    def note(self, name: str, value: float, words: str) -> None:
        """Keep a measure with what it says."""
        self.checks[name] = float(value)
        self.steps.append(f"{words}: {value:g}")

    def refused(self, name: str, step: Callable[[], object], error: type[HriError]) -> None:
        """Keep whether a step was refused with this kind of error."""
        try:
            step()
        except error as refusal:
            self.checks[name] = 1.0
            self.steps.append(f"{name}: refused ({type(refusal).__name__})")
        else:
            self.checks[name] = 0.0
            self.steps.append(f"{name}: NOT refused")


Procedure = Callable[[Bench], Seen]
