"""Judging what an answer says of a paper beside its name: age limit, number, holder, edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hri.applicability import ApplicableFact, Openness
from hri.decomposition import (
    PAPER_PARTS,
    fold,
    is_expired,
    part_agrees,
    phrases_in,
    states_part,
    states_same,
    without_holder,
)
from hri.domain.base import Message
from hri.domain.claims import Claim, Evidence, Polarity, Verdict, VerdictReason
from hri.domain.values import DocumentName
from hri.signals.coverage.bearing import Bearing, Judgement, fact_evidence, passage_evidence


class _Named(NamedTuple):
    """A place in the sources that names the paper."""

    known: Claim
    paper: DocumentName
    evidence: Evidence
    binding: bool = False
    """A fact says that the paper must be given, always or in the case that is asked about."""


def judge_parts(claim: Claim, bearing: Bearing) -> Judgement | None:
    """Unproven where sources name the paper and none has the answer's age limit, number, holder,
    state or edition, or where it is said to be optional and is not; None where nothing differs.

    Facts decide where any names the paper, else the slot's chapter. A source that names the paper
    without the part leaves it open.
    """
    paper = claim.value
    if not isinstance(paper, DocumentName) or claim.polarity is not Polarity.REQUIRED:
        return None
    named = _named(claim, bearing)
    if not named:
        return None
    if not any(_differs(part, paper, named) for part in PAPER_PARTS) and not (
        _is_many(claim, named)
        or _is_expired(paper, named, bearing)
        or (paper.parts.optional and all(one.binding for one in named))
    ):
        return None
    stated = " / ".join(dict.fromkeys(one.known.text for one in named))
    return Judgement(
        Verdict.UNSUPPORTED,
        Message(id="ccs.paper_part", params={"values": stated}),
        VerdictReason.PAPER_PART,
        tuple(one.evidence for one in named[:3]),
    )


def _named(claim: Claim, bearing: Bearing) -> list[_Named]:
    """The places that name the paper, whoever's it is."""
    bare = _whoevers(claim, bearing)
    return _named_in_facts(bare, bearing) or _named_in_chapter(bare, bearing)


def _whoevers(claim: Claim, bearing: Bearing) -> Claim:
    """A paper without the words for its holder."""
    paper = claim.value
    if not isinstance(paper, DocumentName) or paper.parts.holder is None:
        return claim
    update = {"surface": without_holder(paper.surface, bearing.lexicon)}
    return claim.model_copy(update={"value": paper.model_copy(update=update)})


def _named_in_facts(claim: Claim, bearing: Bearing) -> list[_Named]:
    """Facts of the case that the question names alone, where they name the paper."""
    found = [
        (item, _Named(known, known.value, fact_evidence(item, known), _binds(item)))
        for item in bearing.facts
        for known in item.known.claims
        if isinstance(known.value, DocumentName)
        and states_same(claim, _whoevers(known, bearing), 0.0)
    ]
    asked = [one for item, one in found if item.openness is Openness.NAMED]
    return asked or [one for _, one in found]


def _binds(item: ApplicableFact) -> bool:
    mandatory = item.known.fact.mandatory and item.openness is not Openness.OPEN
    return mandatory or item.openness is Openness.NAMED


def _named_in_chapter(claim: Claim, bearing: Bearing) -> list[_Named]:
    return [
        _Named(known, known.value, passage_evidence(item.known, (known.start, known.end)))
        for item in bearing.chapter
        for known in item.known.claims
        if isinstance(known.value, DocumentName) and states_same(claim, known, 0.0)
    ]


def _differs(part: str, paper: DocumentName, named: Sequence[_Named]) -> bool:
    if not states_part(part, paper):
        return False
    return all(part_agrees(part, paper, one.paper) is False for one in named)


def _is_many(claim: Claim, named: Sequence[_Named]) -> bool:
    """Whether the answer asks for several of what every source names as one."""
    paper = claim.value
    if not isinstance(paper, DocumentName) or (paper.parts.count or 1) < 2:
        return False
    mine = set(fold(claim.text).split())
    return all(
        one.paper.parts.count is None and _has_one(mine, set(fold(one.known.text).split()))
        for one in named
    )


def _has_one(mine: set[str], theirs: set[str]) -> bool:
    """Whether a word stands in the plural on one side and in the singular on the other."""
    return any(
        word[-1:] in "sx" and word[:-1] in theirs and word not in theirs
        for word in mine
        if len(word) > 1
    )


def _is_expired(paper: DocumentName, named: Sequence[_Named], bearing: Bearing) -> bool:
    """Whether a paper may have run out by the answer, and no source speaks of such ones."""
    if not is_expired(paper.parts) or any(is_expired(one.paper.parts) for one in named):
        return False
    texts = [f"{item.known.fact.value} {item.known.fact.condition or ''}" for item in bearing.facts]
    texts += [item.known.passage.text for item in bearing.chapter]
    return not any(phrases_in(text, "documents.expired", bearing.lexicon) for text in texts)
