"""Judging documents against facts and passages."""

from __future__ import annotations

from hri.applicability import ApplicableFact, Openness
from hri.decomposition import states_same, terms
from hri.domain.base import Message
from hri.domain.claims import Claim, Evidence, Polarity, Verdict, VerdictReason
from hri.domain.values import DocumentName
from hri.signals.coverage.bearing import (
    Bearing,
    Judgement,
    fact_evidence,
    passage_evidence,
    unproven,
)
from hri.signals.coverage.conditions import needed_elsewhere
from hri.signals.coverage.paperparts import judge_parts


def judge_document(claim: Claim, bearing: Bearing) -> Judgement:
    """Judge a document: listed or stated is right, a subset of a list too.

    Contradicted by polarity (said not to be needed, but required; or the other way round) and by
    form number (the sources name forms of that family and none has the number).
    """
    if isinstance(claim.value, DocumentName) and not claim.value.surface:
        return _judge_no_document(claim, bearing)
    other_part = judge_parts(claim, bearing)
    if other_part is not None:
        return other_part
    supported = _supported_by_facts(claim, bearing) or _supported_by_chapter(claim, bearing)
    if supported is not None:
        return supported
    forms = _other_forms(claim, bearing)
    if forms:
        numbers = ", ".join(sorted(forms))
        message = Message(id="ccs.form_number", params={"values": numbers})
        evidence = tuple(forms[key] for key in sorted(forms))[:3]
        return Judgement(Verdict.CONTRADICTED, message, VerdictReason.FORM_NUMBER, evidence)
    opposed = _supported_by_facts(_turned(claim), bearing)
    if opposed is not None:
        return Judgement(
            Verdict.CONTRADICTED,
            Message(id="ccs.polarity"),
            VerdictReason.POLARITY,
            opposed.evidence,
        )
    return needed_elsewhere(claim, bearing) or _if_words_stand(claim, bearing)


def _if_words_stand(claim: Claim, bearing: Bearing) -> Judgement:
    """Supported where the slot's chapter holds the document's words, else unproven."""
    stated = _words_in_chapter(claim, bearing)
    if stated is not None and claim.polarity is Polarity.REQUIRED:
        return Judgement(Verdict.SUPPORTED, Message(id="ccs.supported"), evidence=(stated,))
    if isinstance(claim.value, DocumentName) and claim.value.forms:
        # A number is sure of itself: that no source gives it weighs more than plain silence.
        return Judgement(Verdict.UNSUPPORTED, Message(id="ccs.silent"), VerdictReason.SILENT)
    return unproven(bearing)


def _judge_no_document(claim: Claim, bearing: Bearing) -> Judgement:
    """The answer says that nothing is needed: right only if no applicable fact is required."""
    supported = _supported_by_facts(claim, bearing)
    if supported is not None:
        return supported
    required = [
        item
        for item in bearing.facts
        if item.known.fact.mandatory
        and item.openness is not Openness.OPEN
        and any(known.polarity is Polarity.REQUIRED for known in item.known.claims)
    ]
    if required:
        return Judgement(
            Verdict.CONTRADICTED,
            Message(id="ccs.polarity"),
            VerdictReason.POLARITY,
            tuple(fact_evidence(item) for item in required[:3]),
        )
    return unproven(bearing)


def _supported_by_facts(claim: Claim, bearing: Bearing) -> Judgement | None:
    equal: list[tuple[ApplicableFact, Claim]] = [
        (item, known)
        for item in bearing.facts
        for known in item.known.claims
        if states_same(claim, known, bearing.about_tolerance)
    ]
    if not equal:
        return None
    evidence = tuple(fact_evidence(*pair) for pair in equal[:3])
    return Judgement(Verdict.SUPPORTED, Message(id="ccs.supported"), evidence=evidence)


def _supported_by_chapter(claim: Claim, bearing: Bearing) -> Judgement | None:
    for item in bearing.chapter:
        for known in item.known.claims:
            if known.slot is claim.slot and states_same(claim, known, bearing.about_tolerance):
                found = passage_evidence(item.known, (known.start, known.end))
                return Judgement(Verdict.SUPPORTED, Message(id="ccs.supported"), evidence=(found,))
    return None


def _words_in_chapter(claim: Claim, bearing: Bearing) -> Evidence | None:
    """A passage of the chapter that holds every content word of the claim."""
    wanted = set(terms(claim.text, bearing.lexicon))
    if not wanted:
        return None
    for item in bearing.chapter:
        if wanted <= set(terms(item.known.passage.text, bearing.lexicon)):
            return passage_evidence(item.known, (0, len(item.known.passage.text)))
    return None


def _other_forms(claim: Claim, bearing: Bearing) -> dict[str, Evidence]:
    """Form numbers that the sources give in the claim's family, when none is the claim's."""
    if not isinstance(claim.value, DocumentName) or not claim.value.forms:
        return {}
    given = _forms_given(bearing)
    if set(given) & set(claim.value.forms):
        return {}
    families = {form.partition(":")[0] for form in claim.value.forms}
    return {form: found for form, found in given.items() if form.partition(":")[0] in families}


def _forms_given(bearing: Bearing) -> dict[str, Evidence]:
    """Every form number in the facts and passages that bear on the case, with its first place."""
    places = [
        (known, fact_evidence(item, known)) for item in bearing.facts for known in item.known.claims
    ]
    places += [
        (known, passage_evidence(item.known, (known.start, known.end)))
        for item in bearing.passages
        for known in item.known.claims
    ]
    given: dict[str, Evidence] = {}
    for known, evidence in places:
        if isinstance(known.value, DocumentName):
            for form in known.value.forms:
                given.setdefault(form, evidence)
    return given


def _turned(claim: Claim) -> Claim:
    other = Polarity.REQUIRED if claim.polarity is Polarity.NOT_REQUIRED else Polarity.NOT_REQUIRED
    return claim.model_copy(update={"polarity": other})
