"""What each judged case stands for: by how it was chosen, and how many came of its kind."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hri.domain.decisions import ACTIONS, Action
from hri.domain.slots import SLOTS
from hri.evaluation.history import Floats, History
from hri.evaluation.labels import UNKNOWN, WRONG, Labels
from hri.evaluation.spans import Chosen

ESCALATED = np.array([action.escalates for action in ACTIONS])


@dataclass(frozen=True)
class Weights:
    """How many cases of the history a judged one stands for; 0 where nothing is known of it."""

    case: Floats
    """For what is said of whole cases; shape (l,)."""
    slot: Floats
    """For what is said of one slot; shape (5, l)."""


class Sample:
    """The judged cases of a history as a weighted sample of it.

    A stratum is what happened to the answers: each of the four actions. Escalated cases all go to
    people, so that the judged ones stand for all that arrived. Of delivered ones only those drawn
    for assurance count, each with 1 / its share: whatever else was looked at was looked at for a
    reason. In each stratum the known ones are scaled to all that arrived in it, for whole cases
    and for each slot by itself. A slot that does not apply and was judged all the same counts as
    its case does.
    """

    def __init__(self, history: History, labels: Labels, chosen: Chosen | None = None) -> None:
        """``chosen``: the part of the history that is looked at; None: all of it."""
        if chosen is not None:
            labels = labels.at(np.flatnonzero(chosen[labels.place]))
        self.labels, self.chosen = labels, chosen
        self.stratum: NDArray[np.int8] = history.action[labels.place]
        drawn = np.nan_to_num(history.drawn[labels.place], nan=0.0)
        self.chance: Floats = np.where(ESCALATED[self.stratum], 1.0, drawn)
        """How many cases each judged one was chosen out of; 0: it was not drawn."""
        self._applies = history.applies[:, labels.place]
        within = np.ones(history.size, bool) if chosen is None else chosen
        self.arrived = _per_stratum(history.action[within])
        self._applied = np.stack(
            [_per_stratum(history.action[row & within]) for row in history.applies]
        )
        self.weights = self.weigh()

    def weigh(self, times: Floats | None = None) -> Weights:
        """The weights, each judged case counted so many ``times`` (shape (l,)); once by default."""
        base = self.chance if times is None else self.chance * times
        known = np.where(self.labels.case != UNKNOWN, base, 0.0)
        scale = _ratio(self.arrived, _per_stratum(self.stratum, known))
        looked_at = _ratio(self.arrived, _per_stratum(self.stratum, base))
        slots = np.empty((len(SLOTS), self.labels.size))
        for place in range(len(SLOTS)):
            judged = np.where(self.labels.slots[place] != UNKNOWN, base, 0.0)
            applying = np.where(self._applies[place], judged, 0.0)
            own = _ratio(self._applied[place], _per_stratum(self.stratum, applying))
            factor = np.where(self._applies[place], own[self.stratum], looked_at[self.stratum])
            slots[place] = judged * factor
        return Weights(case=known * scale[self.stratum], slot=slots)

    @property
    def known(self) -> NDArray[np.bool_]:
        """Whether each judged case counts in what is said of whole cases."""
        return np.asarray((self.labels.case != UNKNOWN) & (self.chance > 0))

    @property
    def wrong(self) -> NDArray[np.bool_]:
        """Whether each judged case counts, and is wrong."""
        return np.asarray((self.labels.case == WRONG) & (self.chance > 0))

    @property
    def unmeasured(self) -> tuple[Action, ...]:
        """Actions that cases arrived with and of which no chosen case is known."""
        known = np.bincount(self.stratum[self.known], minlength=len(ACTIONS))
        return tuple(
            action
            for action in ACTIONS
            if self.arrived[action.severity] and not known[action.severity]
        )

    @property
    def covered(self) -> float:
        """Share of the slots that apply whose kind (slot and stratum) has a judged one, 0 to 1."""
        judged = (self.labels.slots != UNKNOWN) & self._applies & (self.chance > 0)
        found = np.stack([_per_stratum(self.stratum[row]) > 0 for row in judged])
        total = self._applied.sum()
        return float(self._applied[found].sum() / total) if total else 1.0


def _per_stratum(stratum: NDArray[np.int8], weight: Floats | None = None) -> Floats:
    return np.bincount(stratum, weight, minlength=len(ACTIONS)).astype(float)


def _ratio(wanted: Floats, found: Floats) -> Floats:
    return np.divide(wanted, found, out=np.zeros_like(wanted), where=found > 0)
