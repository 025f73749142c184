"""The history that tuning sweeps, with what was counted for the parts of it looked at last."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from hri.evaluation.history import History
from hri.evaluation.risks import SignalSums, sum_signals
from hri.evaluation.spans import Bounds, Chosen, within
from hri.evaluation.sweeps import Sweeper

KEPT = 4


class Part(NamedTuple):
    """The cases of a span."""

    chosen: Chosen | None
    """Which cases of the sweeper's history; None: all."""
    cases: int
    left_out: int
    """Cases of the span whose signals were measured with other numbers."""
    sums: SignalSums


class Sweepable:
    """The cases of a history that were decided under some versions; threads may share it."""

    def __init__(self, whole: History, alike: frozenset[str]) -> None:
        self.whole, self.alike = whole, alike
        self.sweeper = Sweeper(whole.decided_under(alike))
        self._parts: OrderedDict[Bounds, Part] = OrderedDict()
        self._lock = Lock()

    def part(self, bounds: Bounds) -> Part:
        """The cases within bounds; what was counted for the latest bounds is kept."""
        with self._lock:
            found = self._parts.get(bounds)
            if found is None:
                found = self._parts[bounds] = self._part(bounds)
                if len(self._parts) > KEPT:
                    self._parts.popitem(last=False)
            self._parts.move_to_end(bounds)
            return found

    def _part(self, bounds: Bounds) -> Part:
        history = self.sweeper.history
        chosen, of_all = within(history, bounds), within(self.whole, bounds)
        cases = history.size if chosen is None else int(chosen.sum())
        every = self.whole.size if of_all is None else int(of_all.sum())
        return Part(chosen, cases, every - cases, sum_signals(history, chosen))
