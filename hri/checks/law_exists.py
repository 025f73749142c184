"""Check ``law_exists``: a cited law must be able to exist on the case's date."""

from __future__ import annotations

from hri.checks.context import Check, CheckContext, NoParameters
from hri.checks.evidence import refutation_evidence
from hri.checks.refutation import refute
from hri.domain.base import Message
from hri.domain.claims import Claim, Evidence
from hri.domain.rules import RuleOutcome, Violation
from hri.domain.slots import Slot
from hri.domain.values import LegalReference


def run(context: CheckContext, _parameters: NoParameters) -> RuleOutcome:
    """Violated by each reference that is refuted on the case's date; silence refutes nothing."""
    cited = [claim for claim in context.claims if isinstance(claim.value, LegalReference)]
    if not cited:
        return context.idle()
    found = [pair for claim in cited if (pair := _judge(context, claim)) is not None]
    return context.judged(
        (violation for violation, _ in found),
        (item for _, shown in found for item in shown),
    )


def _judge(context: CheckContext, claim: Claim) -> tuple[Violation, tuple[Evidence, ...]] | None:
    if not isinstance(claim.value, LegalReference):
        return None
    refutation = refute(claim.value, context.knowledge, context.circumstances.on)
    if refutation is None:
        return None
    instrument = refutation.instrument
    params: dict[str, str | int | float] = {
        "said": claim.text,
        "instrument": instrument.title if instrument else claim.value.instrument,
        "article": refutation.article,
        "on": context.circumstances.on.isoformat(),
        "until": refutation.valid_to.isoformat() if refutation.valid_to else "",
    }
    message = Message(id=f"check.law_exists.{refutation.reason.value}", params=params)
    entry = refutation_evidence(refutation)
    evidence = () if entry is None else (entry,)
    return context.breach(message, claim, evidence), evidence


CHECK = Check(parameters=NoParameters, run=run, slots=(Slot.LEGAL_BASIS,))
