"""Judging authorities against facts and passages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hri.applicability import (
    PATH_SIGN,
    ApplicableFact,
    Openness,
    answers,
    is_conditional,
    speaks_of_another,
    stands_elsewhere,
    subject_of,
)
from hri.decomposition import (
    is_bare,
    shares_head,
    states_same,
    terms,
)
from hri.domain.base import Message
from hri.domain.claims import AuthorityRole, Claim, Evidence, Polarity, Verdict, VerdictReason
from hri.domain.packs import PassageKind
from hri.domain.values import AuthorityName
from hri.signals.coverage.bearing import (
    Bearing,
    BearingPassage,
    Judgement,
    claim_words,
    fact_evidence,
    is_settled,
    passage_evidence,
    unproven,
)
from hri.signals.coverage.places import is_elsewhere, is_placed
from hri.signals.coverage.strangers import (
    competent_facts,
    does_the_procedure,
    is_central,
    is_wrong_stranger,
    known_bodies,
    sent_elsewhere,
)

_OF = 7
"""Characters between a bare noun and the body that it belongs to ("greffe du tribunal")."""


def judge_authority(claim: Claim, bearing: Bearing) -> Judgement:
    """Judge a body: named as where to apply, it must be one that the sources name for that."""
    supported = _by_facts(claim, bearing) or _by_chapter(claim, bearing)
    if supported is not None and is_placed(claim, _told(claim, bearing)):
        supported = None
    elif supported is not None and is_elsewhere(claim, bearing):
        return unproven(bearing, supported.evidence)
    if supported is not None:
        return _if_open(claim, supported, bearing)
    mentions = list(_mentions(claim, bearing))
    settled = [
        item
        for item in bearing.facts
        if _names_body(item) and is_central(item, bearing) and answers(item, claim, bearing.scope)
    ]
    told = (
        mentions
        if claim.role is not AuthorityRole.APPLY_TO or claim.aside
        else _to_the_point(claim, mentions, settled, bearing)
    )
    if told:
        return _supported(_evidence(*told[0]))
    if _rivals(claim, settled, bearing):
        return contradicted(settled)
    if not mentions and claim.role is AuthorityRole.APPLY_TO:
        return _judge_stranger(claim, bearing)
    return unproven(bearing)


def _judge_stranger(claim: Claim, bearing: Bearing) -> Judgement:
    """A body that no source names is wrong where the sources name the competent ones."""
    competent = competent_facts(claim, bearing)
    if competent and is_wrong_stranger(claim, bearing):
        return contradicted(competent)
    others = sent_elsewhere(claim, bearing)
    if others and is_wrong_stranger(claim, bearing):
        return Judgement(
            Verdict.CONTRADICTED,
            Message(
                id="ccs.contradicted",
                params={"values": " / ".join(dict.fromkeys(known.text for _, known in others))},
            ),
            VerdictReason.OTHER_VALUE,
            tuple(_evidence(*pair) for pair in others),
        )
    return unproven(bearing)


def _supported(*evidence: Evidence) -> Judgement:
    return Judgement(Verdict.SUPPORTED, Message(id="ccs.supported"), evidence=evidence)


def contradicted(items: list[ApplicableFact]) -> Judgement:
    """The verdict on a body other than those that facts name."""
    names = " / ".join(dict.fromkeys(item.known.fact.value for item in items))
    return Judgement(
        Verdict.CONTRADICTED,
        Message(id="ccs.contradicted", params={"values": names}),
        VerdictReason.OTHER_VALUE,
        tuple(fact_evidence(item) for item in items),
    )


def _told(claim: Claim, bearing: Bearing) -> tuple[ApplicableFact, ...]:
    """The facts that can bear a body out.

    Where to apply is not what the chapter of another slot remarks ("shown at the prefecture on
    collection", under the time limits), where the sources say it elsewhere.
    """
    own = tuple(item for item in bearing.facts if not stands_elsewhere(item, bearing.slot))
    asked = claim.role is AuthorityRole.APPLY_TO and any(map(_names_body, own))
    return own if asked else bearing.facts


def _by_facts(claim: Claim, bearing: Bearing) -> Judgement | None:
    equal = [
        (item, known)
        for item in _told(claim, bearing)
        for known in item.known.claims
        if _names(claim, known, item.known.claims, bearing)
    ]
    return _supported(*(fact_evidence(*pair) for pair in equal[:3])) if equal else None


def _by_chapter(claim: Claim, bearing: Bearing) -> Judgement | None:
    for item in bearing.chapter:
        for known in item.known.claims:
            if _names(claim, known, item.known.claims, bearing):
                return _supported(_evidence(item, known))
    return None


def _names(claim: Claim, known: Claim, beside: Sequence[Claim], bearing: Bearing) -> bool:
    """Whether a source names the claim's body; "the court" names no particular one.

    Where the sources name a body of that kind in full, the bare noun there means that one; so it
    does right in front of another body ("the registry of the county court").
    """
    mine, theirs = claim.value, known.value
    if not isinstance(mine, AuthorityName) or not isinstance(theirs, AuthorityName):
        return False
    if known.slot is not claim.slot or claim.polarity is not known.polarity:
        return False
    placed = mine.places and theirs.places and not set(mine.places) & set(theirs.places)
    if is_bare(mine) and theirs.id is None and shares_head(mine, theirs) and not placed:
        return True
    if not states_same(claim, known, bearing.about_tolerance):
        return False
    exact = theirs.id is not None or is_bare(mine) or not is_bare(theirs)
    return exact or _bare_means(claim, known, beside, bearing)


def _bare_means(claim: Claim, known: Claim, beside: Sequence[Claim], bearing: Bearing) -> bool:
    """Whether a bare noun of a source may mean the body that a claim names in full."""
    owner = next((one for one in beside if 0 < one.start - known.end <= _OF), None)
    if owner is not None:
        return states_same(claim, owner, bearing.about_tolerance)
    bare = known.value
    return isinstance(bare, AuthorityName) and not any(
        shares_head(bare, body) for body in known_bodies(bearing) if not is_bare(body)
    )


def _mentions(claim: Claim, bearing: Bearing) -> Iterator[tuple[BearingPassage, Claim]]:
    """The places in passages of the procedure's sources that name the body."""
    for item in bearing.passages:
        for known in item.known.claims:
            if _names(claim, known, item.known.claims, bearing):
                yield item, known


def _to_the_point(
    claim: Claim,
    mentions: list[tuple[BearingPassage, Claim]],
    settled: list[ApplicableFact],
    bearing: Bearing,
) -> list[tuple[BearingPassage, Claim]]:
    """The places that name a body for the step that the claim names it for.

    They stand in no case of their own and speak of the same thing beside the procedure, or are a
    contact of a guide that says of no other body that one applies there.
    """
    mine = claim_words(claim, bearing) - subject_of(bearing.scope)
    return [
        (item, known)
        for item, known in mentions
        if item.openness is not Openness.OPEN
        and (
            (not settled and item.known.passage.kind is PassageKind.CONTACT)
            or mine & set(terms(known.anchor, bearing.lexicon))
        )
    ]


def _evidence(item: BearingPassage, known: Claim) -> Evidence:
    return passage_evidence(item.known, (known.start, known.end))


def _rivals(claim: Claim, settled: list[ApplicableFact], bearing: Bearing) -> bool:
    """Whether facts that name other bodies answer the same point as a body to apply to."""
    if claim.role is not AuthorityRole.APPLY_TO or not settled:
        return False
    if not does_the_procedure(claim, bearing):
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
