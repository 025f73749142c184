"""Recommending: the thresholds of least expected cost within limits, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, NonNegativeInt

from hri.domain.base import Model, UnitInterval
from hri.domain.costs import Least
from hri.domain.policies import Policy, Thresholds
from hri.evaluation.curves import CurvePoint, points_at
from hri.evaluation.history import Floats
from hri.evaluation.ladders import Ladder, Triples, all_triples, limits_of
from hri.evaluation.rates import Sum
from hri.evaluation.weights import Sample, Weights

REPLICATES = 200
SEED = 20260302
ENOUGH = 20
"""Replicates without which no interval is given."""
SMALL = 8
"""Known cases below which a stratum is not drawn from."""
TIE = 1e-9
"""Costs nearer to each other than this share of them count as the same."""


class Limits(Model):
    """What a recommendation must keep to; None: no limit."""

    hours: float | None = Field(default=None, ge=0)
    """Hours of review over the history."""
    leak: UnitInterval | None = None
    """Share of the wrong cases that may go out."""


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


class _Sides(NamedTuple):
    """What is chosen on, and what it is compared with, with the thresholds of both."""

    ladder: Ladder
    home: Triples
    """The policy's own thresholds, which ties stay near to; shape (3, 1)."""
    other: Ladder
    own: Triples
    """Those of the policy compared with, on its ladder."""


def recommend_thresholds(
    ladder: Ladder,
    policy: Policy,
    limits: Limits,
    replicates: int = REPLICATES,
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
        replicates: How many draws the uncertainty rests on.
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
    choice = _choose(ladder, limits, sample.weights, home)
    if choice is None:
        return Recommendation(refusal=Refusal.LIMITS_NOT_MET, compared=_point(other, own), **said)
    chosen, before = _point(ladder, choice), _point(other, own)
    draws = list(_draws(_Sides(ladder, home, other, own), limits, replicates, seed))
    return Recommendation(
        cautions=tuple(_cautions(sample, least, draws, before, limits)),
        policy=policy.model_copy(update={"thresholds": chosen.thresholds}),
        chosen=chosen,
        compared=before,
        saving=float(other.cost().at(own)[0] - ladder.cost().at(choice)[0]),
        held_saving=_spread(draws),
        ranges=_ranges(ladder.edges, draws),
        better=_better(draws),
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


def _choose(ladder: Ladder, limits: Limits, weights: Weights, own: Triples) -> Triples | None:
    """The triple of least cost within the limits; shape (3, 1)."""
    triples = all_triples(len(ladder.edges))
    allowed = _allowed(ladder, limits, weights, triples)
    if not allowed.any():
        return None
    cost = np.where(allowed, ladder.cost(weights).at(triples), np.inf)
    least = cost.min()
    ties = np.flatnonzero(cost <= least + TIE * max(1.0, abs(least)))
    far = np.abs(ladder.edges[triples[:, ties]] - ladder.edges[own]).sum(axis=0)
    return triples[:, [ties[np.argmin(np.round(far, 12))]]]


def _allowed(
    ladder: Ladder, limits: Limits, weights: Weights, triples: Triples
) -> NDArray[np.bool_]:
    allowed = np.ones(triples.shape[1], bool)
    if limits.hours is not None:
        allowed &= ladder.hours.at(triples) <= limits.hours * (1 + TIE)
    if limits.leak is not None:
        wrong = weights.case[ladder.sample.wrong].sum()
        allowed &= ladder.missed(weights).at(triples) <= limits.leak * wrong * (1 + TIE) + TIE
    return allowed


def _point(ladder: Ladder, triple: Triples) -> CurvePoint:
    warn, defer, route = (float(ladder.edges[place]) for place in triple[:, 0])
    return points_at(ladder, [0.0], [Thresholds(warn=warn, defer=defer, route=route)])[0]


class _Draw(NamedTuple):
    best: Triples
    saving: float


def _draws(sides: _Sides, limits: Limits, replicates: int, seed: int) -> Iterator[_Draw]:
    """Choices made on draws with replacement, judged on the cases not drawn.

    A draw that leaves out, or takes in, all known cases of a stratum is left out.
    """
    ladder, home, other, own = sides
    sample, rng = ladder.sample, np.random.default_rng(seed)
    few = _few(sample)
    for _ in range(replicates):
        times = np.where(few, 1.0, _times(sample, rng))
        inside, outside = times, ((times == 0) | few).astype(float)
        if not (_whole(sample, inside) and _whole(sample, outside)):
            continue
        best = _choose(ladder, limits, sample.weigh(inside), home)
        if best is not None:
            held = sample.weigh(outside)
            saving = other.cost(held).at(own)[0] - ladder.cost(held).at(best)[0]
            yield _Draw(best, float(saving))


def _times(sample: Sample, rng: np.random.Generator) -> Floats:
    """How often each judged case is drawn, stratum by stratum."""
    times = np.zeros(sample.labels.size)
    for stratum in np.unique(sample.stratum):
        own = np.flatnonzero((sample.stratum == stratum) & (sample.chance > 0))
        if len(own):
            drawn = rng.integers(0, len(own), len(own))
            times[own] = np.bincount(drawn, minlength=len(own))
    return times


def _few(sample: Sample) -> NDArray[np.bool_]:
    """The cases of strata so small that draws would empty them: they count once on both sides."""
    sizes = np.bincount(sample.stratum[sample.known], minlength=len(sample.arrived))
    return np.asarray(sizes[sample.stratum] < SMALL)


def _whole(sample: Sample, times: Floats) -> bool:
    """Whether a draw has a known case in every stratum that cases arrived in."""
    there = np.unique(sample.stratum[sample.known & (times > 0)])
    return len(there) == int((sample.arrived > 0).sum())


def _spread(draws: list[_Draw]) -> Sum | None:
    if len(draws) < ENOUGH:
        return None
    low, middle, high = np.percentile([draw.saving for draw in draws], [2.5, 50, 97.5])
    return Sum(value=float(middle), low=float(low), high=float(high))


def _ranges(edges: Floats, draws: list[_Draw]) -> dict[str, tuple[float, float]]:
    if len(draws) < ENOUGH:
        return {}
    found = edges[np.concatenate([draw.best for draw in draws], axis=1)]
    low, high = np.percentile(found, [2.5, 97.5], axis=1, method="nearest")
    names = ("warn", "defer", "route")
    return {name: (float(a), float(b)) for name, a, b in zip(names, low, high, strict=True)}


def _better(draws: list[_Draw]) -> float | None:
    if len(draws) < ENOUGH:
        return None
    savings = np.array([draw.saving for draw in draws])
    return float((savings > TIE).mean() + (np.abs(savings) <= TIE).mean() / 2)


def _cautions(
    sample: Sample, least: Least, draws: list[_Draw], before: CurvePoint, limits: Limits
) -> Iterator[Caution]:
    if sample.known.sum() < least.warn_cases:
        yield Caution.FEW_CASES
    if sample.wrong.sum() < least.warn_wrong:
        yield Caution.FEW_WRONG
    if sample.covered < 1:
        yield Caution.GAPS
    spread = _spread(draws)
    if spread is None:
        yield Caution.NO_INTERVAL
    elif spread.low < 0:
        yield Caution.UNSURE
    too_long = limits.hours is not None and before.hours > limits.hours
    too_leaky = limits.leak is not None and before.leak is not None and before.leak > limits.leak
    if too_long or too_leaky:
        yield Caution.LIVE_BREAKS_LIMITS
