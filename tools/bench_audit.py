"""The audit trail with 100,000 events: ``make bench-audit``.

Fills a database once (var/bench-audit, about 600 MB; two minutes), then times the commands as
people call them, each a process of its own: verify, backup and restore, the look before a start;
and 1,000 stored cases scored again. Machines are noisy: the load is printed; read the processor
time.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

from auditbench.filling import long_log
from auditbench.timing import Took, take
from uibench.figures import load, print_targets

from hri.store.database import open_store
from hri.store.starting import require_sound_start

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "var" / "bench-audit"
BENCH = Path(os.environ.get("BENCH", ROOT.parent / "shared" / "bench"))
IMPORTED = ROOT / "var" / "packs" / "fr"
VERIFY, RESTORE, START = 5.0, 60.0, 2.0
"""Seconds that each may take."""
Rows = list[tuple[str, float, float, str]]


def main() -> None:
    """Measure everything, print it, and say what misses its limit."""
    chosen = _parser().parse_args()
    path = long_log(FOLDER, chosen.events)
    print(f"{path.stat().st_size / 2**20:.0f} MiB; load {load()}, {os.cpu_count()} processors")
    rows, good = [*_verifying(path), *_keeping(path), *_starting(path)], True
    if chosen.replays:
        good = _replaying(chosen.replays)
    print(f"load after: {load()}")
    sys.exit(0 if print_targets(rows) and good else 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--replays", type=int, default=1000, help="cases scored again; 0: none")
    return parser


def _told(what: str, took: Took) -> Took:
    print(f"{what:44} {took}", flush=True)
    return took


def _verifying(path: Path) -> Rows:
    alone = _told("the chain alone, without HRI", take("tools/verify_audit.py", path))
    whole = _told("hri audit verify", take("-m", "hri", "audit", "verify", database=path))
    sound = whole.code == alone.code == 0
    return [("hri audit verify, all records compared", _limit(whole.wall, sound), VERIFY, "s")]


def _keeping(path: Path) -> Rows:
    copy, back = FOLDER / "copy.sqlite", FOLDER / "back.sqlite"
    for file in (copy, back):
        file.unlink(missing_ok=True)
    saved = _told("hri backup", take("-m", "hri", "backup", copy, database=path))
    put = _told("hri restore, verified", take("-m", "hri", "restore", copy, database=back))
    for file in (copy, back):
        file.unlink(missing_ok=True)
    sound = saved.code == put.code == 0
    return [("backup, restored and verified", _limit(saved.wall + put.wall, sound), RESTORE, "s")]


def _starting(path: Path) -> Rows:
    begun = time.perf_counter()
    whole = require_sound_start(open_store(path), START)
    took = time.perf_counter() - begun
    print(f"{'the look before a start':44} {took:6.2f} s, the whole file: {whole}")
    return [("the look before a start", took, START, "s")]


def _replaying(wanted: int) -> bool:
    """Take cases in, once, and score them again; whether all came out byte for byte."""
    pack = {"pack": IMPORTED} if IMPORTED.exists() and BENCH.is_dir() else {}
    path = FOLDER / f"replays-{wanted}-{'bench' if pack else 'demo'}.sqlite"
    if path.exists():
        path.unlink()  # another version may score otherwise: what is replayed is its own
    cases = FOLDER / "replays.jsonl"
    lines = [json.dumps(row) for _, row in zip(range(wanted), _cases(bool(pack)), strict=False)]
    cases.write_text("\n".join(lines) + "\n", "utf-8")
    taken = take("-m", "hri", "intake", cases, database=path, **pack)
    _told(f"hri intake of {wanted}", taken)
    again = _told(f"hri replay of {wanted}", take("-m", "hri", "replay", database=path, **pack))
    print(f"  {again.said.splitlines()[-1]}; {again.processor / wanted * 1e3:.1f} ms a case")
    return taken.code == again.code == 0


def _cases(bench: bool) -> Iterator[dict[str, object]]:
    """The cases of the development sets, or of the demonstration, again and again under new ids."""
    names = ("dev", "hard_dev", "real_dev")
    files = [BENCH / f"{name}.cases.jsonl" for name in names] if bench else []
    texts = [file.read_text("utf-8") for file in files]
    texts = texts or [(ROOT / "data" / "cases" / "demo.jsonl").read_text("utf-8")]
    rows = [json.loads(line) for text in texts for line in text.splitlines()]
    for turn in count():
        for row in rows:
            yield {**row, "case_id": f"{row['case_id']}-{turn}"}


def _limit(seconds: float, sound: bool) -> float:
    return seconds if sound else float("inf")


if __name__ == "__main__":
    main()
