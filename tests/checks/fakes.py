"""A pack made by hand, and claims and facts as decomposition would read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any

from hri.applicability import Circumstances
from hri.checks import CHECKS, CheckContext
from hri.decomposition import NameIndex
from hri.domain.assessments import VersionRef
from hri.domain.claims import (
    AuthorityRole,
    Claim,
    Polarity,
    Qualifier,
    Reading,
    TextKind,
)
from hri.domain.lexicons import Lexicon
from hri.domain.packs import (
    Article,
    Authority,
    Fact,
    Instrument,
    InstrumentStatus,
    PackInfo,
    Procedure,
    Source,
)
from hri.domain.ports import (
    ArticleState,
    Candidate,
    Citation,
    KnownFact,
    KnownPassage,
    Names,
)
from hri.domain.rules import Rule, RuleOutcome
from hri.domain.slots import Slot
from hri.domain.values import (
    ArticleInterval,
    AuthorityName,
    DocumentName,
    Duration,
    DurationKind,
    LegalReference,
    Money,
    Unit,
)
from hri.knowledge.lexicons import load_lexicon

ON = date(2025, 6, 1)
PROCEDURE = "lost-card"
SOURCE = Source(
    source_id="guide",
    title="Lost card",
    url="https://example.org/card",
    kind="guide",
    procedure_ids=(PROCEDURE,),
    jurisdiction="GB",
)


_lexicon = lru_cache(load_lexicon)


class FakeArticles:
    """The articles of one instrument, numbers compared as they are written."""

    def __init__(self, articles: Sequence[str | Article]) -> None:
        self.articles = [
            item if isinstance(item, Article) else Article(number=item) for item in articles
        ]

    def get(self, number: str, on: date) -> ArticleState | None:
        article = next((item for item in self.articles if item.number == number), None)
        return None if article is None else self._state(article, on)

    def between(self, first: str, last: str, on: date) -> int:
        numbers = [int(item.number) for item in self.articles if self._state(item, on).in_force]
        return sum(int(first) <= number <= int(last) for number in numbers)

    @staticmethod
    def _state(article: Article, on: date) -> ArticleState:
        begun = article.valid_from is None or article.valid_from <= on
        ended = article.valid_to is not None and article.valid_to < on
        alive = article.status is not InstrumentStatus.REPEALED or article.valid_to is not None
        return ArticleState(
            article.number,
            begun and not ended and alive,
            article.valid_from,
            article.valid_to,
            article.text,
        )


@dataclass
class FakeKnowledge:
    """Implements ``hri.domain.ports.Knowledge`` over plain tuples."""

    known_facts: tuple[KnownFact, ...] = ()
    authorities: tuple[Authority, ...] = ()
    instruments: tuple[Instrument, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    pack_rules: tuple[Rule, ...] = ()
    as_of: date = date(2025, 1, 1)
    languages: Mapping[str, Lexicon] = field(
        default_factory=lambda: {name: _lexicon(name) for name in ("en", "fr")}
    )

    @property
    def info(self) -> PackInfo:
        return PackInfo(
            id="fake",
            version="1",
            title="Fake",
            jurisdiction="GB",
            languages=("en",),
            as_of=self.as_of,
            licence="none",
            publisher="tests",
        )

    @property
    def ref(self) -> VersionRef:
        return VersionRef(id="fake", version="1", sha256="0" * 64)

    @property
    def lexicon_ref(self) -> VersionRef:
        return VersionRef(id="lexicon", version="1", sha256="0" * 64)

    @property
    def names(self) -> Names:
        return NameIndex((), ())

    def lexicon(self, language: str) -> Lexicon | None:
        return self.languages.get(language)

    def procedure(self, procedure_id: str) -> Procedure | None:
        return next((item for item in self.procedures if item.id == procedure_id), None)

    def find_procedures(self, text: str, language: str, limit: int = 5) -> tuple[Candidate, ...]:
        return ()

    def facts(self, procedure_id: str, slot: Slot) -> tuple[KnownFact, ...]:
        return tuple(
            known
            for known in self.known_facts
            if known.procedure_id == procedure_id and known.slot is slot
        )

    def passages(self, procedure_id: str) -> tuple[KnownPassage, ...]:
        return ()

    def sources(self, procedure_id: str) -> tuple[Source, ...]:
        return (SOURCE,)

    def authority(self, authority_id: str) -> Authority | None:
        return next((item for item in self.authorities if item.id == authority_id), None)

    def instrument(self, instrument_id: str) -> Instrument | None:
        return next((item for item in self.instruments if item.id == instrument_id), None)

    def instrument_articles(self, instrument_id: str) -> FakeArticles | None:
        instrument = self.instrument(instrument_id)
        if instrument is None or instrument.articles is None:
            return None
        return FakeArticles(instrument.articles)

    def cited_articles(self, instrument_id: str) -> tuple[Citation, ...]:
        return ()

    def rules(self, procedure_id: str | None) -> tuple[Rule, ...]:
        return self.pack_rules


def circumstances(**changes: Any) -> Circumstances:
    """A case in England about the lost card, with changes."""
    given: dict[str, Any] = {
        "question": "What does it cost to replace a lost card?",
        "language": "en",
        "procedure_id": PROCEDURE,
        "jurisdiction": "GB-ENG",
        "on": ON,
        "covers": {},
    }
    return Circumstances(**{**given, **changes})


def place_claims(*claims: Claim) -> tuple[Claim, ...]:
    """The claims one after the other, as in a text of their own words."""
    placed, at = [], 0
    for claim in claims:
        end = at + len(claim.text)
        placed.append(claim.model_copy(update={"start": at, "end": end}))
        at = end + 1
    return tuple(placed)


def reading(*claims: Claim, kind: TextKind = TextKind.ANSWER) -> Reading:
    return Reading(claims=place_claims(*claims), kind=kind, language="en")


def _claim(slot: Slot, text: str, value: Any, **changes: Any) -> Claim:
    return Claim(slot=slot, text=text, start=0, end=len(text), value=value, **changes)


def fee(low: str, high: str | None = None, currency: str = "GBP", **changes: Any) -> Claim:
    value = Money(low=Decimal(low), high=Decimal(high or low), currency=currency)
    text = low if high is None else f"{low} to {high}"
    if high is not None:
        changes.setdefault("qualifier", Qualifier.RANGE)
    return _claim(Slot.FEES, f"{text} {currency}", value, **changes)


def duration(
    low: str,
    unit: str = "day",
    kind: DurationKind = DurationKind.PROCESSING,
    high: str | None = None,
    **changes: Any,
) -> Claim:
    value = Duration(low=Decimal(low), high=Decimal(high or low), unit=Unit(unit), kind=kind)
    if high is not None:
        changes.setdefault("qualifier", Qualifier.RANGE)
    return _claim(Slot.PROCESSING_TIME, f"{low} {unit}s", value, **changes)


def body(
    authority_id: str | None, role: AuthorityRole = AuthorityRole.APPLY_TO, **changes: Any
) -> Claim:
    surface = authority_id or "some office"
    value = AuthorityName(id=authority_id, surface=surface)
    return _claim(Slot.COMPETENT_AUTHORITY, surface, value, role=role, **changes)


def document(surface: str, polarity: Polarity = Polarity.REQUIRED, **changes: Any) -> Claim:
    forms = changes.pop("forms", ())
    value = DocumentName(surface=surface, forms=forms, form_versions=("",) * len(forms))
    return _claim(Slot.REQUIRED_DOCUMENTS, surface or "none", value, polarity=polarity, **changes)


def law(
    instrument: str, first: str | None = None, last: str | None = None, *, known: bool = True
) -> Claim:
    articles = None if first is None else ArticleInterval(first=first, last=last or first)
    value = LegalReference(instrument=instrument, known=known, articles=articles)
    return _claim(Slot.LEGAL_BASIS, f"{instrument} {first}-{last}", value)


def fact(claim: Claim | None, condition: str | None = None, **changes: Any) -> KnownFact:
    """A fact that says what ``claim`` says; without a claim its text cannot be compared."""
    slot = changes.pop("slot", None) or (claim.slot if claim else Slot.FEES)
    source = changes.pop("source", SOURCE)
    text = claim.text if claim else "ask the office"
    return KnownFact(
        id=f"{slot.value}:{text}:{condition or ''}",
        slot=slot,
        procedure_id=PROCEDURE,
        fact=Fact(value=text, condition=condition, source_id=source.source_id),
        source=source,
        claims=(claim,) if claim else (),
    )


def facts(*claims: Claim) -> FakeKnowledge:
    """A pack whose procedure fixes what the claims say."""
    return FakeKnowledge(known_facts=tuple(fact(claim) for claim in claims))


def instrument(instrument_id: str = "card-act", **changes: Any) -> Instrument:
    given: dict[str, Any] = {
        "id": instrument_id,
        "title": "Card Act 1990",
        "kind": "act",
        "status": InstrumentStatus.IN_FORCE,
    }
    return Instrument(**{**given, **changes})


def rule(check: str, slot: Slot | None = None, **changes: Any) -> Rule:
    """A rule of a kind on its first slot; ``parameters`` and other keys as given."""
    given: dict[str, Any] = {
        "id": f"r-{check}",
        "check": check,
        "slot": slot or CHECKS[check].slots[0],
    }
    return Rule(**{**given, **changes})


def run_check(
    tested: Rule,
    claims: Iterable[Claim],
    knowledge: FakeKnowledge | None = None,
    about_tolerance: float = 0.0,
    kind: TextKind = TextKind.ANSWER,
    **case: Any,
) -> RuleOutcome:
    """What the code of a rule says of an answer with these claims."""
    check = CHECKS[tested.check]
    context = CheckContext(
        rule=tested,
        reading=reading(*claims, kind=kind),
        circumstances=circumstances(**case),
        knowledge=knowledge or FakeKnowledge(),
        about_tolerance=about_tolerance,
        default_floor=check.floor,
    )
    return check.run(context, check.parameters.model_validate(tested.parameters))


def verdict(outcome: RuleOutcome) -> str:
    """One word for an outcome, for tables: the end of the first message, kept, idle or not run."""
    if outcome.not_run is not None:
        return outcome.not_run.id
    if not outcome.applied:
        return "idle"
    return outcome.violations[0].explanation.id if outcome.violations else "kept"
