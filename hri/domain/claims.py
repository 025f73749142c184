"""Claims: the atomic statements found in a text, and what the sources say of them."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field, model_validator

from hri.domain.base import Message, Model
from hri.domain.slots import Slot
from hri.domain.values import Money, Value


class Polarity(StrEnum):
    """Whether the text says that the thing is needed or that it is not."""

    REQUIRED = "required"
    NOT_REQUIRED = "not_required"


class Qualifier(StrEnum):
    """How the text bounds a value."""

    EXACT = "exact"
    AT_MOST = "at_most"
    AT_LEAST = "at_least"
    ABOUT = "about"
    RANGE = "range"


class AuthorityRole(StrEnum):
    """In what capacity a body is named; only ``apply_to`` says where a citizen must go."""

    APPLY_TO = "apply_to"
    MENTION = "mention"


class Claim(Model):
    """One atomic statement in one slot of a text.

    ``start`` and ``end`` are character offsets into the text, ``end`` excluded;
    ``text[start:end] == claim.text`` always holds.
    """

    slot: Slot
    text: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    value: Value
    polarity: Polarity = Polarity.REQUIRED
    qualifier: Qualifier = Qualifier.EXACT
    condition: str | None = None
    """The condition that the text states for it ("in case of loss"), as worded."""
    anchor: str = ""
    """Folded words around the value that say what it is for ("copy of certificate")."""
    role: AuthorityRole | None = None
    """Only for the authority slot."""
    aside: bool = False
    """Named beside what the text is about: a law for having changed the one cited ("as amended by
    ..."), a body for its site, a value that was, that another thing has, or that makes up a total.
    """
    parts: tuple[Money, ...] = ()
    """The amounts that the text itself reckons this one from ("£84 (£42 each)")."""

    @model_validator(mode="after")
    def _span(self) -> Claim:
        if self.end - self.start != len(self.text):
            raise ValueError("the span must have the length of the text")
        return self


class TextKind(StrEnum):
    """What a text is as a whole; only an ``answer`` is expected to hold claims."""

    ANSWER = "answer"
    REFUSAL = "refusal"
    EMPTY = "empty"
    NO_CLAIM = "no_claim"


class DoubtKind(StrEnum):
    """Why a stretch of a text could not be read, so that nothing it states is checked."""

    UNREAD_VALUE = "unread_value"
    """Figures beside a currency, unit or article word that make no value."""
    UNREAD_TEXT = "unread_text"
    """Words of another language or script."""
    VAGUE_VALUE = "vague_value"
    """A value left open ("several months", "apply to the usual shop")."""
    RETRACTION = "retraction"
    """Words that take back what the text states."""


class Doubt(Model):
    """A stretch of a text that could not be read; offsets as in ``Claim``."""

    kind: DoubtKind
    text: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class DetailKind(StrEnum):
    """Kinds of detail that no slot holds."""

    AMOUNT = "amount"
    DATE = "date"
    PHONE = "phone"
    SITE = "site"
    MAIL = "mail"
    ACCOUNT = "account"
    ADDRESS = "address"
    ITEM = "item"
    """An item of a list of papers that is no paper known."""
    ELIGIBILITY = "eligibility"
    """A sentence on who may apply."""
    EXCLUSIVE = "exclusive"
    """Words that nothing else is needed; no source has to hold them."""
    JUDGMENT = "judgment"
    STUDY = "study"


class Detail(Model):
    """A detail that no slot holds; ``key`` is what it is compared by, offsets as in ``Claim``."""

    kind: DetailKind
    key: str
    text: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Reading(Model):
    """A text taken apart: its claims in order of place (paper, part 1)."""

    claims: tuple[Claim, ...]
    kind: TextKind
    language: str | None
    """The language the text is written in as far as it shows ("fr", "en"); None when unclear."""
    doubts: tuple[Doubt, ...] = ()
    """What of the text could not be read, in order of place."""
    details: tuple[Detail, ...] = ()
    """What the text names that no slot holds."""

    def in_slot(self, slot: Slot) -> tuple[Claim, ...]:
        """The claims of one slot, in order of place."""
        return tuple(claim for claim in self.claims if claim.slot is slot)


class Verdict(StrEnum):
    """What the sources say of a claim (DESIGN part 2, CCS)."""

    SUPPORTED = "supported"
    SUPPORTED_IF = "supported_if"
    CONTRADICTED = "contradicted"
    UNSUPPORTED = "unsupported"
    VERIFIED = "verified"
    UNCONFIRMED = "unconfirmed"
    MISCITED = "miscited"
    UNVERIFIED = "unverified"
    FABRICATED = "fabricated"


class VerdictReason(StrEnum):
    """Why a verdict holds, where the verdict alone does not say."""

    SILENT = "silent"
    NOT_LISTED = "not_listed"
    REFERENCES_LISTED = "references_listed"
    NO_REFERENCES_LISTED = "no_references_listed"
    REPEALED = "repealed"
    NOT_IN_COMPLETE_LIST = "not_in_complete_list"
    IMPOSSIBLE_NUMBER = "impossible_number"
    OTHER_VALUE = "other_value"
    POLARITY = "polarity"
    FORM_NUMBER = "form_number"
    PAPER_PART = "paper_part"
    """The same paper with another age limit, number, holder, state or edition of the form."""


SOUND_VERDICTS = frozenset({Verdict.SUPPORTED, Verdict.SUPPORTED_IF, Verdict.VERIFIED})
"""Verdicts that do not flag a slot."""


class Evidence(Model):
    """A place in a source that bears on claims: the passage or fact and the words in it."""

    id: str
    source_id: str
    source_title: str
    url: str
    passage_id: str | None = None
    fact_id: str | None = None
    heading: str = ""
    condition: str | None = None
    text: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    valid_from: str | None = None
    valid_to: str | None = None
    as_of: str | None = None


class JudgedClaim(Claim):
    """A claim with the verdict of the sources and the ids of the evidence for it."""

    verdict: Verdict
    reason: VerdictReason | None = None
    explanation: Message
    evidence: tuple[str, ...] = ()
