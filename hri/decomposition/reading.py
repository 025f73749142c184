"""Reading a text: its claims in order of place, what kind of text it is, its language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from hri.decomposition.authority import read_authorities
from hri.decomposition.crowding import is_crowded
from hri.decomposition.details import amount_details, find_details
from hri.decomposition.documents import read_documents
from hri.decomposition.doubts import Values, find_doubts
from hri.decomposition.fees import read_fees
from hri.decomposition.grammar import grammar_of
from hri.decomposition.languages import language_of
from hri.decomposition.legal_basis import read_references
from hri.decomposition.page import Page, visible, written_span
from hri.decomposition.paperparts import Measures
from hri.decomposition.processing_time import read_times
from hri.decomposition.unread import find_unread
from hri.decomposition.values.bodies import find_bodies
from hri.decomposition.values.bounds import Cover
from hri.decomposition.values.durations import find_spans
from hri.decomposition.values.folding import words
from hri.decomposition.values.forms import find_forms
from hri.decomposition.values.money import find_amounts
from hri.decomposition.values.numbers import find_numbers
from hri.decomposition.values.phrases import Hit, within
from hri.decomposition.values.references import find_references
from hri.domain.claims import Claim, Detail, Doubt, DoubtKind, Reading, TextKind
from hri.domain.lexicons import Lexicon
from hri.domain.ports import Names
from hri.domain.slots import SLOTS, Slot
from hri.domain.values import Duration, DurationKind, Money

_CONTENT = re.compile(r"[^\W_]")
_Placed = TypeVar("_Placed", Claim, Doubt, Detail)


def decompose(text: str, lexicon: Lexicon, names: Names, *, whole: bool = True) -> Reading:
    """Take an answer apart into claims.

    Args:
        text: The answer as written.
        lexicon: The words of its language.
        names: Known names of the pack.
        whole: False where only the claims are wanted, as of a sample: language and doubts are
            then not looked for.

    Returns:
        The claims in order of place, with offsets into ``text``; what kind of text it is; the
        language it shows; and what could not be read.
    """
    grammar = grammar_of(lexicon)
    shown, offsets = visible(text)
    page = Page(shown, grammar)
    if is_crowded(page, names):
        return _unread(text)
    values = _read(page, names)
    claims = _restore(values.claims, text, offsets)
    details = _details(page, values) if whole else []
    return Reading(
        claims=claims,
        kind=_kind(page, claims),
        language=language_of(shown, grammar) if whole else None,
        doubts=_restore(_doubts(page, values, details), text, offsets) if whole else (),
        details=_restore(details, text, offsets),
    )


def _doubts(page: Page, values: Values, details: Sequence[Detail]) -> list[Doubt]:
    found = [*find_doubts(page, values), *find_unread(page, values, details)]
    return sorted(found, key=lambda one: (one.start, one.end, one.kind))


def read_details(text: str, lexicon: Lexicon) -> tuple[Detail, ...]:
    """The details in a text of a source: dates, numbers to call, sites, judgments, studies."""
    shown, offsets = visible(text)
    return _restore(find_details(Page(shown, grammar_of(lexicon)), ()), text, offsets)


def read_amounts(text: str, lexicon: Lexicon) -> tuple[Detail, ...]:
    """The amounts in a text of a source, whatever they are for."""
    shown, offsets = visible(text)
    page = Page(shown, grammar_of(lexicon))
    amounts = find_amounts(page, find_numbers(page.clean, page.grammar))
    return _restore(amount_details(page, amounts), text, offsets)


def read_measures(text: str, lexicon: Lexicon) -> tuple[tuple[Duration | Money, str], ...]:
    """Every length of time and amount in a text of a source, with the sentence around it."""
    shown, _ = visible(text)
    page = Page(shown, grammar_of(lexicon))
    numbers = find_numbers(page.clean, page.grammar)
    found: list[tuple[Duration | Money, str]] = []
    for span in find_spans(page, numbers):
        kind = DurationKind.OPEN
        length = Duration(low=span.low, high=span.high, unit=span.unit, kind=kind)
        found.append((length, _around(page, span.start)))
    for amount in find_amounts(page, numbers):
        money = Money(low=amount.low, high=amount.high, currency=amount.currency)
        found.append((money, _around(page, amount.start)))
    return tuple(found)


def read_charges(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The sentences of a source that say that something is to be paid for, and not that it is free.

    Fines, benefits and ceilings are no price; a sentence that speaks of them is left out.
    """
    shown, _ = visible(text)
    page = Page(shown, grammar_of(lexicon))
    found = []
    for sentence in page.sentences:
        edges = (sentence.start, sentence.end)
        said = (f"{Slot.FEES}.cues", "buying")
        if not any(within(page.hits[name], *edges) for name in said):
            continue
        if not any(within(page.hits[name], *edges) for name in ("not_fees", "free", "not_free")):
            found.append(page.text[sentence.start : sentence.end])
    return tuple(found)


def _around(page: Page, place: int) -> str:
    sentence = page.sentence_at(place)
    return page.text if sentence is None else page.text[sentence.start : sentence.end]


def _details(page: Page, values: Values) -> list[Detail]:
    """Details of an answer; of its amounts those that no claim on fees checks."""
    forms = [Hit(form.start, form.end) for form in find_forms(page)]
    found = find_details(page, [*values.references, *values.priced, *forms], values.claims)
    fees = Cover((one.start, one.end) for one in values.claims if one.slot is Slot.FEES)
    others = [one for one in values.amounts if not fees.overlaps(one.start, one.end)]
    return sorted([*found, *amount_details(page, others)], key=lambda one: (one.start, one.end))


def _unread(text: str) -> Reading:
    """The reading of a text that is not taken apart: a doubt over the whole of it."""
    doubt = Doubt(kind=DoubtKind.UNREAD_VALUE, text=text, start=0, end=len(text))
    return Reading(claims=(), kind=TextKind.NO_CLAIM, language=None, doubts=(doubt,))


def read_fact(slot: Slot, text: str, lexicon: Lexicon, names: Names) -> tuple[Claim, ...]:
    """The claims in the short text of a fact whose slot is known ("within 42 days of the birth").

    Returns:
        Claims of that slot alone, with offsets into ``text``; none where the text holds no value
        of the slot ("set by each council").
    """
    shown, offsets = visible(text)
    page = Page(shown, grammar_of(lexicon), "", (slot,))
    claims = [claim for claim in _read(page, names, slot).claims if claim.slot is slot]
    return _restore(claims, text, offsets)


def read_passage(
    text: str, heading: str, slot: Slot | None, lexicon: Lexicon, names: Names
) -> tuple[Claim, ...]:
    """The claims in prose of an official source.

    Args:
        text: The passage.
        heading: Headings above it, joined by " › ".
        slot: The slot of the chapter it stands in; None where it stands in none.
        lexicon: The words of its language.
        names: Known names of the pack.
    """
    shown, offsets = visible(text)
    slots = () if slot is None else (slot,)
    page = Page(shown, grammar_of(lexicon), " ".join(words(heading)), slots)
    return _restore(_read(page, names).claims, text, offsets)


def _read(page: Page, names: Names, only: Slot | None = None) -> Values:
    """All values and claims of a page; ``only`` says that the whole text is about one slot."""
    numbers = find_numbers(page.clean, page.grammar)
    amounts = find_amounts(page, numbers)
    references = find_references(page, names)
    cited = [Hit(one.start, one.end) for one in references]
    bodies = find_bodies(page, names, [*cited, *page.addresses])
    named = [Hit(one.start, one.end) for one in bodies]
    priced = [Hit(it.start, it.end) for one in amounts for it in (one, *one.parts)]
    fees = read_fees(page, amounts, only is Slot.FEES)
    spans = find_spans(page, numbers)
    times = read_times(page, spans, [*priced, *cited], only is Slot.PROCESSING_TIME)
    foreign = [*cited, *named, *(Hit(claim.start, claim.end) for claim in (*fees, *times))]
    claims = [
        *fees,
        *times,
        *read_references(page, references),
        *read_authorities(page, bodies, only is Slot.COMPETENT_AUTHORITY),
        *read_documents(
            page,
            [*cited, *named],
            foreign,
            only is Slot.REQUIRED_DOCUMENTS,
            Measures(numbers, spans),
        ),
    ]
    claims.sort(key=lambda claim: (claim.start, SLOTS.index(claim.slot), claim.end))
    return Values(numbers, amounts, spans, cited, claims)


def _restore(found: Sequence[_Placed], text: str, offsets: list[int] | None) -> tuple[_Placed, ...]:
    """Claims or doubts with offsets into the text as written, invisible characters included."""
    if offsets is None:
        return tuple(found)
    restored = []
    for one in found:
        start, end = written_span(text, offsets, one.start, one.end)
        update = {"start": start, "end": end, "text": text[start:end]}
        restored.append(one.model_copy(update=update))
    return tuple(restored)


def _kind(page: Page, claims: tuple[Claim, ...]) -> TextKind:
    if not _CONTENT.search(page.text):
        return TextKind.EMPTY
    substance = [claim for claim in claims if claim.slot is not Slot.COMPETENT_AUTHORITY]
    if page.hits["refusals"] and not substance:
        return TextKind.REFUSAL
    return TextKind.ANSWER if claims else TextKind.NO_CLAIM
