"""Judging authorities and documents against facts and passages."""

from __future__ import annotations

from hri.applicability import (
    PATH_SIGN,
    ApplicableFact,
    Openness,
    answers,
    is_conditional,
    speaks_of_another,
    stands_elsewhere,
)
from hri.decomposition import states_same, terms
from hri.domain.base import Message
from hri.domain.claims import AuthorityRole, Claim, Evidence, Polarity, Verdict, VerdictReason
from hri.domain.values import AuthorityName, DocumentName
from hri.signals.coverage.bearing import (
    Bearing,
    Judgement,
    fact_evidence,
    is_settled,
    passage_evidence,
    unproven,
)
from hri.signals.coverage.conditions import needed_elsewhere
from hri.signals.coverage.paperparts import judge_parts
from hri.signals.coverage.places import is_elsewhere, is_placed


def judge_authority(claim: Claim, bearing: Bearing) -> Judgement:
    """Judge a body: named as where to apply, it must be one that the sources name for that."""
    told = _told(claim, bearing)
    supported = _supported_by_facts(claim, bearing, told) or _supported_by_chapter(claim, bearing)
    if supported is not None and is_placed(claim, told):
        supported = None
    elif supported is not None and is_elsewhere(claim, bearing):
        return unproven(bearing, supported.evidence)
    if supported is not None:
        return _if_open(claim, supported, bearing)
    if claim.role is not AuthorityRole.APPLY_TO or claim.aside:
        mentioned = _mentioned(claim, bearing)
        if mentioned is not None:
            return Judgement(Verdict.SUPPORTED, Message(id="ccs.supported"), evidence=(mentioned,))
    settled = [
        item for item in bearing.facts if _names_body(item) and answers(item, claim, bearing.scope)
    ]
    if _rivals(claim, settled, bearing):
        names = " / ".join(dict.fromkeys(item.known.fact.value for item in settled))
        return Judgement(
            Verdict.CONTRADICTED,
            Message(id="ccs.contradicted", params={"values": names}),
            VerdictReason.OTHER_VALUE,
            tuple(fact_evidence(item) for item in settled),
        )
    return unproven(bearing)


def _told(claim: Claim, bearing: Bearing) -> tuple[ApplicableFact, ...]:
    """The facts that can bear a body out.

    Where to apply is not what the chapter of another slot remarks ("shown at the prefecture on
    collection", under the time limits), where the sources say it elsewhere.
    """
    own = tuple(item for item in bearing.facts if not stands_elsewhere(item, bearing.slot))
    asked = claim.role is AuthorityRole.APPLY_TO and any(map(_names_body, own))
    return own if asked else bearing.facts


def _rivals(claim: Claim, settled: list[ApplicableFact], bearing: Bearing) -> bool:
    """Whether facts that name other bodies answer the same point as a body to apply to."""
    if claim.role is not AuthorityRole.APPLY_TO or not settled:
        return False
    return not (
        is_conditional(claim, bearing.scope) or speaks_of_another(claim, settled, bearing.scope)
    )


def _names_body(item: ApplicableFact) -> bool:
    """Whether a fact says, under no open condition, which body is the one."""
    return item.openness is not Openness.OPEN and any(
        isinstance(known.value, AuthorityName) and known.polarity is Polarity.REQUIRED
        for known in item.known.claims
    )


def _if_open(claim: Claim, supported: Judgement, bearing: Bearing) -> Judgement:
    """Supported only in a case that nobody names, while other cases have other bodies."""
    same = [
        item
        for item in bearing.facts
        if any(states_same(claim, known, 0.0) for known in item.known.claims)
    ]
    cases = {_parent(item) for item in same}
    others = [item for item in bearing.facts if item not in same and _parent(item) in cases]
    if not same or not others or any(is_settled(item, claim, bearing) for item in same):
        return supported
    params = {"condition": same[0].known.fact.condition or ""}
    evidence = tuple(fact_evidence(item) for item in (same[0], others[0]))
    return Judgement(
        Verdict.SUPPORTED_IF, Message(id="ccs.supported_if", params=params), evidence=evidence
    )


def _parent(item: ApplicableFact) -> tuple[str, str | None]:
    """Source and outer path of the case a fact stands in: cases with the same are alternatives."""
    outer, sign, _ = (item.known.fact.condition or "").rpartition(PATH_SIGN)
    return item.known.source.source_id, outer if sign or item.known.fact.condition else None


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


def _supported_by_facts(
    claim: Claim, bearing: Bearing, facts: tuple[ApplicableFact, ...] | None = None
) -> Judgement | None:
    equal: list[tuple[ApplicableFact, Claim]] = [
        (item, known)
        for item in (bearing.facts if facts is None else facts)
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


def _mentioned(claim: Claim, bearing: Bearing) -> Evidence | None:
    """Any passage of the procedure's sources that names the body."""
    if not isinstance(claim.value, AuthorityName):
        return None
    for item in bearing.passages:
        for known in item.known.claims:
            if known.slot is claim.slot and states_same(claim, known, bearing.about_tolerance):
                return passage_evidence(item.known, (known.start, known.end))
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
