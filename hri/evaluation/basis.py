"""What policies are tried on: the history whose signals hold, and what people found in it."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

import numpy as np

from hri.casework.scoring import LiveScorer
from hri.domain.policies import Policy, signal_numbers
from hri.domain.records import Records, Store
from hri.errors import ReplayNeededError
from hri.evaluation.history import History
from hri.evaluation.labels import LabelReader, Labels
from hri.evaluation.loading import HistoryReader
from hri.evaluation.parts import KEPT, Sweepable
from hri.evaluation.spans import Bounds
from hri.evaluation.sweeps import Sweeper
from hri.evaluation.weights import Sample


class Basis:
    """The cases whose signals were measured as the live policy does, and what people judged."""

    def __init__(self, live: Policy, cases: Sweepable, labels: Labels) -> None:
        self.live, self.cases = live, cases
        self.read_as = labels
        """The labels of the whole history that this was made from."""
        self._labels = _among(cases, labels)
        self._samples: OrderedDict[Bounds, Sample] = OrderedDict()
        self._lock = Lock()

    @property
    def sweeper(self) -> Sweeper:
        """Sweeps policies over these cases."""
        return self.cases.sweeper

    def sample(self, bounds: Bounds) -> Sample:
        """The judged cases within bounds; those of the latest bounds are kept."""
        with self._lock:
            found = self._samples.get(bounds)
            if found is None:
                chosen = self.cases.part(bounds).chosen
                found = Sample(self.sweeper.history, self._labels, chosen)
                self._samples[bounds] = found
                if len(self._samples) > KEPT:
                    self._samples.popitem(last=False)
            self._samples.move_to_end(bounds)
            return found


class BasisReader:
    """Reads the basis once for a whole server; later only what came since. Safe to share."""

    def __init__(self, store: Store, scorer: LiveScorer, reader: HistoryReader) -> None:
        self._store, self._scorer, self._reader = store, scorer, reader
        self._labels, self._lock = LabelReader(store), Lock()
        self._kept: Basis | None = None

    def now(self) -> Basis:
        """The basis as it is now."""
        live, whole = self._scorer.now().policy, self._reader.read()
        labels = self._labels.read(whole)
        with self._lock:
            kept = self._kept
            same = kept is not None and kept.cases.whole is whole and kept.live is live
            if kept is None or not same:
                kept = self._anew(kept, live, whole, labels)
            elif kept.read_as is not labels:
                kept = Basis(live, kept.cases, labels)
            self._kept = kept
            return kept

    def _anew(self, kept: Basis | None, live: Policy, whole: History, labels: Labels) -> Basis:
        """The basis under another policy or on more cases; sweeps that still hold are kept."""
        with self._store.read() as records:
            alike = measured_alike(records, whole, live)
        if kept is not None and kept.cases.whole is whole and kept.cases.alike == alike:
            return Basis(live, kept.cases, labels)
        return Basis(live, Sweepable(whole, alike), labels)

    def history(self) -> History:
        """The signals of all stored cases, however they were measured."""
        return self._reader.read()


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


def refuse_other_signals(policy: Policy, known: Policy) -> None:
    """Refuse a policy that stored signals cannot answer for.

    Raises:
        ReplayNeededError: It changes numbers that the signals rest on.
    """
    asked, kept = signal_numbers(policy), signal_numbers(known)
    differ = [name for name in asked if asked[name] != kept[name]]
    if differ:
        raise ReplayNeededError(
            "Stored signals cannot answer for this policy.",
            where=", ".join(f"signals.{name}" for name in differ),
            why="the signals were measured with other numbers",
            remedy="Score the cases again under it, or leave these numbers as they are.",
        )


def _among(cases: Sweepable, labels: Labels) -> Labels:
    if cases.sweeper.history is cases.whole:
        return labels
    return labels.among(np.flatnonzero(cases.whole.are_under(cases.alike)))
