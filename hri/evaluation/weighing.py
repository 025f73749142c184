"""Weighing policies: what one would cost and catch over the history, and which one costs least."""

from __future__ import annotations

from collections.abc import Sequence

from hri.casework.permissions import Guard, UseCase
from hri.domain.costs import CostTable
from hri.domain.policies import Policy
from hri.domain.ports import Clock
from hri.domain.reviews import Actor
from hri.evaluation.basis import Basis, BasisReader, refuse_other_signals
from hri.evaluation.curves import CurvePoint, Knob, curve_of
from hri.evaluation.fitting import Free
from hri.evaluation.outcomes import Outcomes, outcomes_of
from hri.evaluation.recommending import Limits, Recommendation, recommend
from hri.evaluation.spans import ALL, Span, bounds_of
from hri.evaluation.weights import Sample


class Weighing:
    """Weighs policies against what people found. Permission: TUNE. Nothing is changed by it.

    Every method takes the candidate, the costs (default: the house's, ``costs``), the ``span`` of
    the history, and whether the candidate's override ``floors`` count. Without them the index
    alone decides, which no policy in force may: that is for analysis only.
    """

    def __init__(self, guard: Guard, clock: Clock, bases: BasisReader, costs: CostTable) -> None:
        self._guard, self._clock, self._bases = guard, clock, bases
        self.costs = costs
        """The house's costs; try others with ``costs.model_copy(update=...)`` or anew."""

    def outcomes(
        self,
        actor: Actor,
        candidate: Policy,
        costs: CostTable | None = None,
        *,
        span: Span = ALL,
        floors: bool = True,
    ) -> Outcomes:
        """Work, errors caught and missed, precision, recall and cost of a policy.

        Raises:
            ForbiddenError: The actor may not try policies.
            ReplayNeededError: Stored signals cannot answer for the policy.
        """
        basis, sample = self._basis(actor, candidate, span)
        swept = basis.sweeper.sweep(candidate, floors=floors)
        moves = swept.moves(basis.sweeper.history.action, sample.chosen)
        return outcomes_of(moves, swept.action[sample.labels.place], sample, costs or self.costs)

    def curve(
        self,
        actor: Actor,
        candidate: Policy,
        knob: Knob,
        costs: CostTable | None = None,
        *,
        span: Span = ALL,
        floors: bool = True,
    ) -> tuple[CurvePoint, ...]:
        """Work, leak and cost as one threshold moves, or all three (``Knob.ALL``).

        Raises:
            ForbiddenError: The actor may not try policies.
            ReplayNeededError: Stored signals cannot answer for the policy.
        """
        basis, sample = self._basis(actor, candidate, span)
        return curve_of(basis.sweeper, sample, candidate, costs or self.costs, knob, floors=floors)

    def recommend(
        self,
        actor: Actor,
        candidate: Policy,
        limits: Limits,
        costs: CostTable | None = None,
        *,
        free: Sequence[Free] = (),
        span: Span = ALL,
        floors: bool = True,
    ) -> Recommendation:
        """The thresholds of least expected cost within limits, under a candidate's other numbers.

        With ``free``, the shares of the signals or the weights of the slots are fitted first; their
        own uncertainty is not in the intervals. It is compared with the candidate as it stands:
        give the live policy for a comparison with what is in force. It takes about a second, some
        more with ``free``.

        Raises:
            ForbiddenError: The actor may not try policies.
            ReplayNeededError: Stored signals cannot answer for the policy.
        """
        basis, sample = self._basis(actor, candidate, span)
        return recommend(
            basis.sweeper, sample, candidate, costs or self.costs, limits, free, floors=floors
        )

    def _basis(self, actor: Actor, candidate: Policy, span: Span) -> tuple[Basis, Sample]:
        self._guard.require(actor, UseCase.TUNE)
        basis = self._bases.now()
        refuse_other_signals(candidate, basis.live)
        return basis, basis.sample(bounds_of(span, self._clock.now()))
