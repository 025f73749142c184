"""Figures of a scored set, each with a 95 % interval, and the baselines beside them."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.sets import OUT, SHARED, DevelopmentSet, Record, read, write

HIGH = ("legal_basis", "competent_authority", "fees", "processing_time")
ESCALATED = ("DEFER", "ROUTE")
WEIGHTS = {"legal_basis": 0.3, "competent_authority": 0.25, "fees": 0.2, "processing_time": 0.15}
STATES = (("ROUTE", 0.5), ("DEFER", 0.35), ("WARN", 0.2), ("PASS", 0.0))
BOOTSTRAPS = 1000


class Figure(NamedTuple):
    """A measured value with its interval."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        if self.value is None:
            return "-"
        if self.low is None or self.high is None:
            return f"{self.value:.3f}"
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


Judge = Callable[[Record], bool]


def evaluate(chosen: DevelopmentSet, scores: Path) -> dict[str, Figure]:
    """What the set's own evaluator says of a file of scores."""
    command = [sys.executable, SHARED / "bench" / chosen.evaluator, scores, chosen.labels, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    figures = {
        name: Figure(item["value"], item.get("lo"), item.get("hi"))
        for name, item in found.get("metrics", found).items()
        if isinstance(item, dict) and not isinstance(item.get("value"), list)
    }
    for name in ("precision", "recall"):
        if "presence" in found:
            figures[f"presence.{name}"] = Figure(found["presence"]["pooled"][name])
    return figures


def rate(records: Sequence[Record], holds: Judge) -> Figure:
    """Share of records of which something holds, with a bootstrap interval over cases."""
    hits = [holds(record) for record in records]
    if not hits:
        return Figure(None)
    draw = random.Random(0)
    rates = sorted(sum(draw.choices(hits, k=len(hits))) / len(hits) for _ in range(BOOTSTRAPS))
    low, high = rates[int(0.025 * BOOTSTRAPS)], rates[int(0.975 * BOOTSTRAPS) - 1]
    return Figure(sum(hits) / len(hits), low, high)


def own_figures(chosen: DevelopmentSet, scores: Path) -> dict[str, Figure]:
    """What the table asks for and the evaluator does not print."""
    labels = {label["case_id"]: label for label in read(chosen.labels)}
    records = read(scores)

    def wrong(kind: str, slots: Iterable[str]) -> list[Record]:
        return [
            record
            for record in records
            if labels[record["case_id"]]["kind"] == kind
            and any(labels[record["case_id"]]["slots"].get(slot, {}).get("error") for slot in slots)
        ]

    documents = [*wrong("consistent_error", DOCUMENTS), *wrong("unstable_error", DOCUMENTS)]
    return {
        "caught.consistent": rate(wrong("consistent_error", HIGH), is_escalated),
        "caught.unstable": rate(wrong("unstable_error", HIGH), is_escalated),
        "documents.above_pass": rate(documents, lambda one: one["state"] != "PASS"),
    }


DOCUMENTS = ("required_documents",)


def is_escalated(record: Record) -> bool:
    """Whether a case goes to a person."""
    return record["state"] in ESCALATED


def found_share(chosen: DevelopmentSet, scores: Path) -> Figure:
    """How often the right procedure was found."""
    given = {case["case_id"]: case.get("procedure_id") for case in read(chosen.cases)}
    return rate(read(scores), lambda one: one["procedure"]["id"] == given[one["case_id"]])


def self_consistency(chosen: DevelopmentSet, scores: Path) -> Path:
    """Scores of a judge that sees the disagreement of the samples and nothing else."""

    return _judged(chosen, scores, "sis", lambda _, slot: float(slot.get("sis") or 0.0))


def length_only(chosen: DevelopmentSet, scores: Path) -> Path:
    """Scores by the length of the answer alone."""
    answers = {case["case_id"]: case["answer"] for case in read(chosen.cases)}
    return _judged(
        chosen, scores, "length", lambda record, _: len(answers[record["case_id"]]) / 10_000
    )


def number_novelty(chosen: DevelopmentSet, scores: Path) -> Path:
    """Scores by the share of the answer's figures that the samples do not have."""
    cases = {case["case_id"]: case for case in read(chosen.cases)}

    def novelty(record: Record, _: Record) -> float:
        case = cases[record["case_id"]]
        mine = set(re.findall(r"\d+", case["answer"]))
        theirs = set(re.findall(r"\d+", " ".join(case["samples"])))
        return len(mine - theirs) / len(mine) if mine else 0.0

    return _judged(chosen, scores, "novelty", novelty)


def _judged(
    chosen: DevelopmentSet, scores: Path, name: str, risk: Callable[[Record, Record], float]
) -> Path:
    """The scores with another risk per slot, and the action of the paper's thresholds on it."""
    records = []
    for record in read(scores):
        slots = {
            slot: {**item, "risk": risk(record, item)}
            for slot, item in record["slots"].items()
            if item.get("present")
        }
        weight = sum(WEIGHTS.get(slot, 0.1) for slot in slots)
        total = sum(WEIGHTS.get(slot, 0.1) * item["risk"] for slot, item in slots.items())
        hri = total / weight if weight else 0.0
        state = (
            "ROUTE" if hri >= 0.5 else "DEFER" if hri >= 0.35 else "WARN" if hri >= 0.2 else "PASS"
        )
        records.append({**record, "hri": hri, "state": state, "slots": slots})
    return write(OUT / f"{chosen.name}.{name}.jsonl", records)
