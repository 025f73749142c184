"""Preparing a pack: reading its facts once, and laying its records out for quick access."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pydantic import TypeAdapter

from hri.decomposition import NameIndex, read_fact, read_passage
from hri.domain.claims import Claim
from hri.domain.lexicons import Lexicon
from hri.domain.packs import (
    Article,
    Authority,
    Fact,
    Instrument,
    PackInfo,
    Passage,
    PassageKind,
    Procedure,
    Source,
)
from hri.domain.rules import Rule
from hri.domain.slots import SLOTS, Slot
from hri.domain.values import LegalReference
from hri.knowledge.index import ProcedureText, collect_text
from hri.knowledge.packfiles import PackFiles
from hri.knowledge.prepared import RecordFile, Row
from hri.knowledge.progress import Progress, counted, silent
from hri.knowledge.rules import derive_rules

CLAIMS: TypeAdapter[tuple[Claim, ...]] = TypeAdapter(tuple[Claim, ...])

Lexicons = Mapping[str, Lexicon]


class CitationRecord(NamedTuple):
    """A citation as it is laid down: ids of its source, passage and fact, and the claim."""

    source_id: str
    passage_id: str | None
    fact_id: str | None
    claim: Claim


CITATIONS: TypeAdapter[list[CitationRecord]] = TypeAdapter(list[CitationRecord])
FACT_CLAIMS: TypeAdapter[dict[Slot, list[tuple[Claim, ...]]]] = TypeAdapter(
    dict[Slot, list[tuple[Claim, ...]]]
)

PASSAGE_CLAIMS: TypeAdapter[list[tuple[Claim, ...]]] = TypeAdapter(list[tuple[Claim, ...]])


def fact_id(procedure_id: str, slot: Slot, index: int) -> str:
    """Id of the fact at a place in a procedure's list for a slot (counted from 0)."""
    return f"{procedure_id}/{slot.value}/{index + 1}"


def name_pairs(
    authorities: Iterable[Authority], instruments: Iterable[Instrument]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Pairs of id and name of all bodies and instruments, in file order, titles before aliases."""
    bodies = [
        (body.id, name) for body in authorities for names in body.names.values() for name in names
    ]
    listed = list(instruments)
    titles = [(law.id, law.title) for law in listed]
    return bodies, titles + [(law.id, alias) for law in listed for alias in law.aliases]


def joining_words(lexicons: Lexicons) -> list[str]:
    """The words of any language that a name may join its parts with ("and", "et")."""
    return [word for one in lexicons.values() for word in one.statements.pair_joins]


class ClaimReader:
    """Reads facts and passages with the lexicon of their language and the pack's names."""

    def __init__(self, info: PackInfo, lexicons: Lexicons, names: NameIndex) -> None:
        self._info, self._lexicons, self._names = info, lexicons, names

    def lexicon_of(self, source: Source) -> Lexicon:
        """The lexicon a source is read with: its own language's, else the pack's first."""
        language = source.language or self._info.languages[0]
        return self._lexicons.get(language) or self._lexicons[self._info.languages[0]]

    def read_fact(self, slot: Slot, fact: Fact, source: Source) -> tuple[Claim, ...]:
        """The claims of a fact."""
        return read_fact(slot, fact.value, self.lexicon_of(source), self._names)

    def read_passage(self, passage: Passage, source: Source) -> tuple[Claim, ...]:
        """The claims of a passage; references and contacts hold what their kind says."""
        slot = passage.slot if isinstance(passage.slot, Slot) else None
        lexicon = self.lexicon_of(source)
        return read_passage(passage.text, passage.heading, slot, lexicon, self._names)


def lay_out(
    files: PackFiles,
    lexicons: Lexicons,
    names: NameIndex,
    target: RecordFile,
    progress: Progress = silent,
) -> list[ProcedureText]:
    """Write everything that a loaded pack looks up; returns the texts for the index."""
    reader = ClaimReader(files.info, lexicons, names)
    sources = {source.source_id: source for source in files.sources}
    sources_of = _sources_of(files)
    citations: dict[str, list[CitationRecord]] = {}
    bodies, titles = name_pairs(files.authorities, files.instruments)
    target.write([
        ("info", "", 0, files.info.model_dump_json()),
        ("names", "authorities", 0, json.dumps(bodies)),
        ("names", "instruments", 0, json.dumps(titles)),
    ])  # fmt: skip
    target.write(("source", source.source_id, 0, _json(source)) for source in files.sources)
    target.write(("authority", body.id, 0, _json(body)) for body in files.authorities)
    target.write(row for law in files.instruments for row in _instrument_rows(law))
    target.write(_rule_rows(files))
    target.write(
        row
        for procedure in counted(files.procedures, len(files.procedures), "facts", progress)
        for row in _procedure_rows(procedure, sources_of, sources, reader, citations)
    )
    _cite_passages(files, reader, citations)
    target.write(
        ("citations", instrument, 0, CITATIONS.dump_json(found).decode())
        for instrument, found in citations.items()
    )
    main = lexicons[files.info.languages[0]]
    return [
        collect_text(procedure, [sources[name] for name in sources_of[procedure.id]], main)
        for procedure in files.procedures
    ]


def _json(record: Source | Authority | Instrument | Rule | Procedure) -> str:
    return record.model_dump_json(exclude_defaults=True)


def _sources_of(files: PackFiles) -> dict[str, list[str]]:
    """Sources per procedure in file order: those that name it and those its facts come from."""
    cited: dict[str, set[str]] = {
        procedure.id: {fact.source_id for facts in procedure.facts.values() for fact in facts}
        for procedure in files.procedures
    }
    for source in files.sources:
        for name in source.procedure_ids:
            cited[name].add(source.source_id)
    order = {source.source_id: place for place, source in enumerate(files.sources)}
    return {name: sorted(found, key=order.__getitem__) for name, found in cited.items()}


def _instrument_rows(law: Instrument) -> Iterator[Row]:
    """An instrument with its articles, and the articles' texts apart: they are seldom needed."""
    articles = law.articles
    bare = articles and tuple(
        entry.model_copy(update={"text": None}) if isinstance(entry, Article) else entry
        for entry in articles
    )
    yield "instrument", law.id, 0, _json(law.model_copy(update={"articles": bare}))
    for place, entry in enumerate(articles or ()):
        if isinstance(entry, Article) and entry.text:
            yield "article", law.id, place, entry.text


def _rule_rows(files: PackFiles) -> Iterator[Row]:
    derived = derive_rules(files.procedures, files.authorities, files.instruments, files.sources)
    rules = sorted([*files.rules, *derived], key=lambda rule: rule.id)
    for place, rule in enumerate(rules):
        yield "rule", "", place, _json(rule)


def _procedure_rows(
    procedure: Procedure,
    sources_of: Mapping[str, list[str]],
    sources: Mapping[str, Source],
    reader: ClaimReader,
    citations: dict[str, list[CitationRecord]],
) -> Iterator[Row]:
    claims: dict[Slot, list[tuple[Claim, ...]]] = {}
    for slot in SLOTS:
        for index, fact in enumerate(procedure.facts.get(slot, ())):
            read = reader.read_fact(slot, fact, sources[fact.source_id])
            claims.setdefault(slot, []).append(read)
            name = fact_id(procedure.id, slot, index)
            _cite(read, fact.source_id, fact.passage_id, name, citations)
    yield "procedure", procedure.id, 0, _json(procedure)
    yield "claims", procedure.id, 0, FACT_CLAIMS.dump_json(claims).decode()
    yield "sources_of", procedure.id, 0, json.dumps(sources_of[procedure.id])


def _cite_passages(
    files: PackFiles, reader: ClaimReader, citations: dict[str, list[CitationRecord]]
) -> None:
    """Citations in passages about the law that no fact repeats."""
    repeated = {
        fact.passage_id
        for procedure in files.procedures
        for fact in procedure.facts.get(Slot.LEGAL_BASIS, ())
    }
    for source in files.sources:
        for passage in source.passages:
            legal = passage.slot is Slot.LEGAL_BASIS or passage.kind is PassageKind.REFERENCE
            if legal and passage.id not in repeated:
                read = reader.read_passage(passage, source)
                _cite(read, source.source_id, passage.id, None, citations)


def _cite(
    claims: Iterable[Claim],
    source_id: str,
    passage: str | None,
    fact: str | None,
    citations: dict[str, list[CitationRecord]],
) -> None:
    for claim in claims:
        if isinstance(claim.value, LegalReference):
            record = CitationRecord(source_id, passage, fact, claim)
            citations.setdefault(claim.value.instrument, []).append(record)
