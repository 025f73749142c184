"""Fitting on one half of the judged cases and judging on the other, both ways round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from hri.domain.costs import CostTable
from hri.domain.decisions import ACTIONS
from hri.domain.policies import Policy, Thresholds
from hri.domain.slots import SLOTS
from hri.evaluation.fitting import Free
from hri.evaluation.history import Floats, History
from hri.evaluation.labels import WRONG, Labels
from hri.evaluation.outcomes import left_of_harm
from hri.evaluation.recommending import Limits, recommend
from hri.evaluation.sweeps import Sweeper
from hri.evaluation.weights import ESCALATED, Sample

BOOTSTRAPS = 2000
OFF = Thresholds(warn=1.0, defer=1.0, route=1.0)
"""Thresholds that only an index of 1 reaches: the floors decide alone."""


class Half(NamedTuple):
    """Some judged cases as a history of their own; each stands for itself."""

    sweeper: Sweeper
    sample: Sample


class Held(NamedTuple):
    """What a policy does with each held case; arrays of shape (n,)."""

    cost: Floats
    escalated: np.ndarray
    wrong: np.ndarray


class Difference(NamedTuple):
    """Mean cost a case of one policy minus another's on the same cases, with 95 % interval."""

    mean: float
    low: float
    high: float


def halves(history: History, labels: Labels, seed: int) -> tuple[Half, Half]:
    """The cases in two halves, drawn by a seed."""
    order = np.random.default_rng(seed).permutation(history.size)
    cut = history.size // 2
    first, second = (_half(history, labels, np.sort(part)) for part in (order[:cut], order[cut:]))
    return first, second


def _half(history: History, labels: Labels, places: np.ndarray) -> Half:
    own = history.at(places)
    return Half(Sweeper(own), Sample(own, labels.among(places)))


def fitted(
    half: Half, policy: Policy, costs: CostTable, free: Sequence[Free], *, floors: bool
) -> Policy:
    """The policy with numbers of least expected cost on a half.

    Raises:
        ValueError: The half allows no recommendation.
    """
    found = recommend(half.sweeper, half.sample, policy, costs, Limits(), free, floors=floors)
    if found.policy is None:
        raise ValueError(f"no recommendation: {found.refusal}")
    return found.policy


def held(half: Half, policy: Policy, costs: CostTable, *, floors: bool) -> Held:
    """What a policy does with each case of a half; every judged case stands for itself."""
    place, labels = half.sample.labels.place, half.sample.labels
    action = half.sweeper.sweep(policy, floors=floors).action[place]
    handling = np.array([costs.handling(each) for each in ACTIONS])
    price = np.array([costs.wrong[slot] for slot in SLOTS])
    harm = price @ (labels.slots == WRONG)
    return Held(
        handling[action] + harm * left_of_harm(costs)[action],
        ESCALATED[action],
        labels.case == WRONG,
    )


def difference(one: Floats, other: Floats, seed: int = 1) -> Difference:
    """How much more one policy costs a case than another, by a bootstrap over the cases."""
    change = one - other
    rng = np.random.default_rng(seed)
    draws = rng.integers(0, len(change), (BOOTSTRAPS, len(change)))
    low, high = np.percentile(change[draws].mean(axis=1), [2.5, 97.5])
    return Difference(float(change.mean()), float(low), float(high))


def joined(parts: Sequence[Held]) -> Held:
    """The held cases of both halves."""
    return Held(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
