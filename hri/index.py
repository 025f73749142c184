"""The Hallucination Risk Index (paper, part 3): signals to risks, risks to one number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hri.domain.policies import Coefficients, Policy
from hri.domain.slots import SLOTS, Slot

DIGITS = 12
"""Decimals kept, so that the same sum in another order is the same number."""


class SlotSignals(NamedTuple):
    """The three signals of one slot; None stands for *not scored*."""

    sis: float | None
    ccs: float | None
    rvs: float | None


class SlotRisk(NamedTuple):
    """One slot's part in the index: ``contribution`` is ``weight`` times ``risk``."""

    risk: float
    weight: float
    contribution: float


class IndexScore(NamedTuple):
    """HRI with its parts; ``hri`` is None when no slot applies."""

    hri: float | None
    parts: dict[Slot, SlotRisk]


def aggregate(signals: Mapping[Slot, SlotSignals], policy: Policy) -> IndexScore:
    """Join the signals of the slots that apply into the index.

    Paper: part 3, HRI = sum_i w_i * (alpha * SIS_i + beta * (1 - CCS_i) + gamma * RVS_i). Shape:
    one entry per slot that applies. Range: [0,1], higher is worse. No entry: HRI is None.

    A signal that is not scored counts ``unscored_value``. Weights are renormalised over the slots
    that apply unless the policy says "literal".

    Args:
        signals: Signals of the slots that apply.
        policy: Coefficients, weights and settings.

    Returns:
        The index and each slot's risk, weight and contribution.

    Example:
        A single slot with SIS 0, CCS 0 and RVS 1 under the default policy has risk .40 + .30 and,
        its weight renormalised to 1, gives HRI 0.70.
    """
    if not signals:
        return IndexScore(None, {})
    weights = effective_weights(signals, policy)
    parts: dict[Slot, SlotRisk] = {}
    for slot in SLOTS:
        if slot in signals:
            risk = slot_risk(signals[slot], policy.coefficients, policy.signals.unscored_value)
            parts[slot] = SlotRisk(risk, weights[slot], round(weights[slot] * risk, DIGITS))
    total = sum(weights[slot] * part.risk for slot, part in parts.items())
    return IndexScore(_unit(total), parts)


def slot_risk(signals: SlotSignals, coefficients: Coefficients, unscored_value: float) -> float:
    """Risk of one slot, alpha * SIS + beta * (1 - CCS) + gamma * RVS, in [0,1].

    CCS points the other way than the others and is turned here and nowhere else.
    """
    sis = unscored_value if signals.sis is None else signals.sis
    gap = unscored_value if signals.ccs is None else 1.0 - signals.ccs
    rvs = unscored_value if signals.rvs is None else signals.rvs
    return _unit(coefficients.alpha * sis + coefficients.beta * gap + coefficients.gamma * rvs)


def effective_weights(signals: Mapping[Slot, SlotSignals], policy: Policy) -> dict[Slot, float]:
    """Weights of the slots that apply: renormalised to sum 1, or as they stand if "literal"."""
    chosen = {slot: policy.weights[slot] for slot in SLOTS if slot in signals}
    if policy.signals.absent_slots == "literal":
        return chosen
    total = sum(chosen.values())
    if total == 0:  # weights of 0 alone say nothing of the order among these slots
        return dict.fromkeys(chosen, 1.0 / len(chosen))
    return {slot: weight / total for slot, weight in chosen.items()}


def _unit(value: float) -> float:
    return min(1.0, max(0.0, round(value, DIGITS)))
