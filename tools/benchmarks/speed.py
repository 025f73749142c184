"""How fast scoring is: cases a second, time per case, growth, memory and start."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.sets import CACHE, DEV, OUT, PACK, POLICY, ROOT, WORKERS, read, score, write
from benchmarks.sets import without_procedure as unnamed
from hri.domain.cases import Case
from hri.knowledge import load_pack, load_policy
from hri.pipeline import assess

RUNS = 3
REPEATS = (2, 10)
"""How often the development set is repeated for the smaller and the larger file."""


def print_speed() -> None:
    """Measure and print everything."""
    named, free = rate(DEV.cases), rate(unnamed(DEV))
    _row(f"cases/s, {WORKERS} processes, procedure given", f"{named:.0f}", ">= 300")
    _row("the same without the procedure", f"{free:.0f}, {free / named:.2f} of it", ">= 0.60")
    median, tail = per_case()
    _row("ms a case, one process: median, p99", f"{median:.1f}, {tail:.1f}", "p99 <= 10")
    _row("s from nothing to a loaded pack", f"{start():.2f}", "<= 1")
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    _row("peak memory of a process, MB", f"{memory:.0f}", "")


def _row(name: str, measured: str, target: str) -> None:
    print(f"  {name:41}{target:10}{measured}")


def rate(cases: Path) -> float:
    """Cases a second once started: the extra cases of a larger file by the extra time."""
    times = {}
    for repeats in REPEATS:
        file = _repeated(cases, repeats)
        times[repeats] = statistics.median(_timed(file) for _ in range(RUNS))
    small, large = REPEATS
    extra = len(read(cases)) * (large - small)
    return extra / (times[large] - times[small])


def per_case() -> tuple[float, float]:
    """Median and 99th percentile of the time for one case, in milliseconds, guides met before."""
    pack = load_pack(PACK, cache=CACHE)
    policy, ref = load_policy(POLICY)
    cases = [Case.model_validate(record) for record in read(DEV.cases)]
    times = []
    for _ in range(RUNS):
        for case in cases:
            begun = time.perf_counter()
            assess(case, pack, policy, ref)
            times.append((time.perf_counter() - begun) * 1000)
    settled = sorted(times[len(cases) :])
    return statistics.median(settled), settled[int(0.99 * len(settled))]


def start() -> float:
    """Seconds from the start of Python to a loaded pack, from the cache."""
    code = "from pathlib import Path; from hri.knowledge import load_pack; load_pack(Path(%r))"
    times = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", code % str(PACK)], cwd=ROOT, check=True)
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def _timed(cases: Path) -> float:
    begun = time.perf_counter()
    score(cases, PACK, OUT / "speed.jsonl")
    return time.perf_counter() - begun


def _repeated(cases: Path, repeats: int) -> Path:
    records = [
        {**record, "case_id": f"{record['case_id']}-{turn}"}
        for turn in range(repeats)
        for record in read(cases)
    ]
    return write(OUT / f"{cases.stem}.x{repeats}.jsonl", records)
