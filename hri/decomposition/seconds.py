"""Second values: bare numbers beside a fee or a length of time ("86 €, or 96")."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from hri.decomposition.doubts import Values
from hri.decomposition.page import Page, Sentence
from hri.decomposition.segments import Layout
from hri.decomposition.values.bounds import Cover
from hri.decomposition.values.folding import words
from hri.decomposition.values.numbers import Number
from hri.decomposition.values.phrases import Hit, within
from hri.domain.slots import Slot

_COUNTED_SLOTS = (Slot.FEES, Slot.PROCESSING_TIME)
_YEARS = range(1800, 2200)
_SHORT = 60
"""Length in characters of a sentence that may correct the one in front of it, of a line's label."""
_NEIGHBOURS = 4
"""How many segments apart the items of a list or the cells of a table are told to be one kind."""
_FEWEST = 10
"""Smaller figures in brackets number notes and steps."""
_BEHIND = re.compile(r"\s*(?:$|\n|[.,;:!?)\]|]|([^\W\d_]+))")
_BEFORE = re.compile(r"(?:([^\W_]+)['\s-]*|[,;:(\[|—–]\s*)$")
_ENUMERATED = re.compile(r"[.)](?:\s|$)")
_OPENING = re.compile(r"[\s#>*•|-]*(?:\[\^?\w{1,3}\]:?|\(\w\))?[\s*]*")
"""What may open a line in front of a number: marks of a heading, of a list, of a note."""
_REACH = 24


def second_numbers(page: Page, values: Values, taken: Cover) -> Iterator[Hit]:
    """Bare numbers that a reader takes for another value beside a claim.

    Args:
        page: The text.
        values: What was read in it.
        taken: Places that belong to a value, a form's number or another detail.
    """
    stated = [claim.start for claim in values.claims if claim.slot in _COUNTED_SLOTS]
    if not stated:
        return
    claimed = sorted(claim.start for claim in values.claims)
    starts = [number.start for number in values.numbers]
    for place, sentence in enumerate(page.sentences):
        low, high = (bisect_left(starts, edge) for edge in (sentence.start, sentence.end))
        inside = values.numbers[low:high]
        for number, following in zip(inside, [*inside[1:], None], strict=False):
            if taken.overlaps(number.start, number.end) or _is_code(page, number):
                continue
            if not _is_bare(page, number, following):
                continue
            if _within(stated, sentence):
                second = _stands_free(page, number)
            else:
                second = not _within(claimed, sentence) and (
                    _corrects(page, place, number, stated)
                    or _sits_beside(page, sentence, number, stated)
                )
            if second:
                yield Hit(number.start, number.end)


def _within(starts: Sequence[int], sentence: Sentence) -> bool:
    place = bisect_left(starts, sentence.start)
    return place < len(starts) and starts[place] < sentence.end


def _is_code(page: Page, number: Number) -> bool:
    """Whether figures are those of a code or of a number to call ("0 800")."""
    return number.value >= 1 and page.clean[number.start] == "0"


def _is_bare(page: Page, number: Number, following: Number | None) -> bool:
    """Whether a number counts no thing, numbers no part and names no year."""
    if number.weak or number.value in _YEARS or (number.written and number.value == 1):
        return False
    grammar, behind = page.grammar, _BEHIND.match(page.clean, number.end)
    if behind is None:
        return False
    word = behind.group(1)
    joined = word in grammar.joins or word in grammar.lexicon.statements.range_joins
    if following is not None and joined and following.start - behind.end() == 1:
        return _is_bare(page, following, None)  # "3 to 6 sessions"
    if word and word not in grammar.stop_words and word not in grammar.of_time:
        return False
    if word and _opens_age(page, behind.start(1)):
        return False
    closed = page.clean[number.end : number.end + 1] in (")", "]")
    return not closed or number.written or number.value >= _FEWEST


def _opens_age(page: Page, start: int) -> bool:
    """Whether words that make a length an age ("or over") begin at a place."""
    others = page.hits["other"]
    place = bisect_left(others, (start, 0))
    return place < len(others) and others[place].start == start


def _stands_free(page: Page, number: Number) -> bool:
    """Whether a mark, a small word or a word of correction stands in front of a number."""
    before = _BEFORE.search(page.clean, max(0, number.start - _REACH), number.start)
    if before is None:
        return False
    word = before.group(1)
    if word in page.grammar.ages:
        return False
    if word is None or _is_corrected(page, number.start - _REACH, number.start):
        return True
    determined = word in page.grammar.lead_ins or word in page.grammar.places
    return word in page.grammar.stop_words and not (number.written and determined)


def _is_corrected(page: Page, start: int, end: int) -> bool:
    """Whether a word that corrects or adds to a value stands in a stretch."""
    return bool(within(page.hits["corrections"], max(0, start), end))


def _corrects(page: Page, place: int, number: Number, stated: Sequence[int]) -> bool:
    """Whether a short sentence behind one with a value ends in a number ("Correction: 96.")."""
    sentence = page.sentences[place]
    last = page.sentences[place - 1] if place else None
    if last is None or last.segment is not sentence.segment or not _within(stated, last):
        return False
    behind = page.clean[number.end : min(sentence.end, number.end + _SHORT)]
    if behind.strip(" .!?)]\n") or number.start - sentence.start > _SHORT:
        return False
    led = page.clean[sentence.start : number.start].rstrip()
    if led.endswith(":") or _is_corrected(page, sentence.start, number.start):
        return True
    return page.grammar.stop_words.issuperset(words(led))


def _sits_beside(page: Page, sentence: Sentence, number: Number, stated: Sequence[int]) -> bool:
    """Whether a line or cell that is only a number, or a label and a number, is near a value."""
    begin = page.clean.rfind("\n", max(0, number.start - _SHORT), number.start) + 1
    if not begin and number.start > _SHORT:
        begin = max(sentence.segment.start, number.start - _SHORT)
    led = page.clean[begin : number.start]
    opens = _OPENING.fullmatch(led) is not None
    enumerates = opens and _ENUMERATED.match(page.clean, number.end) is not None
    if enumerates or not (opens or led.rstrip(" *").endswith((":", "|"))):
        return False
    if sentence.segment.layout is Layout.CELL and not sentence.segment.labelled:
        return False
    return _is_near(page, sentence, stated)


def _is_near(page: Page, sentence: Sentence, stated: Sequence[int]) -> bool:
    """Whether a segment next to a sentence's own holds a value."""
    place = bisect_left(page.segments, sentence.segment.start, key=lambda one: one.start)
    near = page.segments[max(0, place - _NEIGHBOURS) : place + _NEIGHBOURS + 1]
    return any(bisect_left(stated, one.start) < bisect_left(stated, one.end) for one in near)
