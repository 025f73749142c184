"""Tuning: what another policy would have done with the stored cases."""

from __future__ import annotations

from threading import Lock

import numpy as np
from pydantic import NonNegativeInt

from hri.casework.permissions import Guard, UseCase
from hri.domain.base import Model
from hri.domain.decisions import ACTIONS, Action
from hri.domain.policies import Policy
from hri.domain.records import Store
from hri.domain.reviews import Actor
from hri.errors import ReplayNeededError
from hri.evaluation.history import History, read_history
from hri.evaluation.trial import Severities, Trial, as_optional, try_policy

TUNABLE = frozenset({"unscored_value", "absent_slots", "flag_instability"})
"""Numbers of ``signals`` that the stored signals do not rest on."""


class Flip(Model):
    """A case whose action would differ."""

    case_id: str
    before: Action
    after: Action
    hri_before: float | None
    hri_after: float | None


class Comparison(Model):
    """Two policies over the same stored cases; nothing is changed by it."""

    cases: NonNegativeInt
    before: dict[Action, int]
    """Cases per action under the policy compared with."""
    after: dict[Action, int]
    """Cases per action under the candidate."""
    raised: NonNegativeInt
    lowered: NonNegativeInt
    flips: tuple[Flip, ...]
    """The cases whose action differs, largest change first, then by id; at most ``limit``."""
    histogram: tuple[int, ...]
    """Cases per twentieth of the candidate's HRI, from [0, 0.05) to [0.95, 1]."""
    without_index: NonNegativeInt
    """Cases in which no slot applies, so that there is no index."""


class Tuning:
    """Tries policies on the history. Permission: TUNE.

    Stored signals answer for every number of the index and every override. A policy that changes
    what the signals themselves rest on needs the cases scored again, and is refused here.
    """

    def __init__(self, store: Store, guard: Guard, policy: Policy) -> None:
        self._store, self._guard, self._policy = store, guard, policy
        self._lock = Lock()
        self._kept: History | None = None

    def compare(
        self, actor: Actor, candidate: Policy, base: Policy | None = None, *, limit: int = 200
    ) -> Comparison:
        """Apply ``candidate`` and ``base`` (default: the policy in force) to all stored signals.

        Equal, case by case, to ``hri.index.aggregate`` and ``hri.decision.decide``.

        Raises:
            ForbiddenError: The actor may not try policies.
            ReplayNeededError: A policy changes numbers the signals themselves rest on (samples,
                tolerances, source age); stored signals cannot answer for it.
        """
        self._guard.require(actor, UseCase.TUNE)
        base = base or self._policy
        for policy in (candidate, base):
            _refuse_other_signals(policy, self._policy)
        history = self.history(actor)
        return _compare(history, try_policy(history, base), try_policy(history, candidate), limit)

    def history(self, actor: Actor) -> History:
        """The signals of all stored cases; only cases added since the last call are read.

        Raises:
            ForbiddenError: The actor may not try policies.
        """
        self._guard.require(actor, UseCase.TUNE)
        with self._lock:
            with self._store.read() as records:
                self._kept = read_history(records, self._kept)
            return self._kept


def _refuse_other_signals(policy: Policy, known: Policy) -> None:
    asked, kept = policy.signals.model_dump(), known.signals.model_dump()
    differ = [name for name in asked if name not in TUNABLE and asked[name] != kept[name]]
    if differ:
        raise ReplayNeededError(
            "Stored signals cannot answer for this policy.",
            where=", ".join(f"signals.{name}" for name in differ),
            why="the signals were measured with other numbers",
            remedy="Score the cases again under it, or leave these numbers as they are.",
        )


def _compare(history: History, before: Trial, after: Trial, limit: int) -> Comparison:
    change = after.action - before.action
    changed = np.flatnonzero(change)
    order = sorted(changed.tolist(), key=lambda case: (-abs(int(change[case])), history.ids[case]))
    scored = after.hri[~np.isnan(after.hri)]
    return Comparison(
        cases=history.size,
        before=_counts(before.action),
        after=_counts(after.action),
        raised=int((change > 0).sum()),
        lowered=int((change < 0).sum()),
        flips=tuple(_flip(history, before, after, case) for case in order[:limit]),
        histogram=tuple(np.histogram(scored, bins=20, range=(0.0, 1.0))[0].tolist()),
        without_index=history.size - len(scored),
    )


def _counts(actions: Severities) -> dict[Action, int]:
    found = np.bincount(actions, minlength=len(ACTIONS)).tolist()
    return dict(zip(ACTIONS, found, strict=True))


def _flip(history: History, before: Trial, after: Trial, case: int) -> Flip:
    return Flip(
        case_id=history.ids[case],
        before=ACTIONS[before.action[case]],
        after=ACTIONS[after.action[case]],
        hri_before=as_optional(before.hri[case]),
        hri_after=as_optional(after.hri[case]),
    )
