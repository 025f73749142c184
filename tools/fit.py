"""Fit the index on half of the development sets and judge it on the other half: ``make fit``.

Needs the benchmark folder (BENCH, default ``../shared``); says so and does nothing without it.
Prints the tables of docs/tuning.md and writes its curves to docs/images.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from benchmarks.curves import draw_curves
from benchmarks.halves import OFF, Half, Held, difference, fitted, halves, held, joined
from benchmarks.histories import JudgedSet, judged
from benchmarks.sets import DEV, OUT, POLICY, REAL, ROOT, SHARED, prepare, score

from hri.domain.costs import CostTable, Least
from hri.domain.policies import Policy
from hri.evaluation.fitting import Free
from hri.knowledge.costs import load_costs
from hri.knowledge.policies import load_policy

SEED = 20260302
BOTH = (Free.COEFFICIENTS, Free.WEIGHTS)
ANY = Least(refuse_cases=0, refuse_wrong=0, warn_cases=0, warn_wrong=0)
"""A half of the real answers has too few cases for a recommendation; here that is the point."""
IMAGES = ROOT / "docs" / "images"


class Way(NamedTuple):
    """One way to decide: a policy that is made from a half, and whether floors count."""

    name: str
    free: tuple[Free, ...] | None
    """What is fitted besides the thresholds; None: nothing is fitted."""
    floors: bool
    index: bool = True


WAYS = (
    Way("index alone, v001", None, floors=False),
    Way("index alone, thresholds fitted", (), floors=False),
    Way("index alone, all fitted", BOTH, floors=False),
    Way("floors alone", None, floors=True, index=False),
    Way("floors and index, v001 (live)", None, floors=True),
    Way("floors and index, thresholds fitted", (), floors=True),
    Way("floors and index, all fitted", BOTH, floors=True),
)
COMPARED = (
    ("index alone: all fitted minus v001", 2, 0),
    ("floors and index: thresholds fitted minus v001", 5, 4),
    ("floors and index: all fitted minus v001", 6, 4),
    ("the index beside the floors: v001 minus floors alone", 4, 3),
    ("floors and index, v001, minus the fitted index alone", 4, 2),
)


def main() -> None:
    """Run everything and print it."""
    if not (SHARED / "bench").is_dir():
        print(f"No benchmark at {SHARED}: nothing was fitted. Remedy: make fit BENCH=/the/folder")
        return
    prepare()
    policy, costs = load_policy(POLICY)[0], load_costs(ROOT / "data" / "costs" / "default.toml")
    costs = costs.model_copy(update={"least": ANY})
    scored = [(chosen, OUT / f"{chosen.name}.fit.jsonl") for chosen in (DEV, REAL)]
    for chosen, scores in scored:
        score(chosen.cases, chosen.pack, scores)
        print_set(judged(chosen.name, [(chosen, scores)]), policy, costs)
    print_set(judged("both", scored), policy, costs)


def print_set(chosen: JudgedSet, policy: Policy, costs: CostTable) -> None:
    """Fit on each half, judge on the other, print both and both together."""
    first, second = halves(chosen.history, chosen.labels, SEED)
    print(f"\n== {chosen.name}: {chosen.history.size} cases, cost a case in {costs.currency}")
    results: list[list[Held]] = [[] for _ in WAYS]
    for name, own, other in (("first half", first, second), ("second half", second, first)):
        print(f"  fitted on the {name}, judged on the other")
        for place, way in enumerate(WAYS):
            made = _made(way, own, policy, costs)
            on_own = held(own, made, costs, floors=way.floors)
            on_other = held(other, made, costs, floors=way.floors)
            results[place].append(on_other)
            print(f"    {way.name:38}{_figures(on_own)}, held: {_figures(on_other)}")
            print(_said(made, way), end="")
    print("  both held halves together")
    for way, parts in zip(WAYS, results, strict=True):
        print(f"    {way.name:40}{_figures(joined(parts))}")
    for name, one, two in COMPARED:
        found = difference(joined(results[one]).cost, joined(results[two]).cost)
        print(f"    {name:56}{found.mean:+.2f} [{found.low:+.2f}, {found.high:+.2f}]")
    draw_curves(chosen, policy, costs, IMAGES)


def _made(way: Way, half: Half, policy: Policy, costs: CostTable) -> Policy:
    if not way.index:
        return policy.model_copy(update={"thresholds": OFF})
    if way.free is None:
        return policy
    return fitted(half, policy, costs, way.free, floors=way.floors)


def _figures(found: Held) -> str:
    wrong, held_back = found.wrong, found.escalated
    leak = (wrong & ~held_back).sum() / max(1, wrong.sum())
    right = (~wrong & held_back).sum() / max(1, (~wrong).sum())
    return f"cost {found.cost.mean():5.2f} leak {leak:.3f} right ones held {right:.3f}"


def _said(made: Policy, way: Way) -> str:
    if way.free is None:
        return ""
    share, limits = made.coefficients, made.thresholds
    weights = " ".join(f"{weight:.2f}" for weight in made.weights.values())
    return (
        f"{'':8}α β γ {share.alpha:.2f} {share.beta:.2f} {share.gamma:.2f}, weights {weights}, "
        f"thresholds {limits.warn:.2f} {limits.defer:.2f} {limits.route:.2f}\n"
    )


if __name__ == "__main__":
    main()
