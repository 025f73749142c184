"""Schedules: the values that a procedure's facts allow, where they settle the point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hri.applicability import Openness, Scope, answers, speaks_of_another
from hri.checks.context import CheckContext
from hri.decomposition import states_same
from hri.domain.claims import Claim, Qualifier
from hri.domain.lexicons import Lexicon
from hri.domain.ports import KnownFact
from hri.domain.values import Duration, Money

Amount = Money | Duration


class Entry(NamedTuple):
    """One value of a schedule, as a claim read in a fact."""

    known: KnownFact
    claim: Claim


def definite_entries(context: CheckContext, lexicon: Lexicon) -> tuple[Entry, ...] | None:
    """The values that the applicable facts of the rule's slot fix.

    Returns:
        None where the facts do not settle the point: there are none, one stands under a condition
        that nobody names, or one holds no value that can be compared.
    """
    facts = context.applicable(lexicon)
    if not facts or any(fact.openness is Openness.OPEN for fact in facts):
        return None
    if not all(_comparable(fact.known) for fact in facts):
        return None
    return tuple(Entry(fact.known, claim) for fact in facts for claim in fact.known.claims)


def on_point(context: CheckContext, claims: Sequence[Claim], lexicon: Lexicon) -> tuple[Claim, ...]:
    """The claims that the applicable facts may speak against: about no thing or step of their own.

    Every fact must be on the claim's point, as one that is not could have its own value. What is
    named beside the point, or reckoned from other amounts, is for coverage to judge.
    """
    facts = context.applicable(lexicon)
    scope = Scope(context.rule.slot, context.circumstances, context.knowledge, lexicon)
    return tuple(
        claim
        for claim in claims
        if not (claim.aside or claim.parts)
        and not speaks_of_another(claim, facts, scope)
        and all(answers(fact, claim, scope) for fact in facts)
    )


def allows(entry: Entry, claim: Claim, about_tolerance: float) -> bool:
    """Whether one value of a schedule lets a claim stand: the same, or inside its bounds."""
    said, fixed = claim.value, entry.claim.value
    if states_same(_unbounded(claim), entry.claim, about_tolerance):
        return True
    if isinstance(said, Money) and isinstance(fixed, Money):
        return said.currency == fixed.currency and _inside(claim, entry.claim)
    if isinstance(said, Duration) and isinstance(fixed, Duration):
        return (said.kind, said.unit) == (fixed.kind, fixed.unit) and _inside(claim, entry.claim)
    return False


def _unbounded(claim: Claim) -> Claim:
    """A schedule binds values; a bound read the wrong way round is for coverage to refuse."""
    if claim.qualifier is Qualifier.AT_LEAST:
        return claim.model_copy(update={"qualifier": Qualifier.EXACT})
    return claim


def _inside(claim: Claim, fixed: Claim) -> bool:
    said, bounds = claim.value, fixed.value
    if not isinstance(said, Money | Duration) or not isinstance(bounds, Money | Duration):
        return False
    if fixed.qualifier is Qualifier.AT_LEAST:
        return said.low >= bounds.low
    if isinstance(said, Money) and fixed.qualifier is Qualifier.AT_MOST:
        return said.high <= bounds.high
    return bounds.low <= said.low and said.high <= bounds.high


def _comparable(known: KnownFact) -> bool:
    return bool(known.claims) and all(
        isinstance(claim.value, Money | Duration) for claim in known.claims
    )
