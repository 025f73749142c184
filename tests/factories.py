"""Builders with defaults for what many tests need."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from pathlib import Path

from hri.domain.assessments import VersionRef
from hri.domain.base import Message
from hri.domain.cases import Case
from hri.domain.claims import (
    Claim,
    JudgedClaim,
    Qualifier,
    Reading,
    TextKind,
    Verdict,
    VerdictReason,
)
from hri.domain.policies import Policy
from hri.domain.slots import Slot
from hri.domain.values import Money
from hri.knowledge.policies import load_policy

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
"""Public material beside the repository; tests that read it skip without."""


@lru_cache(maxsize=1)
def default_policy() -> tuple[Policy, VersionRef]:
    """The published default policy."""
    return load_policy(ROOT / "data" / "policies" / "default" / "v001.toml")


def policy(**changes: object) -> Policy:
    """The default policy with some fields changed, checked anew."""
    return Policy.model_validate({**default_policy()[0].model_dump(), **changes})


def fee(amount: str, start: int = 0, text: str | None = None) -> Claim:
    """A claim on a fee in euros, as decomposition would read it."""
    words = text if text is not None else f"{amount} €"
    value = Money(low=Decimal(amount), high=Decimal(amount), currency="EUR")
    return Claim(slot=Slot.FEES, text=words, start=start, end=start + len(words), value=value)


def judged(
    verdict: Verdict, reason: VerdictReason | None = None, slot: Slot = Slot.FEES
) -> JudgedClaim:
    """A claim with a verdict."""
    return JudgedClaim(
        slot=slot,
        text="25 €",
        start=0,
        end=4,
        value=Money(low=Decimal(25), high=Decimal(25), currency="EUR"),
        qualifier=Qualifier.EXACT,
        verdict=verdict,
        reason=reason,
        explanation=Message(id="ccs.supported"),
    )


def reading(*claims: Claim) -> Reading:
    """A text with these claims."""
    return Reading(claims=claims, kind=TextKind.ANSWER, language="en")


def case(**changes: object) -> Case:
    """A case with defaults that fit the demonstration pack."""
    fields: dict[str, object] = {
        "case_id": "t-1",
        "question": "Combien coûte le remplacement d'une carte d'identité perdue ?",
        "answer": "Le remplacement coûte 25 €.",
        "samples": ("Il faut payer 25 €.", "Coût : 25 euros.", "25 € en timbres fiscaux."),
        "language": "fr",
        "jurisdiction": "FR",
        "asked_on": "2020-06-01",
    }
    return Case.model_validate({**fields, **changes})
