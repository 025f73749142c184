"""Timings: lengths, months and words of time that a statement on time holds and no claim reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from hri.decomposition.doubts import Values
from hri.decomposition.grammar import grammar_of, letters
from hri.decomposition.limits import is_of_age
from hri.decomposition.page import Page, Sentence
from hri.decomposition.values.bounds import Cover
from hri.decomposition.values.durations import Span
from hri.decomposition.values.phrases import Hit, within
from hri.domain.lexicons import Lexicon
from hri.domain.slots import Slot

_CUES = ("processing", "applicant", "validity")
_OTHER_REACH = 60
"""How far from a length, in characters, a cue that it governs nothing can stand."""
_LONGEST_CUE = 40


def unread_timings(page: Page, values: Values, taken: Cover) -> Iterator[Hit]:
    """What of time a statement on limits or validity says without a claim that reads it.

    Args:
        page: The text.
        values: What was read in it.
        taken: Places that belong to a claim, an amount, a reference or a date.
    """
    for span in values.spans:
        idle = span.low == span.high == 0
        if not idle and not taken.overlaps(span.start, span.end) and _governs(page, span):
            yield Hit(span.start, span.end)
    last: Sentence | None = None
    for hit in sorted([*page.hits["loose"], *_months(page)]):
        sentence = page.sentence_at(hit.start)
        if sentence is None or sentence is last or taken.overlaps(hit.start, hit.end):
            continue
        last = sentence  # once a sentence is enough
        if _is_timed(page, sentence, (*_CUES, "authority.errands")):
            yield hit


def _is_timed(page: Page, sentence: Sentence, cues: tuple[str, ...] = _CUES) -> bool:
    """Whether a sentence speaks of a limit, of how long a thing takes or how long it is valid."""
    if Slot.PROCESSING_TIME in sentence.slots:
        return True
    return any(within(page.hits[name], sentence.start, sentence.end) for name in cues)


def _governs(page: Page, span: Span) -> bool:
    """Whether a length stands in a timed sentence with no cue near that it governs nothing."""
    sentence = page.sentence_at(span.start)
    if sentence is None or not _is_timed(page, sentence) or is_of_age(page, span):
        return False
    low = max(sentence.start, span.start - _OTHER_REACH - _LONGEST_CUE)
    high = min(sentence.end, span.end + _OTHER_REACH + _LONGEST_CUE)
    return not any(
        page.distance(one, span.start, span.end) <= _OTHER_REACH
        for one in within(page.hits["other"], low, high)
        if not (span.start <= one.start and one.end <= span.end)
    )


@lru_cache(maxsize=16)
def _month(lexicon: Lexicon) -> re.Pattern[str]:
    """A month or a year alone behind a small word of time ("en avril", "until 2022")."""
    until = letters(lexicon.time.until) or "(?!)"
    months = letters(grammar_of(lexicon).months) or "(?!)"
    return re.compile(rf"(?<!\w)(?:{until})\s+(?:{months}|(?:19|20)\d\d)(?![\w-])")


def _months(page: Page) -> Iterator[Hit]:
    for found in _month(page.grammar.lexicon).finditer(page.clean):
        yield Hit(*found.span())
