"""The population stability index: how far two distributions over the same bins are apart."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

from pydantic import NonNegativeInt

from hri.domain.base import Model, UnitInterval

Z95_ONE_SIDED = 1.6448536269514722
"""Standard normal deviate that 5 % lie above."""


class Bin(Model):
    """One bin with its part of the index."""

    first: NonNegativeInt
    """Cases of the first set in it."""
    then: NonNegativeInt
    first_share: UnitInterval
    then_share: UnitInterval
    part: float
    """What it adds to the index; never below 0."""


class Stability(Model):
    """How far two sets of cases are apart."""

    first: NonNegativeInt
    """Cases of the first set; ``then`` likewise."""
    then: NonNegativeInt
    bins: tuple[Bin, ...]
    index: float | None
    """None: not measurable, one of the sets is empty."""
    by_chance: float | None
    """What 95 of 100 pairs of sets of these sizes stay below when nothing has changed."""

    def exceeds(self, limit: float) -> bool:
        """Whether the index reaches a limit, and more than chance would explain."""
        if self.index is None or self.by_chance is None:
            return False
        return self.index >= limit and self.index > self.by_chance


def stability(first: Sequence[int], then: Sequence[int], floor: float) -> Stability:
    """The index Σ (q − p) · ln(q / p) over bins with the shares p of the first set and q of the
    other; an empty bin counts with the share ``floor``.

    By chance the index is about χ² with one degree of freedom less than there are bins in use,
    times 1/n + 1/m (Yurdakul, 2018).
    """
    n, m = sum(first), sum(then)
    bins = tuple(_bin(a, b, n, m, floor) for a, b in zip(first, then, strict=True))
    measured = bool(n and m)
    used = sum(1 for a, b in zip(first, then, strict=True) if a or b)
    return Stability(
        first=n,
        then=m,
        bins=bins,
        index=sum(item.part for item in bins) if measured else None,
        by_chance=_chi_squared(used - 1) * (1 / n + 1 / m) if measured else None,
    )


def _bin(first: int, then: int, n: int, m: int, floor: float) -> Bin:
    before, after = first / n if n else 0.0, then / m if m else 0.0
    p, q = max(before, floor), max(after, floor)
    part = (q - p) * log(q / p) if n and m and (first or then) else 0.0
    return Bin(first=first, then=then, first_share=before, then_share=after, part=part)


def _chi_squared(degrees: int) -> float:
    """The value that 5 % of χ² lie above (Wilson and Hilferty's approximation, within 1 %)."""
    if degrees <= 0:
        return 0.0
    step = 2 / (9 * degrees)
    return float(degrees * (1 - step + Z95_ONE_SIDED * sqrt(step)) ** 3)
