"""A policy swept over a million cases between two movements of a slider.

The index of every case comes of one float32 pass over a packed matrix. Only cases so near to a
threshold or to the edge of a bin that float32 could put them on the wrong side are computed
exactly, by ``hri.evaluation.trial``. So actions and bins equal, case by case, index and decision.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from hri.domain.decisions import ACTIONS
from hri.domain.policies import Override, Policy
from hri.domain.slots import SLOTS
from hri.evaluation.history import Floats, History
from hri.evaluation.trial import Severities, exact_index, floors_of, pattern_weights, patterns_of

Singles = NDArray[np.float32]
Places = NDArray[np.intp]
Moves = NDArray[np.int64]

BINS = 20
"""Bins of the index, of equal width from 0 to 1; the last holds 1 as well."""
EDGES = np.linspace(0.0, 1.0, BINS + 1)
NEAR = np.float32(1e-5)
"""Far more than what rounding fifteen products of numbers up to 1 to float32 comes to."""
KEPT = 4
"""Columns of floors, and sweeps, that are kept: those tried last."""


@dataclass(frozen=True)
class Sweep:
    """What a policy makes of a history."""

    action: Severities
    """Severity of each case's action; shape (n,)."""
    bin: Severities
    """Bin of each case's index, ``BINS`` where it has none; shape (n,)."""

    def actions(self, chosen: NDArray[np.bool_] | None = None) -> tuple[int, ...]:
        """How many of the chosen cases get each action, mildest first."""
        action = self.action if chosen is None else self.action[chosen]
        return tuple(np.bincount(action, minlength=len(ACTIONS)).tolist())

    def moves(self, happened: Severities, chosen: NDArray[np.bool_] | None = None) -> Moves:
        """The chosen cases by what happened to them (rows) and by their action here (columns)."""
        cell = happened * np.int8(len(ACTIONS)) + self.action
        cell = cell if chosen is None else cell[chosen]
        found = np.bincount(cell, minlength=len(ACTIONS) ** 2)
        return found.reshape(-1, len(ACTIONS))

    def bins(self, chosen: NDArray[np.bool_] | None = None) -> tuple[int, ...]:
        """How many of the chosen cases fall into each bin, of those that have an index."""
        place = self.bin if chosen is None else self.bin[chosen]
        return tuple(np.bincount(place, minlength=BINS + 1)[:BINS].tolist())


@dataclass(frozen=True)
class _Packed:
    """Signals for one ``unscored_value``, the cases of one pattern of slots side by side.

    ``matrix`` has shape (n, 15): SIS, 1 - CCS and RVS of each slot, 0 where it does not apply.
    """

    unscored: float
    matrix: Singles
    order: Places
    """Place in the history of each row."""
    starts: Places
    """Row at which each pattern begins, and the end."""


class Sweeper:
    """Sweeps policies over one history; threads may share it."""

    def __init__(self, history: History) -> None:
        self.history = history
        self._has_index = history.applies.any(axis=0)
        self._packed: _Packed | None = None
        self._floors: OrderedDict[tuple[Override, ...], Severities] = OrderedDict()
        self._swept: OrderedDict[tuple[object, ...], Sweep] = OrderedDict()
        self._lock = Lock()

    def sweep(self, policy: Policy, *, floors: bool = True) -> Sweep:
        """Actions and bins of all cases under a policy; equal to ``try_policy``.

        The latest sweeps are kept: what is in force is compared with at each move of a slider.
        Without ``floors``, actions are those that the index alone gives.
        """
        asked = (*_asked(policy), floors)
        with self._lock:
            found = self._swept.get(asked)
        if found is None:
            found = self._sweep(policy, floors)
        with self._lock:
            self._swept[asked] = found
            self._swept.move_to_end(asked)
            if len(self._swept) > KEPT:
                self._swept.popitem(last=False)
        return found

    def _sweep(self, policy: Policy, floors: bool) -> Sweep:
        index = self._index(policy)
        near, exact = self._near(policy, index)
        base = _base(policy, index, near, exact)
        base[~self._has_index] = policy.no_claim_action.severity
        if floors:
            np.maximum(base, self.floors_under(policy), out=base)
        swept = Sweep(action=base, bin=self._bins(index, near, exact))
        swept.action.flags.writeable = swept.bin.flags.writeable = False
        return swept

    def steps(self, policy: Policy, edges: Floats) -> NDArray[np.int16]:
        """The last of these rising edges that each case's index reaches; shape (n,).

        -1 for cases without an index. The first edge is 0.
        """
        index, single = self._index(policy), edges.astype(np.float32)
        step = (np.searchsorted(single, index, side="right") - 1).astype(np.int16)
        low = np.maximum(step, 0)
        near = index - single[low] < NEAR
        near |= single[np.minimum(low + 1, len(edges) - 1)] - index < NEAR
        near &= index > 0
        places = np.flatnonzero(near & self._has_index)
        exact = exact_index(self.history, policy, places)
        step[places] = np.searchsorted(edges, exact, side="right") - 1
        np.maximum(step, 0, out=step)
        step[~self._has_index] = -1
        return step

    def _index(self, policy: Policy) -> Singles:
        packed, share = self._pack(policy.signals.unscored_value), policy.coefficients
        signals = np.array([share.alpha, share.beta, share.gamma])
        weights = pattern_weights(policy)
        ordered = np.empty(self.history.size, np.float32)
        for pattern, (first, last) in enumerate(
            zip(packed.starts, packed.starts[1:], strict=False)
        ):
            if first < last:
                factors = np.outer(weights[:, pattern], signals).ravel().astype(np.float32)
                np.dot(packed.matrix[first:last], factors, out=ordered[first:last])
        index = np.empty_like(ordered)
        index[packed.order] = ordered
        return index

    def _near(self, policy: Policy, index: Singles) -> tuple[Places, Floats]:
        """Cases near an edge of a bin or a threshold, with their exact index."""
        scaled = index * np.float32(BINS)
        scaled -= np.rint(scaled)
        near = np.abs(scaled, out=scaled) < NEAR * BINS
        near &= index > NEAR  # below 0 there is nothing
        for limit in _limits(policy):
            near |= np.abs(index - np.float32(limit)) < NEAR
        places = np.flatnonzero(near & self._has_index)
        return places, exact_index(self.history, policy, places)

    def _bins(self, index: Singles, near: Places, exact: Floats) -> Severities:
        place = (index * np.float32(BINS)).astype(np.int8)
        np.minimum(place, BINS - 1, out=place)
        # The edges as numbers, which are what a histogram compares with.
        place[near] = np.clip(np.searchsorted(EDGES, exact, side="right") - 1, 0, BINS - 1)
        place[~self._has_index] = BINS
        return place

    def floors_under(self, policy: Policy) -> Severities:
        """The strictest floor that fires on each case; shape (n,)."""
        with self._lock:
            found = self._floors.get(policy.overrides)
            if found is None:
                found = self._floors[policy.overrides] = floors_of(self.history, policy)
                if len(self._floors) > KEPT:
                    self._floors.popitem(last=False)
            self._floors.move_to_end(policy.overrides)
            return found

    def _pack(self, unscored: float) -> _Packed:
        with self._lock:
            if self._packed is None or self._packed.unscored != unscored:
                self._packed = _pack(self.history, unscored)
            return self._packed


def _asked(policy: Policy) -> tuple[object, ...]:
    """All of a policy that a sweep rests on."""
    signals = policy.signals
    return (
        policy.coefficients,
        tuple(sorted(policy.weights.items())),
        policy.thresholds,
        (signals.unscored_value, signals.absent_slots),
        policy.no_claim_action,
        policy.overrides,
    )


def _base(policy: Policy, index: Singles, near: Places, exact: Floats) -> Severities:
    base = np.zeros(len(index), np.int8)
    for limit in _limits(policy):
        base += index >= np.float32(limit)
    base[near] = 0
    for limit in _limits(policy):
        base[near] += exact >= limit
    return base


def _limits(policy: Policy) -> tuple[float, float, float]:
    limits = policy.thresholds
    return limits.warn, limits.defer, limits.route


def _pack(history: History, unscored: float) -> _Packed:
    patterns = patterns_of(history)
    order = np.argsort(patterns, kind="stable")
    starts = np.searchsorted(patterns[order], np.arange((1 << len(SLOTS)) + 1))
    matrix = np.empty((history.size, 3 * len(SLOTS)), np.float32)
    for place in range(len(SLOTS)):
        applies = history.applies[place]
        columns = (history.sis[place], 1.0 - history.ccs[place], history.rvs[place])
        for number, column in enumerate(columns):
            scored = np.where(np.isnan(column), unscored, column)
            matrix[:, 3 * place + number] = np.where(applies, scored, 0.0)[order]
    matrix.flags.writeable = False
    return _Packed(unscored, matrix, order, starts)
