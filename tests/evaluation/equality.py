"""Random cases and policies by the thousand, tried on columns and one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, NamedTuple

import factories
import numpy as np
from evaluation.strategies import NEEDED as PLENTY

from hri import decision
from hri.decision import SlotFindings
from hri.domain.base import Message
from hri.domain.claims import JudgedClaim, Verdict, VerdictReason
from hri.domain.decisions import Action
from hri.domain.figures import CaseRow, SlotRow, SlotTrait
from hri.domain.policies import FAIL_CLOSED_FLAGS, CaseFlag, FlagOverride, Policy
from hri.domain.rules import Violation
from hri.domain.slots import SLOTS, Slot
from hri.evaluation.history import History
from hri.evaluation.loading import read_history
from hri.evaluation.sweeps import Sweeper
from hri.evaluation.trial import as_optional, try_policy
from hri.index import SlotSignals, aggregate

GRID = (0.0, 0.05, 0.1, 0.2, 0.25, 1 / 3, 0.35, 0.5, 0.7, 1.0)
VERDICTS, REASONS, FLAGS = tuple(Verdict), (None, *VerdictReason), tuple(CaseFlag)
MESSAGE = Message(id="m")
NEEDED = [
    one for one in PLENTY if not isinstance(one, FlagOverride) or one.flag in FAIL_CLOSED_FLAGS
]
"""What no policy is valid without."""


Pool = dict[Slot, list[tuple[tuple[JudgedClaim, ...], tuple[Violation, ...]]]]


class Known(NamedTuple):
    """A case as index and decision take it."""

    findings: dict[Slot, SlotFindings]
    signals: dict[Slot, SlotSignals]
    flags: frozenset[CaseFlag]


def random_unit(rng: random.Random) -> float:
    """Half of them on a grid, where ties with thresholds are frequent; half of them anything."""
    return rng.choice(GRID) if rng.random() < 0.5 else rng.random()


def _claim(slot: Slot, verdict: Verdict, reason: VerdictReason | None) -> JudgedClaim:
    return factories.judged(verdict, reason, slot)


CLAIMS = {
    (slot, verdict, reason): _claim(slot, verdict, reason)
    for slot in SLOTS
    for verdict in VERDICTS
    for reason in REASONS
}
VIOLATIONS = {
    (slot, floor): Violation(rule_id="r", check="c", slot=slot, explanation=MESSAGE, floor=floor)
    for slot in SLOTS
    for floor in (None, *Action)
}


def random_pool(rng: random.Random, size: int = 60) -> Pool:
    """What may stand in a slot: up to three claims and two violations.

    Few kinds of slot occur, as in life: an override is tried once a kind.
    """
    return {
        slot: [
            (
                tuple(
                    CLAIMS[slot, rng.choice(VERDICTS), rng.choice(REASONS)]
                    for _ in range(rng.choice((0, 1, 1, 2, 3)))
                ),
                tuple(
                    VIOLATIONS[slot, rng.choice((None, *Action))]
                    for _ in range(rng.choice((0, 0, 1, 2)))
                ),
            )
            for _ in range(size)
        ]
        for slot in SLOTS
    }


def random_case(rng: random.Random, pool: Pool) -> Known:
    """Any slots with any signals, or none, each with something of the pool."""
    findings = {}
    for slot in SLOTS:
        if rng.random() < 0.55:
            signals = SlotSignals(
                *(None if rng.random() < 0.08 else random_unit(rng) for _ in range(2)),
                rng.choice((None, 0.0, 0.0, 0.0, 1.0)),
            )
            claims, broken = rng.choice(pool[slot])
            findings[slot] = SlotFindings(signals, claims, broken)
    signals = {slot: found.signals for slot, found in findings.items()}
    return Known(findings, signals, frozenset(rng.sample(FLAGS, rng.choice((0, 0, 0, 1, 2)))))


def shares(rng: random.Random, count: int) -> list[float]:
    """Numbers that sum to 1, zeros among them."""
    parts = [rng.choice((0, rng.randint(1, 20), rng.random())) for _ in range(count)]
    total = sum(parts)
    return [part / total for part in parts] if total else [1.0] + [0.0] * (count - 1)


def random_override(rng: random.Random, number: int) -> dict[str, Any]:
    """An override of any kind on any slots."""
    kinds: tuple[dict[str, Any], ...] = (
        {"when": "violation", "rule_floor": rng.random() < 0.5},
        {
            "when": "verdict",
            "verdict": rng.choice(VERDICTS),
            "reasons": rng.sample(list(VerdictReason), rng.choice((0, 0, 1, 2))),
        },
        {"when": "coverage_zero", "unproven_floor": rng.choice(list(Action))},
        {"when": "instability", "at_least": random_unit(rng)},
        {"when": "unscored"},
        {"when": "flag", "flag": rng.choice(FLAGS)},
    )
    slots = rng.sample(SLOTS, rng.randint(0, len(SLOTS)))
    return {
        "id": f"o{number}",
        "floor": rng.choice(list(Action)),
        "slots": slots,
        **rng.choice(kinds),
    }


def random_policy(rng: random.Random) -> Policy:
    """A policy that is allowed, with any numbers and any overrides."""
    alpha, beta, gamma = shares(rng, 3)
    warn, defer, route = sorted(random_unit(rng) for _ in range(3))
    changed = {
        "unscored_value": random_unit(rng),
        "absent_slots": rng.choice(("renormalise", "literal")),
    }
    return factories.policy(
        coefficients={"alpha": alpha, "beta": beta, "gamma": gamma},
        weights=dict(zip(SLOTS, shares(rng, len(SLOTS)), strict=True)),
        thresholds={"warn": warn, "defer": defer, "route": route},
        signals=factories.default_policy()[0].signals.model_copy(update=changed),
        no_claim_action=rng.choice((Action.WARN, Action.DEFER, Action.ROUTE)),
        overrides=[*(random_override(rng, n) for n in range(rng.randint(0, 6))), *NEEDED],
    )


def history_of(cases: list[Known]) -> History:
    """The cases as columns, read as from the store."""
    traits: dict[SlotTrait, int] = {}
    rows = []
    for number, case in enumerate(cases, start=1):
        for slot, found in case.findings.items():
            trait = SlotTrait(
                tuple(sorted({(c.verdict, c.reason) for c in found.claims}, key=str)),
                tuple(sorted({v.floor for v in found.violations}, key=str)),
            )
            which = traits.setdefault(trait, len(traits) + 1)
            rows.append(SlotRow(number, SLOTS.index(slot), *found.signals, which))
    named = (
        CaseRow(n, f"c{n}", ",".join(sorted(case.flags)), "v001", 0, "", Action.PASS, None)
        for n, case in enumerate(cases, start=1)
    )
    signals = SimpleNamespace(
        cases=lambda after: named,
        slots=lambda after: iter(rows),
        traits=lambda: {number: trait for trait, number in traits.items()},
        last=lambda: len(cases),
    )
    return read_history(SimpleNamespace(signals=signals))


@contextmanager
def light_reasons() -> Iterator[None]:
    """Let ``decide`` give its reasons as plain objects, which takes a tenth of the time.

    What it decides, and by what rules, is untouched.
    """
    kept = {name: getattr(decision, name) for name in ("FiredOverride", "Message", "Decision")}
    try:
        for name in kept:
            setattr(decision, name, _plain)
        yield
    finally:
        for name, model in kept.items():
            setattr(decision, name, model)


class _Plain:
    __slots__ = ("action", "base", "floor", "id", "overrides", "params", "reason", "slot")


def _plain(**fields: object) -> _Plain:
    made = _Plain()
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def differences(cases: list[Known], sweeper: Sweeper, policy: Policy) -> Iterator[int]:
    """Places at which columns give another index, bit for bit, or another action."""
    trial, swept = try_policy(sweeper.history, policy), sweeper.sweep(policy)
    hri, action = [as_optional(value) for value in trial.hri], trial.action.tolist()
    same = np.array_equal(trial.action, swept.action)
    for place, case in enumerate(cases):
        index = aggregate(case.signals, policy).hri
        wanted = decision.decide(index, case.findings, case.flags, policy).action.severity
        equal = hri[place] == index
        if not (equal and action[place] == wanted and (same or swept.action[place] == wanted)):
            yield place
