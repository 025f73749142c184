"""CCS of one slot: the share of its claims that the sources bear out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hri.applicability import Circumstances
from hri.domain.base import Message
from hri.domain.claims import (
    SOUND_VERDICTS,
    AuthorityRole,
    Claim,
    Evidence,
    JudgedClaim,
    Polarity,
    Reading,
    Verdict,
    VerdictReason,
)
from hri.domain.lexicons import Lexicon
from hri.domain.policies import SignalSettings
from hri.domain.ports import Knowledge
from hri.domain.scores import SignalScore
from hri.domain.slots import Signal, Slot
from hri.signals.coverage.authorities import judge_authority
from hri.signals.coverage.bearing import (
    Bearing,
    BearingPassage,
    Judgement,
    denied_by_sources,
    gather,
    unproven,
)
from hri.signals.coverage.besides import weigh_together
from hri.signals.coverage.conditions import limited, own_bearing
from hri.signals.coverage.names import judge_document
from hri.signals.coverage.references import judge_reference
from hri.signals.coverage.strangers import is_third_party
from hri.signals.coverage.values import judge_value

JUDGES = {
    Slot.REQUIRED_DOCUMENTS: judge_document,
    Slot.COMPETENT_AUTHORITY: judge_authority,
    Slot.PROCESSING_TIME: judge_value,
    Slot.FEES: judge_value,
    Slot.LEGAL_BASIS: judge_reference,
}

_BRANCHED = (Slot.COMPETENT_AUTHORITY, Slot.PROCESSING_TIME, Slot.FEES)
"""Slots whose claims a stated condition puts under another branch; papers add up instead."""


class CoverageScore(NamedTuple):
    """CCS of one slot, each claim with its verdict, and the places in sources that they name."""

    score: SignalScore
    claims: tuple[JudgedClaim, ...]
    evidence: tuple[Evidence, ...]


def score_coverage(
    slot: Slot,
    reading: Reading,
    circumstances: Circumstances,
    knowledge: Knowledge,
    lexicon: Lexicon,
    settings: SignalSettings,
    passages: tuple[BearingPassage, ...] | None = None,
) -> CoverageScore:
    """Score how far authoritative sources bear out what an answer says in one slot.

    Paper: part 2, CCS_i. Shape: the answer's claims in the slot, at least one, else *not scored*.
    Range: [0,1], higher is better. Support is content, never the presence of a link.

    Args:
        slot: The slot.
        reading: The answer, taken apart.
        circumstances: Procedure, date, place and question of the case.
        knowledge: The pack.
        lexicon: Words of the case's language.
        settings: The tolerance for "about".
        passages: Those that bear on the case, where they are gathered already.

    Returns:
        The score with the judged claims and their evidence.
    """
    claims = reading.in_slot(slot)
    bearing = gather(slot, circumstances, knowledge, lexicon, settings, passages)
    judged = [(claim, _judge(claim, bearing)) for claim in claims]
    if slot is Slot.COMPETENT_AUTHORITY:
        judged = weigh_together(judged, bearing)
    return _sum_up(judged, bearing)


def _judge(claim: Claim, bearing: Bearing) -> Judgement:
    """The verdict on a claim; one that denies a value is judged by that value."""
    judge = JUDGES[bearing.slot]
    branched = bearing.slot in _BRANCHED and claim.role is not AuthorityRole.MENTION
    if branched:
        bearing = own_bearing(claim, bearing)
    if claim.polarity is Polarity.REQUIRED or bearing.slot is Slot.REQUIRED_DOCUMENTS:
        found = judge(claim, bearing)
        return limited(claim, found, bearing) if branched else found
    affirmed: dict[str, object] = {"polarity": Polarity.REQUIRED}
    if claim.role is not None:
        affirmed["role"] = AuthorityRole.APPLY_TO  # what is denied is that one may go there
    denied = denied_by_sources(claim, bearing)
    if denied is not None and is_third_party(claim, bearing):
        return Judgement(Verdict.SUPPORTED, Message(id="ccs.supported"), evidence=(denied,))
    found = judge(claim.model_copy(update=affirmed), bearing)
    if found.verdict in SOUND_VERDICTS:
        return Judgement(
            Verdict.CONTRADICTED, Message(id="ccs.polarity"), VerdictReason.POLARITY, found.evidence
        )
    if denied is not None:
        return Judgement(Verdict.SUPPORTED, Message(id="ccs.supported"), evidence=(denied,))
    return unproven(bearing)


def _sum_up(judged: Sequence[tuple[Claim, Judgement]], bearing: Bearing) -> CoverageScore:
    evidence: dict[str, Evidence] = {}
    claims = []
    for claim, found in judged:
        evidence.update({item.id: item for item in found.evidence})
        claims.append(_judged(claim, found))
    if not claims:
        score = SignalScore(signal=Signal.CCS, value=None, reason=Message(id="ccs.no_claims"))
    elif bearing.circumstances.procedure_id is None:
        score = SignalScore(signal=Signal.CCS, value=None, reason=Message(id="ccs.no_procedure"))
    elif not bearing.passages and not bearing.facts:
        score = SignalScore(signal=Signal.CCS, value=None, reason=Message(id="ccs.no_source"))
    else:
        worth = [_credit(claim.verdict, bearing.settings) for claim in claims]
        backed = sum(claim.verdict in SOUND_VERDICTS for claim in claims)
        reason = Message(id="ccs.share", params={"k": backed, "n": len(claims)})
        value = round(sum(worth) / len(worth), 12)
        score = SignalScore(signal=Signal.CCS, value=value, reason=reason)
    return CoverageScore(score, tuple(claims), tuple(evidence.values()))


def _credit(verdict: Verdict, settings: SignalSettings) -> float:
    if verdict in SOUND_VERDICTS:
        return 1.0
    return settings.unconfirmed_credit if verdict is Verdict.UNCONFIRMED else 0.0


def _judged(claim: Claim, found: Judgement) -> JudgedClaim:
    return JudgedClaim(
        **{name: getattr(claim, name) for name in Claim.model_fields},
        verdict=found.verdict,
        reason=found.reason,
        explanation=found.explanation,
        evidence=tuple(dict.fromkeys(item.id for item in found.evidence)),
    )
