"""Judging amounts and lengths of time against facts and passages."""

from __future__ import annotations

from collections.abc import Sequence

from hri.decomposition import states_same
from hri.domain.base import Message
from hri.domain.claims import (
    SOUND_VERDICTS,
    Claim,
    Evidence,
    Qualifier,
    Verdict,
    VerdictReason,
)
from hri.domain.values import Money
from hri.signals.coverage.bearing import (
    Bearing,
    Judgement,
    claim_words,
    fact_evidence,
    is_settled,
    passage_evidence,
    unproven,
)
from hri.signals.coverage.charges import charged_again, charged_alike
from hri.signals.coverage.mentions import mentioned_alike
from hri.signals.coverage.opposing import Place, may_equal, opposed
from hri.signals.coverage.payment import charged_elsewhere
from hri.signals.coverage.steps import Pair, fact_words, of_own_step


def judge_value(claim: Claim, bearing: Bearing) -> Judgement:
    """Judge an amount or a duration (DESIGN part 2, CCS)."""
    pairs = _comparable(claim, bearing)
    same = [pair for pair in pairs if states_same(claim, pair[1], bearing.about_tolerance)]
    equal = [pair for pair in same if charged_alike(claim, pair[1], bearing, pair[0])]
    if equal:
        return _supported(claim, equal, pairs, bearing)
    if claim.parts and (reckoned := _reckoned(claim, bearing)) is not None:
        return reckoned
    stated = _in_chapter(claim, bearing)
    if stated is not None:
        return Judgement(Verdict.SUPPORTED, Message(id="ccs.supported"), evidence=(stated,))
    if (same and not charged_again(claim, bearing.lexicon)) or _begins(claim, pairs, bearing):
        return unproven(bearing, tuple(fact_evidence(*pair) for pair in (same or pairs)[:3]))
    return _by_the_rest(claim, pairs, bearing)


def _by_the_rest(claim: Claim, pairs: Sequence[Pair], bearing: Bearing) -> Judgement:
    """The verdict on a value that no fact and no chapter of the slot bears out."""
    places = [] if claim.aside else opposed(claim, pairs, bearing)
    places = places or charged_elsewhere(claim, bearing)
    if places:
        return _contradicted(places)
    plain = claim.qualifier is not Qualifier.AT_LEAST and not claim.aside
    mention = mentioned_alike(claim, frozenset(), bearing) if plain else None
    if mention is not None:
        return Judgement(Verdict.SUPPORTED, Message(id="ccs.supported"), evidence=(mention,))
    return unproven(bearing, tuple(fact_evidence(*pair) for pair in pairs[:3]))


def _contradicted(against: Sequence[Place]) -> Judgement:
    values = " / ".join(dict.fromkeys(text for text, _ in against))
    return Judgement(
        Verdict.CONTRADICTED,
        Message(id="ccs.contradicted", params={"values": values}),
        VerdictReason.OTHER_VALUE,
        tuple(evidence for _, evidence in against),
    )


def _reckoned(claim: Claim, bearing: Bearing) -> Judgement | None:
    """An amount that the text reckons from others: a sum is as right, or as wrong, as they are.

    How often one amount is due, or which of two is the higher, the sources need not say: unproven.
    """
    parts = [
        judge_value(claim.model_copy(update={"value": part, "parts": ()}), bearing)
        for part in claim.parts
    ]
    wrong = [part for part in parts if part.verdict not in SOUND_VERDICTS]
    if wrong:
        return next((part for part in wrong if part.verdict is Verdict.CONTRADICTED), None)
    total = sum(part.low for part in claim.parts)
    if not isinstance(claim.value, Money) or claim.value.low != total or len(parts) == 1:
        return unproven(bearing, tuple(item for part in parts for item in part.evidence))
    open_ones = [part for part in parts if part.verdict is Verdict.SUPPORTED_IF]
    found = (open_ones or parts)[0]
    evidence = tuple(item for part in parts for item in part.evidence)
    return found._replace(evidence=evidence)


def _begins(claim: Claim, pairs: Sequence[Pair], bearing: Bearing) -> bool:
    """Whether "from 25 €" names the lowest of several values that the facts fix."""
    exact = claim.model_copy(update={"qualifier": Qualifier.EXACT})
    if claim.qualifier is not Qualifier.AT_LEAST or not isinstance(claim.value, Money):
        return False
    low = claim.value.low
    values = [pair[1].value for pair in pairs]
    higher = any(isinstance(value, Money) and value.high > low for value in values)
    return higher and any(states_same(exact, pair[1], bearing.about_tolerance) for pair in pairs)


def _comparable(claim: Claim, bearing: Bearing) -> list[Pair]:
    return [
        (item, known)
        for item in bearing.facts
        for known in item.known.claims
        if may_equal(claim, known)
    ]


def _supported(
    claim: Claim, equal: Sequence[Pair], pairs: Sequence[Pair], bearing: Bearing
) -> Judgement:
    """Supported, or only under a condition that nobody states while others have other values.

    Not at all where the claim is worded like a fact on another step, which has another value.
    """
    closer = of_own_step(claim, equal, pairs, bearing)
    if closer:
        return unproven(bearing, tuple(fact_evidence(*pair) for pair in closer[:3]))
    settled = [pair for pair in equal if is_settled(pair[0], claim, bearing)]
    evidence = tuple(fact_evidence(*pair) for pair in (settled or equal)[:3])
    rivals = [
        pair
        for pair in pairs
        if not states_same(claim, pair[1], bearing.about_tolerance)
        and _rivals(claim, pair, equal, bearing)
    ]
    if settled or not rivals:
        return Judgement(Verdict.SUPPORTED, Message(id="ccs.supported"), evidence=evidence)
    condition = equal[0][0].known.fact.condition or ""
    message = Message(id="ccs.supported_if", params={"condition": condition})
    others = tuple(fact_evidence(*pair) for pair in rivals[:2])
    return Judgement(Verdict.SUPPORTED_IF, message, evidence=evidence + others)


def _rivals(claim: Claim, pair: Pair, equal: Sequence[Pair], bearing: Bearing) -> bool:
    """Whether another value is given for the same point as the equal ones."""
    words = fact_words(pair, bearing)
    return any(
        not words or not (known := fact_words(other, bearing)) or words & known for other in equal
    ) or bool(words & claim_words(claim, bearing))


def _in_chapter(claim: Claim, bearing: Bearing) -> Evidence | None:
    for item in bearing.chapter:
        for known in item.known.claims:
            same = may_equal(claim, known) and states_same(claim, known, bearing.about_tolerance)
            if same and charged_alike(claim, known, bearing):
                return passage_evidence(item.known, (known.start, known.end))
    return None
