"""Score the development sets, evaluate them beside baselines and time it: ``make bench``.

Needs the benchmark folder (BENCH, default ``../shared``) with ``bench``, ``packs`` and ``corpus``.
Machines are noisy: times are medians over three runs in this one process; read ratios.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from benchmarks.quality import (
    Figure,
    evaluate,
    found_share,
    length_only,
    number_novelty,
    own_figures,
    self_consistency,
)
from benchmarks.sets import (
    DEV,
    ENGLISH,
    HARD,
    OUT,
    REAL,
    SHARED,
    DevelopmentSet,
    prepare,
    score,
    without_procedure,
)
from benchmarks.speed import print_speed

AUROC = "slot_auroc.risk.no_unstable.pooled"
LEAK = "leak_rate.high_impact_in_PASS_or_WARN"
OVER = "over_escalation.clean+paraphrase"
DEV_ROWS = (
    ("slot presence, precision", "presence.precision", ">= 0.99"),
    ("slot presence, recall", "presence.recall", ">= 0.98"),
    ("slot AUROC of risk", AUROC, ">= 0.98"),
    ("errors all samples share: caught", "caught.consistent", ">= 0.97"),
    ("errors with unstable samples: caught", "caught.unstable", ">= 0.98"),
    ("leak", LEAK, "<= 0.02"),
    ("document errors above PASS", "documents.above_pass", ">= 0.95"),
    ("unstable-only above PASS", "above_PASS.unstable_only", ">= 0.95"),
    ("over-escalation", OVER, "<= 0.03"),
    ("clean and paraphrase above PASS", "above_PASS.clean+paraphrase", "<= 0.10"),
)
UNNAMED_ROWS = (
    ("procedure found", "found", ">= 0.95"),
    ("leak", LEAK, "<= 0.03"),
    ("over-escalation", OVER, "<= 0.06"),
)
HARD_ROWS = (
    ("caught", "caught.consistent", ">= 0.85"),
    ("over-escalation", OVER, "<= 0.05"),
)
ENGLISH_ROWS = (
    ("slot AUROC of risk", AUROC, ">= 0.95"),
    ("leak", LEAK, "<= 0.05"),
    ("over-escalation", OVER, "<= 0.08"),
)
REAL_ROWS = (
    ("wrong cases in PASS", "wrong cases that end PASS", "<= 0.03"),
    ("wrong cases in PASS or WARN", "wrong cases that end PASS or WARN", "<= 0.35"),
    ("right cases in DEFER or ROUTE", "right cases that end DEFER or ROUTE", "<= 0.40"),
    ("slot AUROC of risk", "slot AUROC of risk", ">= 0.90"),
    (
        "wrong claims flagged at their place",
        "agreed wrong claims flagged at their place",
        ">= 0.65",
    ),
    ("claims in right slots flagged", "claims in right slots flagged", "<= 0.30"),
)
Rows = tuple[tuple[str, str, str], ...]


def main() -> None:
    """Run everything and print it."""
    if not (SHARED / "bench").is_dir():
        sys.exit(f"No benchmark at {SHARED}. Remedy: make bench BENCH=/path/to/the/folder")
    prepare()
    for chosen, rows in ((DEV, DEV_ROWS), (HARD, HARD_ROWS), (ENGLISH, ENGLISH_ROWS)):
        print_set(chosen, rows)
    print_unnamed()
    score(REAL.cases, REAL.pack, OUT / "real_dev.jsonl")
    print_table("real_dev", REAL_ROWS, evaluate(REAL, OUT / "real_dev.jsonl"), {})
    print("\n== speed on dev")
    print_speed()


def print_set(chosen: DevelopmentSet, rows: Rows) -> None:
    """Score a set and print its rows, the baselines and the figures per type of error."""
    scores = OUT / f"{chosen.name}.jsonl"
    score(chosen.cases, chosen.pack, scores)
    found = evaluate(chosen, scores) | own_figures(chosen, scores)
    alone = self_consistency(chosen, scores)
    baseline = evaluate(chosen, alone) | own_figures(chosen, alone)
    print_table(chosen.name, rows, found, baseline)
    for name, make in (("length only", length_only), ("number novelty", number_novelty)):
        print(f"  {name + ': slot AUROC':42}{evaluate(chosen, make(chosen, scores))[AUROC]}")
    for name in sorted(found):
        for kind in ("slot_auroc.risk.by_type.", "leak_rate.by_type."):
            if name.startswith(kind):
                print(f"    {name.removeprefix('slot_auroc.risk.'):42}{found[name]}")


def print_unnamed() -> None:
    """The French set without its procedures."""
    scores = OUT / "dev.unnamed.jsonl"
    score(without_procedure(DEV), DEV.pack, scores)
    found = evaluate(DEV, scores) | {"found": found_share(DEV, scores)}
    print_table("dev without procedure_id", UNNAMED_ROWS, found, {})


def print_table(
    title: str, rows: Rows, found: Mapping[str, Figure], baseline: Mapping[str, Figure]
) -> None:
    """One line a row: what, target, measured, and self-consistency alone."""
    print(f"\n== {title:40}{'target':10}{'measured':28}{'self-consistency' * bool(baseline)}")
    for name, key, target in rows:
        beside = str(baseline.get(key, "")) if baseline else ""
        print(f"  {name:41}{target:10}{found[key]!s:28}{beside}")


if __name__ == "__main__":
    main()
