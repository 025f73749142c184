"""Check ``fee_schedule``: an amount must be one that the schedule allows."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import Field, model_validator

from hri.checks.context import Check, CheckContext
from hri.checks.evidence import fact_evidence
from hri.checks.schedules import Entry, allows, definite_entries, on_point
from hri.checks.selection import ClaimSelector, select_claims, unready
from hri.domain.base import Message, Model
from hri.domain.claims import Claim, Polarity, Qualifier
from hri.domain.rules import RuleOutcome
from hri.domain.slots import Slot
from hri.domain.values import Money


class FeeScheduleParameters(Model):
    """The amounts allowed: those of the applicable facts, or the rule's own.

    Own amounts are a list, bounds (both included) or both, in one currency; every amount that a
    claim states, so both ends of a range, must be on the list or inside the bounds.
    """

    from_facts: bool = False
    currency: str | None = Field(default=None, pattern=r"^[A-Z]{3}$")
    amounts: tuple[Annotated[Decimal, Field(ge=0)], ...] = ()
    least: Decimal | None = Field(default=None, ge=0)
    most: Decimal | None = Field(default=None, ge=0)
    claims: ClaimSelector = ClaimSelector()

    @model_validator(mode="after")
    def _one_schedule(self) -> FeeScheduleParameters:
        own = bool(self.amounts) or self.least is not None or self.most is not None
        if own == self.from_facts:
            raise ValueError("give either from_facts = true or amounts, least or most")
        if own and self.currency is None:
            raise ValueError("own amounts need a currency")
        if self.least is not None and self.most is not None and self.least > self.most:
            raise ValueError("least must not exceed most")
        return self


def run(context: CheckContext, parameters: FeeScheduleParameters) -> RuleOutcome:
    """Violated by each amount outside the schedule; another currency cannot be compared."""
    cause = unready(parameters.claims, context)
    if cause is not None:
        return context.not_run(cause)
    stated = [claim for claim in context.claims if claim.polarity is Polarity.REQUIRED]
    claims = select_claims(stated, parameters.claims, context)
    fees = tuple(claim for claim in claims if isinstance(claim.value, Money))
    if not fees:
        return context.idle()
    if parameters.from_facts:
        return _run_on_facts(context, fees)
    return _run_on_amounts(context, parameters, fees)


def _run_on_facts(context: CheckContext, fees: tuple[Claim, ...]) -> RuleOutcome:
    """One right fee keeps the rule: the other amounts may be of other steps."""
    lexicon = context.lexicon
    if lexicon is None:
        return context.not_run("no_lexicon")
    entries = definite_entries(context, lexicon)
    if entries is None or len(currencies := _currencies(entries)) > 1:
        return context.idle()
    for currency in currencies:
        if any(_foreign(claim, currency) for claim in fees):
            return context.not_run("currency", currency=currency)
    if any(_allowed(claim, entries, context.about_tolerance) for claim in fees):
        return context.judged()
    evidence = tuple({entry.known.id: fact_evidence(entry.known) for entry in entries}.values())
    allowed = "; ".join(item.text for item in evidence)
    return context.judged(
        (
            context.breach(_outside(claim, allowed), claim, evidence)
            for claim in on_point(context, fees, lexicon)
        ),
        evidence,
    )


def _run_on_amounts(
    context: CheckContext, parameters: FeeScheduleParameters, fees: tuple[Claim, ...]
) -> RuleOutcome:
    currency = parameters.currency or ""
    if any(_foreign(claim, currency) for claim in fees):
        return context.not_run("currency", currency=currency)
    wrong = [claim for claim in fees if not _listed(claim, parameters, context.about_tolerance)]
    allowed = _describe(parameters)
    return context.judged(context.breach(_outside(claim, allowed), claim) for claim in wrong)


def _allowed(claim: Claim, entries: tuple[Entry, ...], tolerance: float) -> bool:
    """Allowed by one entry, or a bound that leaves room for one ("at least 20" beside 25)."""
    if any(allows(entry, claim, tolerance) for entry in entries):
        return True
    fixed = [entry.claim.value for entry in entries if isinstance(entry.claim.value, Money)]
    if not isinstance(claim.value, Money):
        return False
    if claim.qualifier is Qualifier.AT_LEAST:
        return any(value.high >= claim.value.low for value in fixed)
    if claim.qualifier is Qualifier.AT_MOST:
        return any(value.low <= claim.value.high for value in fixed)
    return False


def _listed(claim: Claim, parameters: FeeScheduleParameters, tolerance: float) -> bool:
    if not isinstance(claim.value, Money):
        return False
    room = Decimal(str(tolerance)) if claim.qualifier is Qualifier.ABOUT else Decimal(0)
    return all(_fits(end, parameters, room) for end in (claim.value.low, claim.value.high))


def _fits(amount: Decimal, parameters: FeeScheduleParameters, room: Decimal) -> bool:
    if any(abs(amount - allowed) <= allowed * room for allowed in parameters.amounts):
        return True
    least, most = parameters.least, parameters.most
    if least is None and most is None:
        return False
    return (least is None or amount >= least * (1 - room)) and (
        most is None or amount <= most * (1 + room)
    )


def _currencies(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """Currencies of the amounts that are not free; free is free in every one."""
    values = (entry.claim.value for entry in entries)
    return tuple(
        sorted({value.currency for value in values if isinstance(value, Money) and value.high > 0})
    )


def _foreign(claim: Claim, currency: str) -> bool:
    """A free service is free in every currency."""
    return (
        isinstance(claim.value, Money)
        and claim.value.high > 0
        and (claim.value.currency != currency)
    )


def _outside(claim: Claim, allowed: str) -> Message:
    return Message(id="check.fee_schedule.outside", params={"said": claim.text, "allowed": allowed})


def _describe(parameters: FeeScheduleParameters) -> str:
    bounds = [
        f"{sign} {bound}"
        for sign, bound in (("≥", parameters.least), ("≤", parameters.most))
        if bound is not None
    ]
    listed = [str(amount) for amount in parameters.amounts]
    return f"{'; '.join([*listed, ' '.join(bounds)] if bounds else listed)} {parameters.currency}"


CHECK = Check(parameters=FeeScheduleParameters, run=run, slots=(Slot.FEES,))
