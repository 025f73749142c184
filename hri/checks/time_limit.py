"""Check ``time_limit``: a duration must be one that the procedure's time limits allow."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from pydantic import Field, model_validator

from hri.checks.context import Check, CheckContext
from hri.checks.evidence import fact_evidence
from hri.checks.lengths import Length, surely_longer, surely_shorter
from hri.checks.schedules import Entry, allows, definite_entries, on_point
from hri.checks.selection import ClaimSelector, select_claims, unready
from hri.decomposition import states_same
from hri.domain.base import Message, Model
from hri.domain.claims import Claim, Evidence, Polarity, Qualifier
from hri.domain.rules import RuleOutcome, Violation
from hri.domain.slots import Slot
from hri.domain.values import Duration, DurationKind, Unit

GOVERNING = (DurationKind.PROCESSING, DurationKind.APPLICANT_DEADLINE)
"""The kinds of duration that govern a procedure; how long a document stays valid does not."""


class TimeLimitParameters(Model):
    """The durations allowed: those of the applicable facts, or the rule's own.

    Own durations are a list, bounds (both included) or both. A bound in another unit refuses only
    what exceeds it however long the months turn out.
    """

    from_facts: bool = False
    kinds: tuple[DurationKind, ...] = Field(default=GOVERNING, min_length=1)
    allowed: tuple[Length, ...] = ()
    least: Length | None = None
    most: Length | None = None
    claims: ClaimSelector = ClaimSelector()

    @model_validator(mode="after")
    def _one_schedule(self) -> TimeLimitParameters:
        own = bool(self.allowed) or self.least is not None or self.most is not None
        if own == self.from_facts:
            raise ValueError("give either from_facts = true or allowed, least or most")
        least, most = self.least, self.most
        if least and most and surely_longer(least.value, least.unit, most):
            raise ValueError("least must not exceed most")
        return self


def run(context: CheckContext, parameters: TimeLimitParameters) -> RuleOutcome:
    """Violated by each governing duration outside the limits."""
    cause = unready(parameters.claims, context)
    if cause is not None:
        return context.not_run(cause)
    stated = [
        claim
        for claim in context.claims
        if claim.polarity is Polarity.REQUIRED and _kind(claim) in parameters.kinds
    ]
    claims = select_claims(stated, parameters.claims, context)
    if not claims:
        return context.idle()
    if parameters.from_facts:
        return _run_on_facts(context, claims)
    allowed = _describe(parameters)
    wrong = [claim for claim in claims if not _listed(claim, parameters, context.about_tolerance)]
    return context.judged(_outside(context, claim, allowed, ()) for claim in wrong)


def _run_on_facts(context: CheckContext, claims: tuple[Claim, ...]) -> RuleOutcome:
    """One right time keeps the rule: the others may be of other steps."""
    lexicon = context.lexicon
    if lexicon is None:
        return context.not_run("no_lexicon")
    entries = definite_entries(context, lexicon) or ()
    settled = _settled_kinds(entries)
    judged = [claim for claim in claims if _kind(claim) in settled]
    if not judged:
        return context.idle()
    tolerance = context.about_tolerance
    if any(allows(entry, claim, tolerance) for entry in entries for claim in judged):
        return context.judged()
    evidence = tuple({entry.known.id: fact_evidence(entry.known) for entry in entries}.values())
    allowed = "; ".join(item.text for item in evidence)
    return context.judged(
        (
            _outside(context, claim, allowed, evidence)
            for claim in on_point(context, judged, lexicon)
        ),
        evidence,
    )


def _settled_kinds(entries: Iterable[Entry]) -> frozenset[DurationKind]:
    """Kinds of which the facts give one length: several are of several steps, none named here."""
    lengths: dict[DurationKind, set[tuple[Decimal, Decimal, Unit]]] = {}
    for value in (entry.claim.value for entry in entries):
        if isinstance(value, Duration):
            lengths.setdefault(value.kind, set()).add((value.low, value.high, value.unit))
    return frozenset(kind for kind, found in lengths.items() if len(found) == 1)


def _listed(claim: Claim, parameters: TimeLimitParameters, tolerance: float) -> bool:
    said = claim.value
    if not isinstance(said, Duration):
        return False
    if any(_same(claim, length, said.kind, tolerance) for length in parameters.allowed):
        return True
    return _bounded(claim, said, parameters)


def _same(claim: Claim, length: Length, kind: DurationKind, tolerance: float) -> bool:
    return states_same(
        claim, claim.model_copy(update={"value": length.as_duration(kind)}), tolerance
    )


def _bounded(claim: Claim, said: Duration, parameters: TimeLimitParameters) -> bool:
    """Inside the bounds; of a claim with one open end only the stated end counts."""
    least, most = parameters.least, parameters.most
    if least is None and most is None:
        return False
    if most is not None and surely_longer(said.high, said.unit, most):
        return False
    bottom = said.high if claim.qualifier is Qualifier.AT_MOST else said.low
    return least is None or not surely_shorter(bottom, said.unit, least)


def _kind(claim: Claim) -> DurationKind | None:
    return claim.value.kind if isinstance(claim.value, Duration) else None


def _outside(
    context: CheckContext, claim: Claim, allowed: str, evidence: tuple[Evidence, ...]
) -> Violation:
    params: dict[str, str | int | float] = {"said": claim.text, "allowed": allowed}
    message = Message(id="check.time_limit.outside", params=params)
    return context.breach(message, claim, evidence)


def _describe(parameters: TimeLimitParameters) -> str:
    listed = [f"{length.value} {length.unit.value}" for length in parameters.allowed]
    bounds = [
        f"{sign} {bound.value} {bound.unit.value}"
        for sign, bound in (("≥", parameters.least), ("≤", parameters.most))
        if bound is not None
    ]
    return "; ".join([*listed, *bounds])


CHECK = Check(parameters=TimeLimitParameters, run=run, slots=(Slot.PROCESSING_TIME,))
