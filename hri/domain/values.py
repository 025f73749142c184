"""Normalised values of claims: what a statement says, apart from how it is worded.

Each slot has its own kind of value. ``type`` tells them apart in JSON.
"""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from hri.domain.base import Model


class Money(Model):
    """An amount or a range of amounts, in one currency (ISO 4217); free of charge is 0..0."""

    type: Literal["money"] = "money"
    low: Decimal = Field(ge=0)
    high: Decimal = Field(ge=0)
    currency: str = Field(pattern=r"^[A-Z]{3}$")
    per: str | None = None
    """What the amount is charged for each of, folded ("day", "person"); None when not stated."""

    @model_validator(mode="after")
    def _ordered(self) -> Money:
        if self.low > self.high:
            raise ValueError("low must not exceed high")
        return self


class Unit(StrEnum):
    """Units of time; a working day is not a calendar day, and 3 months are not 90 days exactly."""

    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WORKING_DAY = "working_day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class DurationKind(StrEnum):
    """What a duration governs."""

    PROCESSING = "processing"
    APPLICANT_DEADLINE = "applicant_deadline"
    VALIDITY = "validity"
    OPEN = "open"
    """A limit or a time that the text does not say whose it is."""


class Duration(Model):
    """A length of time or a range, its unit kept; ``low == high == 0`` means at once."""

    type: Literal["duration"] = "duration"
    low: Decimal = Field(ge=0)
    high: Decimal = Field(ge=0)
    unit: Unit
    kind: DurationKind

    @model_validator(mode="after")
    def _ordered(self) -> Duration:
        if self.low > self.high:
            raise ValueError("low must not exceed high")
        return self


class AuthorityName(Model):
    """A body: its id in the pack where it is known, and always its folded surface.

    ``places`` are the ids of the places that tell it from others of its kind ("death", "residence";
    ``any`` for whichever one likes); ``town`` is the folded proper name behind it.
    """

    type: Literal["authority"] = "authority"
    id: str | None = None
    surface: str
    places: tuple[str, ...] = ()
    town: str | None = None


class PaperState(StrEnum):
    """Whether a paper must still be valid or may have run out."""

    VALID = "valid"
    EXPIRED = "expired"


class AgeLimit(Model):
    """How old a paper may be: less than ``length`` of ``unit``, more of it where ``older``."""

    length: Decimal = Field(ge=0)
    unit: Unit
    older: bool = False


class PaperParts(Model):
    """What a text says of a paper beside its name; None or False where it says nothing.

    ``holder`` is the usual name of whose paper it is ("doctor"); ``count`` is how many are wanted.
    """

    age: AgeLimit | None = None
    count: int | None = None
    holder: str | None = None
    state: PaperState | None = None
    optional: bool = False
    """Said to be left to the applicant."""


class DocumentName(Model):
    """A document: id in the pack where known, folded surface, and its form numbers.

    ``forms`` holds normalised numbers ("cerfa:15736", "form:LOC020"); the version is in
    ``form_versions`` ("15736*02" -> "02"), aligned with ``forms`` ("" where none is stated).
    An empty surface stands for "no document at all" and goes with polarity *not_required*.
    """

    type: Literal["document"] = "document"
    id: str | None = None
    surface: str
    forms: tuple[str, ...] = ()
    form_versions: tuple[str, ...] = ()
    parts: PaperParts = PaperParts()


class ArticleInterval(Model):
    """Articles from ``first`` to ``last``, both in normal form ("L613-19-2", "16", "R*410-1").

    A single article has ``first == last``. Containment needs the same prefix at both ends.
    """

    first: str
    last: str


class LegalReference(Model):
    """A reference to the law: an instrument and, where stated, one article interval of it.

    ``instrument`` is the id in the register where known (``known``), else the folded surface; an
    empty instrument means that articles were cited without saying of what.
    """

    type: Literal["reference"] = "reference"
    instrument: str
    known: bool
    articles: ArticleInterval | None = None
    dated: str = ""
    """The date stated for a known instrument, ISO 8601 though it may be none of the calendar."""


Value = Annotated[
    Money | Duration | AuthorityName | DocumentName | LegalReference, Field(discriminator="type")
]
