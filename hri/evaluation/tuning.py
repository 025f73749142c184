"""Tuning: what another policy would have done with the stored cases."""

from __future__ import annotations

import numpy as np
from pydantic import NonNegativeInt

from hri.casework.permissions import Guard, UseCase
from hri.domain.base import Model
from hri.domain.decisions import ACTIONS, Action
from hri.domain.policies import Policy
from hri.domain.ports import Clock
from hri.domain.proposals import Flip
from hri.domain.reviews import Actor
from hri.evaluation.basis import BasisReader, refuse_other_signals
from hri.evaluation.history import History
from hri.evaluation.parts import Part
from hri.evaluation.risks import RiskCell
from hri.evaluation.spans import ALL, Span, bounds_of
from hri.evaluation.sweeps import Places, Sweep, Sweeper
from hri.evaluation.trial import Severities, as_optional, exact_index


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

    def __init__(self, guard: Guard, clock: Clock, bases: BasisReader) -> None:
        self._guard, self._clock, self._bases = guard, clock, bases

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
        basis = self._bases.now()
        base = base or basis.live
        for policy in (candidate, base):
            refuse_other_signals(policy, basis.live)
        part = basis.cases.part(bounds_of(span, self._clock.now()))
        return compare_on(basis.sweeper, part, base, candidate, limit)

    def history(self, actor: Actor) -> History:
        """The signals of all stored cases; only cases added since the last call are read.

        Raises:
            ForbiddenError: The actor may not try policies.
        """
        self._guard.require(actor, UseCase.TUNE)
        return self._bases.history()

    def services(self, actor: Actor) -> tuple[str, ...]:
        """The services that cases came in for, by name; "" stands for none.

        Raises:
            ForbiddenError: The actor may not try policies.
        """
        return tuple(sorted(set(self.history(actor).services)))


def compare_on(
    sweeper: Sweeper, part: Part, base: Policy, candidate: Policy, limit: int
) -> Comparison:
    """Two policies over a part of a history, with at most ``limit`` flips of each direction."""
    before, after, chosen = sweeper.sweep(base), sweeper.sweep(candidate), part.chosen
    change = after.action - before.action
    if chosen is not None:
        change *= chosen
    bins, changed = after.bins(chosen), np.flatnonzero(change != 0)
    raised, lowered = changed[change[changed] > 0], changed[change[changed] < 0]
    places = _both_ways(change, raised, lowered, limit)
    return Comparison(
        cases=part.cases,
        before=_counts(before.actions(chosen)),
        after=_counts(after.actions(chosen)),
        raised=len(raised),
        lowered=len(lowered),
        flips=_flips(sweeper.history, (base, before), (candidate, after), places),
        histogram=bins,
        histogram_before=before.bins(chosen),
        without_index=part.cases - sum(bins),
        left_out=part.left_out,
        risks=part.sums.cells(candidate),
    )


def _counts(actions: tuple[int, ...]) -> dict[Action, int]:
    return dict(zip(ACTIONS, actions, strict=True))


def _both_ways(change: Severities, raised: Places, lowered: Places, limit: int) -> Places:
    """Places of the largest changes of each direction, all in one order."""
    chosen = [own[_largest(change[own], limit)] for own in (raised, lowered)]
    places = np.concatenate(chosen)
    return places[np.lexsort((places, -np.abs(change[places])))]


def largest_changes(change: Severities, limit: int) -> Places:
    """Places of the largest changes of severity, either way, then as they arrived."""
    changed = np.flatnonzero(change)
    return changed[_largest(change[changed], limit)]


def _largest(change: Severities, limit: int) -> Places:
    size, found = np.abs(change), np.array([], np.intp)
    for steps in range(len(ACTIONS) - 1, 0, -1):
        if len(found) < limit:
            found = np.concatenate([found, np.flatnonzero(size == steps)[: limit - len(found)]])
    return found


def _flips(
    history: History, base: tuple[Policy, Sweep], candidate: tuple[Policy, Sweep], places: Places
) -> tuple[Flip, ...]:
    """The cases at these places, with their exact index under both policies."""
    (one, before), (other, after) = base, candidate
    rows = zip(
        places.tolist(),
        before.action[places],
        after.action[places],
        exact_index(history, one, places),
        exact_index(history, other, places),
        strict=True,
    )
    return tuple(
        Flip(
            case_id=history.ids[place],
            before=ACTIONS[was],
            after=ACTIONS[is_now],
            hri_before=as_optional(hri_before),
            hri_after=as_optional(hri_after),
        )
        for place, was, is_now, hri_before, hri_after in rows
    )
