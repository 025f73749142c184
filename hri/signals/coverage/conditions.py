"""The condition that a claim states for itself, against the branches of the sources."""

from __future__ import annotations

from functools import lru_cache

from hri.applicability import is_conditional, is_restricted, stated_case
from hri.decomposition import terms
from hri.domain.base import Message
from hri.domain.claims import Claim, Verdict
from hri.domain.lexicons import Lexicon
from hri.signals.coverage.bearing import Bearing, Judgement, gather


def own_bearing(claim: Claim, bearing: Bearing) -> Bearing:
    """What bears on a claim that names a branch itself: that branch, whatever the question's."""
    procedure = bearing.circumstances.procedure_id
    if procedure is None:
        return bearing
    facts = bearing.knowledge.facts(procedure, bearing.slot)
    conditions = [known.fact.condition for known in facts if known.fact.condition]
    conditions += [branch.path for branch in bearing.circumstances.branches]
    case = stated_case(claim, conditions, bearing.circumstances, bearing.lexicon)
    if case is None:
        return bearing
    return gather(bearing.slot, case, bearing.knowledge, bearing.lexicon, bearing.settings)


def limited(claim: Claim, found: Judgement, bearing: Bearing) -> Judgement:
    """A right value that the claim ties to a condition no source has: right only in that case.

    An exception or an "only if" must stand in the place that bears the claim out; any other
    condition is foreign where a figure, or every word of it, is in no source nor in the question.
    """
    if found.verdict is not Verdict.SUPPORTED or not claim.condition:
        return found
    words = condition_terms(claim.condition, bearing.lexicon)
    if not words or not _is_foreign(claim, words, found, bearing):
        return found
    message = Message(id="ccs.supported_if", params={"condition": claim.condition})
    return Judgement(Verdict.SUPPORTED_IF, message, evidence=found.evidence)


def _is_foreign(claim: Claim, words: frozenset[str], found: Judgement, bearing: Bearing) -> bool:
    """Whether the condition of a claim is one that its sources do not have."""
    near = {
        term
        for item in found.evidence
        for term in _terms(f"{item.text} {item.heading} {item.condition or ''}", bearing.lexicon)
    }
    if is_restricted(claim, bearing.scope):
        return not words <= near
    if not is_conditional(claim, bearing.scope):
        return False
    known = near | _said_of_case(bearing)
    return not words & known or any(word.isdigit() for word in words - known)


def _said_of_case(bearing: Bearing) -> set[str]:
    """Words of the question, of the procedure's names and of every passage that bears on it."""
    case = bearing.circumstances
    procedure = bearing.knowledge.procedure(case.procedure_id or "")
    names = [name for found in procedure.names.values() for name in found] if procedure else []
    texts = [case.question, *names]
    for item in bearing.passages:
        texts.append(f"{item.known.passage.text} {item.known.passage.heading}")
    return {term for text in texts for term in _terms(text, bearing.lexicon)}


def condition_terms(condition: str, lexicon: Lexicon) -> frozenset[str]:
    """Content words of a condition without those of restriction."""
    openings = {term for one in lexicon.statements.restrictions for term in _terms(one, lexicon)}
    return _terms(condition, lexicon) - openings


@lru_cache(maxsize=8192)
def _terms(text: str, lexicon: Lexicon) -> frozenset[str]:
    return frozenset(terms(text, lexicon))
