"""A loaded pack: records and index, looked up piece by piece and remembered."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TypeVar

from hri.decomposition import NameIndex, terms
from hri.domain.assessments import VersionRef
from hri.domain.base import Model
from hri.domain.claims import Claim
from hri.domain.lexicons import Lexicon
from hri.domain.packs import Authority, Fact, Instrument, PackInfo, Passage, Procedure, Source
from hri.domain.ports import (
    ArticleList,
    Candidate,
    Citation,
    KnownFact,
    KnownPassage,
    Names,
)
from hri.domain.rules import Rule
from hri.domain.slots import Slot
from hri.errors import PackFileError
from hri.knowledge.articles import StatedArticles
from hri.knowledge.caching import PreparedPack, keep_readings
from hri.knowledge.digests import hash_texts
from hri.knowledge.preparation import (
    CITATIONS,
    FACT_CLAIMS,
    PASSAGE_CLAIMS,
    ClaimReader,
    fact_id,
    joining_words,
)
from hri.knowledge.prepared import Row
from hri.knowledge.progress import Progress, counted, silent

ModelT = TypeVar("ModelT", bound=Model)
ValueT = TypeVar("ValueT")


class LoadedPack:
    """A loaded pack; implements ``hri.domain.ports.Knowledge``. Safe to share between threads."""

    def __init__(self, prepared: PreparedPack, digest: str, lexicons: dict[str, Lexicon]) -> None:
        self._records, self._index = prepared.records, prepared.procedures
        self._readings, self._folder = prepared.readings, prepared.folder
        self._lexicons = lexicons
        self._memo: dict[tuple[str, str], object] = {}
        info = self._one("info", "", PackInfo)
        if info is None:
            raise PackFileError("cache", "", "holds no pack", "Delete the cache folder.")
        self._info = info
        self._ref = VersionRef(id=info.id, version=info.version, sha256=digest)
        pairs = self._pairs("authorities"), self._pairs("instruments")
        self._names = NameIndex(*pairs, joining_words(lexicons))
        self._reader = ClaimReader(info, lexicons, self._names)
        bodies = self._records.read("rule", "")
        self._rules = tuple(Rule.model_validate_json(body) for body in bodies)

    @property
    def info(self) -> PackInfo:
        """What ``pack.toml`` says."""
        return self._info

    @property
    def ref(self) -> VersionRef:
        """Id, version and hash of the pack's files."""
        return self._ref

    @property
    def lexicon_ref(self) -> VersionRef:
        """One reference for all lexicons in use: their languages, versions and joint hash."""
        return VersionRef(
            id="lexicon-" + "+".join(self._lexicons),
            version="+".join(lexicon.version for lexicon in self._lexicons.values()),
            sha256=hash_texts(*(lexicon.digest for lexicon in self._lexicons.values())),
        )

    @property
    def names(self) -> Names:
        """Names of all bodies and instruments, to be found in running text."""
        return self._names

    def lexicon(self, language: str) -> Lexicon | None:
        """The lexicon of a language, its region left aside ("en-GB" is "en")."""
        return self._lexicons.get(language.split("-", 1)[0])

    def procedure(self, procedure_id: str) -> Procedure | None:
        """The procedure, or None where the pack has none of that id."""
        return self._one("procedure", procedure_id, Procedure)

    def find_procedures(self, text: str, language: str, limit: int = 5) -> tuple[Candidate, ...]:
        """Procedures nearest to a question, best first; ties in order of id."""
        lexicon = self.lexicon(language) or self._lexicons[self._info.languages[0]]
        return self._index.find(terms(text, lexicon), limit)

    def facts(self, procedure_id: str, slot: Slot) -> tuple[KnownFact, ...]:
        """All facts of a slot in file order, whatever their dates and jurisdiction."""
        by_slot = self._remember("facts", procedure_id, lambda: self._facts(procedure_id))
        return by_slot.get(slot, ())

    def passages(self, procedure_id: str) -> tuple[KnownPassage, ...]:
        """All passages of the procedure's sources, in file order."""
        return self._remember("passages", procedure_id, lambda: self._passages(procedure_id))

    def sources(self, procedure_id: str) -> tuple[Source, ...]:
        """The sources of a procedure, in file order."""
        body = self._records.read_one("sources_of", procedure_id)
        names: list[str] = json.loads(body) if body else []
        return tuple(self._source(name) for name in names)

    def authority(self, authority_id: str) -> Authority | None:
        """The authority, or None where the pack has none of that id."""
        return self._one("authority", authority_id, Authority)

    def instrument(self, instrument_id: str) -> Instrument | None:
        """The instrument with its articles, their texts left out; None where it is not listed."""
        return self._one("instrument", instrument_id, Instrument)

    def instrument_articles(self, instrument_id: str) -> ArticleList | None:
        """The articles known of an instrument, with texts; None where the pack holds no list."""
        law = self.instrument(instrument_id)
        if law is None or law.articles is None:
            return None

        def read_text(place: int) -> str | None:
            return self._records.read_one("article", instrument_id, place)

        return self._remember("list", instrument_id, lambda: StatedArticles(law, read_text))

    def cited_articles(self, instrument_id: str) -> tuple[Citation, ...]:
        """Every citation of an instrument by any source of the pack."""
        return self._remember("cited", instrument_id, lambda: self._citations(instrument_id))

    def rules(self, procedure_id: str | None) -> tuple[Rule, ...]:
        """Rules that may apply to a procedure (or to none in particular), in order of id."""
        return tuple(
            rule
            for rule in self._rules
            if not rule.procedure_ids or procedure_id in rule.procedure_ids
        )

    def procedure_ids(self) -> tuple[str, ...]:
        """Ids of all procedures, in order of id."""
        return tuple(key for key, _ in self._records.read_all("sources_of"))

    def read_passages(self, progress: Progress = silent) -> None:
        """Read all passages in advance and keep their claims in the cache, if not done yet."""
        if self._readings is None:
            self._readings = keep_readings(self._folder, list(self._reading_rows(progress)))

    def all_sources(self) -> Iterator[Source]:
        """Every source, in order of id; none is kept in memory."""
        return (Source.model_validate_json(body) for _, body in self._records.read_all("source"))

    def all_instruments(self) -> Iterator[Instrument]:
        """Every instrument with its articles but their texts, in order of id."""
        bodies = self._records.read_all("instrument")
        return (Instrument.model_validate_json(body) for _, body in bodies)

    def count(self, kind: str) -> int:
        """How many records of a kind ("authority", "rule") there are."""
        return self._records.count(kind)

    def _facts(self, procedure_id: str) -> dict[Slot, tuple[KnownFact, ...]]:
        procedure = self.procedure(procedure_id)
        body = self._records.read_one("claims", procedure_id)
        if procedure is None or body is None:
            return {}
        claims = FACT_CLAIMS.validate_json(body)
        return {
            slot: tuple(
                KnownFact(
                    id=fact_id(procedure_id, slot, index),
                    slot=slot,
                    procedure_id=procedure_id,
                    fact=fact,
                    source=self._source(fact.source_id),
                    claims=read,
                    passage=self._passage_of(fact),
                )
                for index, (fact, read) in enumerate(zip(facts, claims[slot], strict=True))
            )
            for slot, facts in procedure.facts.items()
            if facts
        }

    def _passage_of(self, fact: Fact) -> Passage | None:
        """The passage that a fact names, where its source has it."""
        if fact.passage_id is None:
            return None

        def read() -> dict[str, Passage]:
            return {one.id: one for one in self._source(fact.source_id).passages}

        return self._remember("places", fact.source_id, read).get(fact.passage_id)

    def _passages(self, procedure_id: str) -> tuple[KnownPassage, ...]:
        return tuple(
            KnownPassage(source, passage, claims)
            for source in self.sources(procedure_id)
            for passage, claims in zip(source.passages, self._claims(source), strict=True)
        )

    def _claims(self, source: Source) -> list[tuple[Claim, ...]]:
        """The claims of each passage of a source: read in advance, or now."""
        if self._readings is not None:
            body = self._readings.read_one("passages", source.source_id)
            if body is not None:
                return PASSAGE_CLAIMS.validate_json(body)
        return [self._reader.read_passage(passage, source) for passage in source.passages]

    def _reading_rows(self, progress: Progress) -> Iterator[Row]:
        total = self.count("source")
        for source in counted(self.all_sources(), total, "passages", progress):
            claims = PASSAGE_CLAIMS.dump_json(self._claims(source)).decode()
            yield "passages", source.source_id, 0, claims

    def _citations(self, instrument_id: str) -> tuple[Citation, ...]:
        body = self._records.read_one("citations", instrument_id)
        records = CITATIONS.validate_json(body) if body else []
        return tuple(
            Citation(self._source(each.source_id), each.passage_id, each.fact_id, each.claim)
            for each in records
        )

    def _source(self, source_id: str) -> Source:
        source = self._one("source", source_id, Source)
        if source is None:
            problem, remedy = f"lacks source {source_id!r}", "Delete the cache folder."
            raise PackFileError("cache", "", problem, remedy)
        return source

    def _pairs(self, kind: str) -> list[tuple[str, str]]:
        body = self._records.read_one("names", kind)
        return [(name, words) for name, words in json.loads(body or "[]")]

    def _one(self, kind: str, key: str, model: type[ModelT]) -> ModelT | None:
        def read() -> ModelT | None:
            body = self._records.read_one(kind, key)
            return None if body is None else model.model_validate_json(body)

        return self._remember(kind, key, read)

    def _remember(self, kind: str, key: str, make: Callable[[], ValueT]) -> ValueT:
        """A value made once; two threads may both make it, and then make the same."""
        if (kind, key) not in self._memo:
            self._memo[kind, key] = make()
        return self._memo[kind, key]  # type: ignore[return-value]
