"""Random policies and random slots, for comparing tuning with index and decision."""

from __future__ import annotations

from typing import Any

import factories
from hypothesis import strategies as st

from hri.domain.claims import Verdict, VerdictReason
from hri.domain.decisions import Action
from hri.domain.policies import CaseFlag, FlagOverride, Policy, UnscoredOverride
from hri.domain.slots import SLOTS

NEEDED = tuple(
    override
    for override in factories.default_policy()[0].overrides
    if isinstance(override, FlagOverride | UnscoredOverride)
)
"""Without these no policy is valid: they keep it from letting through what was not scored."""

ACTIONS = st.sampled_from(Action)
# Coarse numbers meet each other and the thresholds often; fine ones show rounding.
UNIT = st.one_of(st.sampled_from([0.0, 0.2, 0.25, 0.35, 0.5, 1.0]), st.floats(0, 1))
SIGNAL = st.one_of(st.none(), UNIT)


@st.composite
def shares(draw: st.DrawFn, count: int) -> list[float]:
    """Numbers from 0 to 1 that sum to 1 as a policy demands."""
    parts = [draw(st.integers(0, 20)) for _ in range(count)]
    total = sum(parts)
    return [part / total for part in parts] if total else [1.0] + [0.0] * (count - 1)


@st.composite
def overrides(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Overrides of every kind, any number of them."""
    kinds = st.one_of(
        st.fixed_dictionaries({"when": st.just("violation"), "rule_floor": st.booleans()}),
        st.fixed_dictionaries(
            {
                "when": st.just("verdict"),
                "verdict": st.sampled_from(Verdict),
                "reasons": st.lists(st.sampled_from(VerdictReason), max_size=2),
            }
        ),
        st.fixed_dictionaries({"when": st.just("coverage_zero"), "unproven_floor": ACTIONS}),
        st.fixed_dictionaries({"when": st.just("instability"), "at_least": UNIT}),
        st.fixed_dictionaries({"when": st.just("unscored")}),
        st.fixed_dictionaries({"when": st.just("flag"), "flag": st.sampled_from(CaseFlag)}),
    )
    slots = st.lists(st.sampled_from(SLOTS), unique=True)
    found = draw(st.lists(kinds, max_size=8))
    return [
        {"id": f"o{place}", "floor": draw(ACTIONS), "slots": draw(slots), **kind}
        for place, kind in enumerate(found)
    ]


@st.composite
def policies(draw: st.DrawFn) -> Policy:
    """A policy that differs from the default in every number that may be tuned."""
    alpha, beta, gamma = draw(shares(3))
    warn, defer, route = sorted(draw(st.tuples(UNIT, UNIT, UNIT)))
    signals = factories.default_policy()[0].signals.model_copy(
        update={
            "unscored_value": draw(UNIT),
            "absent_slots": draw(st.sampled_from(["renormalise", "literal"])),
        }
    )
    return factories.policy(
        coefficients={"alpha": alpha, "beta": beta, "gamma": gamma},
        weights=dict(zip(SLOTS, draw(shares(len(SLOTS))), strict=True)),
        thresholds={"warn": warn, "defer": defer, "route": route},
        signals=signals,
        no_claim_action=draw(ACTIONS.filter(lambda action: action is not Action.PASS)),
        overrides=[*draw(overrides()), *NEEDED],
    )


REASONED = st.builds(
    lambda verdict, reason: [verdict, reason],
    st.sampled_from(Verdict),
    st.one_of(st.none(), st.sampled_from(VerdictReason)),
)
SLOT = st.fixed_dictionaries(
    {
        "sis": SIGNAL,
        "ccs": SIGNAL,
        "rvs": st.sampled_from([None, 0.0, 1.0]),
        "verdicts": st.lists(REASONED, max_size=3),
        "floors": st.lists(st.one_of(st.none(), ACTIONS), max_size=2),
    }
)
METADATA = st.fixed_dictionaries(
    {
        "slots": st.dictionaries(st.sampled_from(SLOTS), SLOT, max_size=5),
        "flags": st.lists(st.sampled_from(CaseFlag), unique=True, max_size=2),
    }
)
