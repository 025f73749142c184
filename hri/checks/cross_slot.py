"""Check ``cross_slot``: what one slot says demands or forbids something in another."""

from __future__ import annotations

from pydantic import model_validator

from hri.checks.context import Check, CheckContext
from hri.checks.selection import ClaimSelector, select_claims, unready
from hri.domain.base import Message, Model
from hri.domain.claims import Claim
from hri.domain.rules import RuleOutcome, Violation
from hri.domain.slots import SLOTS, Slot


class Side(Model):
    """Claims of one slot."""

    slot: Slot
    claims: ClaimSelector = ClaimSelector()

    @model_validator(mode="after")
    def _keys_fit(self) -> Side:
        key = self.claims.misplaced(self.slot)
        if key is not None:
            raise ValueError(f"claims.{key} makes no sense in slot {self.slot.value}")
        return self


class CrossSlotParameters(Model):
    """Where ``when`` holds a claim, ``demands`` must hold one too, or ``forbids`` must hold none.

    Example: a fee of nothing (``when``: fees, free) forbids a document whose words are those of a
    revenue stamp. The rule stands on the slot of either side; that slot gets the violation.
    """

    when: Side
    demands: Side | None = None
    forbids: Side | None = None

    @model_validator(mode="after")
    def _one_consequence(self) -> CrossSlotParameters:
        if (self.demands is None) == (self.forbids is None):
            raise ValueError("give either demands or forbids")
        if self.consequence.slot is self.when.slot:
            raise ValueError("both sides are in the same slot")
        return self

    @property
    def consequence(self) -> Side:
        """The side that is demanded or forbidden."""
        side = self.demands or self.forbids
        if side is None:
            raise ValueError("give either demands or forbids")
        return side


def run(context: CheckContext, parameters: CrossSlotParameters) -> RuleOutcome:
    """Violated when the condition holds and the consequence does not."""
    causes = (unready(side.claims, context) for side in (parameters.when, parameters.consequence))
    cause = next((cause for cause in causes if cause is not None), None)
    if cause is not None:
        return context.not_run(cause)
    holding = _claims(context, parameters.when)
    if not holding:
        return context.idle()
    found = _claims(context, parameters.consequence)
    if parameters.demands is not None:
        return context.judged() if found else _lacking(context, parameters, holding)
    return context.judged(_clash(context, holding[0], claim) for claim in found)


def _claims(context: CheckContext, side: Side) -> tuple[Claim, ...]:
    return select_claims(context.reading.in_slot(side.slot), side.claims, context)


def _lacking(
    context: CheckContext, parameters: CrossSlotParameters, holding: tuple[Claim, ...]
) -> RuleOutcome:
    """The demanded statement lacks: on its own slot it is missing, else the condition is shown."""
    missing = context.rule.slot is parameters.consequence.slot
    message = Message(
        id="check.cross_slot.demanded",
        params={"because": holding[0].text, "slot": parameters.consequence.slot.value},
    )
    breach = context.breach(message, None if missing else holding[0])
    return context.judged((breach,), missing=missing)


def _clash(context: CheckContext, condition: Claim, forbidden: Claim) -> Violation:
    message = Message(
        id="check.cross_slot.forbidden",
        params={"because": condition.text, "said": forbidden.text},
    )
    own = forbidden if forbidden.slot is context.rule.slot else condition
    return context.breach(message, own)


CHECK = Check(parameters=CrossSlotParameters, run=run, slots=SLOTS)
