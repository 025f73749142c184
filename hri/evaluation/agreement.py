"""Agreement of two readers beyond chance: Cohen's kappa with its interval."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray
from pydantic import NonNegativeInt

from hri.domain.base import Model, UnitInterval
from hri.evaluation.estimates import Z95


class Agreement(Model):
    """How far two readers agree; ``kappa`` is 1 for always, 0 for as often as by chance."""

    n: NonNegativeInt
    """Slots that both readers judged."""
    same: NonNegativeInt
    """Those that both judged alike."""
    by_chance: UnitInterval | None
    """The share they would judge alike if neither looked at the case; None for no slot at all."""
    kappa: float | None
    """None: not measurable, there is no slot or every judgement is the same."""
    low: float | None = None
    high: float | None = None
    """Bounds of the interval at 95 %."""


def kappa(table: NDArray[np.int64]) -> Agreement:
    """Cohen's kappa of a table of counts: rows by the first reader's category, columns by the
    second's.

    The interval is kappa ± 1.96 standard errors, with the error of Fleiss, Cohen and Everitt
    (1969), and ends at -1 and 1.
    """
    n, same = int(table.sum()), int(table.trace())
    if n == 0:
        return Agreement(n=0, same=0, by_chance=None, kappa=None)
    shares = table / n
    first, second = shares.sum(axis=1), shares.sum(axis=0)
    by_chance = float(first @ second)
    observed = same / n
    if np.isclose(by_chance, 1):
        return Agreement(n=n, same=same, by_chance=1.0, kappa=None)
    found = (observed - by_chance) / (1 - by_chance)
    half = Z95 * _standard_error(shares, observed, by_chance, n)
    return Agreement(
        n=n,
        same=same,
        by_chance=by_chance,
        kappa=found,
        low=max(-1.0, found - half),
        high=min(1.0, found + half),
    )


def _standard_error(
    shares: NDArray[np.float64], observed: float, by_chance: float, n: int
) -> float:
    first, second = shares.sum(axis=1), shares.sum(axis=0)
    rest = 1 - observed
    both = first[None, :] + second[:, None]
    along = shares.diagonal() * ((1 - by_chance) - (first + second) * rest) ** 2
    across = shares * both**2
    off = rest**2 * (across.sum() - across.diagonal().sum())
    last = (observed * by_chance - 2 * by_chance + observed) ** 2
    variance = (along.sum() + off - last) / (n * (1 - by_chance) ** 4)
    return sqrt(max(0.0, float(variance)))
