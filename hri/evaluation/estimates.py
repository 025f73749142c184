"""Estimates from a weighted sample: the share of wrong answers that were delivered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from pydantic import NonNegativeInt

from hri.domain.base import Model, UnitInterval
from hri.domain.decisions import ACTIONS, Action
from hri.domain.figures import DrawnRow

Z95 = 1.959963984540054
"""Standard normal deviate of a two-sided interval of 95 %."""


class Stratum(Model):
    """The delivered answers of one action: how many, and what people found of those drawn."""

    action: Action
    delivered: NonNegativeInt
    drawn: NonNegativeInt
    judged: NonNegativeInt
    """Drawn ones that are decided."""
    wrong: NonNegativeInt
    """Judged ones that were edited or rejected."""
    stands_for: float
    """Sum of the weights of the drawn ones: about how many came while drawing was on."""


class WrongEstimate(Model):
    """The estimated share of wrong answers among those delivered.

    A judged answer counts with its weight (1 / share of its stratum when it was drawn), scaled so
    that the judged ones of each action stand for all drawn ones of that action. The interval is
    Wilson's at 95 %, with Kish's effective size, (Σw)² / Σw², as its number of cases.
    """

    share: UnitInterval | None
    """None: not measurable, nothing is judged."""
    low: UnitInterval | None
    high: UnitInterval | None
    effective_n: float
    strata: tuple[Stratum, ...]
    unmeasured: tuple[Action, ...]
    """Actions that were delivered and of which nothing is judged: the share leaves them out."""


class _Weighed(Model):
    """Judged answers of equal weight."""

    weight: float
    n: NonNegativeInt
    wrong: NonNegativeInt


def estimate_wrong(rows: Sequence[DrawnRow], delivered: dict[Action, int]) -> WrongEstimate:
    """The estimate from counts per action and weight.

    Args:
        rows: What was drawn, and what people found of it.
        delivered: Answers delivered per action, drawn or not.
    """
    mild = [action for action in ACTIONS if not action.escalates]
    strata = tuple(_stratum(action, rows, delivered.get(action, 0)) for action in mild)
    weighed = [item for row in strata for item in _scaled(row, rows)]
    total = sum(item.weight * item.n for item in weighed)
    unmeasured = tuple(row.action for row in strata if row.delivered and not row.judged)
    if not total:
        return WrongEstimate(
            share=None, low=None, high=None, effective_n=0, strata=strata, unmeasured=unmeasured
        )
    share = min(1.0, sum(item.weight * item.wrong for item in weighed) / total)
    effective = total**2 / sum(item.weight**2 * item.n for item in weighed)
    low, high = wilson(share, effective)
    return WrongEstimate(
        share=share,
        low=low,
        high=high,
        effective_n=effective,
        strata=strata,
        unmeasured=unmeasured,
    )


def wilson(share: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval of a share seen in ``n`` cases; ``n`` above 0, not always whole."""
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def _stratum(action: Action, rows: Iterable[DrawnRow], delivered: int) -> Stratum:
    own = [row for row in rows if row.action is action]
    return Stratum(
        action=action,
        delivered=delivered,
        drawn=sum(row.drawn for row in own),
        judged=sum(row.judged for row in own),
        wrong=sum(row.wrong for row in own),
        stands_for=sum(row.weight * row.drawn for row in own),
    )


def _scaled(stratum: Stratum, rows: Iterable[DrawnRow]) -> list[_Weighed]:
    """The judged answers of a stratum, with weights that add up to what the drawn ones stand for.

    Without this, an action whose sample is judged sooner would count for more than it is.
    """
    own = [row for row in rows if row.action is stratum.action and row.judged]
    known = sum(row.weight * row.judged for row in own)
    scale = stratum.stands_for / known if known else 0.0
    return [_Weighed(weight=row.weight * scale, n=row.judged, wrong=row.wrong) for row in own]
