"""What the sources hold on one slot of one case, and how a place in them becomes evidence."""

from __future__ import annotations

from typing import NamedTuple

from hri.applicability import (
    ApplicableFact,
    Circumstances,
    Openness,
    Scope,
    applicable_facts,
    chapter_of,
    condition_openness,
    source_openness,
)
from hri.checks.evidence import fact_evidence as evidence_of_fact
from hri.decomposition import states_same, terms
from hri.domain.base import Message
from hri.domain.claims import Claim, Evidence, Verdict, VerdictReason
from hri.domain.lexicons import Lexicon
from hri.domain.packs import PassageKind
from hri.domain.policies import SignalSettings
from hri.domain.ports import Knowledge, KnownPassage
from hri.domain.slots import Slot
from hri.domain.values import DocumentName


class BearingPassage(NamedTuple):
    """A passage that bears on the question."""

    known: KnownPassage
    openness: Openness


class Bearing(NamedTuple):
    """Everything in the pack that bears on one slot of one case."""

    slot: Slot
    circumstances: Circumstances
    knowledge: Knowledge
    lexicon: Lexicon
    facts: tuple[ApplicableFact, ...]
    passages: tuple[BearingPassage, ...]
    settings: SignalSettings
    chapter: tuple[BearingPassage, ...] = ()
    """Running text of the slot's own chapter, under no branch that nobody named."""

    @property
    def about_tolerance(self) -> float:
        """How far an "about" value may be from the fact it states, as a share of the fact."""
        return self.settings.about_tolerance

    @property
    def scope(self) -> Scope:
        """The slot and the case."""
        return Scope(self.slot, self.circumstances, self.knowledge, self.lexicon)

    @property
    def speaks(self) -> bool:
        """Whether the sources say anything on the slot; form numbers alone list no documents."""
        claims = [claim.value for item in self.facts for claim in item.known.claims]
        numbered = all(isinstance(one, DocumentName) and one.forms for one in claims)
        return bool(claims and not numbered) or bool(self.chapter)


class Judgement(NamedTuple):
    """What the sources say of one claim, in words by reference, with the places that say so."""

    verdict: Verdict
    explanation: Message
    reason: VerdictReason | None = None
    evidence: tuple[Evidence, ...] = ()


def gather_passages(
    circumstances: Circumstances, knowledge: Knowledge, lexicon: Lexicon
) -> tuple[BearingPassage, ...]:
    """Collect the passages that bear on a case, for all slots; none without a procedure."""
    procedure = circumstances.procedure_id
    places: dict[int, Openness | None] = {}
    passages = []
    for known in knowledge.passages(procedure) if procedure else ():
        source = known.source
        if id(source) not in places:
            places[id(source)] = source_openness(source, circumstances)
        openness = places[id(source)]
        if openness is not None and known.passage.condition:
            branch = condition_openness(
                known.passage.condition,
                circumstances,
                lexicon,
                source.source_id,
                chapter_of(known.passage),
            )
            openness = branch if openness is not Openness.OPEN or branch is None else openness
        if openness is not None:
            passages.append(BearingPassage(known, openness))
    return tuple(passages)


def gather(
    slot: Slot,
    circumstances: Circumstances,
    knowledge: Knowledge,
    lexicon: Lexicon,
    settings: SignalSettings,
    passages: tuple[BearingPassage, ...] | None = None,
) -> Bearing:
    """Collect the facts and passages that bear on a slot; none without a procedure.

    ``passages`` are those of the case where the caller has gathered them for another slot already.
    """
    procedure = circumstances.procedure_id
    facts = knowledge.facts(procedure, slot) if procedure else ()
    if passages is None:
        passages = gather_passages(circumstances, knowledge, lexicon)
    chosen = applicable_facts(facts, circumstances, lexicon)
    chapter = tuple(
        item
        for item in passages
        if item.known.passage.slot is slot
        and item.known.passage.kind is PassageKind.TEXT
        and item.openness is not Openness.OPEN
    )
    return Bearing(slot, circumstances, knowledge, lexicon, chosen, passages, settings, chapter)


def claim_words(claim: Claim, bearing: Bearing) -> frozenset[str]:
    """Content words around a claim: what it is about and under which condition."""
    return frozenset(terms(f"{claim.anchor} {claim.condition or ''}", bearing.lexicon))


def subject_terms(bearing: Bearing) -> frozenset[str]:
    """What the procedure is about: the words of its names."""
    procedure_id = bearing.circumstances.procedure_id
    procedure = bearing.knowledge.procedure(procedure_id) if procedure_id else None
    if procedure is None:
        return frozenset()
    names = procedure.names.get(bearing.circumstances.language, ())
    return frozenset(term for name in names for term in terms(name, bearing.lexicon))


def is_settled(item: ApplicableFact, claim: Claim, bearing: Bearing) -> bool:
    """The fact's condition is none, or named by the question or by the claim's own words."""
    if item.openness is not Openness.OPEN:
        return True
    condition = set(terms(item.known.fact.condition or "", bearing.lexicon))
    return bool(condition & claim_words(claim, bearing))


def unproven(bearing: Bearing, evidence: tuple[Evidence, ...] = ()) -> Judgement:
    """The verdict on a claim that no source bears out or speaks against.

    Not on a closed list; not among what the sources say on the slot; or, where they say nothing on
    the slot at all, beyond what can be checked.
    """
    procedure = bearing.knowledge.procedure(bearing.circumstances.procedure_id or "")
    if procedure is not None and bearing.slot in procedure.closed:
        return Judgement(
            Verdict.UNSUPPORTED, Message(id="ccs.not_listed"), VerdictReason.NOT_LISTED, evidence
        )
    if procedure is not None and not bearing.speaks:
        return Judgement(Verdict.UNCONFIRMED, Message(id="ccs.uncovered"), VerdictReason.SILENT)
    return Judgement(Verdict.UNSUPPORTED, Message(id="ccs.silent"), VerdictReason.SILENT, evidence)


def denied_by_sources(claim: Claim, bearing: Bearing) -> Evidence | None:
    """The place where a source denies the same value as the claim does."""
    for fact in bearing.facts:
        for known in fact.known.claims:
            if states_same(claim, known, bearing.about_tolerance):
                return fact_evidence(fact, known)
    for item in bearing.passages:
        for known in item.known.claims:
            if states_same(claim, known, bearing.about_tolerance):
                return passage_evidence(item.known, (known.start, known.end))
    return None


def fact_evidence(item: ApplicableFact, claim: Claim | None = None) -> Evidence:
    """A fact as evidence: in its passage where its words stand there, else in its own text."""
    fact = item.known.fact
    plain = evidence_of_fact(item.known)
    words = claim.text if claim is not None else fact.value
    passage = item.known.passage
    at = passage.text.find(words) if passage is not None else -1
    if passage is not None and at >= 0:
        update = {"text": passage.text, "start": at, "end": at + len(words)}
        return plain.model_copy(update={**update, "heading": passage.heading})
    if claim is not None:
        return plain.model_copy(update={"start": claim.start, "end": claim.end})
    return plain


def passage_evidence(known: KnownPassage, span: tuple[int, int]) -> Evidence:
    """A place in a passage as evidence; its id is the passage's with the place."""
    source, passage = known.source, known.passage
    return Evidence(
        id=f"{passage.id}@{span[0]}",
        source_id=source.source_id,
        source_title=source.title,
        url=source.url,
        passage_id=passage.id,
        heading=passage.heading,
        condition=passage.condition,
        text=passage.text,
        start=span[0],
        end=span[1],
        valid_from=source.valid_from.isoformat() if source.valid_from else None,
        valid_to=source.valid_to.isoformat() if source.valid_to else None,
        as_of=source.as_of.isoformat() if source.as_of else None,
    )
