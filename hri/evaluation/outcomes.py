"""What a policy makes of the history: work, errors caught and missed, and what it all costs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pydantic import NonNegativeInt

from hri.domain.base import Model, UnitInterval
from hri.domain.costs import CostTable
from hri.domain.decisions import ACTIONS, Action
from hri.domain.slots import SLOTS, Slot
from hri.evaluation.history import Floats
from hri.evaluation.rates import Rate, Sum, rate_of, sum_with
from hri.evaluation.sweeps import Moves
from hri.evaluation.trial import Severities
from hri.evaluation.weights import ESCALATED, Sample, Weights


class SlotErrors(Model):
    """Wrong claims of one slot: how many of the history were caught, how many went out."""

    slot: Slot
    caught: float
    """In cases that a person decides; estimated over the history."""
    missed: float
    """In answers that go out as PASS or WARN; estimated over the history."""
    n_wrong: NonNegativeInt
    """Judged slots that were found wrong."""
    n: NonNegativeInt
    """Judged slots that count."""


class ExpectedCost(Model):
    """What a policy costs over the history, in the currency of the cost table."""

    total: Sum
    harm: Sum
    """Wrong claims that go out."""
    review: float
    """Minutes of review."""
    warnings: float


class Outcomes(Model):
    """A policy over the history. Counts of cases and hours are exact, errors are estimates.

    A case is *wrong* when people found a slot of it wrong, *caught* when it is wrong and a person
    decides it (DEFER, ROUTE), *missed* when it is wrong and goes out (PASS, WARN).
    """

    cases: NonNegativeInt
    by_action: dict[Action, int]
    escalated: NonNegativeInt
    """Cases that a person decides."""
    hours: float
    """Hours of review, by the minutes of the cost table."""
    judged: NonNegativeInt
    """Cases that people decided."""
    known: NonNegativeInt
    """Those of them that count as right or wrong: chosen by rule, and judged far enough."""
    partly: NonNegativeInt
    """Judged cases without a wrong slot in which a slot was left open: neither right nor wrong."""
    unasked: NonNegativeInt
    """Judged delivered answers that were not drawn for assurance: they stand for nothing else."""
    caught: Rate
    """Of the wrong cases, those caught: the recall. Not measurable without the weighted sample."""
    precision: Rate
    """Of the cases that a person decides, those that are wrong."""
    slots: tuple[SlotErrors, ...]
    cost: ExpectedCost | None
    """None: not measurable, see ``unmeasured``."""
    unmeasured: tuple[Action, ...]
    """Actions that cases came with and of which nothing is known; errors among them are not in."""
    covered: UnitInterval
    """Share of the slots that apply of whose kind at least one was judged."""

    @property
    def recall(self) -> Rate:
        """Share of the wrong cases that a person decides; ``share`` None: not measurable."""
        return self.caught

    @property
    def missed(self) -> float | None:
        """Wrong cases of the history that go out; None: not measurable."""
        return None if self.caught.share is None else self.caught.of - self.caught.hits


def outcomes_of(moves: Moves, action: Severities, sample: Sample, costs: CostTable) -> Outcomes:
    """What a policy makes of a history.

    Args:
        moves: Cases of the history by what happened to them (rows) and by their action under the
            policy (columns), mildest first; shape (4, 4).
        action: Severity of each *judged* case's action under the policy; shape (l,).
        sample: The judged cases.
        costs: What things cost.
    """
    by_action = dict(zip(ACTIONS, moves.sum(axis=0).tolist(), strict=True))
    weight, held, missing = sample.weights.case, ESCALATED[action], sample.unmeasured
    caught = held[sample.faulty]
    wrong = np.where(sample.wrong[sample.faulty], weight[sample.faulty], 0.0)
    unknown = moves[[action.severity for action in missing]]
    return Outcomes(
        cases=int(moves.sum()),
        by_action=by_action,
        escalated=sum(n for each, n in by_action.items() if each.escalates),
        hours=sum(costs.minutes[each] * n for each, n in by_action.items()) / 60,
        judged=sample.labels.size,
        known=sample.counts.known,
        partly=sample.counts.partly,
        unasked=sample.counts.unasked,
        caught=rate_of(wrong, caught, measurable=not missing),
        precision=rate_of(
            np.where(held, weight, 0.0),
            sample.wrong,
            measurable=not unknown[:, ESCALATED].any(),
        ),
        slots=tuple(_errors(place, caught, sample) for place in range(len(SLOTS))),
        cost=None if unknown[:, ~ESCALATED].any() else _cost(by_action, action, sample, costs),
        unmeasured=missing,
        covered=sample.covered,
    )


def harm_of(weights: Weights, costs: CostTable) -> Floats:
    """What the wrong claims of each faulty case would cost over the history; shape (f,)."""
    price = np.array([costs.wrong[slot] for slot in SLOTS])
    return np.asarray((price[:, None] * weights.wrong).sum(axis=0))


def left_of_harm(costs: CostTable) -> Floats:
    """Share of a wrong claim's cost that each action leaves, mildest first."""
    return np.array([costs.left_of_harm(action) for action in ACTIONS])


def variance_of(each: Floats, sample: Sample) -> float:
    """Variance of a sum of weighted numbers of the faulty cases, strata drawn independently."""
    stratum, n = sample.stratum[sample.faulty], sample.chosen_in
    first, second = (np.bincount(stratum, power, len(n)) for power in (each, each**2))
    several = n > 1
    n, first, second = n[several], first[several], second[several]
    return float((n / (n - 1) * (second - first**2 / n)).sum())


def _errors(place: int, caught: NDArray[np.bool_], sample: Sample) -> SlotErrors:
    wrong = sample.weights.wrong[place]
    total, held = float(wrong.sum()), float(wrong[caught].sum())
    return SlotErrors(
        slot=SLOTS[place],
        caught=held,
        missed=max(0.0, total - held),
        n_wrong=int((wrong > 0).sum()),
        n=int(sample.judged_slots[place]),
    )


def _cost(
    by_action: dict[Action, int], action: Severities, sample: Sample, costs: CostTable
) -> ExpectedCost:
    left = left_of_harm(costs)[action[sample.faulty]]
    each = harm_of(sample.weights, costs) * left
    harm = sum_with(float(each.sum()), variance_of(each, sample))
    review = sum(costs.minutes[a] * costs.minute * n for a, n in by_action.items())
    handling = sum(costs.handling(a) * n for a, n in by_action.items())
    return ExpectedCost(
        total=Sum(value=handling + harm.value, low=handling + harm.low, high=handling + harm.high),
        harm=harm,
        review=review,
        warnings=handling - review,
    )
