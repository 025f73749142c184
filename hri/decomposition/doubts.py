"""Doubts: what looks like a statement but could not be read, so that nothing checks it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.arithmetic import Measures, find_changed, find_unclear
from hri.decomposition.bounded import open_bounds
from hri.decomposition.fees import follows_fee_cue
from hri.decomposition.grammar import grammar_of, letters, unpossessed
from hri.decomposition.hedges import find_hedges, find_retractions
from hri.decomposition.languages import foreign_stretches
from hri.decomposition.page import Page, Sentence
from hri.decomposition.values.bounds import Cover
from hri.decomposition.values.durations import Span
from hri.decomposition.values.money import Amount
from hri.decomposition.values.numbers import Number
from hri.decomposition.values.phrases import Hit, pattern_of, within
from hri.domain.claims import Claim, Doubt, DoubtKind
from hri.domain.lexicons import Lexicon
from hri.domain.slots import Slot

_SIGNED = re.compile(r"(?:(?<=\s)|(?<=^)|(?<=[(:]))[-+]$")
_STRUCK = re.compile(r"~~[^~\n]+~~")
_WORD_BEFORE = re.compile(r"([^\W_]+)[\s-]*$")
_ROMAN = r"(?<![^\W_])[ivxlcdm]{1,7}"
_YEARS = range(1800, 2200)
_COUNTED_SLOTS = (Slot.FEES, Slot.PROCESSING_TIME)


class Values(NamedTuple):
    """Where the values of a page stand."""

    numbers: Sequence[Number]
    amounts: Sequence[Amount]
    spans: Sequence[Span]
    references: Sequence[Hit]
    claims: Sequence[Claim]

    @property
    def priced(self) -> list[Hit]:
        """Where the amounts and the parts they are reckoned from stand."""
        return [Hit(it.start, it.end) for one in self.amounts for it in (one, *one.parts)]

    @property
    def timed(self) -> list[Hit]:
        """Where the lengths of time stand."""
        return [Hit(one.start, one.end) for one in self.spans]

    def read(self) -> Cover:
        """Every stretch that was read as a value of some kind."""
        claimed = (Hit(claim.start, claim.end) for claim in self.claims)
        return Cover([*self.priced, *self.timed, *self.references, *claimed])

    def measures(self) -> Measures:
        """The amounts and lengths, with the numbers around them."""
        return Measures(self.priced, self.timed, self.numbers)


class _Patterns(NamedTuple):
    sign: re.Pattern[str]
    named: re.Pattern[str]
    article: re.Pattern[str]
    roman: re.Pattern[str]
    vague: re.Pattern[str]
    thing: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    grammar = grammar_of(lexicon)
    money, numbers = lexicon.money, lexicon.numbers
    signs = letters(sign for one in money.currencies for sign in one.signs)
    names = letters(name for one in money.currencies for name in one.names)
    parts = letters(
        ["§", *(word for part in lexicon.law.parts if part.alone for word in part.words)]
    )
    counting = letters(numbers.counting) or "(?!)"
    counted = letters(numbers.words)
    prefix = letters(lexicon.law.number_prefixes) or "(?!)"
    units = "|".join(sorted((pattern_of(one) for one in grammar.units), key=len, reverse=True))
    vague = letters(lexicon.time.vague) or "(?!)"
    return _Patterns(
        re.compile(rf"(?<![^\W\d_])(?:{signs or '(?!)'})(?![^\W\d_])"),
        re.compile(rf"(?<![^\W\d_])(?:{names or '(?!)'})(?!\w)"),
        re.compile(
            rf"(?<![^\W_]){unpossessed(lexicon)}(?:{parts})(?![^\W_])(?:(?<!\w{{5}})\.)?\s*(?:n°\s*)?"
            rf"(?:\d+|(?:{prefix})[.\s-]*\d[\d.-]*|(?:{counted})(?![^\W_]))"
        ),
        re.compile(rf"{_ROMAN}\s+(?:{units}|{names or '(?!)'})(?!\w)"),
        re.compile(rf"(?<![^\W_])(?:{vague})\s+(?:{units})(?!\w)"),
        re.compile(rf"\s*(?:(?:{counting})(?!\w)|[^\w\s.,;)]|([^\W\d_]+))"),
    )


def find_doubts(page: Page, values: Values) -> list[Doubt]:
    """What of a text could not be read, in order of place (see ``DoubtKind``)."""
    unread = [
        *_currencies(page, values),
        *_articles(page, values),
        *_altered(page, values),
        *_uncounted(page, values),
    ]
    found = [_doubt(page, DoubtKind.UNREAD_VALUE, hit) for hit in unread]
    found += [_doubt(page, DoubtKind.UNREAD_TEXT, hit) for hit in foreign_stretches(page)]
    covered = Cover(unread)
    vague = [hit for hit in _open(page, values) if not covered.overlaps(hit.start, hit.end)]
    found += [_doubt(page, DoubtKind.VAGUE_VALUE, hit) for hit in vague]
    retracted = find_retractions(page, values.claims)
    found += [_doubt(page, DoubtKind.RETRACTION, hit) for hit in retracted]
    return sorted(found, key=lambda one: (one.start, one.end, one.kind))


def _doubt(page: Page, kind: DoubtKind, hit: Hit) -> Doubt:
    return Doubt(kind=kind, text=page.text[hit.start : hit.end], start=hit.start, end=hit.end)


def _currencies(page: Page, values: Values) -> Iterator[Hit]:
    """Signs of a currency outside every amount, and names of one behind a word that may count."""
    amounts, read = Cover(values.priced), values.read()
    patterns = _patterns(page.grammar.lexicon)
    for found in patterns.sign.finditer(page.clean):
        if not amounts.overlaps(*found.span()):
            yield Hit(*found.span())
    for found in patterns.named.finditer(page.clean):
        if read.overlaps(*found.span()):
            continue
        before = re.search(
            r"([^\W_]+)[\s-]*$", page.clean[max(0, found.start() - 30) : found.start()]
        )
        if before and _may_count(page, before.group(1)):
            yield Hit(before.start(), found.end())


def _may_count(page: Page, word: str) -> bool:
    """Whether a word may be a number: figures in it, a number word of any language known."""
    return any(char.isdigit() for char in word) or word in page.grammar.foreign_numbers


def _articles(page: Page, values: Values) -> Iterator[Hit]:
    """The word for an article with a number behind it that no reference covers."""
    read = values.read()
    patterns = _patterns(page.grammar.lexicon)
    for found in patterns.article.finditer(page.clean):
        if not read.overlaps(*found.span()):
            yield Hit(*found.span())
    for found in patterns.roman.finditer(page.clean):
        if not read.overlaps(*found.span()):
            yield Hit(*found.span())


def _altered(page: Page, values: Values) -> Iterator[Hit]:
    """Amounts with a sign in front, values that arithmetic changes, and what is struck through."""
    for amount in values.amounts:
        before = page.clean[max(0, amount.start - 4) : amount.start]
        if _SIGNED.search(before):
            yield Hit(max(0, amount.start - 1), amount.end)
    yield from find_changed(page, values.measures())
    for found in _STRUCK.finditer(page.text):
        yield Hit(*found.span())


def _uncounted(page: Page, values: Values) -> Iterator[Hit]:
    """The first number of a line about fees or time, where the line states no such value."""
    read = values.read()
    stated = {slot: _starts_of(slot, values) for slot in _COUNTED_SLOTS}
    starts = [number.start for number in values.numbers]
    for sentence in page.sentences:
        first, behind = (bisect_left(starts, place) for place in (sentence.start, sentence.end))
        for slot in _COUNTED_SLOTS:
            if first == behind or _states(sentence, stated[slot]):
                continue
            number = values.numbers[first]
            asked = slot in sentence.slots or (
                slot is Slot.FEES and follows_fee_cue(page, sentence, number.start)
            )
            if asked and not read.overlaps(number.start, number.end) and _measures(page, number):
                yield Hit(number.start, number.end)


def _measures(page: Page, number: Number) -> bool:
    """Whether a number may be an amount or a length: no year, no share, no count of things."""
    if number.weak or number.value in _YEARS:
        return False
    thing = _patterns(page.grammar.lexicon).thing.match(page.clean, number.end)
    if thing is None:
        return True
    return thing.group(1) is not None and thing.group(1) not in page.grammar.stop_words


def _starts_of(slot: Slot, values: Values) -> list[int]:
    """Where the claims of a slot begin, in order."""
    return sorted(claim.start for claim in values.claims if claim.slot is slot)


def _states(sentence: Sentence, starts: list[int]) -> bool:
    """Whether a claim that begins at one of ``starts`` stands in a sentence."""
    place = bisect_left(starts, sentence.start)
    return place < len(starts) and starts[place] < sentence.end


def _open(page: Page, values: Values) -> Iterator[Hit]:
    """What leaves a value open: no figure, a factor beside it, a hedge, a question."""
    yield from _vague(page, values)
    yield from open_bounds(page, values.priced, values.claims)
    yield from find_unclear(page, values.measures(), values.claims)
    yield from find_hedges(page, values.claims)


def _vague(page: Page, values: Values) -> Iterator[Hit]:
    """ "Several months" where time limits are spoken of, and bodies that nobody can look up."""
    read = values.read()
    for found in _patterns(page.grammar.lexicon).vague.finditer(page.clean):
        sentence = page.sentence_at(found.start())
        if sentence is None or read.overlaps(*found.span()):
            continue
        timed = within(page.hits["processing"], sentence.start, sentence.end)
        if timed or Slot.PROCESSING_TIME in sentence.slots:
            yield Hit(*found.span())
