"""The values of a text by themselves: every amount, duration, date and legal reference in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from hri.decomposition.grammar import grammar_of
from hri.decomposition.page import Page, visible, written_span
from hri.decomposition.values.dates import Day, find_dates
from hri.decomposition.values.durations import Span, find_spans
from hri.decomposition.values.money import Amount, find_amounts
from hri.decomposition.values.numbers import find_numbers
from hri.decomposition.values.phrases import Hit
from hri.decomposition.values.references import Reference, find_references
from hri.domain.extracts import (
    AmountValue,
    DateValue,
    Extract,
    FoundAmount,
    FoundDate,
    FoundLength,
    FoundReference,
    LengthValue,
    ReferenceValue,
)
from hri.domain.lexicons import Lexicon
from hri.domain.measurewords import DayOrder
from hri.domain.ports import Names

_Item = Amount | Span | Day | Reference


def find_values(
    text: str, lexicon: Lexicon, names: Names, order: DayOrder | None = None
) -> tuple[Extract, ...]:
    """Every value of a text in order of place, whatever it is about.

    A stretch is one value: the date of a law belongs to the reference, "a year" behind an amount
    to the amount.

    Args:
        text: The text as written.
        lexicon: The words of its language.
        names: Known names of the pack.
        order: Which of day and month stands first in figures; None to take the lexicon's.

    Returns:
        The values with offsets into ``text``.
    """
    shown, offsets = visible(text)
    page = Page(shown, grammar_of(lexicon))
    place = _Place(page, text, offsets)
    found = [place.extract(item) for item in _items(page, names, order)]
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


def _items(page: Page, names: Names, order: DayOrder | None) -> Iterator[_Item]:
    """References first, then amounts, dates and durations that share no place with those before."""
    numbers = find_numbers(page.clean, page.grammar)
    references = find_references(page, names)
    yield from references
    taken = bytearray(len(page.text))
    _take(taken, references)
    _take(taken, [one.law for one in references if one.law is not None])
    rest: tuple[Iterable[Amount | Day | Span], ...] = (
        find_amounts(page, numbers),
        find_dates(page, order),
        find_spans(page, numbers),
    )
    for items in rest:
        free = [item for item in items if not any(taken[item.start : item.end])]
        yield from free
        _take(taken, free)


def _take(taken: bytearray, items: Iterable[_Item | Hit]) -> None:
    for item in items:
        taken[item.start : item.end] = b"\x01" * (item.end - item.start)


class _Place(NamedTuple):
    """Where the items of a page stand in the text as written."""

    page: Page
    text: str
    offsets: list[int] | None

    def extract(self, item: _Item) -> Extract:
        span = self._span(item)
        place = {"start": span.start, "end": span.end, "text": self.text[span.start : span.end]}
        match item:
            case Amount():
                low, high = plain(item.low), plain(item.high)
                amount = AmountValue(low=low, high=high, currency=item.currency, per=item.per)
                return FoundAmount(value=amount, **place)
            case Span():
                length = LengthValue(low=plain(item.low), high=plain(item.high), unit=item.unit)
                return FoundLength(value=length, **place)
            case Day():
                return FoundDate(value=_date(item), **place)
            case Reference():
                cited = item.value
                reference = ReferenceValue(
                    instrument=cited.instrument, articles=cited.articles, known=cited.known
                )
                return FoundReference(value=reference, **place)

    def _span(self, item: _Item) -> Hit:
        span = self.page.trimmed(item.start, item.end)
        if isinstance(item, Amount):  # ",89 €" begins with its decimal comma
            span = Hit(item.start, span.end)
        return written_span(self.text, self.offsets, span.start, span.end)


def _date(day: Day) -> DateValue:
    alone = len(day.readings) == 1
    return DateValue(
        date=day.readings[0] if alone else None, ambiguous=not alone, readings=day.readings
    )


def plain(number: Decimal) -> Decimal:
    """The number without zeros behind its last figure and without exponent."""
    return Decimal(f"{number.normalize():f}")
