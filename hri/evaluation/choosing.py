"""Choosing thresholds: the best within limits, and the same choice made on many draws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from hri.domain.base import Model, UnitInterval
from hri.evaluation.history import Floats
from hri.evaluation.ladders import Ladder, Triples, all_triples
from hri.evaluation.rates import Sum
from hri.evaluation.weights import Sample, Weights

REPLICATES, FEWEST = 200, 50
"""Draws, and how many where many cases are judged: there is little chance, and much to draw."""
DRAWN_IN_ALL = 4_000_000
"""Judged cases that all draws together take, as long as there are ``FEWEST``."""
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


class Sides(NamedTuple):
    """What is chosen on, and what it is compared with, with the thresholds of both."""

    ladder: Ladder
    home: Triples
    """The policy's own thresholds, which ties stay near to; shape (3, 1)."""
    other: Ladder
    own: Triples
    """Those of the policy compared with, on its ladder."""


def choose(ladder: Ladder, limits: Limits, weights: Weights, own: Triples) -> Triples | None:
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


class Draw(NamedTuple):
    """One choice on a draw."""

    best: Triples
    saving: float
    """Compared minus chosen, in expected cost over the history, on the cases not drawn."""


def replicates_for(sample: Sample) -> int:
    """How many draws of a sample are made."""
    return max(FEWEST, min(REPLICATES, DRAWN_IN_ALL // max(1, sample.labels.size)))


def draws_of(sides: Sides, limits: Limits, replicates: int, seed: int) -> Iterator[Draw]:
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
        best = choose(ladder, limits, sample.weigh(inside), home)
        if best is not None:
            held = sample.weigh(outside)
            saving = other.cost(held).at(own)[0] - ladder.cost(held).at(best)[0]
            yield Draw(best, float(saving))


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


def spread_of(draws: list[Draw]) -> Sum | None:
    """Median and interval at 95 % of the savings; None for too few draws."""
    if len(draws) < ENOUGH:
        return None
    low, middle, high = np.percentile([draw.saving for draw in draws], [2.5, 50, 97.5])
    return Sum(value=float(middle), low=float(low), high=float(high))


def ranges_of(edges: Floats, draws: list[Draw]) -> dict[str, tuple[float, float]]:
    """Where each threshold lies in 95 % of the draws; empty for too few."""
    if len(draws) < ENOUGH:
        return {}
    found = edges[np.concatenate([draw.best for draw in draws], axis=1)]
    low, high = np.percentile(found, [2.5, 97.5], axis=1, method="nearest")
    names = ("warn", "defer", "route")
    return {name: (float(a), float(b)) for name, a, b in zip(names, low, high, strict=True)}


def better_of(draws: list[Draw]) -> float | None:
    """Share of the draws with a saving, ties halved; None for too few."""
    if len(draws) < ENOUGH:
        return None
    savings = np.array([draw.saving for draw in draws])
    return float((savings > TIE).mean() + (np.abs(savings) <= TIE).mean() / 2)
