"""Moving one number of a policy over a long history, again and again, beside one plain pass."""

from __future__ import annotations

import itertools
import resource
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from histbench.making import MadeUp
from hri.casework.permissions import SYSTEM
from hri.domain.costs import CostTable
from hri.domain.policies import Coefficients, InstabilityOverride, Policy, Thresholds
from hri.domain.slots import SLOTS
from hri.evaluation.outcomes import outcomes_of
from hri.evaluation.parts import Sweepable
from hri.evaluation.quanta import Singles
from hri.evaluation.spans import Bounds
from hri.evaluation.sweeps import Sweeper
from hri.evaluation.tuning import compare_on
from hri.evaluation.weights import Sample
from hri.wiring import Desk

MOVES = 60
FLIPS = 50


class Timed(NamedTuple):
    """Milliseconds on the clock, and of processor time."""

    wall: list[float]
    processor: list[float]

    def __str__(self) -> str:
        return (
            f"median {statistics.median(self.wall):7.1f}  p95 {p95(self.wall):7.1f}  "
            f"processor time {statistics.median(self.processor):7.1f}"
        )


def p95(values: list[float]) -> float:
    """The value that 95 % do not go beyond."""
    return float(np.percentile(values, 95))


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds that some work takes, on the clock and of the processor."""
    begun, used = time.perf_counter(), time.process_time()
    work()
    return (time.perf_counter() - begun) * 1e3, (time.process_time() - used) * 1e3


def resident() -> float:
    """MiB that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def moves_of(policy: Policy) -> Iterator[tuple[str, Policy]]:
    """The policy with one number after the other moved, as sliders do; never the same twice."""
    for step in itertools.count(1):
        shift = step * 1e-3
        share = policy.coefficients
        coefficients = Coefficients(
            alpha=share.alpha + shift, beta=share.beta - shift, gamma=share.gamma
        )
        yield "shares of the signals", policy.model_copy(update={"coefficients": coefficients})
        first, second = SLOTS[0], SLOTS[-1]
        weights = {**policy.weights, first: policy.weights[first] + shift}
        weights[second] = policy.weights[second] - shift
        yield "weights of the slots", policy.model_copy(update={"weights": weights})
        limits = policy.thresholds
        moved = Thresholds(warn=limits.warn, defer=limits.defer - shift, route=limits.route)
        yield "thresholds", policy.model_copy(update={"thresholds": moved})
        overrides = tuple(
            override.model_copy(update={"at_least": override.at_least + shift})
            if isinstance(override, InstabilityOverride)
            else override
            for override in policy.overrides
        )
        yield "floors of overrides", policy.model_copy(update={"overrides": overrides})


def time_moves(
    show: Callable[[Policy], object], policy: Policy, matrix: Singles, count: int = MOVES
) -> tuple[dict[str, Timed], Timed]:
    """What ``show`` takes after each move of a number; and the plain pass.

    The pass is one float32 product of the matrix with a vector, taken after each move, so that
    both meet the same machine.
    """
    show(policy)
    vector, out = np.full(matrix.shape[1], 0.1, np.float32), np.empty(len(matrix), np.float32)
    found: dict[str, list[tuple[float, float]]] = {}
    passes = []
    for what, moved in itertools.islice(moves_of(policy), count):
        found.setdefault(what, []).append(timed(lambda moved=moved: show(moved)))
        passes.append(timed(lambda: np.dot(matrix, vector, out=out)))
    return {what: _timed(times) for what, times in found.items()}, _timed(passes)


def on_desk(desk: Desk) -> Callable[[Policy], object]:
    """All that a move of a slider asks the desk for; rights and what is new are looked up."""

    def show(policy: Policy) -> None:
        desk.tuning.compare(SYSTEM, policy, limit=FLIPS)
        desk.weighing.outcomes(SYSTEM, policy)

    return show


def in_memory(made: MadeUp, live: Policy, costs: CostTable) -> Callable[[Policy], object]:
    """The same figures computed on columns alone: overrides, actions, bins, heatmap, errors."""
    cases = Sweepable(made.history, frozenset(made.history.versions))
    part, sample = cases.part(Bounds(None, None)), Sample(made.history, made.labels)

    def show(policy: Policy) -> None:
        compare_on(cases.sweeper, part, live, policy, FLIPS)
        swept = cases.sweeper.sweep(policy)
        moves = swept.moves(made.history.action)
        outcomes_of(moves, swept.action[sample.labels.place], sample, costs)

    return show


def matrix_of(sweeper: Sweeper, policy: Policy) -> Singles:
    """The matrix that a sweep passes over."""
    return sweeper._pack(policy.signals.unscored_value).matrix


def together(parts: dict[str, Timed]) -> Timed:
    """All moves, whatever was moved."""
    return Timed(
        [one for part in parts.values() for one in part.wall],
        [one for part in parts.values() for one in part.processor],
    )


def _timed(times: list[tuple[float, float]]) -> Timed:
    return Timed([wall for wall, _ in times], [used for _, used in times])
