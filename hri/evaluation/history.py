"""The stored signals of all cases as columns, for trying policies on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from hri.domain.figures import SlotRow, SlotTrait
from hri.domain.policies import CaseFlag
from hri.domain.records import Records, Store
from hri.domain.slots import SLOTS

Name = TypeVar("Name")
Floats = NDArray[np.float64]

NO_KIND = 0
"""Number of the kind that stands for a slot that does not apply."""


class SlotKind(NamedTuple):
    """All that overrides without a number of their own can tell apart in a slot that applies.

    Few kinds occur, however many cases there are: an override is tried once a kind.
    """

    slot: int
    trait: SlotTrait
    sis_scored: bool
    ccs: bool | None
    """True when CCS is 0, None when it is not scored."""
    rvs: bool | None
    """True when RVS is 1, None when it is not scored."""


@dataclass(frozen=True)
class History:
    """Signals of n cases. Columns have shape (5, n) or (n,), slots in the usual order.

    ``sis``, ``ccs``, ``rvs`` are NaN where a slot does not apply or the signal is not scored.
    """

    last: int
    """Number of the latest case in the store, which tells whether this is up to date."""
    ids: tuple[str, ...]
    applies: NDArray[np.bool_]
    sis: Floats
    ccs: Floats
    rvs: Floats
    kind: NDArray[np.int32]
    kinds: tuple[SlotKind | None, ...]
    flag_set: NDArray[np.int32]
    flag_sets: tuple[tuple[CaseFlag, ...], ...]
    version: NDArray[np.int32]
    """Which of ``versions`` each case was decided under."""
    versions: tuple[str, ...]
    received: NDArray[np.int64]
    """When each case came in, in microseconds since 1970, UTC."""
    service: NDArray[np.int32]
    """Which of ``services`` each case belongs to."""
    services: tuple[str, ...]

    def at(self, places: NDArray[np.intp]) -> History:
        """The cases at these places alone."""
        return History(
            last=self.last,
            ids=tuple(self.ids[place] for place in places),
            applies=self.applies[:, places],
            sis=self.sis[:, places],
            ccs=self.ccs[:, places],
            rvs=self.rvs[:, places],
            kind=self.kind[:, places],
            kinds=self.kinds,
            flag_set=self.flag_set[places],
            flag_sets=self.flag_sets,
            version=self.version[places],
            versions=self.versions,
            received=self.received[places],
            service=self.service[places],
            services=self.services,
        )

    @property
    def size(self) -> int:
        """How many cases there are."""
        return len(self.ids)

    def are_under(self, versions: Collection[str]) -> NDArray[np.bool_]:
        """Whether each case was decided under one of these versions."""
        fits = np.array([*(name in versions for name in self.versions), False], bool)
        return np.asarray(fits[self.version])

    def decided_under(self, versions: Collection[str]) -> History:
        """The cases that were decided under one of these versions."""
        chosen = self.are_under(versions)
        return self if chosen.all() else self.at(np.flatnonzero(chosen))


class HistoryReader:
    """Reads the history, once; later only what was added. Safe to share between threads."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, Lock()
        self._kept: History | None = None

    def read(self) -> History:
        """The signals of all citizens' cases that are stored by now."""
        with self._lock:
            with self._store.read() as records:
                self._kept = read_history(records, self._kept)
            return self._kept


def read_history(records: Records, known: History | None = None) -> History:
    """The signals of all stored cases, in order of arrival; the columns are read-only.

    Cases never change once they are stored, so that only those after ``known`` are read.
    """
    if known is None:
        return _frozen(_read_after(records, 0))
    if known.last == records.signals.last():
        return known
    return _frozen(_joined(known, _read_after(records, known.last)))


def _read_after(records: Records, last: int) -> History:
    cases = list(records.signals.cases(last))
    column = {case.n: place for place, case in enumerate(cases)}
    flags, versions, services = _Numbers[str](), _Numbers[str](), _Numbers[str]()
    flag_set = np.fromiter((flags[case.flags] for case in cases), np.int32, len(cases))
    version = np.fromiter((versions[case.version] for case in cases), np.int32, len(cases))
    service = np.fromiter((services[case.service] for case in cases), np.int32, len(cases))
    filled = _fill(records.signals.slots(last), records.signals.traits(), column)
    return History(
        last=records.signals.last(),
        ids=tuple(case.case_id for case in cases),
        applies=filled.kind != NO_KIND,
        sis=filled.signals[0],
        ccs=filled.signals[1],
        rvs=filled.signals[2],
        kind=filled.kind,
        kinds=(None, *filled.kinds),
        flag_set=flag_set,
        flag_sets=tuple(_flags(text) for text in flags.names()),
        version=version,
        versions=versions.names(),
        received=np.fromiter((case.received for case in cases), np.int64, len(cases)),
        service=service,
        services=services.names(),
    )


def _joined(first: History, then: History) -> History:
    kinds, kind = _renumbered(first.kinds, then.kinds, then.kind)
    flag_sets, flag_set = _renumbered(first.flag_sets, then.flag_sets, then.flag_set)
    versions, version = _renumbered(first.versions, then.versions, then.version)
    services, service = _renumbered(first.services, then.services, then.service)
    return History(
        last=then.last,
        ids=first.ids + then.ids,
        applies=np.concatenate([first.applies, then.applies], axis=1),
        sis=np.concatenate([first.sis, then.sis], axis=1),
        ccs=np.concatenate([first.ccs, then.ccs], axis=1),
        rvs=np.concatenate([first.rvs, then.rvs], axis=1),
        kind=np.concatenate([first.kind, kind], axis=1),
        kinds=kinds,
        flag_set=np.concatenate([first.flag_set, flag_set]),
        flag_sets=flag_sets,
        version=np.concatenate([first.version, version]),
        versions=versions,
        received=np.concatenate([first.received, then.received]),
        service=np.concatenate([first.service, service]),
        services=services,
    )


def _renumbered(
    first: tuple[Name, ...], then: tuple[Name, ...], column: NDArray[np.int32]
) -> tuple[tuple[Name, ...], NDArray[np.int32]]:
    """The names of both in one list, those of ``first`` as they were, and a column that fits it."""
    numbers = _Numbers[Name]()
    for name in (*first, *then):
        numbers[name]  # numbers it
    of_then = np.array([*(numbers[name] for name in then), 0], np.int32)
    return numbers.names(), of_then[column]


def _frozen(history: History) -> History:
    for array in vars(history).values():
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    return history


class _Filled(NamedTuple):
    signals: Floats
    kind: NDArray[np.int32]
    kinds: tuple[SlotKind, ...]


def _fill(rows: Iterator[SlotRow], traits: dict[int, SlotTrait], column: dict[int, int]) -> _Filled:
    signals = np.full((3, len(SLOTS), len(column)), np.nan)
    kind = np.full((len(SLOTS), len(column)), NO_KIND, np.int32)
    kinds = _Numbers[tuple[int, int, bool, bool | None, bool | None]]()
    for row in rows:
        place = column[row.case_n]
        for number, value in enumerate((row.sis, row.ccs, row.rvs)):
            if value is not None:
                signals[number, row.slot, place] = value
        key = (
            row.slot,
            row.trait,
            row.sis is not None,
            None if row.ccs is None else row.ccs == 0,
            None if row.rvs is None else row.rvs == 1,
        )
        kind[row.slot, place] = kinds[key] + 1
    named = tuple(
        SlotKind(slot, traits[trait], sis, ccs, rvs) for slot, trait, sis, ccs, rvs in kinds.names()
    )
    return _Filled(signals, kind, named)


class _Numbers(dict[Name, int]):
    """Numbers names in the order in which they first occur."""

    def __missing__(self, name: Name) -> int:
        self[name] = len(self)
        return self[name]

    def names(self) -> tuple[Name, ...]:
        return tuple(self)


def _flags(text: str) -> tuple[CaseFlag, ...]:
    return tuple(CaseFlag(name) for name in text.split(",") if name)
