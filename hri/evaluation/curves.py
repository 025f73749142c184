"""Curves: work, leak and cost as one threshold moves, or all three together."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np

from hri.domain.base import Model, UnitInterval
from hri.domain.costs import CostTable
from hri.domain.policies import Policy, Thresholds
from hri.evaluation.estimates import wilson
from hri.evaluation.ladders import STEP_COUNT, Ladder, Triples, edges_for, ladder_of, limits_of
from hri.evaluation.rates import Sum, rate_of, sum_with
from hri.evaluation.sweeps import Sweeper
from hri.evaluation.weights import Sample

FURTHEST = 2.0
"""Largest factor of the three thresholds together; none of them goes above 1."""


class Knob(StrEnum):
    """What is moved along a curve."""

    WARN = "warn"
    DEFER = "defer"
    ROUTE = "route"
    ALL = "all"
    """All three by one factor, from 0 (everything to a person) to 2 (twice as lenient)."""


class CurvePoint(Model):
    """A policy with one number moved, over the history."""

    value: float
    """The threshold, or the factor of all three."""
    thresholds: Thresholds
    """All three: what stands in the way of the moved one is pushed along."""
    escalated: float
    """Cases that a person decides."""
    hours: float
    missed: float | None
    """Wrong cases that go out; None: not measurable."""
    leak: UnitInterval | None
    """Share of the wrong cases that go out, with its interval."""
    leak_low: UnitInterval | None
    leak_high: UnitInterval | None
    cost: Sum | None
    """Expected cost over the history; None: not measurable."""


def curve_of(
    sweeper: Sweeper,
    sample: Sample,
    policy: Policy,
    costs: CostTable,
    knob: Knob,
    *,
    floors: bool = True,
) -> tuple[CurvePoint, ...]:
    """A policy at a hundred settings of one knob, mildest last.

    Plot ``leak`` against ``hours`` over ``Knob.ALL`` for leak against workload, ``cost`` against
    ``value`` for the cost curve.
    """
    values = [step / STEP_COUNT * _span(knob) for step in range(STEP_COUNT + 1)]
    settings = [_moved(policy.thresholds, knob, value) for value in values]
    extra = [policy.model_copy(update={"thresholds": setting}) for setting in settings]
    edges = edges_for(policy, *extra)
    ladder = ladder_of(sweeper, sample, policy, costs, edges, floors=floors)
    return points_at(ladder, values, settings)


def points_at(
    ladder: Ladder, values: Sequence[float], settings: Sequence[Thresholds]
) -> tuple[CurvePoint, ...]:
    """The ladder at these thresholds, each named by a value."""
    triples: Triples = np.concatenate([ladder.triple(limits_of(one)) for one in settings], axis=1)
    sample, known = ladder.sample, not ladder.sample.unmeasured
    wrong = rate_of(np.where(sample.wrong, sample.weights.case, 0.0), sample.wrong)
    hours, escalated = ladder.hours.at(triples), ladder.escalated.at(triples)
    missed, variance = ladder.missed().at(triples), ladder.variance(triples)
    harm, handling = ladder.harm().at(triples), ladder.handling.at(triples)
    points = []
    for place, (value, thresholds) in enumerate(zip(values, settings, strict=True)):
        leak = min(1.0, max(0.0, missed[place] / wrong.of)) if known and wrong.of else None
        low, high = (None, None) if leak is None else wilson(leak, wrong.effective_n)
        points.append(
            CurvePoint(
                value=value,
                thresholds=thresholds,
                escalated=float(escalated[place]),
                hours=float(hours[place]),
                missed=max(0.0, float(missed[place])) if known else None,
                leak=leak,
                leak_low=low,
                leak_high=high,
                cost=_added(float(handling[place]), harm[place], variance[place])
                if known
                else None,
            )
        )
    return tuple(points)


def _added(handling: float, harm: float, variance: float) -> Sum:
    found = sum_with(max(0.0, float(harm)), float(variance))
    return Sum(value=handling + found.value, low=handling + found.low, high=handling + found.high)


def _span(knob: Knob) -> float:
    return FURTHEST if knob is Knob.ALL else 1.0


def _moved(thresholds: Thresholds, knob: Knob, value: float) -> Thresholds:
    """The thresholds with one moved; the others are pushed so that they still rise."""
    warn, defer, route = limits_of(thresholds)
    if knob is Knob.ALL:
        warn, defer, route = (min(1.0, value * limit) for limit in (warn, defer, route))
    elif knob is Knob.WARN:
        warn, defer, route = value, max(defer, value), max(route, value)
    elif knob is Knob.DEFER:
        warn, defer, route = min(warn, value), value, max(route, value)
    else:
        warn, defer, route = min(warn, value), min(defer, value), value
    return Thresholds(warn=warn, defer=defer, route=route)
