"""What stages and use cases are given: protocols that loaders, the store and tests implement."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple, Protocol

from hri.domain.assessments import Assessment, VersionRef
from hri.domain.cases import Case
from hri.domain.claims import Claim
from hri.domain.lexicons import Lexicon
from hri.domain.packs import Authority, Fact, Instrument, PackInfo, Passage, Procedure, Source
from hri.domain.policies import Policy
from hri.domain.rules import Rule
from hri.domain.slots import Slot


class NameMatch(NamedTuple):
    """A known name found in a text: offsets into that text and the record's id."""

    start: int
    end: int
    id: str


class Names(Protocol):
    """Known names of a pack, found in running text (case, accents and spacing aside)."""

    def authorities(self, text: str) -> Iterable[NameMatch]:
        """Names of authorities in ``text``, longest match first at each place, none overlapping."""

    def instruments(self, text: str) -> Iterable[NameMatch]:
        """Titles and aliases of legal instruments in ``text``, likewise."""


class KnownFact(NamedTuple):
    """A fact with its source and what its text says once read; spans point into ``fact.value``.

    ``claims`` is empty when the text of the fact holds no value that can be compared; ``passage``
    is where it stands in the source, None where it was written by hand.
    """

    id: str
    slot: Slot
    procedure_id: str
    fact: Fact
    source: Source
    claims: tuple[Claim, ...]
    passage: Passage | None = None


class KnownPassage(NamedTuple):
    """A passage with its source and the claims read in it; spans point into ``passage.text``."""

    source: Source
    passage: Passage
    claims: tuple[Claim, ...]


class Candidate(NamedTuple):
    """A procedure that retrieval proposes, with its score (higher is nearer, >= 0)."""

    procedure_id: str
    score: float


class Knowledge(Protocol):
    """A knowledge pack, loaded, checked and read: all that scoring may know of the world."""

    @property
    def info(self) -> PackInfo: ...

    @property
    def ref(self) -> VersionRef:
        """Id, version and hash of the pack's files."""

    @property
    def lexicon_ref(self) -> VersionRef:
        """Id, version and hash of all lexicons in use."""

    @property
    def names(self) -> Names: ...

    def lexicon(self, language: str) -> Lexicon | None:
        """The lexicon of a language, or None where the pack or product has none."""

    def procedure(self, procedure_id: str) -> Procedure | None: ...

    def find_procedures(self, text: str, language: str, limit: int = 5) -> tuple[Candidate, ...]:
        """Procedures nearest to a question, best first; ties in order of id."""

    def facts(self, procedure_id: str, slot: Slot) -> tuple[KnownFact, ...]:
        """All facts of a slot in file order, whatever their dates and jurisdiction."""

    def passages(self, procedure_id: str) -> tuple[KnownPassage, ...]:
        """All passages of the procedure's sources, in file order."""

    def sources(self, procedure_id: str) -> tuple[Source, ...]: ...

    def authority(self, authority_id: str) -> Authority | None: ...

    def instrument(self, instrument_id: str) -> Instrument | None: ...

    def instrument_articles(self, instrument_id: str) -> ArticleList | None:
        """The articles known of an instrument; None where the pack holds no list."""

    def cited_articles(self, instrument_id: str) -> tuple[Citation, ...]:
        """Every citation of an instrument by any source of the pack."""

    def rules(self, procedure_id: str | None) -> tuple[Rule, ...]:
        """Rules that may apply to a procedure (or to none in particular), in order of id."""


class Citation(NamedTuple):
    """A reference made by a source: which source and procedure, and the claim as read there."""

    source: Source
    passage_id: str | None
    fact_id: str | None
    claim: Claim


class ArticleList(Protocol):
    """The articles of one instrument."""

    def get(self, number: str, on: date) -> ArticleState | None:
        """State of an article on a date; None when the list does not have it at all."""

    def between(self, first: str, last: str, on: date) -> int:
        """How many listed articles of the interval are in force on a date."""


class ArticleState(NamedTuple):
    """Whether an article was in force on the date asked for, its dates and text where known."""

    number: str
    in_force: bool
    valid_from: date | None
    valid_to: date | None
    text: str | None


class Clock(Protocol):
    """The time, for parts that do I/O; scoring never asks for it."""

    def now(self) -> datetime:
        """The current time in UTC, with its zone."""


class Ids(Protocol):
    """New identifiers."""

    def new(self, kind: str) -> str:
        """An identifier never given before, starting with ``kind``."""


class Assess(Protocol):
    """Scoring that never raises: a case that cannot be scored comes back as ROUTE."""

    def __call__(
        self, case: Case, knowledge: Knowledge, policy: Policy, policy_ref: VersionRef
    ) -> Assessment: ...
