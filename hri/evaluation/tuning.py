"""Tuning: what another policy would have done with the stored cases."""

from __future__ import annotations

from threading import Lock

import numpy as np
from pydantic import NonNegativeInt

from hri.casework.permissions import Guard, UseCase
from hri.casework.scoring import LiveScorer
from hri.domain.base import Model
from hri.domain.decisions import ACTIONS, Action
from hri.domain.policies import Policy, signal_numbers
from hri.domain.ports import Clock
from hri.domain.proposals import Flip
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor
from hri.errors import ReplayNeededError
from hri.evaluation.history import History, HistoryReader
from hri.evaluation.parts import Part, Sweepable
from hri.evaluation.risks import RiskCell
from hri.evaluation.spans import ALL, Span, bounds_of
from hri.evaluation.sweeps import Places, Sweeper
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
    """Cases whose action differs, largest change first, then as they arrived.

    At most ``limit`` that are raised and ``limit`` that are lowered.
    """
    histogram: tuple[int, ...]
    """Cases per twentieth of the candidate's HRI, from [0, 0.05) to [0.95, 1]."""
    histogram_before: tuple[int, ...] = ()
    """The same under the policy compared with."""
    risks: tuple[RiskCell, ...] = ()
    """Mean risk by slot and service under the candidate."""
    without_index: NonNegativeInt
    """Cases in which no slot applies, so that there is no index."""
    left_out: NonNegativeInt = 0
    """Cases whose signals were measured with other numbers than the live policy's."""


class Tuning:
    """Tries policies on the history. Permission: TUNE.

    Stored signals answer for every number of the index and every override. A policy that changes
    what the signals themselves rest on needs the cases scored again, and is refused here.
    """

    def __init__(
        self,
        store: Store,
        guard: Guard,
        clock: Clock,
        scorer: LiveScorer,
        reader: HistoryReader,
    ) -> None:
        self._store, self._guard, self._clock = store, guard, clock
        self._scorer, self._reader = scorer, reader
        self._lock = Lock()
        self._kept: Sweepable | None = None

    def compare(
        self,
        actor: Actor,
        candidate: Policy,
        base: Policy | None = None,
        *,
        span: Span = ALL,
        limit: int = 200,
    ) -> Comparison:
        """Apply ``candidate`` and ``base`` (default: the policy in force) to the stored signals.

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
        part = kept.part(bounds_of(span, self._clock.now()))
        return _compare(kept.sweeper, part, base, candidate, limit)

    def history(self, actor: Actor) -> History:
        """The signals of all stored cases; only cases added since the last call are read.

        Raises:
            ForbiddenError: The actor may not try policies.
        """
        self._guard.require(actor, UseCase.TUNE)
        return self._reader.read()

    def _sweepable(self, live: Policy) -> Sweepable:
        """The cases whose signals were measured as the live policy does."""
        whole = self._reader.read()
        with self._store.read() as records:
            alike = measured_alike(records, whole, live)
        with self._lock:
            kept = self._kept
            if kept is None or kept.whole is not whole or kept.alike != alike:
                kept = self._kept = Sweepable(whole, alike)
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


def _compare(
    sweeper: Sweeper, part: Part, base: Policy, candidate: Policy, limit: int
) -> Comparison:
    before, after, chosen = sweeper.sweep(base), sweeper.sweep(candidate), part.chosen
    change = after.action - before.action
    if chosen is not None:
        change *= chosen
    bins = after.bins(chosen)
    return Comparison(
        cases=part.cases,
        before=_counts(before.actions(chosen)),
        after=_counts(after.actions(chosen)),
        raised=int((change > 0).sum()),
        lowered=int((change < 0).sum()),
        flips=_flips(sweeper.history, base, candidate, _both_ways(change, limit)),
        histogram=bins,
        histogram_before=before.bins(chosen),
        without_index=part.cases - sum(bins),
        left_out=part.left_out,
        risks=part.sums.cells(candidate),
    )


def _counts(actions: tuple[int, ...]) -> dict[Action, int]:
    return dict(zip(ACTIONS, actions, strict=True))


def _both_ways(change: Severities, limit: int) -> Places:
    """Places of the largest changes of each direction, all in one order."""
    raised = largest_changes(np.maximum(change, 0), limit)
    lowered = largest_changes(np.minimum(change, 0), limit)
    places = np.concatenate([raised, lowered])
    return places[np.lexsort((places, -np.abs(change[places])))]


def largest_changes(change: Severities, limit: int) -> Places:
    """Places of the largest changes of severity, either way, then as they arrived."""
    size, found = np.abs(change), np.array([], np.intp)
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
