"""Figures of policies made by hand, as a desk's weighing gives them."""

from __future__ import annotations

from factories import ROOT

from hri.casework.permissions import UseCase, may
from hri.domain.costs import CostTable
from hri.domain.decisions import ACTIONS, Action
from hri.domain.policies import Policy, Thresholds
from hri.domain.reviews import Actor
from hri.domain.slots import SLOTS
from hri.errors import ForbiddenError
from hri.evaluation.curves import CurvePoint, Knob
from hri.evaluation.outcomes import ExpectedCost, Outcomes, SlotErrors
from hri.evaluation.rates import Rate, Sum
from hri.evaluation.recommending import Caution, Limits, Recommendation, Refusal
from hri.evaluation.spans import ALL, Span
from hri.knowledge.costs import load_costs

SURE = Sum(value=1234.5, low=1000.0, high=1500.0)
ADVISED = Thresholds(warn=0.11, defer=0.22, route=0.66)


class FakeWeighing:
    """Answers at once; ``measured`` says whether the assurance sample was judged."""

    def __init__(self) -> None:
        self.costs: CostTable = load_costs(ROOT / "data" / "costs" / "default.toml")
        self.measured = True
        self.refusal: Refusal | None = None
        self.cautions: tuple[Caution, ...] = ()
        self.asked: list[tuple[Policy, CostTable]] = []
        self.recommended: list[tuple[Limits, tuple[object, ...], Span]] = []

    def outcomes(self, actor: Actor, candidate, costs, *, span=ALL, floors=True) -> Outcomes:
        if not may(actor, UseCase.TUNE):
            raise ForbiddenError(actor.id)
        self.asked.append((candidate, costs))
        rate = Rate(
            share=0.75, low=0.5, high=0.9, hits=30.0, of=40.0, n_hits=15, n=20, effective_n=18.0
        )
        unknown = rate.model_copy(update={"share": None, "low": None, "high": None})
        known = rate if self.measured else unknown
        cost = ExpectedCost(total=SURE, harm=SURE, review=200.0, warnings=30.0)
        return Outcomes(
            cases=100,
            by_action=dict.fromkeys(ACTIONS, 25),
            escalated=50,
            hours=4.25,
            judged=40,
            known=30,
            partly=6,
            unasked=4,
            caught=known,
            precision=rate,
            slots=tuple(
                SlotErrors(slot=slot, caught=3.0, missed=1.0, n_wrong=2, n=9) for slot in SLOTS
            ),
            cost=cost if self.measured else None,
            unmeasured=() if self.measured else (Action.PASS,),
            covered=1.0,
        )

    def curve(self, actor, candidate, knob, costs, *, span=ALL, floors=True):
        self.knob = knob
        top = 2 if knob is Knob.ALL else 1
        return tuple(self._point(place * top / 100, candidate.thresholds) for place in range(101))

    def recommend(self, actor, candidate, limits, costs, *, free=(), span=ALL) -> Recommendation:
        self.recommended.append((limits, tuple(free), span))
        said = {"judged": 40, "wrong": 12, "least": self.costs.least}
        if self.refusal is not None:
            return Recommendation(refusal=self.refusal, **said)
        return Recommendation(
            cautions=self.cautions,
            policy=candidate.model_copy(update={"thresholds": ADVISED}),
            chosen=self._point(0.5, ADVISED),
            compared=self._point(1.0, candidate.thresholds),
            saving=100.0,
            held_saving=Sum(value=80.0, low=-10.0, high=170.0),
            ranges={"warn": (0.1, 0.2), "defer": (0.2, 0.3), "route": (0.6, 0.7)},
            better=0.9,
            replicates=200,
            **said,
        )

    def _point(self, value: float, thresholds: Thresholds) -> CurvePoint:
        return CurvePoint(
            value=value,
            thresholds=thresholds,
            escalated=50.0,
            hours=10 - value,
            missed=5.0 if self.measured else None,
            leak=0.2 if self.measured else None,
            leak_low=0.1 if self.measured else None,
            leak_high=0.3 if self.measured else None,
            cost=SURE if self.measured else None,
        )
