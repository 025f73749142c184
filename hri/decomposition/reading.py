"""Reading a text: its claims in order of place, what kind of text it is, its language."""

from __future__ import annotations

import re

from hri.decomposition.authority import read_authorities
from hri.decomposition.documents import read_documents
from hri.decomposition.fees import read_fees
from hri.decomposition.grammar import Grammar, grammar_of
from hri.decomposition.legal_basis import read_references
from hri.decomposition.page import Page, visible
from hri.decomposition.processing_time import read_times
from hri.decomposition.values.bodies import find_bodies
from hri.decomposition.values.durations import find_spans
from hri.decomposition.values.folding import words
from hri.decomposition.values.money import find_amounts
from hri.decomposition.values.numbers import find_numbers
from hri.decomposition.values.phrases import Hit
from hri.decomposition.values.references import find_references
from hri.domain.claims import Claim, Reading, TextKind
from hri.domain.lexicons import Lexicon
from hri.domain.ports import Names
from hri.domain.slots import SLOTS, Slot

_CONTENT = re.compile(r"[^\W_]")
_CLEAR_LEAD = 1.5
"""How many times as many small words of a language as of any other make it clear."""
_FEWEST_WORDS = 3


def decompose(text: str, lexicon: Lexicon, names: Names) -> Reading:
    """Take an answer apart into claims.

    Args:
        text: The answer as written.
        lexicon: The words of its language.
        names: Known names of the pack.

    Returns:
        The claims in order of place, with offsets into ``text``; what kind of text it is; and the
        language it shows.
    """
    grammar = grammar_of(lexicon)
    shown, offsets = visible(text)
    page = Page(shown, grammar)
    claims = _restore(_read(page, names), text, offsets)
    kind = _kind(text, page, claims)
    return Reading(claims=claims, kind=kind, language=_language(shown, grammar))


def read_fact(slot: Slot, text: str, lexicon: Lexicon, names: Names) -> tuple[Claim, ...]:
    """The claims in the short text of a fact whose slot is known ("within 42 days of the birth").

    Returns:
        Claims of that slot alone, with offsets into ``text``; none where the text holds no value
        of the slot ("set by each council").
    """
    shown, offsets = visible(text)
    page = Page(shown, grammar_of(lexicon), "", (slot,))
    claims = [claim for claim in _read(page, names, slot) if claim.slot is slot]
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
    return _restore(_read(page, names), text, offsets)


def _read(page: Page, names: Names, only: Slot | None = None) -> list[Claim]:
    """All claims of a page; ``only`` says that the whole text is about one slot."""
    numbers = find_numbers(page.clean, page.grammar)
    amounts = find_amounts(page, numbers)
    references = find_references(page, names)
    cited = [Hit(one.start, one.end) for one in references]
    bodies = find_bodies(page, names, cited)
    named = [Hit(one.start, one.end) for one in bodies]
    priced = [Hit(one.start, one.end) for one in amounts]
    fees = read_fees(page, amounts, only is Slot.FEES)
    times = read_times(
        page, find_spans(page, numbers), [*priced, *cited], only is Slot.PROCESSING_TIME
    )
    foreign = [*cited, *named, *(Hit(claim.start, claim.end) for claim in (*fees, *times))]
    claims = [
        *fees,
        *times,
        *read_references(page, references),
        *read_authorities(page, bodies, only is Slot.COMPETENT_AUTHORITY),
        *read_documents(page, [*cited, *named], foreign, only is Slot.REQUIRED_DOCUMENTS),
    ]
    return sorted(claims, key=lambda claim: (claim.start, SLOTS.index(claim.slot), claim.end))


def _restore(claims: list[Claim], text: str, offsets: list[int] | None) -> tuple[Claim, ...]:
    """Claims with offsets into the text as written, invisible characters included."""
    if offsets is None:
        return tuple(claims)
    restored = []
    for claim in claims:
        start, end = offsets[claim.start], offsets[claim.end - 1] + 1
        update = {"start": start, "end": end, "text": text[start:end]}
        restored.append(claim.model_copy(update=update))
    return tuple(restored)


def _kind(text: str, page: Page, claims: tuple[Claim, ...]) -> TextKind:
    if not _CONTENT.search(text):
        return TextKind.EMPTY
    substance = [claim for claim in claims if claim.slot is not Slot.COMPETENT_AUTHORITY]
    if page.hits["refusals"] and not substance:
        return TextKind.REFUSAL
    return TextKind.ANSWER if claims else TextKind.NO_CLAIM


def _language(text: str, grammar: Grammar) -> str | None:
    """The language whose small words clearly outnumber those of every other one."""
    counts = dict.fromkeys(grammar.lexicon.languages, 0)
    for word in words(text):
        for name in grammar.languages.get(word, ()):
            counts[name] += 1
    ranked = sorted(counts, key=lambda name: (-counts[name], name))
    first, second = ranked[0], ranked[1]
    if counts[first] < _FEWEST_WORDS or counts[first] < counts[second] * _CLEAR_LEAD:
        return None
    return first
