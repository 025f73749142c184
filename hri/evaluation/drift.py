"""Drift: how far the scores of two sets of cases are apart, as the bins show it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from hri.domain.base import Model
from hri.domain.decisions import ACTIONS
from hri.domain.periods import Period
from hri.domain.slots import SIGNALS, SLOTS, Slot
from hri.domain.watching import DriftLimits
from hri.evaluation.columns import Bools, Columns, Floats
from hri.evaluation.heatmaps import EPOCH
from hri.evaluation.psi import Stability, stability

Sets = tuple[NDArray[np.intp], NDArray[np.intp]]
"""Places of the cases of both sets."""
NOT_SCORED = ""
RULE = ("0", "1")
ROUNDING = 1e-5


class Grouping(StrEnum):
    """What the two sets of cases differ in."""

    PERIOD = "period"
    MODEL = "model"
    PACK = "pack"
    """The version of the knowledge pack they were scored against."""


class Measured(StrEnum):
    """What is compared."""

    INDEX = "index"
    SIS = "sis"
    CCS = "ccs"
    RVS = "rvs"
    ACTION = "action"


def within(period: Period, days: NDArray[np.int32]) -> Bools:
    """Whether days since 1970 lie in a period."""
    first, last = (period.first - EPOCH).days, (period.last - EPOCH).days
    return np.asarray((days >= first) & (days <= last))


class Series(Model):
    """One measure of both sets."""

    measured: Measured
    slot: Slot | None
    """None: of all slots together, or of the case as a whole."""
    names: tuple[str, ...]
    """What each bin holds: "0.1" for values from 0.1 on, "" for what is not scored, an action."""
    stability: Stability

    @property
    def index(self) -> float | None:
        """The population stability index."""
        return self.stability.index


class Drift(Model):
    """What is compared, over all slots and slot by slot."""

    whole: tuple[Series, ...]
    """Index, each signal over all slots that apply, and what happened to the answers."""
    by_slot: tuple[Series, ...]
    """Each signal of each slot."""

    def over(self, limit: float) -> tuple[Series, ...]:
        """Those of ``whole`` that reach a limit, and more than chance would explain."""
        return tuple(series for series in self.whole if series.stability.exceeds(limit))


def periods_back(today: date, days: int) -> tuple[Period, Period]:
    """The ``days`` days before the last ones, and the last ones, which end today."""
    last = Period(first=today - timedelta(days=days - 1), last=today)
    before = timedelta(days=days)
    return Period(first=last.first - before, last=last.last - before), last


def drift(columns: Columns, first: Bools, then: Bools, limits: DriftLimits) -> Drift:
    """How far the scores of two sets of cases are apart.

    Args:
        columns: The scores of all cases.
        first: Which cases the first set holds, shape (n,); it is what the other is held against.
        then: Likewise; a case may be in both.
        limits: The number of bins, and what stands for an empty one.
    """
    sets = np.flatnonzero(first), np.flatnonzero(then)
    whole = [_series(Measured.INDEX, None, sets, columns.hri, limits)]
    by_slot = []
    for signal in SIGNALS:
        measured, values = Measured(signal.value), getattr(columns, signal.value)
        counted = [columns.applies[:, places] for places in sets]
        inside = [values[:, places] for places in sets]
        whole.append(_binned(measured, None, inside, counted, limits))
        by_slot += [
            _binned(measured, slot, [v[place] for v in inside], [c[place] for c in counted], limits)
            for place, slot in enumerate(SLOTS)
        ]
    return Drift(whole=(*whole, _actions(columns, sets, limits)), by_slot=tuple(by_slot))


def _series(
    measured: Measured, slot: Slot | None, sets: Sets, values: Floats, limits: DriftLimits
) -> Series:
    inside = [values[places] for places in sets]
    return _binned(measured, slot, inside, [np.ones(len(v), bool) for v in inside], limits)


def _binned(
    measured: Measured,
    slot: Slot | None,
    values: Sequence[Floats],
    counted: Sequence[Bools],
    limits: DriftLimits,
) -> Series:
    """Counts per bin of equal width, the last for what is not scored. RVS is 0 or 1: two bins."""
    bins = 2 if measured is Measured.RVS else limits.bins
    first, then = (_counts(v, c, bins) for v, c in zip(values, counted, strict=True))
    edges = RULE if measured is Measured.RVS else [f"{place / bins:g}" for place in range(bins)]
    return Series(
        measured=measured,
        slot=slot,
        names=(*edges, NOT_SCORED),
        stability=stability(first, then, limits.floor),
    )


def _counts(values: Floats, counted: Bools, bins: int) -> list[int]:
    inside = values[counted]
    scored = inside[~np.isnan(inside)]
    # Short floats: 0.7 must not fall below its own edge.
    places = np.minimum(np.floor(scored * bins + ROUNDING), bins - 1).astype(np.int64)
    return [*np.bincount(places, minlength=bins).tolist(), len(inside) - len(scored)]


def _actions(columns: Columns, sets: Sets, limits: DriftLimits) -> Series:
    first, then = (
        np.bincount(columns.action[places], minlength=len(ACTIONS)).tolist() for places in sets
    )
    return Series(
        measured=Measured.ACTION,
        slot=None,
        names=tuple(ACTIONS),
        stability=stability(first, then, limits.floor),
    )
