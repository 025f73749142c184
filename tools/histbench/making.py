"""A history made up by a seed: signals, kinds of slot, services, and what people judged of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hri.domain.claims import Verdict, VerdictReason
from hri.domain.decisions import Action
from hri.domain.figures import SlotTrait
from hri.domain.policies import CaseFlag, Policy
from hri.domain.slots import SLOTS
from hri.evaluation.history import NO_KIND, Floats, History, SlotKind
from hri.evaluation.labels import RIGHT, UNKNOWN, WRONG, Labels
from hri.evaluation.sweeps import Sweeper

SEED = 20260302
SERVICES = tuple(f"service-{number:02}" for number in range(12))
FLAG_SETS = ((), (CaseFlag.STALE_SOURCE,), (CaseFlag.UNANSWERED_SLOT,), (CaseFlag.UNREAD_VALUE,))
FLAG_SHARES = (0.93, 0.03, 0.03, 0.01)
APPLIES = (0.55, 0.8, 0.5, 0.55, 0.75)
"""How often each slot applies."""
SHARES = {Action.PASS: 0.02, Action.WARN: 0.1, Action.DEFER: 0.9, Action.ROUTE: 0.9}
"""Of each action: drawn for assurance, or decided by people so far."""
DAYS = 400
DAY = 86_400_000_000

GOOD = SlotTrait(((Verdict.SUPPORTED, None),), ())
SILENT = SlotTrait(((Verdict.UNSUPPORTED, VerdictReason.SILENT),), ())
AGAINST = SlotTrait(((Verdict.CONTRADICTED, None),), ())
BROKEN = SlotTrait(((Verdict.CONTRADICTED, None),), (None,))
TRAITS = (GOOD, SILENT, AGAINST, BROKEN)


class MadeUp(NamedTuple):
    """A history with its truth."""

    history: History
    labels: Labels


def made_up(size: int, policy: Policy, seed: int = SEED) -> MadeUp:
    """So many cases, decided under a policy; the same for the same seed."""
    rng = np.random.default_rng(seed)
    applies = rng.random((len(SLOTS), size)) < np.array(APPLIES)[:, None]
    truth = applies & (rng.random((len(SLOTS), size)) < 0.05)
    trait = _traits(rng, truth)
    bare = _history(rng, _signals(rng, trait, applies), applies, trait, policy)
    action = Sweeper(bare).sweep(policy).action
    share = np.array([SHARES[each] for each in Action])[action]
    judged = rng.random(size) < share
    drawn = np.where(judged & (action < Action.DEFER.severity), 1 / share, np.nan)
    history = History(**{**vars(bare), "action": action, "drawn": drawn})
    return MadeUp(history, _labels(truth, applies, judged))


def _traits(rng: np.random.Generator, truth: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Number of each slot's trait: most right ones are supported, most wrong ones are not."""
    right = rng.choice(len(TRAITS), truth.shape, p=(0.95, 0.045, 0.004, 0.001))
    wrong = rng.choice(len(TRAITS), truth.shape, p=(0.1, 0.2, 0.4, 0.3))
    return np.where(truth, wrong, right).astype(np.int8)


def _signals(
    rng: np.random.Generator, trait: NDArray[np.int8], applies: NDArray[np.bool_]
) -> Floats:
    """SIS of five texts, CCS of one to four claims, RVS; some not scored."""
    sis = np.where(rng.random(trait.shape) < 0.7, 0.0, np.round(rng.beta(1, 4, trait.shape), 12))
    claims = rng.integers(1, 5, trait.shape)
    ccs = np.where(trait == 0, 1.0, np.round((claims - 1) / claims, 12))
    rvs = (trait == TRAITS.index(BROKEN)).astype(float)
    columns = np.stack([sis, ccs, rvs])
    columns[0, rng.random(trait.shape) < 0.02] = np.nan
    columns[:, ~applies] = np.nan
    return columns


def _history(
    rng: np.random.Generator,
    columns: Floats,
    applies: NDArray[np.bool_],
    trait: NDArray[np.int8],
    policy: Policy,
) -> History:
    size = applies.shape[1]
    scored, none = ~np.isnan(columns[0]), columns[1] == 0
    cell = (trait * 2 + scored) * 2 + none
    kinds = [
        SlotKind(slot, TRAITS[number], bool(is_scored), bool(is_none), TRAITS[number] is BROKEN)
        for slot in range(len(SLOTS))
        for number in range(len(TRAITS))
        for is_scored in (0, 1)
        for is_none in (0, 1)
    ]
    each = 4 * len(TRAITS)
    kind = cell + each * np.arange(len(SLOTS))[:, None] + 1
    return History(
        last=size,
        ids=tuple(f"h-{number:07}" for number in range(size)),
        number=np.arange(1, size + 1),
        applies=applies,
        sis=columns[0],
        ccs=columns[1],
        rvs=columns[2],
        kind=np.where(applies, kind, NO_KIND).astype(np.int32),
        kinds=(None, *kinds),
        flag_set=rng.choice(len(FLAG_SETS), size, p=FLAG_SHARES).astype(np.int32),
        flag_sets=FLAG_SETS,
        version=np.zeros(size, np.int32),
        versions=(policy.version,),
        received=np.arange(size) * (DAYS * DAY // size),
        service=rng.integers(0, len(SERVICES), size).astype(np.int32),
        services=SERVICES,
        action=np.zeros(size, np.int8),
        drawn=np.full(size, np.nan),
    )


def _labels(
    truth: NDArray[np.bool_], applies: NDArray[np.bool_], judged: NDArray[np.bool_]
) -> Labels:
    place = np.flatnonzero(judged)
    known = np.where(truth, WRONG, RIGHT)
    slots = np.where(applies, known, UNKNOWN)[:, place].astype(np.int8)
    case = np.where((slots == WRONG).any(axis=0), WRONG, RIGHT).astype(np.int8)
    return Labels(place, slots, case)
