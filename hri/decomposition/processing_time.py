"""The processing time slot: which lengths of time govern the procedure, and what they govern."""

from __future__ import annotations

from collections.abc import Sequence

from hri.decomposition.asides import explained, is_age, is_beside
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
    if sentence is None or (not in_context and _stands_elsewhere(sentence)):
        return None
    cue, cost = _cue(page, span)
    if in_context:
        return _kind_in_context(page, sentence, cue, cost, assume)
    if cue is None:
        titles = page.title_hits(sentence.segment.title)
        return next((kind for name, kind in _KINDS.items() if titles[name]), None)
    too_far = span.unit is Unit.YEAR and cost > _YEARS_REACH
    idle = span.low == span.high == 0 and cue != "processing"
    return None if too_far or idle else _KINDS.get(cue)


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
