"""Backtests: what a candidate would have done with every stored case, as a record."""

from __future__ import annotations

import numpy as np

from hri.casework.scoring import LiveScorer, Scorer
from hri.domain.decisions import ACTIONS, Action
from hri.domain.ports import Clock
from hri.domain.proposals import MOST_FLIPS, Backtest, Flip
from hri.domain.records import Store
from hri.domain.reviews import SavedPolicy
from hri.errors import NotFoundError
from hri.evaluation.basis import measured_alike
from hri.evaluation.history import History
from hri.evaluation.loading import HistoryReader
from hri.evaluation.sweeps import Places
from hri.evaluation.trial import Severities, Trial, as_optional, try_policy
from hri.evaluation.tuning import largest_changes


class Backtests:
    """Makes backtests; see ``hri.domain.proposals.MakeBacktest``.

    Stored signals answer for a case where they were measured with the numbers of both policies.
    Any other case is scored again under both; one whose text was erased is left out.
    """

    def __init__(
        self, store: Store, clock: Clock, scorer: LiveScorer, reader: HistoryReader
    ) -> None:
        self._store, self._clock, self._scorer, self._reader = store, clock, scorer, reader

    def __call__(self, candidate: SavedPolicy) -> Backtest:
        """Try a candidate on the history as it is now."""
        history, live = self._reader.read(), self._scorer.now()
        then = live.under(candidate.policy, candidate.ref)
        with self._store.read() as records:
            alike = measured_alike(records, history, live.policy)
            alike &= measured_alike(records, history, candidate.policy)
        stands = history.are_under(alike)
        before, after = try_policy(history, live.policy), try_policy(history, candidate.policy)
        known = np.ones(history.size, bool)
        for place in np.flatnonzero(~stands):
            known[place] = self._rescore(history, int(place), (live, before), (then, after))
        change = np.where(known, after.action - before.action, 0)
        return Backtest(
            policy=candidate.ref,
            live=live.policy_ref,
            made_at=self._clock.now(),
            last_case=history.last,
            cases=int(known.sum()),
            rescored=int((known & ~stands).sum()),
            left_out=int((~known).sum()),
            before=_counts(before.action[known]),
            after=_counts(after.action[known]),
            raised=int((change > 0).sum()),
            lowered=int((change < 0).sum()),
            flips=_flips(history, before, after, largest_changes(change, MOST_FLIPS)),
        )

    def _rescore(self, history: History, place: int, *sides: tuple[Scorer, Trial]) -> bool:
        """Score one case again under both policies; False where its text was erased."""
        with self._store.read() as records:
            try:
                case = records.cases.get(history.ids[place]).case
            except NotFoundError:
                return False
        for scorer, trial in sides:
            found = scorer.score(case)
            trial.hri[place] = np.nan if found.hri is None else found.hri
            trial.action[place] = found.state.severity
        return True


def _counts(actions: Severities) -> dict[Action, int]:
    found = np.bincount(actions, minlength=len(ACTIONS)).tolist()
    return dict(zip(ACTIONS, found, strict=True))


def _flips(history: History, before: Trial, after: Trial, places: Places) -> tuple[Flip, ...]:
    return tuple(
        Flip(
            case_id=history.ids[place],
            before=ACTIONS[before.action[place]],
            after=ACTIONS[after.action[place]],
            hri_before=as_optional(before.hri[place]),
            hri_after=as_optional(after.hri[place]),
        )
        for place in places
    )
