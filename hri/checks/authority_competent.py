"""Check ``authority_competent``: where a citizen is sent must be competent for it, and there."""

from __future__ import annotations

from hri.applicability import Scope, is_conditional, jurisdiction_holds, speaks_of_another
from hri.checks.context import Check, CheckContext, NoParameters
from hri.checks.evidence import authority_evidence
from hri.decomposition import states_same
from hri.domain.base import Message
from hri.domain.claims import AuthorityRole, Claim, Evidence, Polarity
from hri.domain.packs import Authority
from hri.domain.ports import KnownFact
from hri.domain.rules import RuleOutcome, Violation
from hri.domain.slots import Slot
from hri.domain.values import AuthorityName


def run(context: CheckContext, _parameters: NoParameters) -> RuleOutcome:
    """Violated by a known body, given as where to apply, that its competences exclude.

    A body without listed competences proves nothing. One right body keeps the rule: competent, or
    named by an applicable fact; the others may then serve other steps. Where the sources name no
    body at all, they exclude none with inferred competences; a body named under a condition or
    for a step of its own answers another point.
    """
    if context.circumstances.procedure_id is None:
        return context.idle()
    named = [(claim, body) for claim in context.claims if (body := _body(claim, context))]
    if not named:
        return context.idle()
    lexicon = context.lexicon
    if lexicon is None:
        return context.not_run("no_lexicon")
    applicable = context.applicable(lexicon)
    facts = [item.known for item in applicable]
    scope = Scope(context.rule.slot, context.circumstances, context.knowledge, lexicon)
    silent = not any(map(_names_body, facts))
    named = [
        (claim, body)
        for claim, body in named
        if not (body.inferred and silent)
        and not is_conditional(claim, scope)
        and not speaks_of_another(claim, applicable, scope)
    ]
    if not named:
        return context.idle()
    if any(_stated(claim, facts) or _fault(context, body) is None for claim, body in named):
        return context.judged()
    found = [
        _breach(context, claim, body, fault)
        for claim, body in named
        if (fault := _fault(context, body)) is not None
    ]
    return context.judged(
        (violation for violation, _ in found), dict.fromkeys(item for _, item in found)
    )


def _names_body(known: KnownFact) -> bool:
    return any(
        isinstance(fixed.value, AuthorityName) and fixed.polarity is Polarity.REQUIRED
        for fixed in known.claims
    )


def _body(claim: Claim, context: CheckContext) -> Authority | None:
    value = claim.value
    if not isinstance(value, AuthorityName) or value.id is None:
        return None
    if claim.role is not AuthorityRole.APPLY_TO or claim.polarity is not Polarity.REQUIRED:
        return None
    authority = context.knowledge.authority(value.id)
    return authority if authority is not None and authority.competences else None


def _fault(context: CheckContext, authority: Authority) -> str | None:
    """What excludes the body: "procedure", "territory" or nothing."""
    case = context.circumstances
    if case.procedure_id not in authority.competences:
        return "procedure"
    holds = jurisdiction_holds(authority.jurisdiction, case.jurisdiction, case.covers)
    return "territory" if holds is None else None


def _stated(claim: Claim, facts: list[KnownFact]) -> bool:
    return any(states_same(claim, fixed, 0.0) for known in facts for fixed in known.claims)


def _breach(
    context: CheckContext, claim: Claim, authority: Authority, fault: str
) -> tuple[Violation, Evidence]:
    name = _name(authority, context.circumstances.language)
    params: dict[str, str | int | float] = {
        "said": claim.text,
        "authority": name,
        "procedure": context.circumstances.procedure_id or "",
        "territory": authority.jurisdiction,
        "jurisdiction": context.circumstances.jurisdiction,
    }
    message = Message(id=f"check.authority_competent.{fault}", params=params)
    evidence = authority_evidence(authority, name)
    return context.breach(message, claim, (evidence,)), evidence


def _name(authority: Authority, language: str) -> str:
    """The first name in the case's language, else in the first language that has one."""
    names = authority.names.get(language) or next(
        (given for _, given in sorted(authority.names.items()) if given), (authority.id,)
    )
    return names[0]


CHECK = Check(parameters=NoParameters, run=run, slots=(Slot.COMPETENT_AUTHORITY,))
