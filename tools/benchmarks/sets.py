"""The development sets, and scoring them with and without the procedure."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from hri.evaluation.batch import score_file
from hri.knowledge import import_legi, import_service_public, load_pack

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("BENCH", ROOT.parent / "shared"))
OUT = ROOT / "var" / "bench"
CACHE = ROOT / "var" / "cache"
PACK = ROOT / "var" / "packs" / "fr"
POLICY = ROOT / "data" / "policies" / "default" / "v001.toml"
WORKERS = 2
Record = dict[str, Any]


class DevelopmentSet(NamedTuple):
    """Cases, labels and the pack they are judged against."""

    name: str
    pack: Path
    evaluator: str

    @property
    def cases(self) -> Path:
        """The case file."""
        return SHARED / "bench" / f"{self.name}.cases.jsonl"

    @property
    def labels(self) -> Path:
        """The labels, which the product never reads."""
        return SHARED / "bench" / f"{self.name}.labels.jsonl"


DEV = DevelopmentSet("dev", PACK, "evaluate.py")
HARD = DevelopmentSet("hard_dev", PACK, "evaluate.py")
ENGLISH = DevelopmentSet("en_dev", SHARED / "packs" / "en-gb", "evaluate.py")
REAL = DevelopmentSet("real_dev", PACK, "evaluate_real.py")


def prepare() -> None:
    """Import the real guides and codes once, and read their passages into the cache."""
    OUT.mkdir(parents=True, exist_ok=True)
    if not PACK.is_dir():
        import_service_public([SHARED / "corpus" / "guides.zip"], PACK, lambda *_: None)
        import_legi([SHARED / "corpus" / "legi-data.tgz"], PACK, lambda *_: None)
    load_pack(PACK, cache=CACHE).read_passages()


def read(path: Path) -> list[Record]:
    """The records of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def write(path: Path, records: list[Record]) -> Path:
    """The same, written."""
    text = "\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def score(cases: Path, pack: Path, out: Path, workers: int = WORKERS) -> int:
    """Score a case file; returns how many cases were scored."""
    with out.open("w", encoding="utf-8") as file:
        report = score_file(
            cases,
            pack,
            POLICY,
            lambda line: file.write(line + "\n"),
            cache=CACHE,
            workers=workers,
        )
    return report.scored


def without_procedure(chosen: DevelopmentSet) -> Path:
    """The cases with their procedure left out, so that it must be found."""
    records = read(chosen.cases)
    for record in records:
        record.pop("procedure_id", None)
    return write(OUT / f"{chosen.name}.unnamed.cases.jsonl", records)
