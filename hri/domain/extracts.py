"""Values found in a text by themselves, before any slot is assigned to them."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, model_validator

from hri.domain.base import Model
from hri.domain.values import ArticleInterval, Unit


class AmountValue(Model):
    """An amount or a range of amounts in one currency (ISO 4217)."""

    low: Decimal = Field(ge=0)
    high: Decimal = Field(ge=0)
    currency: str = Field(pattern=r"^[A-Z]{3}$")
    per: str | None = None
    """What the amount is charged for each of, folded ("day", "person"); None when not stated."""


class LengthValue(Model):
    """A length of time or a range in one unit; ``low == high == 0`` means at once."""

    low: Decimal = Field(ge=0)
    high: Decimal = Field(ge=0)
    unit: Unit


class DateValue(Model):
    """A date as ISO 8601: "2020-03-12", "2020-03" without day, "--03-12" without year.

    Where day and month can be told apart in two ways, ``ambiguous`` is true, ``date`` is None and
    ``readings`` holds both, day first.
    """

    date: str | None
    ambiguous: bool = False
    readings: tuple[str, ...] = Field(min_length=1, max_length=2)


class ReferenceValue(Model):
    """A reference to the law: the instrument's id where known, else its normal surface."""

    instrument: str
    articles: ArticleInterval | None = None
    known: bool


class _Found(Model):
    """Where a value stands: ``text[start:end]`` is how it is worded."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)
    text: str

    @model_validator(mode="after")
    def _span(self) -> _Found:
        if self.end - self.start != len(self.text):
            raise ValueError("the span must have the length of the text")
        return self


class FoundAmount(_Found):
    """An amount of money in a text."""

    type: Literal["amount"] = "amount"
    value: AmountValue


class FoundLength(_Found):
    """A length of time in a text."""

    type: Literal["duration"] = "duration"
    value: LengthValue


class FoundDate(_Found):
    """A date in a text."""

    type: Literal["date"] = "date"
    value: DateValue


class FoundReference(_Found):
    """A reference to the law in a text."""

    type: Literal["reference"] = "reference"
    value: ReferenceValue


Extract = Annotated[
    FoundAmount | FoundLength | FoundDate | FoundReference, Field(discriminator="type")
]
