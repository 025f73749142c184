"""A policy swept over a million cases between two movements of a slider.

The index of every case comes of one float32 pass over a matrix that is made once. Only cases so
near to a threshold or to the edge of a bin that float32 could put them on the wrong side are
computed exactly, by ``hri.evaluation.trial``. So actions and bins equal, case by case, index and
decision.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from hri.domain.decisions import ACTIONS
from hri.domain.policies import Override, Policy
from hri.domain.slots import SLOTS
from hri.evaluation.history import Floats, History
from hri.evaluation.quanta import Singles, quanta_of
from hri.evaluation.trial import Severities, floors_of, index_beside, pattern_weights, patterns_of

Places = NDArray[np.intp]
Moves = NDArray[np.int64]

BINS = 20
"""Bins of the index, of equal width from 0 to 1; the last holds 1 as well."""
EDGES = np.linspace(0.0, 1.0, BINS + 1)
KEPT = 4
"""Columns of floors, and sweeps, that are kept: those tried last."""
LEAST = 1e-6
"""Sum of weights below which float32 would lose them; weights of 0 alone count alike."""


@dataclass(frozen=True)
class Sweep:
    """What a policy makes of a history."""

    action: Severities
    """Severity of each case's action; shape (n,)."""
    bin: Severities
    """Bin of each case's index, ``BINS`` where it has none; shape (n,)."""

    def actions(self, chosen: NDArray[np.bool_] | None = None) -> tuple[int, ...]:
        """How many of the chosen cases get each action, mildest first."""
        return self._all_actions if chosen is None else _counted(self.action[chosen], len(ACTIONS))

    def moves(self, happened: Severities, chosen: NDArray[np.bool_] | None = None) -> Moves:
        """The chosen cases by what happened to them (rows) and by their action here (columns)."""
        cell = happened * np.int8(len(ACTIONS)) + self.action
        cell = cell if chosen is None else cell[chosen]
        found = np.array(_counted(cell, len(ACTIONS) ** 2), np.int64)
        return found.reshape(-1, len(ACTIONS))

    def bins(self, chosen: NDArray[np.bool_] | None = None) -> tuple[int, ...]:
        """How many of the chosen cases fall into each bin, of those that have an index."""
        return self._all_bins if chosen is None else _counted(self.bin[chosen], BINS)

    @cached_property
    def _all_actions(self) -> tuple[int, ...]:
        return _counted(self.action, len(ACTIONS))

    @cached_property
    def _all_bins(self) -> tuple[int, ...]:
        return _counted(self.bin, BINS)


def _counted(column: Severities, count: int) -> tuple[int, ...]:
    """How often each of the first ``count`` numbers occurs.

    ``bincount`` would first copy a column of bytes to one of eight times the size.
    """
    return tuple(int(np.count_nonzero(column == number)) for number in range(count))


@dataclass(frozen=True)
class _Packed:
    """Signals for one ``unscored_value``.

    ``matrix`` has shape (n, 15): SIS, 1 - CCS and RVS of each slot, 0 where it does not apply.
    """

    unscored: float
    matrix: Singles


class Sweeper:
    """Sweeps policies over one history; threads may share it."""

    def __init__(self, history: History) -> None:
        self.history = history
        self._pattern = patterns_of(history)
        self._without = np.flatnonzero(self._pattern == 0)
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
        limits = np.array(_limits(policy))
        edges = np.union1d(EDGES[1:-1], limits)
        quanta = quanta_of(self._index(policy), edges)
        near = index_beside(self.history, policy, quanta.near, edges)
        action = quanta.reached(limits, near)
        bins = quanta.reached(EDGES[1:-1], near)
        action[self._without] = policy.no_claim_action.severity
        bins[self._without] = BINS
        if floors:
            np.maximum(action, self.floors_under(policy), out=action)
        action.flags.writeable = bins.flags.writeable = False
        return Sweep(action=action, bin=bins)

    def steps(self, policy: Policy, edges: Floats) -> NDArray[np.int16]:
        """The last of these rising edges that each case's index reaches; shape (n,).

        -1 for cases without an index. The first edge is 0.
        """
        quanta = quanta_of(self._index(policy), edges[1:])
        near = index_beside(self.history, policy, quanta.near, edges)
        step = quanta.reached(edges[1:], near, np.int16)
        step[self._without] = -1
        return step

    def _index(self, policy: Policy) -> Singles:
        """The index of every case, to float32; anything where there is none."""
        packed, share = self._pack(policy.signals.unscored_value), policy.coefficients
        signals = np.array([share.alpha, share.beta, share.gamma])
        effective = pattern_weights(policy)
        plain = np.array([policy.weights[slot] for slot in SLOTS])
        factors = np.outer(plain, signals).ravel().astype(np.float32)
        index: Singles = packed.matrix @ factors
        scale, odd = _scales(plain, effective)
        index *= scale[self._pattern]
        for pattern in odd:
            rows = np.flatnonzero(self._pattern == pattern)
            own = np.outer(effective[:, pattern], signals).ravel().astype(np.float32)
            index[rows] = packed.matrix[rows] @ own
        return index

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


def _scales(plain: Floats, effective: Floats) -> tuple[Singles, tuple[int, ...]]:
    """What turns plain weights into effective ones, by pattern, and patterns too light for that."""
    total, scale, odd = effective.sum(axis=0), np.zeros(effective.shape[1]), []
    for pattern in range(1, len(scale)):
        applies = np.array([pattern >> place & 1 for place in range(len(plain))], bool)
        weight = plain[applies].sum()
        if weight > LEAST:
            scale[pattern] = total[pattern] / weight
        elif total[pattern] > 0:
            odd.append(pattern)
    return scale.astype(np.float32), tuple(odd)


def _limits(policy: Policy) -> tuple[float, float, float]:
    limits = policy.thresholds
    return limits.warn, limits.defer, limits.route


def _pack(history: History, unscored: float) -> _Packed:
    matrix = np.empty((history.size, 3 * len(SLOTS)), np.float32)
    for place in range(len(SLOTS)):
        applies = history.applies[place]
        columns = (history.sis[place], 1.0 - history.ccs[place], history.rvs[place])
        for number, column in enumerate(columns):
            scored = np.where(np.isnan(column), unscored, column)
            matrix[:, 3 * place + number] = np.where(applies, scored, 0.0)
    matrix.flags.writeable = False
    return _Packed(unscored, matrix)
