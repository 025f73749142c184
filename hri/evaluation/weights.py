"""What each judged case stands for: by how it was chosen, and how many came of its kind."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hri.domain.decisions import ACTIONS, Action
from hri.evaluation.history import Floats, History
from hri.evaluation.labels import UNKNOWN, WRONG, Labels
from hri.evaluation.spans import Chosen

ESCALATED = np.array([action.escalates for action in ACTIONS])


class Counts(NamedTuple):
    """Judged cases by what they can tell."""

    known: int
    """Right or wrong."""
    partly: int
    """Chosen by rule, and neither."""
    unasked: int
    """Not chosen by rule."""


class _Scales(NamedTuple):
    own: Floats
    """How many slots a judged one stands for, by slot and stratum; shape (5, 4)."""
    looked_at: Floats
    """The same of slots that do not apply, by stratum; shape (4,)."""


class Weights:
    """How many cases of the history a judged one stands for; 0 where nothing is known of it."""

    def __init__(self, case: Floats, sample: Sample, base: Floats, scales: _Scales) -> None:
        self.case = case
        """For what is said of whole cases; shape (l,)."""
        self._sample, self._base, self._scales = sample, base, scales

    @cached_property
    def slot(self) -> Floats:
        """For what is said of one slot; shape (5, l)."""
        every = np.arange(self._sample.labels.size)
        known = self._sample.labels.slots != UNKNOWN
        return np.asarray(self._of_slots(every) * known)

    @cached_property
    def wrong(self) -> Floats:
        """The same of wrong slots alone, 0 elsewhere, for the cases that have one; shape (5, f)."""
        faulty = self._sample.faulty
        return np.asarray(self._of_slots(faulty) * self._sample.wrong_slots)

    def _of_slots(self, chosen: NDArray[np.intp]) -> Floats:
        stratum, applies = self._sample.stratum[chosen], self._sample.applies[:, chosen]
        own, looked_at = self._scales.own[:, stratum], self._scales.looked_at[stratum]
        return np.asarray(self._base[chosen] * np.where(applies, own, looked_at))


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
        self.applies: NDArray[np.bool_] = history.applies[:, labels.place]
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
        own = np.stack(
            [
                _ratio(applied, _per_stratum(self.stratum[judged], base[judged]))
                for applied, judged in zip(self._applied, self._judged, strict=True)
            ]
        )
        looked_at = _ratio(self.arrived, _per_stratum(self.stratum, base))
        return Weights(known * scale[self.stratum], self, base, _Scales(own, looked_at))

    @cached_property
    def _judged(self) -> list[NDArray[np.intp]]:
        """Judged cases in which each slot applies and is known."""
        return [np.flatnonzero(row) for row in (self.labels.slots != UNKNOWN) & self.applies]

    @cached_property
    def known(self) -> NDArray[np.bool_]:
        """Whether each judged case counts in what is said of whole cases."""
        return np.asarray((self.labels.case != UNKNOWN) & (self.chance > 0))

    @cached_property
    def wrong(self) -> NDArray[np.bool_]:
        """Whether each judged case counts, and is wrong."""
        return np.asarray((self.labels.case == WRONG) & (self.chance > 0))

    @cached_property
    def faulty(self) -> NDArray[np.intp]:
        """Which judged cases have a wrong slot: few, and all that errors are counted on."""
        return np.flatnonzero((self.labels.slots == WRONG).any(axis=0))

    @cached_property
    def chosen_in(self) -> Floats:
        """Judged cases chosen by rule, per stratum."""
        return _per_stratum(self.stratum[self.chance > 0])

    @cached_property
    def wrong_slots(self) -> NDArray[np.bool_]:
        """Which slots of the ``faulty`` cases are wrong; shape (5, f)."""
        return np.asarray(self.labels.slots[:, self.faulty] == WRONG)

    @cached_property
    def judged_slots(self) -> NDArray[np.int64]:
        """Judged slots that count, right or wrong; shape (5,)."""
        return np.asarray(((self.labels.slots != UNKNOWN) & (self.chance > 0)).sum(axis=1))

    @cached_property
    def counts(self) -> Counts:
        """How many judged cases count, and how many do not."""
        chosen, known = int((self.chance > 0).sum()), int(self.known.sum())
        return Counts(known, chosen - known, self.labels.size - chosen)

    @cached_property
    def unmeasured(self) -> tuple[Action, ...]:
        """Actions that cases arrived with and of which no chosen case is known."""
        known = _per_stratum(self.stratum[self.known])
        return tuple(
            action
            for action in ACTIONS
            if self.arrived[action.severity] and not known[action.severity]
        )

    @cached_property
    def covered(self) -> float:
        """Share of the slots that apply whose kind (slot and stratum) has a judged one, 0 to 1."""
        judged = (self.labels.slots != UNKNOWN) & self.applies & (self.chance > 0)
        found = np.stack([_per_stratum(self.stratum[row]) > 0 for row in judged])
        total = self._applied.sum()
        return float(self._applied[found].sum() / total) if total else 1.0


def _per_stratum(stratum: NDArray[np.int8], weight: Floats | None = None) -> Floats:
    return np.bincount(stratum, weight, minlength=len(ACTIONS)).astype(float)


def _ratio(wanted: Floats, found: Floats) -> Floats:
    return np.divide(wanted, found, out=np.zeros_like(wanted), where=found > 0)
