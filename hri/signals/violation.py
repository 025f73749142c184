"""RVS, rule violation (paper, part 2: RVS_i): whether a slot breaks a rule that applies to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from hri.applicability import Circumstances, Openness, jurisdiction_holds
from hri.checks import CHECKS, CheckContext
from hri.domain.base import Message
from hri.domain.claims import Evidence, Reading
from hri.domain.ports import Knowledge
from hri.domain.rules import Rule, RuleOutcome, Violation
from hri.domain.scores import SignalScore
from hri.domain.slots import Signal, Slot


class ViolationScore(NamedTuple):
    """RVS of one slot with everything that led there.

    ``rules_applied`` counts the rules that judged something; ``missing`` is True when a rule
    demands a statement that the answer lacks (the slot then applies).
    """

    score: SignalScore
    rules_applied: int
    violations: tuple[Violation, ...]
    missing: bool
    evidence: tuple[Evidence, ...]


def score_violation(
    slot: Slot,
    reading: Reading,
    rules: Sequence[Rule],
    circumstances: Circumstances,
    knowledge: Knowledge,
    about_tolerance: float = 0.0,
) -> ViolationScore:
    """Score RVS_i of the paper's part 2 for one slot.

    Shape: one reading, any number of rules; their order never matters. Unit and range: 0 or 1,
    higher is worse. Empty: no rule applies gives 0 with ``rules_applied`` 0; a rule that cannot run
    gives *not scored*, unless another rule is violated.

    Args:
        slot: The slot to score; rules on other slots are left out.
        reading: The answer taken apart.
        rules: Candidate rules; those outside the case's procedure, place and date are left out.
        circumstances: Procedure, place, date, language and question of the case.
        knowledge: The pack.
        about_tolerance: Share by which an "about" value may differ (the policy's).

    Returns:
        The score with the violations in order of rule id and their evidence.
    """
    outcomes = [
        _run(rule, CheckContext(rule, reading, circumstances, knowledge, about_tolerance))
        for rule in sorted(rules, key=lambda rule: rule.id)
        if rule.slot is slot and rule_applies(rule, circumstances)
    ]
    judged = [outcome for outcome in outcomes if outcome.applied and outcome.not_run is None]
    violations = tuple(violation for outcome in judged for violation in outcome.violations)
    return ViolationScore(
        score=_score(judged, violations, outcomes),
        rules_applied=len(judged),
        violations=violations,
        missing=any(outcome.missing for outcome in judged),
        evidence=_evidence(judged),
    )


def rule_applies(rule: Rule, circumstances: Circumstances) -> bool:
    """Whether a case's procedure, jurisdiction and date (bounds included) fall inside a rule's."""
    on = circumstances.on
    if rule.procedure_ids and circumstances.procedure_id not in rule.procedure_ids:
        return False
    if rule.valid_from is not None and on < rule.valid_from:
        return False
    if rule.valid_to is not None and on > rule.valid_to:
        return False
    if rule.jurisdiction is None:
        return True
    holds = jurisdiction_holds(rule.jurisdiction, circumstances.jurisdiction, circumstances.covers)
    return holds is Openness.UNCONDITIONAL


def _run(rule: Rule, context: CheckContext) -> RuleOutcome:
    """Run one rule; one whose kind or parameters do not fit the code cannot run."""
    check = CHECKS.get(rule.check)
    if check is None:
        return context.not_run("unknown_check", check=rule.check)
    try:
        parameters = check.parameters.model_validate(rule.parameters)
    except ValidationError:
        return context.not_run("bad_parameters", check=rule.check)
    return check.run(context._replace(default_floor=check.floor), parameters)


def _score(
    judged: Sequence[RuleOutcome], violations: Sequence[Violation], outcomes: Sequence[RuleOutcome]
) -> SignalScore:
    if violations:
        broken = len({violation.rule_id for violation in violations})
        reason = Message(id="rvs.violated", params={"broken": broken, "applied": len(judged)})
        return SignalScore(signal=Signal.RVS, value=1.0, reason=reason)
    blocked = [outcome.not_run for outcome in outcomes if outcome.not_run is not None]
    if blocked:
        return SignalScore(signal=Signal.RVS, value=None, reason=blocked[0])
    if not judged:
        return SignalScore(signal=Signal.RVS, value=0.0, reason=Message(id="rvs.no_rule"))
    kept = Message(id="rvs.kept", params={"applied": len(judged)})
    return SignalScore(signal=Signal.RVS, value=0.0, reason=kept)


def _evidence(outcomes: Iterable[RuleOutcome]) -> tuple[Evidence, ...]:
    """Each piece of evidence once, in order of the rules that name it."""
    found = {item.id: item for outcome in outcomes for item in outcome.evidence}
    return tuple(found.values())
