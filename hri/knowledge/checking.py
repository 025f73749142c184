"""Checking a pack as a whole: what it holds, and what in it will be of no use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hri.domain.slots import SLOTS
from hri.knowledge.digests import pack_files
from hri.knowledge.loaded import LoadedPack
from hri.knowledge.loading import load_pack
from hri.knowledge.progress import Progress, silent

EXAMPLES = 3
"""How many examples a warning names."""

_KNOWN_FILES = frozenset(
    {"pack.toml", "sources.jsonl", "procedures.jsonl", "authorities.jsonl", "registry.jsonl",
     "rules.toml"}
)  # fmt: skip


class PackReport(NamedTuple):
    """What a pack holds; ``str()`` gives it as text.

    ``guides`` counts procedures, ``articles`` the listed articles per instrument title.
    """

    id: str
    version: str
    sha256: str
    guides: int
    sources: int
    passages: dict[str, int]
    facts: dict[str, int]
    facts_without_claim: dict[str, int]
    authorities: int
    instruments: int
    articles: dict[str, int]
    rules: int
    warnings: tuple[str, ...]

    def __str__(self) -> str:
        lines = [
            f"pack {self.id} {self.version} ({self.sha256[:12]})",
            f"  {self.guides} guides, {self.sources} sources, {self.authorities} authorities, "
            f"{self.instruments} instruments, {self.rules} rules",
            "  passages per slot:",
            *_table(self.passages),
            "  facts per slot:",
            *_table(self.facts),
            "  articles per instrument:",
            *_table(self.articles),
            f"  {len(self.warnings)} warnings" + (":" if self.warnings else ""),
            *(f"    {warning}" for warning in self.warnings),
        ]
        return "\n".join(lines)


def check_pack(path: Path, *, cache: Path | None = None, progress: Progress = silent) -> PackReport:
    """Load a pack, read all its passages in advance, and report on it.

    ``progress`` is told about each procedure and each source that is read.

    Raises:
        PackFileError, LexiconFileError, RuleFileError: As ``load_pack``: a faulty pack is refused,
            never half reported on.
    """
    pack = load_pack(path, cache=cache, progress=progress)
    pack.read_passages(progress)
    facts: Counter[str] = Counter()
    idle: dict[str, list[str]] = {}
    orphans: list[str] = []
    for procedure_id in pack.procedure_ids():
        if not pack.sources(procedure_id):
            orphans.append(procedure_id)
        for slot in SLOTS:
            for known in pack.facts(procedure_id, slot):
                facts[slot.value] += 1
                if not known.claims:
                    idle.setdefault(slot.value, []).append(f"{known.id} {known.fact.value!r}")
    passages, sources = _count_passages(pack)
    articles, instruments = _count_articles(pack)
    return PackReport(
        id=pack.info.id,
        version=pack.info.version,
        sha256=pack.ref.sha256,
        guides=len(pack.procedure_ids()),
        sources=sources,
        passages=passages,
        facts={slot.value: facts[slot.value] for slot in SLOTS},
        facts_without_claim={name: len(found) for name, found in idle.items()},
        authorities=pack.count("authority"),
        instruments=instruments,
        articles=articles,
        rules=pack.count("rule"),
        warnings=tuple(_warnings(path, idle, facts, orphans)),
    )


def _warnings(
    path: Path, idle: dict[str, list[str]], facts: Counter[str], orphans: list[str]
) -> Iterator[str]:
    for slot, found in idle.items():
        shown = "; ".join(found[:EXAMPLES])
        yield f"{len(found)} of {facts[slot]} facts in {slot} yield no claim, such as: {shown}"
    if orphans:
        shown = ", ".join(orphans[:EXAMPLES])
        yield f"{len(orphans)} procedures have no source, such as: {shown}"
    for file in pack_files(path):
        name = file.relative_to(path).as_posix()
        if name not in _KNOWN_FILES and not (
            name.startswith("lexicon/") and file.suffix == ".toml"
        ):
            yield f"{name} is not part of a pack and is not read"


def _count_passages(pack: LoadedPack) -> tuple[dict[str, int], int]:
    counts: Counter[str] = Counter()
    sources = 0
    for source in pack.all_sources():
        sources += 1
        counts.update(str(passage.slot or "none") for passage in source.passages)
    return dict(sorted(counts.items())), sources


def _count_articles(pack: LoadedPack) -> tuple[dict[str, int], int]:
    articles: dict[str, int] = {}
    instruments = 0
    for instrument in pack.all_instruments():
        instruments += 1
        if instrument.articles is not None:
            articles[instrument.title] = len(instrument.articles)
    return articles, instruments


def _table(counts: dict[str, int]) -> list[str]:
    return [f"    {count:>7}  {name}" for name, count in counts.items()] or ["          none"]
