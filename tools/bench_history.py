"""Tuning over 1,000,000 stored cases: ``make bench-history``.

Makes the cases once, by a seed, in var/bench; reads them as the desk does; moves one number of the
policy after the other and times the new figures, histogram, heatmap, changed cases and errors, as a
multiple of one plain pass over the same matrix; then does it in a browser. Machines are noisy: read
the ratio and the processor time.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from histbench.browsing import slider_moves
from histbench.making import made_up
from histbench.measuring import (
    MOVES,
    in_memory,
    matrix_of,
    on_desk,
    p95,
    resident,
    time_moves,
    timed,
    together,
)
from histbench.storing import stored_history
from uibench.desks import ROOT, running
from uibench.figures import load
from uibench.filling import fresh_copy
from uibench.people import Person, Provider

from hri.casework.permissions import SYSTEM
from hri.domain.policies import Policy
from hri.evaluation.sweeps import Sweeper
from hri.settings import Settings
from hri.wiring import Desk, open_desk

FOLDER = ROOT / "var" / "bench"
MEDIAN, RATIO, BROWSER = 100.0, 10.0, 0.6
"""Milliseconds of a move in the median; the same in plain passes; seconds in a browser, p95."""


def main() -> None:
    """Measure everything, print it, and say what misses its limit."""
    chosen = _parser().parse_args()
    path = stored_history(FOLDER, chosen.cases)
    print(f"load {load()}, {os.cpu_count()} processors, {chosen.cases} cases")
    desk = open_desk(Settings(database=path))
    _reading(desk)
    sweeper = desk.tuning._bases.now().sweeper
    good = _moving("the desk", on_desk(desk), desk.policy, sweeper, chosen.moves)
    good &= _straight(desk, chosen.cases, chosen.moves)
    if chosen.browser:
        good &= _browser(path, chosen.browser)
    sys.exit(0 if good else 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=1_000_000)
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--browser", type=int, default=40, help="moves in a browser; 0: none")
    return parser


def _reading(desk: Desk) -> None:
    before = resident()
    wall, used = timed(lambda: desk.tuning.history(SYSTEM))
    history = desk.tuning.history(SYSTEM)
    arrays = [value for value in vars(history).values() if isinstance(value, np.ndarray)]
    size = sum(array.nbytes for array in arrays) / 2**20
    print(f"reading the history once: {wall / 1e3:.1f} s, {used / 1e3:.1f} s of processor time")
    print(f"  columns {size:.0f} MiB, the process grew by {resident() - before:.0f} MiB")
    print(f"  read-only: {not any(array.flags.writeable for array in arrays)}")
    wall, _ = timed(lambda: desk.weighing.outcomes(SYSTEM, desk.policy))
    judged = desk.weighing.outcomes(SYSTEM, desk.policy).judged
    print(f"reading {judged} judged cases, first figures: {wall / 1e3:.1f} s")
    wall, _ = timed(lambda: desk.tuning.history(SYSTEM))
    print(f"asking again: {wall:.1f} ms, the same object: {desk.tuning.history(SYSTEM) is history}")
    sweeper = desk.tuning._bases.now().sweeper
    matrix = matrix_of(sweeper, desk.policy)
    print(f"matrix {matrix.nbytes / 2**20:.0f} MiB, read-only: {not matrix.flags.writeable}")


def _moving(
    where: str, show: Callable[[Policy], object], policy: Policy, sweeper: Sweeper, count: int
) -> bool:
    parts, passes = time_moves(show, policy, matrix_of(sweeper, policy), count)
    every = together(parts)
    print(f"{where}: milliseconds from a moved number to all new figures, load {load()}")
    for what, times in parts.items():
        print(f"  {what:24}{times}")
    print(f"  {'all moves':24}{every}")
    print(f"  {'one plain pass':24}{passes}")
    wall = statistics.median(every.wall)
    ratio = wall / statistics.median(passes.wall)
    used = statistics.median(every.processor) / statistics.median(passes.processor)
    print(f"  median {wall:.0f} ms (limit {MEDIAN:.0f}), {ratio:.1f} passes (limit {RATIO:.0f}); "
          f"{used:.1f} in processor time")  # fmt: skip
    return wall <= MEDIAN and ratio <= RATIO


def _straight(desk: Desk, count: int, moves: int) -> bool:
    """The same without a database: columns made in memory."""
    begun = time.perf_counter()
    made = made_up(count, desk.policy)
    print(f"made in memory: {time.perf_counter() - begun:.1f} s")
    sweeper = Sweeper(made.history)
    wall, _ = timed(lambda: sweeper.sweep(desk.policy))
    print(f"  first sweep, the matrix made: {wall:.0f} ms")
    same = sweeper.sweep(desk.policy).actions()
    stored = desk.tuning._bases.now().sweeper.sweep(desk.policy).actions()
    print(f"  the same actions as from the database: {same == stored}")
    show = in_memory(made, desk.policy, desk.weighing.costs)
    return _moving("computing alone", show, desk.policy, sweeper, moves) and same == stored


def _browser(path: Path, count: int) -> bool:
    provider = Provider()
    with running(fresh_copy(path, FOLDER / "run"), provider) as server:
        first, moves = slider_moves(
            server.address, Person("ana", provider, ("hri-analyst",)), count
        )
        print(f"in Chromium: the screen stands after {first:.1f} s, cases read; "
              f"the server holds {server.resident() / 2**20:.0f} MiB")  # fmt: skip
    if not moves:
        print("  no browser here")
        return True
    print(f"  from a key on a slider to new figures: median {statistics.median(moves):.2f} s, "
          f"p95 {p95(moves):.2f} s (limit {BROWSER}), load {load()}")  # fmt: skip
    return p95(moves) <= BROWSER


if __name__ == "__main__":
    main()
