"""Ground truth: what people found per slot, joined to the columns of the history by place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hri.domain.figures import VerdictMark, VerdictRow
from hri.domain.records import Store
from hri.domain.reviews import Judgement
from hri.domain.slots import SLOTS
from hri.evaluation.history import History

Truths = NDArray[np.int8]
Places = NDArray[np.intp]

UNKNOWN, RIGHT, WRONG = -1, 0, 1
TRUTH_OF = {Judgement.SUPPORTED: RIGHT, Judgement.WRONG: WRONG}
"""What a judgement says of the answer; the others say nothing of it."""


@dataclass(frozen=True)
class Labels:
    """What people found in l judged cases. Values: ``UNKNOWN``, ``RIGHT``, ``WRONG``."""

    place: Places
    """Place of each case in the history, rising; shape (l,)."""
    slots: Truths
    """Shape (5, l), slots in the usual order."""
    case: Truths
    """Wrong: a slot is. Right: none is, and every slot the answer speaks of is supported."""

    @property
    def size(self) -> int:
        """How many judged cases there are."""
        return len(self.place)

    def among(self, places: Places) -> Labels:
        """The labels of the cases at these rising places, with their places among them."""
        found = np.searchsorted(places, self.place)
        found[found == len(places)] = 0
        chosen = places[found] == self.place if len(places) else np.zeros(self.size, bool)
        return Labels(found[chosen], self.slots[:, chosen], self.case[chosen])

    def at(self, chosen: Places) -> Labels:
        """Some of the judged cases, by their numbers among all judged ones."""
        return Labels(self.place[chosen], self.slots[:, chosen], self.case[chosen])


class _Kept(NamedTuple):
    history: History
    mark: VerdictMark
    labels: Labels


class LabelReader:
    """Reads verdicts, once; later only those given or undone since. Safe to share.

    The numbers of a case whose texts were erased stay until the next start, as they do in figures
    that were exported; they hold no content.
    """

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, Lock()
        self._found: dict[int, tuple[int, ...]] = {}
        self._kept: _Kept | None = None

    def read(self, history: History) -> Labels:
        """What people found, as of now, in the cases of a whole history."""
        with self._lock:
            kept = self._kept
            with self._store.read() as records:
                mark = records.signals.mark()
                since = kept.mark if kept else VerdictMark()
                if kept is None or mark != since:
                    self._take(records.signals.verdicts(since))
            if kept is None or mark != kept.mark or history is not kept.history:
                kept = self._kept = _Kept(history, mark, _labels(self._found, history))
            return kept.labels

    def _take(self, rows: Iterable[VerdictRow]) -> None:
        for row in rows:
            if row.judgements is None:
                self._found.pop(row.case_n, None)
            else:
                self._found[row.case_n] = _truths(row)


def _truths(row: VerdictRow) -> tuple[int, ...]:
    """The truth of each slot, then of the case."""
    found = row.judgements or {}
    slots = tuple(
        TRUTH_OF.get(found[slot], UNKNOWN) if slot in found else UNKNOWN for slot in SLOTS
    )
    if WRONG in slots:
        return (*slots, WRONG)
    known = all(found.get(slot) is Judgement.SUPPORTED for slot in row.present)
    return (*slots, RIGHT if known else UNKNOWN)


def _labels(found: dict[int, tuple[int, ...]], history: History) -> Labels:
    numbers = np.array(sorted(found), np.int64)
    place = np.searchsorted(history.number, numbers)
    inside = place < history.size
    inside[inside] = history.number[place[inside]] == numbers[inside]
    rows = [found[number] for number in numbers[inside].tolist()]
    table = np.array(rows, np.int8).reshape(-1, len(SLOTS) + 1).T
    return Labels(place[inside], table[:-1], table[-1])
