"""One slot through the three signals, and back together once the index is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hri.applicability import Circumstances
from hri.decision import SlotFindings
from hri.domain.base import Message
from hri.domain.claims import (
    AuthorityRole,
    Claim,
    Evidence,
    JudgedClaim,
    Reading,
)
from hri.domain.decisions import Action
from hri.domain.lexicons import Lexicon
from hri.domain.policies import Policy
from hri.domain.ports import Knowledge
from hri.domain.scores import SlotAssessment
from hri.domain.slots import SLOTS, Signal, Slot
from hri.domain.values import Duration, DurationKind
from hri.index import IndexScore, SlotSignals
from hri.replies import flag_slots
from hri.signals.coverage import BearingPassage, score_coverage
from hri.signals.instability import InstabilityScore, score_instability
from hri.signals.violation import ViolationScore, score_violation


class Readings(NamedTuple):
    """The texts of a case, taken apart."""

    lexicon: Lexicon
    answer: Reading
    samples: tuple[Reading, ...]


class SlotMeasures(NamedTuple):
    """One slot measured: the three signals with their claims, evidence and samples."""

    instability: InstabilityScore
    coverage: tuple[float | None, Message]
    violation: ViolationScore
    claims: tuple[JudgedClaim, ...]
    evidence: tuple[Evidence, ...]

    @property
    def applies(self) -> bool:
        """The answer has a claim in the slot, or a rule demands one."""
        return bool(self.claims) or self.violation.missing

    @property
    def signals(self) -> SlotSignals:
        """The three values that the index joins."""
        return SlotSignals(
            sis=self.instability.score.value,
            ccs=self.coverage[0],
            rvs=self.violation.score.value,
        )

    @property
    def present(self) -> bool:
        """The answer states the slot's subject: validity periods and mere mentions do not."""
        return any(_states_slot(claim) for claim in self.claims)


def measure_slot(
    slot: Slot,
    readings: Readings,
    circumstances: Circumstances,
    knowledge: Knowledge,
    policy: Policy,
    passages: tuple[BearingPassage, ...],
) -> SlotMeasures:
    """Measure SIS, CCS and RVS of one slot; ``passages`` are those that bear on the case."""
    settings = policy.signals
    covered = score_coverage(
        slot, readings.answer, circumstances, knowledge, readings.lexicon, settings, passages
    )
    violation = score_violation(
        slot,
        readings.answer,
        knowledge.rules(circumstances.procedure_id),
        circumstances,
        knowledge,
        settings.about_tolerance,
    )
    evidence = {item.id: item for item in (*covered.evidence, *violation.evidence)}
    return SlotMeasures(
        instability=score_instability(slot, readings.answer, readings.samples, settings),
        coverage=(covered.score.value, covered.score.reason),
        violation=violation,
        claims=covered.claims,
        evidence=tuple(evidence.values()),
    )


def find(measures: Mapping[Slot, SlotMeasures]) -> dict[Slot, SlotFindings]:
    """What overrides look at, for the slots that apply."""
    return {
        slot: SlotFindings(measured.signals, measured.claims, measured.violation.violations)
        for slot, measured in measures.items()
        if measured.applies
    }


def assess_slots(
    measures: Mapping[Slot, SlotMeasures], index: IndexScore, action: Action, policy: Policy
) -> dict[Slot, SlotAssessment]:
    """Every slot as the assessment shows it, flagged slots marked."""
    slots = {slot: _assess_slot(slot, measures[slot], index) for slot in SLOTS}
    flagged = flag_slots(slots, action, policy.signals.flag_instability)
    return {
        slot: assessed.model_copy(update={"flagged": slot in flagged})
        for slot, assessed in slots.items()
    }


def _assess_slot(slot: Slot, measured: SlotMeasures, index: IndexScore) -> SlotAssessment:
    if not measured.applies:
        return SlotAssessment(
            applies=False, present=False, rules_applied=measured.violation.rules_applied
        )
    part = index.parts[slot]
    return SlotAssessment(
        applies=True,
        present=measured.present,
        sis=measured.signals.sis,
        ccs=measured.signals.ccs,
        rvs=measured.signals.rvs,
        risk=part.risk,
        weight=part.weight,
        contribution=part.contribution,
        rules_applied=measured.violation.rules_applied,
        reasons={
            Signal.SIS: measured.instability.score.reason,
            Signal.CCS: measured.coverage[1],
            Signal.RVS: measured.violation.score.reason,
        },
        claims=measured.claims,
        evidence=measured.evidence,
        violations=measured.violation.violations,
        samples=measured.instability.rows,
    )


def _states_slot(claim: Claim) -> bool:
    if isinstance(claim.value, Duration):
        return claim.value.kind is not DurationKind.VALIDITY
    return claim.role is not AuthorityRole.MENTION
