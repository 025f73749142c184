"""The condition that a claim states for itself, against the branches of the sources."""

from __future__ import annotations

from functools import lru_cache

from hri.applicability import is_conditional, is_restricted, speaks, stated_case
from hri.checks.evidence import fact_evidence as evidence_of_fact
from hri.decomposition import states_same, terms
from hri.domain.base import Message
from hri.domain.claims import Claim, Polarity, Verdict
from hri.domain.lexicons import Lexicon
from hri.domain.slots import Slot
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


def needed_elsewhere(claim: Claim, bearing: Bearing) -> Judgement | None:
    """Supported where a paper "not needed" is one for a branch that the question rules out.

    Example: a theft report, where the licence was lost.
    """
    procedure = bearing.circumstances.procedure_id
    if procedure is None or claim.polarity is not Polarity.NOT_REQUIRED:
        return None
    asked = claim.model_copy(update={"polarity": Polarity.REQUIRED})
    applied = {id(item.known) for item in bearing.facts}
    for known in bearing.knowledge.facts(procedure, bearing.slot):
        foreign = not speaks(known.source, bearing.circumstances.language)
        if id(known) in applied or foreign or not known.fact.condition:
            continue
        if any(states_same(asked, one, bearing.about_tolerance) for one in known.claims):
            evidence = (evidence_of_fact(known),)
            return Judgement(Verdict.SUPPORTED, Message(id="ccs.supported"), evidence=evidence)
    return None


def limited(claim: Claim, found: Judgement, bearing: Bearing) -> Judgement:
    """A right value that the claim ties to a condition no source has: right only in that case.

    An exception or an "only if" must stand in the place that bears the claim out; any other
    condition is foreign where a figure, or every word of it, is in no source nor in the question.
    """
    if found.verdict is not Verdict.SUPPORTED or not claim.condition:
        return found
    words = condition_terms(claim.condition, bearing.lexicon)
    if not words or _adds_cost(words, bearing) or not _is_foreign(claim, words, found, bearing):
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
    """Content words of a condition without those of restriction and of mere description."""
    openings = {term for one in lexicon.statements.restrictions for term in _terms(one, lexicon)}
    words = _terms(condition, lexicon) - openings
    for phrase in lexicon.branches.descriptive:
        if _terms(phrase, lexicon) <= words:
            words -= _terms(phrase, lexicon)
    return words


def _adds_cost(words: frozenset[str], bearing: Bearing) -> bool:
    """Whether an exception to a fee is another cost ("lawyer's fees apart"), not another case."""
    if bearing.slot is not Slot.FEES:
        return False
    lexicon = bearing.lexicon
    costs = (*lexicon.statements.steps, *lexicon.slots[Slot.FEES].cues)
    return any(words & _terms(cost.rstrip("*"), lexicon) for cost in costs)


@lru_cache(maxsize=8192)
def _terms(text: str, lexicon: Lexicon) -> frozenset[str]:
    return frozenset(terms(text, lexicon))
