"""The processing time slot: which lengths of time govern the procedure, and what they govern."""

from __future__ import annotations

from collections.abc import Sequence

from hri.decomposition.asides import explained, is_age, is_beside
from hri.decomposition.limits import is_limit, is_of_age, is_of_thing, is_rate
from hri.decomposition.page import Page, Sentence
from hri.decomposition.segments import Layout
from hri.decomposition.statements import build_claim
from hri.decomposition.values.bounds import overlaps, read_qualifier
from hri.decomposition.values.durations import Span
from hri.decomposition.values.phrases import Hit
from hri.domain.claims import Claim
from hri.domain.slots import Slot
from hri.domain.values import Duration, DurationKind, Unit

_CUES = ("other", "validity", "applicant", "processing")
_KINDS = {
    "processing": DurationKind.PROCESSING,
    "applicant": DurationKind.APPLICANT_DEADLINE,
    "validity": DurationKind.VALIDITY,
}
_REACH = 110
"""How far from a length of time, in characters, a cue for what it governs can stand."""
_YEARS_REACH = 40
"""The same for years: most of them are ages, residence or terms of a contract."""
_IN_CONTEXT_REACH = 60
_ASSUMED_REACH = 16
"""The same in a text that is known to be about time, where only what is very near tells."""


def read_times(
    page: Page, spans: Sequence[Span], taken: Sequence[Hit], assume: bool = False
) -> list[Claim]:
    """The claims on time of a text.

    Args:
        page: The text.
        spans: All lengths of time in it.
        taken: Stretches that belong to other values ("£174.50 a year").
        assume: True where the text is known to be about time.
    """
    claims = []
    parts = explained(page, spans)
    for span in spans:
        if overlaps(list(taken), span.start, span.end):
            continue
        kind = _kind(page, span, assume)
        if kind is DurationKind.OPEN and is_rate(page, span, taken):
            continue
        if kind is not None:
            aside = span.start in parts or is_age(page, span, spans) or is_beside(page, span.start)
            claims.append(_build(page, span, kind).model_copy(update={"aside": aside}))
    return claims


def _build(page: Page, span: Span, kind: DurationKind) -> Claim:
    value = Duration(low=span.low, high=span.high, unit=span.unit, kind=kind)
    place = page.trimmed(span.start, span.end)
    qualifier = read_qualifier(page, place.start, place.end, span.low != span.high)
    return build_claim(page, Slot.PROCESSING_TIME, place, value, qualifier=qualifier)


def _kind(page: Page, span: Span, assume: bool) -> DurationKind | None:
    """What a length of time governs, by the nearest cue; None for what governs nothing."""
    sentence = page.sentence_at(span.start)
    in_context = assume or (sentence is not None and Slot.PROCESSING_TIME in sentence.slots)
    if sentence is None:
        return None
    if not in_context and _stands_elsewhere(sentence):
        return DurationKind.OPEN if _is_open(page, span, *_cue(page, span)) else None
    cue, cost = _cue(page, span)
    if in_context:
        return _kind_in_context(page, sentence, cue, cost, assume)
    kind = _kind_of_cue(page, sentence, span, cue, cost)
    if kind is None and _is_open(page, span, cue, cost):
        return DurationKind.OPEN
    return kind


def _kind_of_cue(
    page: Page, sentence: Sentence, span: Span, cue: str | None, cost: int
) -> DurationKind | None:
    """What the nearest cue, else the title, says that a length governs."""
    if cue is None:
        titles = page.title_hits(sentence.segment.title)
        return next((kind for name, kind in _KINDS.items() if titles[name]), None)
    if span.low == span.high == 0 and cue != "processing":
        return None
    if cost > (_YEARS_REACH if span.unit is Unit.YEAR else _REACH):
        return None
    if cost > _ASSUMED_REACH and is_of_age(page, span):
        return None
    return _KINDS.get(cue)


def _is_open(page: Page, span: Span, cue: str | None, cost: int) -> bool:
    """Whether a length without a clear cue is still a time that someone must go by.

    One that words of a limit stand at, unless it is told right there what else it is; elsewhere
    one that neither an age nor any other cue of its sentence or title explains.
    """
    if span.low == span.high == 0 or is_of_age(page, span):
        return False
    if is_limit(page, span):
        return cue != "other" or cost > _ASSUMED_REACH
    if span.unit in (Unit.MINUTE, Unit.HOUR) or is_of_thing(page, span):
        return False  # how long a meeting or a course is
    sentence = page.sentence_at(span.start)
    if cue == "other" or sentence is None or _stands_elsewhere(sentence):
        return False
    return not page.title_hits(sentence.segment.title)["other"]


def _cue(page: Page, span: Span) -> tuple[str | None, int]:
    """The nearest cue for what a length governs; bare words of a limit count after clear ones."""
    cue, cost = page.nearest(span.start, span.end, _CUES, _REACH)
    limit, near = page.nearest(span.start, span.end, ("unsure",), _REACH)
    if limit is None or cost <= near or cue in _KINDS:
        return cue, cost
    clear, farther = page.nearest(span.start, span.end, _CUES[1:], _IN_CONTEXT_REACH)
    return (clear, farther) if clear else ("processing", near)


def _stands_elsewhere(sentence: Sentence) -> bool:
    """Whether a sentence lists papers or laws, whose lengths of time are of another kind."""
    slots = sentence.slots
    if not sentence.labelled and sentence.segment.layout is Layout.PROSE:
        return False
    return Slot.REQUIRED_DOCUMENTS in slots or Slot.LEGAL_BASIS in slots


def _kind_in_context(
    page: Page, sentence: Sentence, cue: str | None, cost: int, assume: bool
) -> DurationKind | None:
    if cue == "other" and cost <= (_ASSUMED_REACH if assume else _IN_CONTEXT_REACH):
        return None
    if cue in _KINDS and cost <= _IN_CONTEXT_REACH:
        return _KINDS[cue]
    if page.title_hits(sentence.segment.title)["validity"]:
        return DurationKind.VALIDITY
    return DurationKind.PROCESSING
