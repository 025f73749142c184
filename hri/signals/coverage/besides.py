"""What the bodies of an answer tell of one another: those beside a right one, and idle ones."""

from __future__ import annotations

from collections.abc import Sequence

from hri.decomposition import fold, is_bare, stands_for
from hri.domain.base import Message
from hri.domain.claims import AuthorityRole, Claim, Polarity, Verdict, VerdictReason
from hri.domain.values import AuthorityName
from hri.signals.coverage.authorities import contradicted
from hri.signals.coverage.bearing import Bearing, Judgement
from hri.signals.coverage.places import is_placed
from hri.signals.coverage.strangers import (
    competent_facts,
    is_stranger,
    is_third_party,
    is_wrong_stranger,
    names_procedure,
    speaks_of_third_party,
)

_RIGHT = (Verdict.SUPPORTED, Verdict.SUPPORTED_IF)
_UNPROVEN = (Verdict.UNSUPPORTED, Verdict.UNCONFIRMED)
_NEXT, _NEIGHBOUR = 16, 32
"""Characters between two bodies of one row, small words and articles included; of one clause."""
Judged = list[tuple[Claim, Judgement]]


def weigh_together(judged: Judged, bearing: Bearing) -> Judged:
    """The bodies of an answer, idle ones left out, each in the light of the others."""
    if not any(_goes_to(claim) and not is_third_party(claim, bearing) for claim, _ in judged):
        judged = [(claim, _alone(claim, found, bearing)) for claim, found in judged]
        return [pair for pair in judged if not _is_mention(*pair)]
    kept = [pair for pair in judged if not _is_mention(*pair) and not _is_idle(*pair, bearing)]
    return _beside_right(kept, bearing)


def _goes_to(claim: Claim) -> bool:
    return claim.role is AuthorityRole.APPLY_TO and claim.polarity is Polarity.REQUIRED


def _alone(claim: Claim, found: Judgement, bearing: Bearing) -> Judgement:
    """A doctor or bank that is the only one to go to is meant for the procedure itself."""
    if not _goes_to(claim) or found.verdict not in _UNPROVEN or not is_stranger(claim, bearing):
        return found
    competent = competent_facts(claim, bearing)
    return contradicted(competent) if competent else found


def _is_mention(claim: Claim, found: Judgement) -> bool:
    """A body in passing, or said not to be the one, that the sources do not know."""
    return found.verdict in _UNPROVEN and (
        claim.role is AuthorityRole.MENTION or claim.polarity is Polarity.NOT_REQUIRED
    )


def _is_idle(claim: Claim, found: Judgement, bearing: Bearing) -> bool:
    """A doctor or bank that no word joins to the procedure, beside a body to go to."""
    return found.verdict in _UNPROVEN and speaks_of_third_party(claim, bearing)


def _beside_right(judged: Judged, bearing: Bearing) -> Judged:
    """Beside a body that is right, another one answers another point: unproven, not refuted.

    One that no source names at any point stays refuted, unless it stands beside a right one in
    the same clause, as one of several ways. So does a right body denied, or at another place.
    """
    right = [
        claim
        for claim, found in judged
        if claim.role is AuthorityRole.APPLY_TO and found.verdict in _RIGHT
    ]
    if not right:
        return judged
    silent = Judgement(Verdict.UNSUPPORTED, Message(id="ccs.silent"), VerdictReason.SILENT)
    return [
        (claim, silent._replace(evidence=found.evidence))
        if _is_softened(claim, found, right, bearing)
        else (claim, found)
        for claim, found in judged
    ]


def _is_softened(claim: Claim, found: Judgement, right: Sequence[Claim], bearing: Bearing) -> bool:
    if found.verdict is not Verdict.CONTRADICTED or found.reason is VerdictReason.POLARITY:
        return False
    if is_placed(claim, bearing.facts):
        return False
    others = [one for one in right if not _is_part(one, claim, bearing)]
    if not others:
        return False
    return _has_neighbour(claim, others) or not _is_of_procedure(claim, bearing)


def _is_of_procedure(claim: Claim, bearing: Bearing) -> bool:
    """Whether a body is a stranger, or named in full in words of the procedure itself."""
    if is_wrong_stranger(claim, bearing):
        return True
    body = claim.value
    bare = not isinstance(body, AuthorityName) or (body.id is None and is_bare(body))
    return not bare and names_procedure(claim, bearing)


def _is_part(right: Claim, claim: Claim, bearing: Bearing) -> bool:
    """Whether a bare noun that is right may mean the body in question ("the registry")."""
    mine, theirs = right.value, claim.value
    if not isinstance(mine, AuthorityName) or not isinstance(theirs, AuthorityName):
        return False
    return mine.id is None and is_bare(mine) and stands_for(mine, theirs, bearing.lexicon)


def _has_neighbour(claim: Claim, right: Sequence[Claim]) -> bool:
    """Whether a right body stands a few words from a claim in one clause, or next to it."""
    for one in right:
        gap = max(claim.start, one.start) - min(claim.end, one.end)
        if gap <= _NEXT or (gap <= _NEIGHBOUR and _in_clause(one, claim)):
            return True
    return False


def _in_clause(one: Claim, claim: Claim) -> bool:
    return fold(one.text).split()[0] in claim.anchor.split()
