"""Finding the procedure a question is about, with tantivy: deterministic and never parsed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import tantivy

from hri.decomposition import terms
from hri.domain.lexicons import Lexicon
from hri.domain.packs import PassageKind, Procedure, Source
from hri.domain.ports import Candidate

FIELD_WEIGHTS = {"names": 4.0, "headings": 1.0, "text": 0.5}
"""How much a term counts by where it stands in a guide."""

OVER_FETCH = 5
"""So many times the wanted candidates are fetched before ties are put in order of id."""

MAX_QUERY_TERMS = 200
HEAP_BYTES = 64 * 1024 * 1024


class ProcedureText(NamedTuple):
    """The words of one procedure by field, already cut into terms."""

    id: str
    names: tuple[str, ...]
    headings: tuple[str, ...]
    text: tuple[str, ...]


def collect_text(
    procedure: Procedure, sources: Iterable[Source], lexicon: Lexicon
) -> ProcedureText:
    """The terms of a procedure's names, and of the headings and passages of its sources."""
    passages = [passage for source in sources for passage in source.passages]
    prose = [passage.text for passage in passages if passage.kind is PassageKind.TEXT]
    headings = dict.fromkeys(passage.heading for passage in passages)
    names = [name for names in procedure.names.values() for name in names]
    return ProcedureText(
        procedure.id,
        terms("\n".join(names), lexicon),
        terms("\n".join(headings), lexicon),
        terms("\n".join(prose), lexicon),
    )


class ProcedureIndex:
    """An index over procedures; the same texts and the same question give the same candidates."""

    def __init__(self, index: tantivy.Index) -> None:
        self._index = index
        index.reload()
        self._searcher = index.searcher()

    @classmethod
    def build(cls, texts: Sequence[ProcedureText], folder: Path | None) -> ProcedureIndex:
        """Index the texts, in memory or in a folder that exists and is empty."""
        schema = _schema()
        index = tantivy.Index(schema, path=str(folder) if folder else None)
        # One thread, one commit: several would put procedures into segments by chance.
        writer = index.writer(heap_size=HEAP_BYTES, num_threads=1)
        for text in texts:
            document = tantivy.Document()
            document.add_text("id", text.id)
            for field in FIELD_WEIGHTS:
                document.add_text(field, " ".join(getattr(text, field)))
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        return cls(index)

    @classmethod
    def open(cls, folder: Path) -> ProcedureIndex:
        """Open an index that ``build`` made."""
        return cls(tantivy.Index.open(str(folder)))

    def find(self, question: Sequence[str], limit: int) -> tuple[Candidate, ...]:
        """Procedures nearest to the terms of a question, best first, ties in order of id."""
        words = list(dict.fromkeys(question))[:MAX_QUERY_TERMS]
        if not words or limit < 1:
            return ()
        hits = self._searcher.search(self._query(words), limit=limit * OVER_FETCH).hits
        found = [
            Candidate(str(self._searcher.doc(address)["id"][0]), float(score))
            for score, address in hits
        ]
        return tuple(sorted(found, key=lambda hit: (-hit.score, hit.procedure_id))[:limit])

    def _query(self, words: Iterable[str]) -> tantivy.Query:
        schema = self._index.schema
        parts = [
            (
                tantivy.Occur.Should,
                tantivy.Query.boost_query(
                    tantivy.Query.term_query(schema, field, word, "freq"), weight
                ),
            )
            for word in words
            for field, weight in FIELD_WEIGHTS.items()
        ]
        return tantivy.Query.boolean_query(parts)


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    for field in FIELD_WEIGHTS:
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="freq")
    return builder.build()
