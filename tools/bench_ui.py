"""The desk with 100,000 cases and many people at work: ``make bench-ui``.

The real server runs in a process of its own; people work over its websocket, as browsers do, each
signed in, with pauses between their keys. Everything is kept in var/bench-ui. Machines are noisy:
the load is printed, and "a bare answer" is what the machine alone costs at that moment.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

from uibench.casework import Log, Step, work_together
from uibench.chromium import first_paints
from uibench.desks import ROOT, RunningDesk, running
from uibench.figures import all_steps, load, print_targets, print_waits, wait_of
from uibench.filling import fresh_copy, full_database
from uibench.people import Person, Provider
from uibench.proofs import lock_errors, log_problems, lost_or_doubled

FOLDER = ROOT / "var" / "bench-ui"
LIMITS_ALONE = (
    (Step.FIND, 0.3),
    (Step.NEXT, 0.3),
    (Step.FILTER, 0.5),
    (Step.SEND, 0.2),
)
"""p95 in seconds for one person."""
LIMITS_TOGETHER = {30: 0.3, 60: 0.6}
"""p95 in seconds of every answer with so many people at work."""
PAINT = 1.5
"""p95 in seconds of the first paint, in a browser and of what the server sends for it."""
MEMORY = 5.0
"""MiB of the server's memory that a session may take."""
ARRIVING = 0.2
"""Seconds between two people who come to work."""
Rows = list[tuple[str, float, float, str]]


def main() -> None:
    """Measure, prove that nothing was lost, and say what misses its limit."""
    chosen = _parser().parse_args()
    database = fresh_copy(full_database(FOLDER, chosen.cases), FOLDER / "run")
    provider, logs, rows = Provider(), [Log()], Rows()
    with running(database, provider) as desk:
        rows += _browser(desk, provider)
        for count in chosen.people:
            log, more = _round(desk, provider, count, chosen.seconds, chosen.pause)
            logs.append(log)
            rows += more
    good = print_targets(rows)
    sys.exit(0 if _whole(database, logs) and good else 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--people", type=int, nargs="+", default=[1, 30, 60])
    parser.add_argument("--seconds", type=float, default=60, help="how long each round takes")
    parser.add_argument("--pause", type=float, default=5, help="mean seconds between two keys")
    return parser


def _browser(desk: RunningDesk, provider: Provider) -> Rows:
    print(f"\nA browser, load {load()}")
    first_paints(desk.address, [Person("warming", provider)])  # pages are read from the disk once
    people = [Person(f"browser-{number}", provider) for number in range(10)]
    found = dict(
        zip(("a fresh profile", "opened again"), first_paints(desk.address, people), strict=True)
    )
    rows: Rows = []
    for how, seconds in found.items():
        if seconds:
            name = f"first paint in Chromium, {how}"
            print(f"{name:46} {wait_of(seconds)}")
            rows.append((f"{name}, p95", wait_of(seconds).p95 / 1000, PAINT, "s"))
    return rows


def _round(
    desk: RunningDesk, provider: Provider, count: int, seconds: float, pause: float
) -> tuple[Log, Rows]:
    print(f"\n{count} at work, a key every {pause:g} s each, load {load()}", flush=True)
    people = [Person(f"bench-{count}-{number}", provider) for number in range(count)]
    before, busy = desk.resident(), desk.busy()
    # One alone takes no pauses, so that there is enough to measure.
    log = asyncio.run(
        work_together(desk.address, people, seconds, pause if count > 1 else 0.0, ARRIVING)
    )
    memory = (desk.resident() - before) / count / 2**20
    print_waits(log)
    used = (desk.busy() - busy) * 1000 / max(1, all_steps(log).count)
    print(f"{used:.0f} ms of processor time an answer, load {load()} afterwards")
    for problem in log.problems:
        print(f"✗ {problem}")
    return log, _rows(log, count, memory)


def _rows(log: Log, count: int, memory: float) -> Rows:
    if count == 1:
        return [
            (f"{step.value}, p95", wait_of(log.waits[step]).p95 / 1000, most, "s")
            for step, most in LIMITS_ALONE
            if step in log.waits
        ]
    paint = wait_of(log.waits[Step.PAINT]).p95 / 1000
    rows: Rows = [
        (f"first paint sent, {count} arriving, p95", paint, PAINT, "s"),
        (f"memory a session, {count} at once", memory, MEMORY, "MiB"),
    ]
    if (most := LIMITS_TOGETHER.get(count)) is not None:
        rows.append((f"{count} at once, every answer, p95", all_steps(log).p95 / 1000, most, "s"))
    return rows


def _whole(database: Path, logs: list[Log]) -> bool:
    acknowledged = [one for log in logs for one in log.acknowledged]
    unsure = [one for log in logs for one in log.unsure]
    problems = [one for log in logs for one in log.problems]
    problems += lost_or_doubled(database, acknowledged, unsure)
    problems += lock_errors(database.with_name("server.log"))
    if found := log_problems(database):
        problems.append(found)
    for problem in problems:
        print(f"✗ {problem}")
    if not problems:
        print(
            f"✓ {len(acknowledged)} decisions confirmed, each there once; "
            "one sound audit log; no error shown"
        )
    return not problems


if __name__ == "__main__":
    main()
