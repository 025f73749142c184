"""Fitting: shares of the signals and weights of the slots of least expected cost, with thresholds.

A search by small shifts, from the policy's own numbers and from a few drawn ones, each tried with
the best thresholds it can have. The same input gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from hri.domain.costs import CostTable
from hri.domain.policies import Coefficients, Policy
from hri.domain.slots import SLOTS
from hri.evaluation.history import Floats
from hri.evaluation.ladders import Ladder, Standing, all_triples, limits_of
from hri.evaluation.sweeps import Sweeper
from hri.evaluation.trial import Severities
from hri.evaluation.weights import Sample

SHIFTS = (0.2, 0.1, 0.05)
"""What is moved from one share to another, coarse first."""
STARTS = 3
"""Searches: the first from the policy's own numbers."""
STEPS = 50
"""Steps of the thresholds while searching."""
MOST = 50_000
"""Cases that the work of a candidate is counted on while searching; of more, an even part."""
SEED = 20260302


class Free(StrEnum):
    """Numbers that may be fitted besides the thresholds."""

    COEFFICIENTS = "coefficients"
    WEIGHTS = "weights"


class _Numbers(NamedTuple):
    coefficients: tuple[float, ...]
    weights: tuple[float, ...]


class Fitting:
    """The search over one history and its judged cases."""

    def __init__(
        self,
        sweeper: Sweeper,
        sample: Sample,
        policy: Policy,
        costs: CostTable,
        *,
        floors: bool = True,
    ) -> None:
        self._policy, self._costs, self._sample = policy, costs, sample
        history, chosen = sweeper.history, sample.chosen
        every = np.arange(history.size) if chosen is None else np.flatnonzero(chosen)
        part = every[:: max(1, -(-len(every) // MOST))]
        places = np.union1d(part, sample.labels.place)
        self._sweeper = Sweeper(history.at(places))
        self._part = np.searchsorted(places, part)
        self._judged = np.searchsorted(places, sample.labels.place)
        self._scale = len(every) / max(1, len(part))
        raised = sweeper.floors_under(policy)[places]
        self._floor: Severities = raised if floors else np.zeros(len(places), np.int8)
        self._edges = np.unique([*np.linspace(0, 1, STEPS + 1), *limits_of(policy.thresholds)])
        self._known: dict[_Numbers, float] = {}

    def best(self, free: Sequence[Free], starts: int = STARTS, seed: int = SEED) -> Policy:
        """The policy with the free numbers fitted; its thresholds stay as they are.

        Numbers that are not surely better than the policy's own are still given where they cost
        less on these cases: judge them on others.
        """
        own = _numbers_of(self._policy)
        rng = np.random.default_rng(seed)
        begins = [own, *(_drawn(own, free, rng) for _ in range(starts - 1))]
        found = [self._descend(begin, free) for begin in begins]
        return _with(self._policy, min(found, key=self._cost))  # the first of equals: the own one

    def _descend(self, numbers: _Numbers, free: Sequence[Free]) -> _Numbers:
        for shift in SHIFTS:
            improved = True
            while improved:
                tried = min(_neighbours(numbers, free, shift), key=self._cost, default=numbers)
                improved = self._cost(tried) < self._cost(numbers) - 1e-9
                numbers = tried if improved else numbers
        return numbers

    def _cost(self, numbers: _Numbers) -> float:
        """The least expected cost that any thresholds give these numbers."""
        if numbers not in self._known:
            ladder = self._ladder(_with(self._policy, numbers))
            self._known[numbers] = float(ladder.cost().at(all_triples(len(self._edges))).min())
        return self._known[numbers]

    def _ladder(self, policy: Policy) -> Ladder:
        step, flat = self._sweeper.steps(policy, self._edges), policy.no_claim_action.severity
        part, judged = self._part, self._judged
        return Ladder(
            Standing(step[part], self._floor[part], flat),
            Standing(step[judged], self._floor[judged], flat),
            self._sample,
            self._costs,
            self._edges,
            scale=self._scale,
        )


def _numbers_of(policy: Policy) -> _Numbers:
    share = policy.coefficients
    weights = tuple(policy.weights[slot] for slot in SLOTS)
    return _Numbers((share.alpha, share.beta, share.gamma), weights)


def _with(policy: Policy, numbers: _Numbers) -> Policy:
    alpha, beta, gamma = numbers.coefficients
    return policy.model_copy(
        update={
            "coefficients": Coefficients(alpha=alpha, beta=beta, gamma=gamma),
            "weights": dict(zip(SLOTS, numbers.weights, strict=True)),
        }
    )


def _neighbours(numbers: _Numbers, free: Sequence[Free], shift: float) -> Iterator[_Numbers]:
    for group in free:
        values = getattr(numbers, group.value)
        for giver in range(len(values)):
            for taker in range(len(values)):
                moved = min(shift, values[giver])
                if giver != taker and moved > 0:
                    yield numbers._replace(**{group.value: _shifted(values, giver, taker, moved)})


def _shifted(values: tuple[float, ...], giver: int, taker: int, moved: float) -> tuple[float, ...]:
    found = list(values)
    found[giver] = round(found[giver] - moved, 6)
    found[taker] = round(found[taker] + moved, 6)
    return tuple(found)


def _drawn(own: _Numbers, free: Sequence[Free], rng: np.random.Generator) -> _Numbers:
    changes = {group.value: _shares(len(getattr(own, group.value)), rng) for group in free}
    return own._replace(**changes)


def _shares(count: int, rng: np.random.Generator) -> tuple[float, ...]:
    """Twentieths that sum to 1."""
    parts: Floats = rng.multinomial(20, rng.dirichlet(np.ones(count))) / 20
    return tuple(parts.tolist())
