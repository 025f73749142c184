"""Risk over all cases as a grid: rows by columns, with the figures of each cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import NonNegativeInt

from hri.domain.base import Model
from hri.domain.queues import QueueFilter, SlotFinding
from hri.domain.reviews import ReviewState
from hri.domain.slots import SIGNALS, SLOTS, Signal, Slot
from hri.evaluation.columns import Bools, Columns, Floats, Named
from hri.evaluation.findings import SUPPORTED, WRONG

EPOCH = date(1970, 1, 1)
MONDAY = 3
"""1 January 1970 was a Thursday, three days after its Monday."""
NO_CODES = np.zeros(0, np.int32)


class Dimension(StrEnum):
    """What rows or columns of a grid stand for."""

    SLOT = "slot"
    SIGNAL = "signal"
    SERVICE = "service"
    PROCEDURE = "procedure"
    LANGUAGE = "language"
    MODEL = "model"
    CHANNEL = "channel"
    WEEK = "week"
    """Named by its Monday."""


class Axes(StrEnum):
    """Which grids there are: rows, then columns."""

    SLOT_SERVICE = "slot_service"
    SLOT_SIGNAL = "slot_signal"
    SERVICE_WEEK = "service_week"
    MODEL_WEEK = "model_week"
    SLOT_WEEK = "slot_week"
    SLOT_MODEL = "slot_model"
    SLOT_PROCEDURE = "slot_procedure"
    SLOT_LANGUAGE = "slot_language"
    SLOT_CHANNEL = "slot_channel"

    @property
    def dimensions(self) -> tuple[Dimension, Dimension]:
        """Of the rows, and of the columns."""
        rows, columns = self.value.split("_")
        return Dimension(rows), Dimension(columns)


class Measure(StrEnum):
    """Which figure of a cell is looked at."""

    MEAN_RISK = "mean_risk"
    VIOLATION_SHARE = "violation_share"
    ERROR_SHARE = "error_share"
    FLAGGED_SHARE = "flagged_share"
    CASES = "n"


FINDINGS = {
    Measure.VIOLATION_SHARE: SlotFinding.VIOLATED,
    Measure.ERROR_SHARE: SlotFinding.FOUND_WRONG,
    Measure.FLAGGED_SHARE: SlotFinding.FLAGGED,
}
"""What the cases have in common that a share counts; the other figures are over all of a cell."""
RAISED = {
    Signal.SIS: SlotFinding.UNSTABLE,
    Signal.CCS: SlotFinding.UNCOVERED,
    Signal.RVS: SlotFinding.VIOLATED,
}
"""The cases in which a signal speaks against the answer."""
FIELDS = {
    Dimension.SERVICE: "service",
    Dimension.PROCEDURE: "procedure_id",
    Dimension.LANGUAGE: "language",
    Dimension.MODEL: "model",
    Dimension.CHANNEL: "channel",
}
"""The field of the queue filter that narrows to one value of a dimension."""


class HeatCell(Model):
    """One cell. With slots as rows its figures are over the cases in which the slot applies (with
    signals as columns: in which the signal is scored), else over all of them."""

    row: str
    column: str
    """Values of the dimensions; "" where the cases have none."""
    n: NonNegativeInt
    mean_risk: float | None
    """Mean of the slot's risk, of the signal, or of the index, 0 to 1; None where there is none."""
    violations: NonNegativeInt
    """Cases with RVS = 1, of ``rvs_scored``."""
    rvs_scored: NonNegativeInt
    flagged: NonNegativeInt
    """Cases with the slot (or any) flagged; with signals those in which the signal is above 0."""
    wrong: NonNegativeInt
    """Cases in which people judged the slot (or any) wrong, of ``judged``."""
    judged: NonNegativeInt

    @property
    def violation_share(self) -> float | None:
        """Share of cases with RVS = 1, of those scored; None where none is."""
        return self.violations / self.rvs_scored if self.rvs_scored else None

    @property
    def error_share(self) -> float | None:
        """Share of cases found wrong, of those people judged; None where nobody judged."""
        return self.wrong / self.judged if self.judged else None

    @property
    def flagged_share(self) -> float | None:
        """Share of cases flagged."""
        return self.flagged / self.n if self.n else None

    def counts(self, measure: Measure) -> tuple[int, int]:
        """What a share counts, and of how many; for the other figures n twice."""
        match measure:
            case Measure.VIOLATION_SHARE:
                return self.violations, self.rvs_scored
            case Measure.ERROR_SHARE:
                return self.wrong, self.judged
            case Measure.FLAGGED_SHARE:
                return self.flagged, self.n
        return self.n, self.n


class Heatmap(Model):
    """Rows by columns, with every cell that has at least one case."""

    axes: Axes
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    """Slots, signals and weeks in their order, others with most cases first, then by name."""
    cells: tuple[HeatCell, ...]


class _Layer(NamedTuple):
    """What is summed up over cases: of one slot, of one signal of it, or of the case as a whole."""

    row: NDArray[np.int32] | int
    column: NDArray[np.int32] | int
    counted: Bools
    risk: Floats
    rvs: Floats
    flagged: Bools
    wrong: Bools
    judged: Bools

    def sums(self, width: int, size: int) -> NDArray[np.float64]:
        """Sums per cell, in the order in which ``_cell`` takes them."""
        counted = np.flatnonzero(self.counted)
        places = np.broadcast_to(self.row * width + self.column, self.counted.shape)[counted]
        scored = ~np.isnan(self.risk)
        values: tuple[NDArray[Any] | None, ...] = (
            *(None, np.where(scored, self.risk, 0), scored, self.rvs == 1, ~np.isnan(self.rvs)),
            *(self.flagged, self.wrong, self.judged),
        )
        return np.array(
            [
                np.bincount(places, None if value is None else value[counted], size)
                for value in values
            ]
        )


def heatmap(columns: Columns, judged: NDArray[np.int8], axes: Axes) -> Heatmap:
    """The grid over all cases.

    Args:
        columns: The scores.
        judged: What people found of each slot, see ``Findings.judged``.
        axes: Which grid.
    """
    rows, across = axes.dimensions
    down, over = _named(columns, rows), _named(columns, across)
    width = len(over.names)
    sums = sum(
        (layer.sums(width, len(down.names) * width) for layer in _layers(columns, judged, axes)),
        np.zeros((8, len(down.names) * width)),
    )
    cells = tuple(
        _cell(down.names[place // width], over.names[place % width], *sums[:, place])
        for place in np.flatnonzero(sums[0]).tolist()
    )
    return Heatmap(
        axes=axes,
        rows=_ordered(rows, down.names, [(cell.row, cell.n) for cell in cells]),
        columns=_ordered(across, over.names, [(cell.column, cell.n) for cell in cells]),
        cells=cells,
    )


def cell_filter(axes: Axes, row: str, column: str, measure: Measure) -> QueueFilter:
    """The queue filter that shows the cases a figure of a cell is about, whatever their state.

    Of a share those that it counts; of a signal those in which it speaks against the answer.
    """
    found: dict[str, Any] = {"states": tuple(ReviewState)}
    findings = [FINDINGS[measure]] if measure in FINDINGS else []
    for dimension, value in zip(axes.dimensions, (row, column), strict=True):
        match dimension:
            case Dimension.SLOT:
                found["slot"] = Slot(value)
            case Dimension.SIGNAL:
                counted = [] if measure is Measure.FLAGGED_SHARE else findings
                findings = [RAISED[Signal(value)], *counted]
            case Dimension.WEEK:
                found["week"] = date.fromisoformat(value)
            case _:
                found[FIELDS[dimension]] = value
    if "slot" in found and set(findings) <= {SlotFinding.FOUND_WRONG}:
        findings = [SlotFinding.APPLIES, *findings]  # people may judge a slot that does not apply
    return QueueFilter(**found, findings=tuple(dict.fromkeys(findings)))


def _layers(columns: Columns, judged: NDArray[np.int8], axes: Axes) -> Iterator[_Layer]:
    rows, across = axes.dimensions
    over = _named(columns, across).codes
    if rows is not Dimension.SLOT:
        yield _whole(columns, judged, _named(columns, rows).codes, over)
        return
    for place in range(len(SLOTS)):
        whole = _Layer(
            row=place,
            column=over,
            counted=columns.applies[place],
            risk=columns.risk[place],
            rvs=columns.rvs[place],
            flagged=columns.flagged[place],
            wrong=judged[place] == WRONG,
            judged=_known(judged[place]),
        )
        if across is Dimension.SIGNAL:
            yield from _by_signal(whole, columns)
        else:
            yield whole


def _by_signal(whole: _Layer, columns: Columns) -> Iterator[_Layer]:
    """A slot signal by signal; people's findings count where the signal speaks against it."""
    slot = int(np.max(whole.row))
    for number, signal in enumerate(SIGNALS):
        risk = columns.risk_of(signal)[slot]
        raised = risk > 0
        yield whole._replace(
            column=number,
            counted=~np.isnan(risk),
            risk=risk,
            rvs=whole.rvs if signal is Signal.RVS else np.full_like(risk, np.nan),
            flagged=raised,
            wrong=whole.wrong & raised,
            judged=whole.judged & raised,
        )


def _whole(
    columns: Columns, judged: NDArray[np.int8], row: NDArray[np.int32], column: NDArray[np.int32]
) -> _Layer:
    """The case as a whole: its index, and what holds of any slot."""
    scored = ~np.isnan(columns.rvs).all(axis=0)
    return _Layer(
        row=row,
        column=column,
        counted=np.ones(columns.size, bool),
        risk=columns.hri,
        rvs=np.where(scored, (columns.rvs == 1).any(axis=0), np.float32(np.nan)),
        flagged=_any(columns.flagged),
        wrong=_any(judged == WRONG),
        judged=_any(_known(judged)),
    )


def _known(judged: NDArray[np.int8]) -> Bools:
    return np.asarray((judged == WRONG) | (judged == SUPPORTED))


def _any(of_slots: Bools) -> Bools:
    return np.asarray(of_slots.any(axis=0))


def _named(columns: Columns, dimension: Dimension) -> Named:
    """The values of a dimension; slots and signals have no code per case."""
    match dimension:
        case Dimension.SLOT:
            return Named(NO_CODES, tuple(SLOTS))
        case Dimension.SIGNAL:
            return Named(NO_CODES, tuple(SIGNALS))
        case Dimension.WEEK:
            mondays, codes = np.unique(
                columns.day - (columns.day + MONDAY) % 7, return_inverse=True
            )
            names = [(EPOCH + timedelta(days=int(day))).isoformat() for day in mondays]
            return Named(codes.astype(np.int32), tuple(names))
    found: Named = getattr(columns, dimension.value)
    return found


def _cell(row: str, column: str, *sums: float) -> HeatCell:
    n, risk, scored, violations, rvs_scored, flagged, wrong, judged = sums
    return HeatCell(
        row=row,
        column=column,
        n=int(n),
        mean_risk=min(1.0, risk / scored) if scored else None,
        violations=int(violations),
        rvs_scored=int(rvs_scored),
        flagged=int(flagged),
        wrong=int(wrong),
        judged=int(judged),
    )


def _ordered(
    dimension: Dimension, names: tuple[str, ...], cells: list[tuple[str, int]]
) -> tuple[str, ...]:
    """The values that occur: in their own order where they have one, else most cases first."""
    cases: Counter[str] = Counter()
    for name, n in cells:
        cases[name] += n
    if dimension in (Dimension.SLOT, Dimension.SIGNAL, Dimension.WEEK):
        return tuple(name for name in names if name in cases)
    return tuple(sorted(cases, key=lambda name: (-cases[name], name)))
