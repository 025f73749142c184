"""Histories made up by chance whose whole truth is known, and what people judged of them."""

from __future__ import annotations

from typing import NamedTuple

import factories
import numpy as np

from hri.domain.costs import CostTable
from hri.domain.figures import SlotTrait
from hri.domain.policies import Policy
from hri.domain.slots import SLOTS
from hri.evaluation.history import NO_KIND, Floats, History, SlotKind
from hri.evaluation.labels import RIGHT, UNKNOWN, WRONG, Labels
from hri.evaluation.sweeps import Sweeper
from hri.evaluation.weights import Sample
from hri.knowledge.costs import load_costs

COSTS = load_costs(factories.ROOT / "data" / "costs" / "default.toml")
LIVE = factories.policy(thresholds={"warn": 0.12, "defer": 0.2, "route": 0.3})
"""Under it every action occurs."""


def history_of_columns(columns: Floats, applies: np.ndarray, rng: np.random.Generator) -> History:
    """A history of these signals; every slot of a kind that no override of the default is on."""
    size = applies.shape[1]
    kinds = [SlotKind(place, SlotTrait((), ()), True, False, False) for place in range(len(SLOTS))]
    numbers = np.arange(1, len(SLOTS) + 1)[:, None]
    return History(
        last=size,
        ids=tuple(f"case-{number}" for number in range(size)),
        number=np.arange(1, size + 1),
        applies=applies,
        sis=columns[0],
        ccs=columns[1],
        rvs=columns[2],
        kind=np.where(applies, numbers, NO_KIND).astype(np.int32),
        kinds=(None, *kinds),
        flag_set=np.zeros(size, np.int32),
        flag_sets=((),),
        version=np.zeros(size, np.int32),
        versions=("v001",),
        received=np.arange(size) * 3_600_000_000,
        service=rng.integers(0, 3, size).astype(np.int32),
        services=("A", "B", "C"),
        action=np.zeros(size, np.int8),
        drawn=np.full(size, np.nan),
    )


class World(NamedTuple):
    """A history with the truth of every slot, and the judged part of it."""

    history: History
    truth: np.ndarray
    sample: Sample
    policy: Policy
    costs: CostTable

    @property
    def sweeper(self) -> Sweeper:
        return Sweeper(self.history)


def world(
    seed: int = 1,
    size: int = 3000,
    *,
    shares: tuple[float, ...] = (0.2, 0.4, 1.0, 1.0),
    policy: Policy | None = None,
    telling: float = 0.5,
) -> World:
    """Wrong slots have higher signals, more so the more ``telling`` they are.

    What happened follows from ``policy``; ``shares`` of each action are judged, in every slot.
    """
    rng = np.random.default_rng(seed)
    chosen = policy or LIVE
    applies = rng.random((len(SLOTS), size)) < 0.6
    truth = (rng.random((len(SLOTS), size)) < 0.1) & applies
    risk = rng.beta(1, 6, (3, len(SLOTS), size)) + telling * truth * rng.random((3, *truth.shape))
    columns = np.round(np.clip(risk, 0, 1), 3)
    columns[1] = 1 - columns[1]
    columns[2] = columns[2] > 0.5
    columns[:, ~applies] = np.nan
    bare = history_of_columns(columns, applies, rng)
    action = Sweeper(bare).sweep(chosen).action
    share = np.array(shares)[action]
    judged = rng.random(size) < share
    drawn = np.where(judged & (action < 2), 1 / np.maximum(share, 1e-9), np.nan)
    history = History(**{**vars(bare), "action": action, "drawn": drawn})
    return World(history, truth, Sample(history, labels_of(truth, applies, judged)), chosen, COSTS)


def labels_of(truth: np.ndarray, applies: np.ndarray, judged: np.ndarray) -> Labels:
    """Labels of the judged cases, all their slots judged."""
    place = np.flatnonzero(judged)
    slots = np.where(applies, np.where(truth, WRONG, RIGHT), UNKNOWN)[:, place].astype(np.int8)
    case = np.where((slots == WRONG).any(axis=0), WRONG, RIGHT).astype(np.int8)
    return Labels(place, slots, case)
