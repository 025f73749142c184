"""Shares and sums seen in a weighted sample, each with its interval and the counts behind it."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray
from pydantic import NonNegativeInt

from hri.domain.base import Model, UnitInterval
from hri.evaluation.estimates import Z95, wilson
from hri.evaluation.history import Floats


class Rate(Model):
    """A share of a weighted sample, with Wilson's interval at 95 % by Kish's effective size."""

    share: UnitInterval | None
    """None: not measurable."""
    low: UnitInterval | None = None
    high: UnitInterval | None = None
    hits: float
    """How many cases of the history the hits stand for."""
    of: float
    """How many cases of the history all of them stand for."""
    n_hits: NonNegativeInt
    n: NonNegativeInt
    """How many judged cases they are."""
    effective_n: float


class Sum(Model):
    """An estimated sum over the history, with an interval at 95 %."""

    value: float
    low: float
    high: float


def rate_of(weight: Floats, hit: NDArray[np.bool_], *, measurable: bool = True) -> Rate:
    """The share of hits; only cases of a weight above 0 count.

    Args:
        weight: What each judged case stands for; 0 for those that are not in question.
        hit: Which of them are hits.
        measurable: False where cases that belong to the share are missing from the sample.
    """
    counts = weight > 0
    of, hits = float(weight.sum()), float(weight[hit].sum())
    effective = of**2 / float((weight**2).sum()) if of else 0.0
    share = min(1.0, hits / of) if of and measurable else None
    low, high = (None, None) if share is None else wilson(share, effective)
    return Rate(
        share=share,
        low=low,
        high=high,
        hits=hits,
        of=of,
        n_hits=int((counts & hit).sum()),
        n=int(counts.sum()),
        effective_n=effective,
    )


def sum_with(value: float, variance: float) -> Sum:
    """A sum with the interval that its variance gives, never below 0."""
    half = Z95 * sqrt(max(0.0, variance))
    return Sum(value=value, low=max(0.0, value - half), high=value + half)
