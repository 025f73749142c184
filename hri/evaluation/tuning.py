"""Tuning: what another policy would have done with the stored cases."""

from __future__ import annotations

from threading import Lock
from typing import NamedTuple

import numpy as np
from pydantic import NonNegativeInt

from hri.casework.permissions import Guard, UseCase
from hri.casework.scoring import LiveScorer
from hri.domain.base import Model
from hri.domain.decisions import ACTIONS, Action
from hri.domain.policies import Policy, signal_numbers
from hri.domain.proposals import Flip
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor
from hri.errors import ReplayNeededError
from hri.evaluation.history import History, HistoryReader
from hri.evaluation.sweeps import Places, Sweep, Sweeper
from hri.evaluation.trial import Severities, as_optional, try_policy


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
    """Cases whose action differs, largest change first, then as they arrived; at most ``limit``."""
    histogram: tuple[int, ...]
    """Cases per twentieth of the candidate's HRI, from [0, 0.05) to [0.95, 1]."""
    without_index: NonNegativeInt
    """Cases in which no slot applies, so that there is no index."""
    left_out: NonNegativeInt = 0
    """Cases whose signals were measured with other numbers than the live policy's."""


class _Kept(NamedTuple):
    """A sweeper over the cases of a history that were decided under some versions."""

    whole: History
    alike: frozenset[str]
    sweeper: Sweeper


class Tuning:
    """Tries policies on the history. Permission: TUNE.

    Stored signals answer for every number of the index and every override. A policy that changes
    what the signals themselves rest on needs the cases scored again, and is refused here.
    """

    def __init__(
        self, store: Store, guard: Guard, scorer: LiveScorer, reader: HistoryReader
    ) -> None:
        self._store, self._guard, self._scorer, self._reader = store, guard, scorer, reader
        self._lock = Lock()
        self._kept: _Kept | None = None

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
        live = self._scorer.now().policy
        base = base or live
        for policy in (candidate, base):
            _refuse_other_signals(policy, live)
        kept = self._sweepable(live)
        found = _compare(kept.sweeper, base, candidate, limit)
        left_out = kept.whole.size - found.cases
        return found.model_copy(update={"left_out": left_out})

    def history(self, actor: Actor) -> History:
        """The signals of all stored cases; only cases added since the last call are read.

        Raises:
            ForbiddenError: The actor may not try policies.
        """
        self._guard.require(actor, UseCase.TUNE)
        return self._reader.read()

    def _sweepable(self, live: Policy) -> _Kept:
        """The cases whose signals were measured as the live policy does."""
        whole = self._reader.read()
        with self._store.read() as records:
            alike = measured_alike(records, whole, live)
        with self._lock:
            kept = self._kept
            if kept is None or kept.whole is not whole or kept.alike != alike:
                kept = self._kept = _Kept(whole, alike, Sweeper(whole.decided_under(alike)))
            return kept


def measured_alike(records: Records, history: History, policy: Policy) -> frozenset[str]:
    """Versions in the history under which signals were measured as under a policy."""
    wanted, found = signal_numbers(policy), set[str]()
    for version in history.versions:
        saved = records.policies.published(policy.id, version)
        if saved is None:
            alike = version == policy.version
        else:
            alike = signal_numbers(saved.policy) == wanted
        found |= {version} if alike else set()
    return frozenset(found)


def _refuse_other_signals(policy: Policy, known: Policy) -> None:
    asked, kept = signal_numbers(policy), signal_numbers(known)
    differ = [name for name in asked if asked[name] != kept[name]]
    if differ:
        raise ReplayNeededError(
            "Stored signals cannot answer for this policy.",
            where=", ".join(f"signals.{name}" for name in differ),
            why="the signals were measured with other numbers",
            remedy="Score the cases again under it, or leave these numbers as they are.",
        )


def _compare(sweeper: Sweeper, base: Policy, candidate: Policy, limit: int) -> Comparison:
    history, before, after = sweeper.history, sweeper.sweep(base), sweeper.sweep(candidate)
    change = after.action - before.action
    return Comparison(
        cases=history.size,
        before=_counts(before),
        after=_counts(after),
        raised=int((change > 0).sum()),
        lowered=int((change < 0).sum()),
        flips=_flips(history, base, candidate, largest_changes(change, limit)),
        histogram=after.bins,
        without_index=history.size - sum(after.bins),
    )


def _counts(swept: Sweep) -> dict[Action, int]:
    return dict(zip(ACTIONS, swept.actions, strict=True))


def largest_changes(change: Severities, limit: int) -> Places:
    """Places of the largest changes, in order of arrival where they are the same."""
    size, found = np.abs(change), np.empty(0, np.intp)
    for steps in range(len(ACTIONS) - 1, 0, -1):
        if len(found) < limit:
            found = np.concatenate([found, np.flatnonzero(size == steps)[: limit - len(found)]])
    return found


def _flips(history: History, base: Policy, candidate: Policy, places: Places) -> tuple[Flip, ...]:
    """The cases at these places, computed exactly under both policies."""
    cases = history.at(places)
    before, after = try_policy(cases, base), try_policy(cases, candidate)
    return tuple(
        Flip(
            case_id=case_id,
            before=ACTIONS[before.action[place]],
            after=ACTIONS[after.action[place]],
            hri_before=as_optional(before.hri[place]),
            hri_after=as_optional(after.hri[place]),
        )
        for place, case_id in enumerate(cases.ids)
    )
