"""Comparing the scores of two periods, two models or two versions of the pack."""

from __future__ import annotations

from datetime import UTC, date

import numpy as np
from pydantic import model_validator

from hri.casework.permissions import Guard, UseCase
from hri.domain.base import Model
from hri.domain.periods import Period
from hri.domain.reviews import Actor
from hri.evaluation.columns import Bools, Columns, Named
from hri.evaluation.drift import Drift, Grouping, Series, drift, periods_back, within
from hri.evaluation.shared import Shared


class Sides(Model):
    """What is held against what: two periods, or the names of two models or packs."""

    grouping: Grouping
    first: Period | str
    then: Period | str

    @model_validator(mode="after")
    def _of_one_kind(self) -> Sides:
        periods = self.grouping is Grouping.PERIOD
        if any(isinstance(side, Period) is not periods for side in (self.first, self.then)):
            raise ValueError(f"{self.grouping.value} needs two of its kind")
        return self


class DriftAlert(Model):
    """What drifted lately beyond the limit."""

    sides: Sides
    series: tuple[Series, ...]


class Drifts:
    """Drift, at most a minute old. Permission: READ_ANALYTICS."""

    def __init__(self, guard: Guard, shared: Shared) -> None:
        self._guard, self._shared = guard, shared

    def compare(self, actor: Actor, sides: Sides) -> Drift:
        """How far the scores of both sides are apart; the first one is the measure.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        return self._compared(sides)

    def alert(self, actor: Actor) -> DriftAlert:
        """What of the last days drifted away from as many days before, beyond the limit.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        limits = self._shared.watch.drift
        first, then = periods_back(self._today(), limits.alert_days)
        sides = Sides(grouping=Grouping.PERIOD, first=first, then=then)
        return DriftAlert(sides=sides, series=self._compared(sides).over(limits.alarm))

    def _compared(self, sides: Sides) -> Drift:
        def ask() -> Drift:
            columns = self._shared.columns()
            first, then = (_members(columns, sides.grouping, side) for side in _both(sides))
            return drift(columns, first, then, self._shared.watch.drift)

        return self._shared.kept(("drift", sides), ask)

    def _today(self) -> date:
        return self._shared.clock.now().astimezone(UTC).date()


def _both(sides: Sides) -> tuple[Period | str, Period | str]:
    return sides.first, sides.then


def _members(columns: Columns, grouping: Grouping, side: Period | str) -> Bools:
    """Which cases are on a side."""
    if isinstance(side, Period):
        return within(side, columns.day)
    named: Named = columns.model if grouping is Grouping.MODEL else columns.pack
    code = named.names.index(side) if side in named.names else -1
    return np.asarray(named.codes == code)
