"""A policy tried on the whole history at once, equal case by case to index and decision.

The index is computed on columns with the same operations in the same order as
``hri.index.aggregate``. Overrides are not written a second time: ``hri.decision.decide`` itself is
asked once for each kind of slot that occurs, and only SIS thresholds, which need the number, are
compared on the column.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hri.decision import SlotFindings, decide
from hri.domain.base import Message
from hri.domain.claims import JudgedClaim
from hri.domain.decisions import FiredOverride
from hri.domain.policies import InstabilityOverride, Policy
from hri.domain.rules import Violation
from hri.domain.slots import SLOTS
from hri.domain.values import DocumentName
from hri.evaluation.history import Floats, History, SlotKind
from hri.index import DIGITS, SlotSignals, aggregate, effective_weights

Severities = NDArray[np.int8]
NO_FLOOR = 0
BESIDE = 1e-10
"""Far more than what rounding six sums to twelve decimals comes to."""
NEAR_TIE = 2e-3
"""Rounding by columns and by number can differ only this near to a half; see ``_exact``."""


class Trial(NamedTuple):
    """What a policy makes of every case: HRI (NaN: no slot applies) and severity of the action."""

    hri: Floats
    action: Severities


def try_policy(history: History, policy: Policy) -> Trial:
    """HRI and action of every case under a policy; columns of shape (n,)."""
    hri = _index(history, policy)
    limits = policy.thresholds
    base = np.zeros(history.size, np.int8)
    for threshold in (limits.warn, limits.defer, limits.route):
        base += hri >= threshold
    base[np.isnan(hri)] = policy.no_claim_action.severity
    return Trial(hri, np.maximum(base, floors_of(history, policy)))


def floors_of(history: History, policy: Policy) -> Severities:
    """The strictest floor that fires on each case; shape (n,). Only overrides decide it."""
    return np.maximum(_slot_floors(history, policy), _flag_floors(history, policy))


def exact_index(history: History, policy: Policy, places: NDArray[np.intp]) -> Floats:
    """HRI of the cases at these places, as ``try_policy`` has it."""
    return _index(history.at(places, named=False), policy)


def index_beside(
    history: History, policy: Policy, places: NDArray[np.intp], edges: Floats
) -> Floats:
    """HRI of the cases at these places, surely on the right side of each of these edges.

    Elsewhere the last of its twelve decimals may be another one, which is all that exactness costs.
    """
    return _index(history.at(places, named=False), policy, edges)


def _index(history: History, policy: Policy, edges: Floats | None = None) -> Floats:
    weights = _weights(history, policy)
    total, doubtful = np.zeros(history.size), np.zeros(history.size, bool)
    for place in range(len(SLOTS)):
        risk, near = _round(_risk(history, place, policy))
        doubtful |= near & history.applies[place]
        total += weights[place] * np.where(history.applies[place], risk, 0.0)
    hri, near = _round(total)
    hri[~history.applies.any(axis=0)] = np.nan
    doubtful |= near
    if edges is not None:
        doubtful[doubtful] = _beside(hri[doubtful], edges)
    return _exact(history, policy, hri, np.flatnonzero(doubtful))


def _beside(hri: Floats, edges: Floats) -> NDArray[np.bool_]:
    """Whether an edge is so near that the last decimals matter."""
    after = np.searchsorted(edges, hri).clip(1, len(edges) - 1)
    gap = np.minimum(np.abs(hri - edges[after - 1]), np.abs(hri - edges[after]))
    return np.asarray(gap < BESIDE)


def _risk(history: History, place: int, policy: Policy) -> Floats:
    unscored, share = policy.signals.unscored_value, policy.coefficients
    sis = _with(history.sis[place], unscored)
    gap = _with(1.0 - history.ccs[place], unscored)
    rvs = _with(history.rvs[place], unscored)
    return share.alpha * sis + share.beta * gap + share.gamma * rvs


def _with(column: Floats, unscored: float) -> Floats:
    return np.where(np.isnan(column), unscored, column)


def _weights(history: History, policy: Policy) -> Floats:
    """Effective weight of each slot in each case."""
    return np.asarray(pattern_weights(policy)[:, patterns_of(history)])


def patterns_of(history: History) -> NDArray[np.intp]:
    """Which slots apply in each case, as the bits of a number from 0 to 31; shape (n,)."""
    bits = np.left_shift(1, np.arange(len(SLOTS)))[:, None]
    return np.asarray((history.applies * bits).sum(axis=0), np.intp)


def pattern_weights(policy: Policy) -> Floats:
    """Effective weight of each slot for each pattern of slots that apply; shape (5, 32)."""
    table = np.zeros((len(SLOTS), 1 << len(SLOTS)))
    for pattern in range(1, 1 << len(SLOTS)):
        chosen = [slot for place, slot in enumerate(SLOTS) if pattern >> place & 1]
        found = effective_weights(dict.fromkeys(chosen, SlotSignals(None, None, None)), policy)
        for slot, weight in found.items():
            table[SLOTS.index(slot), pattern] = weight
    return table


def _round(column: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """The column to 12 decimals inside [0,1], and where that may not be the nearest number."""
    scaled = column * 10.0**DIGITS
    whole = np.rint(scaled)
    near = np.abs(np.abs(scaled - whole) - 0.5) < NEAR_TIE
    return np.clip(whole / 10.0**DIGITS, 0.0, 1.0), near


def _exact(history: History, policy: Policy, hri: Floats, doubtful: NDArray[np.intp]) -> Floats:
    """``hri`` with the few doubtful cases computed one by one."""
    for case in doubtful:
        signals = {
            slot: SlotSignals(*(as_optional(column[place, case]) for column in _columns(history)))
            for place, slot in enumerate(SLOTS)
            if history.applies[place, case]
        }
        found = aggregate(signals, policy).hri
        hri[case] = np.nan if found is None else found
    return hri


def _columns(history: History) -> tuple[Floats, Floats, Floats]:
    return history.sis, history.ccs, history.rvs


def as_optional(value: float) -> float | None:
    """A number of a column, None for NaN."""
    return None if np.isnan(value) else float(value)


def _slot_floors(history: History, policy: Policy) -> Severities:
    numbered = tuple(o for o in policy.overrides if isinstance(o, InstabilityOverride))
    others = tuple(o for o in policy.overrides if not isinstance(o, InstabilityOverride))
    plain = policy.model_copy(update={"overrides": others})
    floor_of = np.array([_kind_floor(kind, plain) for kind in history.kinds], np.int8)
    floors: Severities = floor_of[history.kind].max(axis=0, initial=NO_FLOOR)
    for override in numbered:
        for slot in override.slots:
            fired = history.sis[SLOTS.index(slot)] >= override.at_least
            np.maximum(floors, fired * np.int8(override.floor.severity), out=floors)
    return floors


def _flag_floors(history: History, policy: Policy) -> Severities:
    found = [_strictest(decide(None, {}, flags, policy).overrides) for flags in history.flag_sets]
    return np.array([*found, NO_FLOOR], np.int8)[history.flag_set]


def _kind_floor(kind: SlotKind | None, policy: Policy) -> int:
    if kind is None:
        return NO_FLOOR
    findings = {SLOTS[kind.slot]: _specimen(kind)}
    return _strictest(decide(None, findings, (), policy).overrides)


def _strictest(fired: Iterable[FiredOverride]) -> int:
    return max((override.floor.severity for override in fired), default=NO_FLOOR)


def _specimen(kind: SlotKind) -> SlotFindings:
    """A slot of this kind, for ``decide`` to look at."""
    slot, said = SLOTS[kind.slot], Message(id="specimen")
    signals = SlotSignals(
        sis=0.0 if kind.sis_scored else None,
        ccs=None if kind.ccs is None else 0.0 if kind.ccs else 1.0,
        rvs=None if kind.rvs is None else 1.0 if kind.rvs else 0.0,
    )
    claims = tuple(
        JudgedClaim(
            slot=slot,
            text="",
            start=0,
            end=0,
            value=DocumentName(surface=""),
            verdict=verdict,
            reason=reason,
            explanation=said,
        )
        for verdict, reason in kind.trait.verdicts
    )
    violations = tuple(
        Violation(rule_id="specimen", check="specimen", slot=slot, explanation=said, floor=floor)
        for floor in kind.trait.floors
    )
    return SlotFindings(signals, claims, violations)
