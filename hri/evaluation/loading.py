"""Reading the history out of the store: once, and later only what was added."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from threading import Lock
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from hri.domain.decisions import ACTIONS
from hri.domain.figures import CaseRow, SlotRow, SlotTrait
from hri.domain.policies import CaseFlag
from hri.domain.records import Records, Store
from hri.domain.slots import SLOTS
from hri.evaluation.history import NO_KIND, Floats, History, SlotKind

Name = TypeVar("Name")
Integers = NDArray[np.int64]

CHUNK = 100_000
"""Rows that are made columns at a time."""
SEVERITIES = {action: action.severity for action in ACTIONS}
STATES = 3
"""Of a signal, as overrides see it: not scored, as bad as can be, anything else."""


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
    cases = _read_cases(records.signals.cases(last))
    number = cases["number"]
    filled = _fill(records.signals.slots(last), records.signals.traits(), number)
    return History(
        last=records.signals.last(),
        applies=filled.kind != NO_KIND,
        sis=filled.signals[0],
        ccs=filled.signals[1],
        rvs=filled.signals[2],
        kind=filled.kind,
        kinds=(None, *filled.kinds),
        **cases,
    )


CASE_COLUMNS: dict[str, type[Any]] = {
    "number": np.int64,
    "flag_set": np.int32,
    "version": np.int32,
    "received": np.int64,
    "service": np.int32,
    "action": np.int8,
    "drawn": np.float64,
}


def _read_cases(rows: Iterator[CaseRow]) -> dict[str, Any]:
    """The rows as columns, made a chunk at a time: as rows they take several times the room."""
    flags, versions, services = _Numbers[str](), _Numbers[str](), _Numbers[str]()
    ids: list[str] = []
    parts: dict[str, list[NDArray[Any]]] = {name: [] for name in CASE_COLUMNS}
    rows = iter(rows)
    while chunk := list(islice(rows, CHUNK)):
        ids += [case.case_id for case in chunk]
        read = {
            "number": [case.n for case in chunk],
            "flag_set": [flags[case.flags] for case in chunk],
            "version": [versions[case.version] for case in chunk],
            "received": [case.received for case in chunk],
            "service": [services[case.service] for case in chunk],
            "action": [SEVERITIES[case.action] for case in chunk],
            "drawn": [case.sample_weight for case in chunk],
        }
        for name, kind in CASE_COLUMNS.items():
            parts[name].append(np.array(read[name], kind))
    return {
        "ids": tuple(ids),
        "flag_sets": tuple(_flags(text) for text in flags.names()),
        "versions": versions.names(),
        "services": services.names(),
        **{
            name: np.concatenate([np.array([], kind), *parts[name]])
            for name, kind in CASE_COLUMNS.items()
        },
    }


def _joined(first: History, then: History) -> History:
    """Both, one after the other; names keep the numbers that the first history gave them."""
    columns: dict[str, Any] = {
        name: np.concatenate([value, getattr(then, name)], axis=-1)
        for name, value in vars(first).items()
        if isinstance(value, np.ndarray)
    }
    for column, named in (
        ("kind", "kinds"),
        ("flag_set", "flag_sets"),
        ("version", "versions"),
        ("service", "services"),
    ):
        numbers = _Numbers[object]()
        for name in (*getattr(first, named), *getattr(then, named)):
            numbers[name]
        renumbered = np.array([*(numbers[name] for name in getattr(then, named)), 0], np.int32)
        added = renumbered[getattr(then, column)]
        columns[column] = np.concatenate([getattr(first, column), added], axis=-1)
        columns[named] = numbers.names()
    return replace(first, last=then.last, ids=first.ids + then.ids, **columns)


def _frozen(history: History) -> History:
    for array in vars(history).values():
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    return history


class _Filled(NamedTuple):
    signals: Floats
    kind: NDArray[np.int32]
    kinds: tuple[SlotKind, ...]


def _fill(rows: Iterator[SlotRow], traits: dict[int, SlotTrait], number: Integers) -> _Filled:
    signals = np.full((3, len(SLOTS), len(number)), np.nan)
    kind = np.full((len(SLOTS), len(number)), NO_KIND, np.int32)
    kinds = _Numbers[int]()
    while chunk := list(islice(rows, CHUNK)):
        table = np.array(chunk, float)  # None becomes NaN
        place = np.searchsorted(number, table[:, 0].astype(np.int64))
        slot = table[:, 1].astype(np.intp)
        signals[:, slot, place] = table[:, 2:5].T
        codes, which = np.unique(_codes(table), return_inverse=True)
        numbered = np.array([kinds[code] + 1 for code in codes.tolist()], np.int32)
        kind[slot, place] = numbered[which]
    return _Filled(signals, kind, tuple(_kind(code, traits) for code in kinds.names()))


def _codes(table: Floats) -> Integers:
    """One number for everything that overrides can tell apart in a row; see ``_kind``."""
    sis, ccs, rvs = table[:, 2], table[:, 3], table[:, 4]
    code = table[:, 5].astype(np.int64)
    code = code * len(SLOTS) + table[:, 1].astype(np.int64)
    for unscored, worst in (
        (np.isnan(sis), False),
        (np.isnan(ccs), ccs == 0),
        (np.isnan(rvs), rvs == 1),
    ):
        code = code * STATES + np.where(unscored, 0, np.where(worst, 1, 2))
    return code


def _kind(code: int, traits: dict[int, SlotTrait]) -> SlotKind:
    code, rvs = divmod(code, STATES)
    code, ccs = divmod(code, STATES)
    code, sis = divmod(code, STATES)
    trait, slot = divmod(code, len(SLOTS))
    return SlotKind(slot, traits[trait], sis != 0, _worst(ccs), _worst(rvs))


def _worst(state: int) -> bool | None:
    return None if state == 0 else state == 1


class _Numbers(dict[Name, int]):
    """Numbers names in the order in which they first occur."""

    def __missing__(self, name: Name) -> int:
        self[name] = len(self)
        return self[name]

    def names(self) -> tuple[Name, ...]:
        return tuple(self)


def _flags(text: str) -> tuple[CaseFlag, ...]:
    return tuple(CaseFlag(name) for name in text.split(",") if name)
