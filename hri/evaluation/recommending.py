"""Recommending: the thresholds of least expected cost within limits, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from pydantic import NonNegativeInt

from hri.domain.base import Model, UnitInterval
from hri.domain.costs import CostTable, Least
from hri.domain.policies import Policy, Thresholds
from hri.evaluation.choosing import (
    SEED,
    Draw,
    Limits,
    Sides,
    better_of,
    choose,
    draws_of,
    ranges_of,
    replicates_for,
    spread_of,
)
from hri.evaluation.curves import CurvePoint, points_at
from hri.evaluation.fitting import Fitting, Free
from hri.evaluation.ladders import (
    Ladder,
    Triples,
    edges_for,
    ladder_of,
    limits_of,
)
from hri.evaluation.rates import Sum
from hri.evaluation.sweeps import Sweeper
from hri.evaluation.weights import Sample

__all__ = [
    "Caution",
    "Limits",
    "Recommendation",
    "Refusal",
    "recommend",
    "recommend_thresholds",
    "refusal_of",
]


class Refusal(StrEnum):
    """Why there is no recommendation."""

    NOT_MEASURABLE = "not_measurable"
    """Of some actions no chosen case was judged: what goes out wrong is not known."""
    TOO_FEW_CASES = "too_few_cases"
    TOO_FEW_WRONG = "too_few_wrong"
    LIMITS_NOT_MET = "limits_not_met"
    """No thresholds keep to the limits: the floors alone break them."""


class Caution(StrEnum):
    """What to bear in mind with a recommendation."""

    FEW_CASES = "few_cases"
    FEW_WRONG = "few_wrong"
    GAPS = "gaps"
    """Some kinds of slot were never judged: errors in them are not counted."""
    NO_INTERVAL = "no_interval"
    """Too few judged cases to judge the choice on cases that it was not made on."""
    UNSURE = "unsure"
    """On cases it was not made on, the choice is not surely cheaper than the policy compared."""
    LIVE_BREAKS_LIMITS = "live_breaks_limits"
    """The policy compared with does not keep to the limits itself."""


class Recommendation(Model):
    """Thresholds of least expected cost, compared with a policy's own; or why there are none.

    ``saving`` is on the cases the choice was made on, so it flatters. ``held_saving`` does not: the
    choice is made anew on each of many draws with replacement and judged on the cases not drawn.
    """

    refusal: Refusal | None = None
    cautions: tuple[Caution, ...] = ()
    judged: NonNegativeInt
    """Judged cases that count as right or wrong."""
    wrong: NonNegativeInt
    least: Least
    policy: Policy | None = None
    """The policy compared with, with the numbers recommended put in."""
    chosen: CurvePoint | None = None
    compared: CurvePoint | None = None
    """The same figures of the policy compared with."""
    saving: float | None = None
    """Expected cost over the history, compared minus chosen."""
    held_saving: Sum | None = None
    """Median and interval at 95 % of the saving on cases not drawn."""
    ranges: dict[str, tuple[float, float]] = {}
    """Where each threshold lies in 95 % of the draws."""
    better: UnitInterval | None = None
    """Share of the draws in which the choice costs less on cases not drawn, ties halved."""
    replicates: NonNegativeInt = 0


def recommend(
    sweeper: Sweeper,
    sample: Sample,
    policy: Policy,
    costs: CostTable,
    limits: Limits,
    free: Sequence[Free] = (),
    *,
    floors: bool = True,
) -> Recommendation:
    """A policy with the free numbers and the thresholds of least expected cost, compared with it.

    Args:
        sweeper: The history.
        sample: Its judged cases.
        policy: Whose numbers are replaced, and which the result is compared with.
        costs: What things cost.
        limits: What to keep to.
        free: What is fitted besides the thresholds; limits play no part in that.
        floors: Whether the policy's overrides count.
    """
    edges, fitted = edges_for(policy), policy
    if free and refusal_of(sample, costs.least) is None:
        fitted = Fitting(sweeper, sample, policy, costs, floors=floors).best(free)
    own = ladder_of(sweeper, sample, policy, costs, edges, floors=floors)
    if fitted is policy:
        return recommend_thresholds(own, policy, limits)
    ladder = ladder_of(sweeper, sample, fitted, costs, edges, floors=floors)
    return recommend_thresholds(ladder, fitted, limits, compared=(own, policy))


def recommend_thresholds(
    ladder: Ladder,
    policy: Policy,
    limits: Limits,
    replicates: int | None = None,
    seed: int = SEED,
    compared: tuple[Ladder, Policy] | None = None,
) -> Recommendation:
    """The thresholds of least expected cost within limits, on the judged cases of a ladder.

    Of thresholds that cost the same, those nearest to the policy's own are taken. Same input, same
    result: draws follow from ``seed``.

    Args:
        ladder: The policy's index and floors over the history.
        policy: Whose thresholds are replaced.
        limits: What to keep to.
        replicates: How many draws the uncertainty rests on; None: by the number of judged cases.
        seed: Of the draws.
        compared: The policy to compare with and its ladder, where its index is another one.
    """
    sample, least = ladder.sample, ladder.costs.least
    said = {"judged": int(sample.known.sum()), "wrong": int(sample.wrong.sum()), "least": least}
    refusal = refusal_of(sample, least)
    if refusal is not None:
        return Recommendation(refusal=refusal, **said)
    other, base = compared or (ladder, policy)
    home, own = (
        each.triple(limits_of(one.thresholds)) for each, one in ((ladder, policy), (other, base))
    )
    choice = choose(ladder, limits, sample.weights, home)
    if choice is None:
        return Recommendation(refusal=Refusal.LIMITS_NOT_MET, compared=_point(other, own), **said)
    chosen, before = _point(ladder, choice), _point(other, own)
    count = replicates_for(sample) if replicates is None else replicates
    draws = list(draws_of(Sides(ladder, home, other, own), limits, count, seed))
    return Recommendation(
        cautions=tuple(_cautions(sample, least, draws, before, limits)),
        policy=policy.model_copy(update={"thresholds": chosen.thresholds}),
        chosen=chosen,
        compared=before,
        saving=float(other.cost().at(own)[0] - ladder.cost().at(choice)[0]),
        held_saving=spread_of(draws),
        ranges=ranges_of(ladder.edges, draws),
        better=better_of(draws),
        replicates=len(draws),
        **said,
    )


def refusal_of(sample: Sample, least: Least) -> Refusal | None:
    """Why the judged cases do not allow a recommendation; None where they do."""
    if sample.unmeasured:
        return Refusal.NOT_MEASURABLE
    if sample.known.sum() < least.refuse_cases:
        return Refusal.TOO_FEW_CASES
    if sample.wrong.sum() < least.refuse_wrong:
        return Refusal.TOO_FEW_WRONG
    return None


def _point(ladder: Ladder, triple: Triples) -> CurvePoint:
    warn, defer, route = (float(ladder.edges[place]) for place in triple[:, 0])
    return points_at(ladder, [0.0], [Thresholds(warn=warn, defer=defer, route=route)])[0]


def _cautions(
    sample: Sample, least: Least, draws: list[Draw], before: CurvePoint, limits: Limits
) -> Iterator[Caution]:
    if sample.known.sum() < least.warn_cases:
        yield Caution.FEW_CASES
    if sample.wrong.sum() < least.warn_wrong:
        yield Caution.FEW_WRONG
    if sample.covered < 1:
        yield Caution.GAPS
    spread = spread_of(draws)
    if spread is None:
        yield Caution.NO_INTERVAL
    elif spread.low < 0:
        yield Caution.UNSURE
    too_long = limits.hours is not None and before.hours > limits.hours
    too_leaky = limits.leak is not None and before.leak is not None and before.leak > limits.leak
    if too_long or too_leaky:
        yield Caution.LIVE_BREAKS_LIMITS
