"""All thresholds at once: what a policy's index and floors cost at any three of many steps.

With the index and the floors fixed, each figure is a sum over cases of a number that depends on
the case's action alone. Cases are counted once per step of the index and floor; after that a
figure at three thresholds is four look-ups, however many cases there are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hri.domain.costs import CostTable
from hri.domain.decisions import ACTIONS, Action
from hri.domain.policies import Policy, Thresholds
from hri.evaluation.history import Floats
from hri.evaluation.outcomes import harm_of, left_of_harm
from hri.evaluation.sweeps import Sweeper
from hri.evaluation.trial import Severities
from hri.evaluation.weights import ESCALATED, Sample, Weights

Steps = NDArray[np.int16]
Triples = NDArray[np.intp]
"""Numbers of the edges at which WARN, DEFER and ROUTE begin; shape (3, t)."""

STEP_COUNT = 100
"""Steps from 0 to 1, as fine as the sliders."""

GIVEN = np.maximum.outer(np.arange(len(ACTIONS)), np.arange(len(ACTIONS)))
"""Action of a case by the index's action (rows) and its floor (columns)."""


def edges_for(*policies: Policy) -> Floats:
    """Steps of 0.01 from 0 to 1, and the thresholds of these policies; rising."""
    limits = [value for policy in policies for value in limits_of(policy.thresholds)]
    return np.unique([*(step / STEP_COUNT for step in range(STEP_COUNT + 1)), *limits])


def limits_of(thresholds: Thresholds) -> tuple[float, float, float]:
    """The three numbers, mildest first."""
    return thresholds.warn, thresholds.defer, thresholds.route


@dataclass(frozen=True)
class Column:
    """One figure for any three thresholds: four parts that add up."""

    parts: Floats
    """Shape (3, k): what each threshold adds when it stands at an edge."""
    rest: float

    def at(self, triples: Triples) -> Floats:
        """The figure at each triple of edges; shape (t,)."""
        warn, defer, route = triples
        parts = self.parts
        return np.asarray(parts[0, warn] + parts[1, defer] + parts[2, route] + self.rest)


@dataclass(frozen=True)
class Standing:
    """Where each case stands before thresholds: its step, -1 without an index, and its floor."""

    step: Steps
    floor: Severities
    flat: int
    """Severity of the action without an index."""

    def counted(self, edges: int, weight: Floats | None = None) -> Floats:
        """Cases, or their weights, by floor and step, those without an index last; (4, k + 1)."""
        cell = self.floor.astype(np.intp) * (edges + 1)
        cell += np.where(self.step < 0, edges, self.step)
        found = np.bincount(cell, weight, minlength=len(ACTIONS) * (edges + 1))
        return found.reshape(len(ACTIONS), edges + 1).astype(float)

    def column(self, table: Floats, worth: Floats) -> Column:
        """The figure that sums ``worth`` (of each action; shape (4,)) over a counted table."""
        by_action = worth[GIVEN] @ table[:, :-1]
        below = np.concatenate([np.zeros((len(ACTIONS), 1)), by_action.cumsum(axis=1)], axis=1)
        flat = worth[GIVEN[self.flat]] @ table[:, -1]
        return Column(-np.diff(below[:, :-1], axis=0), float(below[-1, -1] + flat))


class Ladder:
    """Work, cost and leak of one index and one set of floors at any thresholds among the edges.

    Args:
        everywhere: Where every case of the history stands.
        judged: Where each judged case stands.
        sample: The judged cases.
        costs: What things cost.
        edges: Rising thresholds from 0 to 1.
        scale: How many cases each of ``everywhere`` stands for.
    """

    def __init__(
        self,
        everywhere: Standing,
        judged: Standing,
        sample: Sample,
        costs: CostTable,
        edges: Floats,
        *,
        scale: float = 1.0,
    ) -> None:
        self.edges, self.sample = edges, sample
        self._faulty = Standing(
            judged.step[sample.faulty], judged.floor[sample.faulty], judged.flat
        )
        self.costs, self._left = costs, left_of_harm(costs)
        counts = everywhere.counted(len(edges)) * scale
        self.handling = everywhere.column(counts, _of_actions(costs.handling))
        """Cost of review and of warnings."""
        self.hours = everywhere.column(counts, _of_actions(costs.minutes.__getitem__) / 60)
        self.escalated = everywhere.column(counts, ESCALATED.astype(float))

    def harm(self, weights: Weights | None = None) -> Column:
        """Expected cost of wrong claims that go out, with the sample's or other weights."""
        found = weights or self.sample.weights
        return self._column(harm_of(found, self.costs), self._left)

    def missed(self, weights: Weights | None = None) -> Column:
        """Wrong cases that go out, with the sample's or other weights."""
        found = weights or self.sample.weights
        faulty = self.sample.faulty
        wrong = np.where(self.sample.wrong[faulty], found.case[faulty], 0.0)
        return self._column(wrong, (~ESCALATED).astype(float))

    def cost(self, weights: Weights | None = None) -> Column:
        """Everything together."""
        harm = self.harm(weights)
        return Column(harm.parts + self.handling.parts, harm.rest + self.handling.rest)

    def variance(self, triples: Triples) -> Floats:
        """Variance of ``harm`` at each triple; as ``outcomes.variance_of`` has it."""
        each = harm_of(self.sample.weights, self.costs)
        stratum = self.sample.stratum[self.sample.faulty]
        total = np.zeros(triples.shape[1])
        for place, n in enumerate(self.sample.chosen_in):
            if n > 1:
                mine = np.where(stratum == place, each, 0.0)
                first = self._column(mine, self._left).at(triples)
                second = self._column(mine**2, self._left**2).at(triples)
                total += n / (n - 1) * (second - first**2 / n)
        return np.maximum(total, 0.0)

    def triple(self, thresholds: tuple[float, float, float]) -> Triples:
        """Thresholds that are edges, as a triple of their numbers; shape (3, 1)."""
        return np.searchsorted(self.edges, thresholds).reshape(3, 1)

    def _column(self, each: Floats, worth: Floats) -> Column:
        """The figure of numbers of the faulty cases; all others count as 0."""
        return self._faulty.column(self._faulty.counted(len(self.edges), each), worth)


def ladder_of(
    sweeper: Sweeper,
    sample: Sample,
    policy: Policy,
    costs: CostTable,
    edges: Floats,
    *,
    floors: bool = True,
) -> Ladder:
    """The ladder of a policy's index and floors; its own thresholds play no part.

    Without ``floors``, the index alone decides.
    """
    step, flat = sweeper.steps(policy, edges), policy.no_claim_action.severity
    raised = sweeper.floors_under(policy) if floors else np.zeros(len(step), np.int8)
    place, within = sample.labels.place, sample.chosen
    every = (step, raised) if within is None else (step[within], raised[within])
    return Ladder(
        Standing(*every, flat),
        Standing(step[place], raised[place], flat),
        sample,
        costs,
        edges,
    )


def _of_actions(worth: Callable[[Action], float]) -> Floats:
    return np.array([worth(action) for action in ACTIONS], float)


@lru_cache(maxsize=4)
def all_triples(edges: int) -> Triples:
    """Every rising triple of edges, equal ones allowed; shape (3, t)."""
    warn, defer, route = np.meshgrid(*[np.arange(edges)] * 3, indexing="ij")
    rising = (warn <= defer) & (defer <= route)
    found: Triples = np.stack([warn[rising], defer[rising], route[rising]])
    found.flags.writeable = False
    return found
