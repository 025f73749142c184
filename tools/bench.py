"""Score the development sets, evaluate them and time it: ``make bench``.

Needs the benchmark folder (BENCH, default ``../shared``) with ``bench``, ``packs`` and ``corpus``.
Times are medians over three runs in this one process; machines are noisy, so read ratios.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from hri.evaluation.batch import score_file
from hri.knowledge import import_legi, import_service_public, load_pack

ROOT = Path(__file__).parents[1]
SHARED = Path(os.environ.get("BENCH", ROOT.parent / "shared"))
OUT = ROOT / "var" / "bench"
PACK = ROOT / "var" / "packs" / "fr"
POLICY = ROOT / "data" / "policies" / "default" / "v001.toml"
RUNS = 3


class DevelopmentSet(NamedTuple):
    """Cases, labels and the pack they are judged against."""

    name: str
    pack: Path
    evaluator: str


SETS = (
    DevelopmentSet("dev", PACK, "evaluate.py"),
    DevelopmentSet("hard_dev", PACK, "evaluate.py"),
    DevelopmentSet("en_dev", SHARED / "packs" / "en-gb", "evaluate.py"),
    DevelopmentSet("real_dev", PACK, "evaluate_real.py"),
)


def main() -> None:
    """Run everything and print it."""
    if not (SHARED / "bench").is_dir():
        sys.exit(f"No benchmark at {SHARED}. Remedy: make bench BENCH=/path/to/the/folder")
    OUT.mkdir(parents=True, exist_ok=True)
    import_pack()
    for chosen in SETS:
        measure(chosen)


def import_pack() -> None:
    """Import the real guides and codes once; print how long it took."""
    if PACK.is_dir():
        print(f"pack {PACK.relative_to(ROOT)} is there; remove it to time the import")
        return
    begun = time.perf_counter()
    import_service_public([SHARED / "corpus" / "guides.zip"], PACK, lambda *_: None)
    guides = time.perf_counter()
    import_legi([SHARED / "corpus" / "legi-data.tgz"], PACK, lambda *_: None)
    ended = time.perf_counter()
    print(f"import: guides {guides - begun:.1f} s, codes {ended - guides:.1f} s")


def measure(chosen: DevelopmentSet) -> None:
    """Score one set, time it, and print what its evaluator says."""
    cases = SHARED / "bench" / f"{chosen.name}.cases.jsonl"
    labels = SHARED / "bench" / f"{chosen.name}.labels.jsonl"
    out = OUT / f"{chosen.name}.jsonl"
    loads, runs, scored = [], [], 0
    for _ in range(RUNS):
        begun = time.perf_counter()
        load_pack(chosen.pack, cache=ROOT / "var" / "cache")
        loaded = time.perf_counter()
        with out.open("w", encoding="utf-8") as file:
            report = score_file(
                cases,
                chosen.pack,
                POLICY,
                lambda line, file=file: file.write(line + "\n"),
                cache=ROOT / "var" / "cache",
            )
        loads.append(loaded - begun)
        runs.append(time.perf_counter() - loaded - loads[-1])
        scored = report.scored
    load, run = statistics.median(loads), statistics.median(runs)
    rate = scored / run
    print(f"\n== {chosen.name}: {scored} cases, load {load:.2f} s, {rate:.0f} cases/s (1 process)")
    subprocess.run([sys.executable, SHARED / "bench" / chosen.evaluator, out, labels], check=True)


if __name__ == "__main__":
    main()
