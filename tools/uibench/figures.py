"""Waits as tables: medians and tails, beside what the issue asks for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from uibench.casework import Log, Step

NOT_THE_DESK = frozenset({Step.ECHO})


class Wait(NamedTuple):
    """Milliseconds that people waited."""

    count: int
    p50: float
    p95: float
    p99: float

    def __str__(self) -> str:
        """One row of a table, without its name."""
        return f"{self.count:6} {self.p50:7.0f} {self.p95:7.0f} {self.p99:7.0f}"


def wait_of(seconds: Sequence[float]) -> Wait:
    """The wait that half, 95 % and 99 % of some waits do not exceed."""
    ordered = sorted(seconds)
    p50, p95, p99 = (
        1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]
        for share in (0.50, 0.95, 0.99)
    )
    return Wait(len(ordered), p50, p95, p99)


def all_steps(log: Log) -> Wait:
    """Every answer of the desk to a key or a click; sign-in and bare answers left out."""
    left_out = NOT_THE_DESK | {Step.PAINT}
    return wait_of(
        [one for step, waits in log.waits.items() if step not in left_out for one in waits]
    )


def print_waits(log: Log) -> None:
    """A row for each step, and one for all."""
    print(f"{'':46} {'n':>6} {'p50':>7} {'p95':>7} {'p99':>7}  ms")
    for step in Step:
        if waits := log.waits.get(step):
            print(f"{step.value:46} {wait_of(waits)}")
    print(f"{'every answer to a key or click':46} {all_steps(log)}")


def print_targets(rows: Iterable[tuple[str, float, float, str]]) -> bool:
    """Name, measured, highest allowed and unit of each; whether all are met."""
    print(f"\n{'':58} {'measured':>9} {'at most':>9}")
    good = True
    for name, measured, most, unit in rows:
        good &= measured <= most
        print(f"{'✓' if measured <= most else '✗'} {name:56} {measured:9.2f} {most:9.2f} {unit}")
    return good


def load() -> str:
    """How busy the machine is with everything that runs on it."""
    return " ".join(f"{one:.1f}" for one in os.getloadavg())
