"""Check ``element_required``: an answer on a procedure must state something."""

from __future__ import annotations

from hri.checks.context import Check, CheckContext
from hri.checks.selection import ClaimSelector, select_claims, unready
from hri.domain.base import Message, Model
from hri.domain.claims import TextKind
from hri.domain.rules import RuleOutcome
from hri.domain.slots import SLOTS


class ElementRequiredParameters(Model):
    """What must be stated: one claim that the selector means (no keys: any claim of the slot)."""

    claims: ClaimSelector = ClaimSelector()


def run(context: CheckContext, parameters: ElementRequiredParameters) -> RuleOutcome:
    """Violated by an answer without the statement; a refusal or greeting need not make it."""
    if context.reading.kind is not TextKind.ANSWER:
        return context.idle()
    cause = unready(parameters.claims, context)
    if cause is not None:
        return context.not_run(cause)
    if select_claims(context.claims, parameters.claims, context):
        return context.judged()
    message = Message(id="check.element_required.missing", params={"rule": context.rule.id})
    return context.judged((context.breach(message),), missing=True)


CHECK = Check(parameters=ElementRequiredParameters, run=run, slots=SLOTS)
