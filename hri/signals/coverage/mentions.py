"""Where the sources mention a claim's amount or length of time at all, whatever it is said of."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from hri.applicability import source_texts
from hri.decomposition import read_measures, same_length, terms
from hri.domain.claims import Claim, Evidence, Qualifier
from hri.domain.lexicons import Lexicon
from hri.domain.values import Duration, Money, Unit
from hri.signals.coverage.bearing import Bearing, passage_evidence
from hri.signals.coverage.steps import own_words

_FEWEST_SHARED = 2
"""Words that a claim shares with a sentence which mentions its value, on the same point then."""
_DAYS = {Unit.DAY, Unit.WORKING_DAY}

Measure = Duration | Money


def is_foreign(claim: Claim, bearing: Bearing) -> bool:
    """Whether no source of the procedure has a claim's amount or length, and nor the question.

    What is right about a procedure is, nearly always, in its guide: such a value is made up.
    """
    procedure = bearing.circumstances.procedure_id
    wanted = _ends(claim.value)
    if procedure is None or not wanted:
        return False
    texts = (bearing.circumstances.question, *source_texts(procedure, bearing.knowledge))
    tolerance = bearing.about_tolerance if claim.qualifier is Qualifier.ABOUT else 0.0
    for text in texts:
        for said, _ in _measures(text, bearing.lexicon):
            wanted = [one for one in wanted if not _alike(one, said, tolerance)]
        if not wanted:
            return False
    return True


def is_fact_of_other_case(claim: Claim, bearing: Bearing) -> bool:
    """Whether a fact of the slot, in whichever branch or place, has a claim's value."""
    facts = bearing.knowledge.facts(bearing.circumstances.procedure_id or "", bearing.slot)
    wanted = _ends(claim.value)
    return any(
        isinstance(known.value, (Duration, Money))
        and all(_alike(end, known.value, 0.0) for end in wanted)
        for fact in facts
        for known in fact.claims
    )


def mentioned_alike(claim: Claim, told: frozenset[str], bearing: Bearing) -> Evidence | None:
    """The sentence of a source that mentions a claim's value in two words that the claim has too.

    Args:
        claim: A claim on an amount or a length.
        told: Words that do not count: those of the facts that speak against it.
        bearing: What the sources hold.
    """
    words = own_words(claim, bearing) - told
    if len(words) < _FEWEST_SHARED or not isinstance(claim.value, (Duration, Money)):
        return None
    for item in bearing.passages:
        passage = item.known.passage
        for said, sentence in _measures(passage.text, bearing.lexicon):
            same = all(_alike(end, said, 0.0) for end in _ends(claim.value))
            if same and len(words.intersection(terms(sentence, bearing.lexicon))) >= _FEWEST_SHARED:
                at = max(0, passage.text.find(sentence))
                return passage_evidence(item.known, (at, at + len(sentence)))
    return None


@lru_cache(maxsize=4096)
def _measures(text: str, lexicon: Lexicon) -> tuple[tuple[Measure, str], ...]:
    return read_measures(text, lexicon)


def _ends(value: object) -> list[Measure]:
    """The two ends of an amount or a length as values of their own; none for nothing at all."""
    if not isinstance(value, (Duration, Money)):
        return []
    ends: Sequence[Decimal] = sorted({value.low, value.high})
    return [value.model_copy(update={"low": end, "high": end}) for end in ends if end]


def _alike(one: Measure, said: Measure, tolerance: float) -> bool:
    """Whether one end of what a source says is the same; working days count as days."""
    slack = Decimal(str(tolerance))
    if isinstance(one, Money) or isinstance(said, Money):
        if not (isinstance(one, Money) and isinstance(said, Money)):
            return False
        ends = (said.low, said.high)
        return one.currency == said.currency and any(
            abs(one.low - end) <= end * slack for end in ends
        )
    if {one.unit, said.unit} == _DAYS:
        return one.low in (said.low, said.high)
    ends = (said.low, said.high)
    return any(
        same_length(one, said.model_copy(update={"low": end, "high": end}), slack) for end in ends
    )
