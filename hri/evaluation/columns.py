"""The scores of all citizens' cases as columns, read once a server and then added to.

Nothing here changes once a case is stored, but the service that it was moved to. Other than
``hri.evaluation.history``, which decides every case anew, this serves counting: short numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hri.domain.columns import ScoredRow, SlotRow, TraceRow
from hri.domain.decisions import ACTIONS
from hri.domain.records import Store
from hri.domain.slots import SIGNALS, SLOTS, Signal

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Codes = NDArray[np.int32]

MICROS_A_DAY = 86_400_000_000
SLOT_TYPE = np.dtype(
    [
        *(("n", "i8"), ("slot", "i4"), ("sis", "f4"), ("ccs", "f4"), ("rvs", "f4")),
        *(("risk", "f4"), ("present", "?"), ("flagged", "?")),
    ]
)
SCORED_TYPE = np.dtype([("n", "i8"), ("hri", "f4"), ("pack", "i4")])
TEXTS = ("service", "procedure", "language", "model", "channel")
CASES_AT_ONCE, EVENTS_AT_ONCE = 20_000, 50_000
"""Read in one transaction: a tenth of a second or so."""
OCCURRING = ("service", "procedure", "model", "pack")
TRACE_TYPE = np.dtype(
    [("numbers", "i8"), ("day", "i4"), ("action", "i1"), *((name, "i4") for name in TEXTS)]
)
SLOTTED = (*(signal.value for signal in SIGNALS), "risk", "present", "flagged")
"""Columns of shape (5, n): four of numbers, then what is so or not."""


class Named(NamedTuple):
    """A column of texts: the number of each case's text among ``names``."""

    codes: Codes
    names: tuple[str, ...]


@dataclass(frozen=True)
class Columns:
    """Scores of n cases in order of arrival; columns have shape (n,) or (5, n), slots as usual.

    A signal that is not scored is NaN, as is everything of a slot that does not apply.
    """

    numbers: NDArray[np.int64]
    """Numbers of the cases in the store, rising."""
    day: NDArray[np.int32]
    """Days since 1970, in UTC, on which each came."""
    action: NDArray[np.int8]
    """Place of what happened to the answer among ``ACTIONS``."""
    hri: Floats
    """NaN where no slot applies."""
    service: Named
    procedure: Named
    language: Named
    model: Named
    channel: Named
    pack: Named
    sis: Floats
    ccs: Floats
    rvs: Floats
    risk: Floats
    present: Bools
    flagged: Bools
    last_case: int = 0
    """Number of the last case that was looked at."""
    last_event: int = 0
    """Number of the last event that was looked at for scorings."""

    @property
    def size(self) -> int:
        """How many cases there are."""
        return len(self.numbers)

    @property
    def applies(self) -> Bools:
        """Whether each slot applies."""
        return ~np.isnan(self.risk)

    def risk_of(self, signal: Signal) -> Floats:
        """A signal turned so that higher is worse, 0 to 1."""
        found: Floats = {Signal.SIS: self.sis, Signal.CCS: 1 - self.ccs, Signal.RVS: self.rvs}[
            signal
        ]
        return found

    def places(self, numbers: NDArray[np.int64]) -> NDArray[np.intp]:
        """Where the cases with these numbers stand; -1 for those that are not here, as seeds."""
        if not self.size:
            return np.full(len(numbers), -1, np.intp)
        found = np.minimum(np.searchsorted(self.numbers, numbers), self.size - 1)
        return np.where(self.numbers[found] == numbers, found, -1)


class Topics(NamedTuple):
    """What citizens' cases were on, most cases first; those on nothing known are left out."""

    services: tuple[str, ...]
    procedures: tuple[str, ...]
    models: tuple[str, ...]
    packs: tuple[str, ...]


def topics_of(columns: Columns) -> Topics:
    """The values that occur in the columns."""
    return Topics(*(_most_first(getattr(columns, name)) for name in OCCURRING))


def _most_first(named: Named) -> tuple[str, ...]:
    counts = np.bincount(named.codes, minlength=len(named.names))
    order = sorted(range(len(named.names)), key=lambda code: (-counts[code], named.names[code]))
    return tuple(named.names[code] for code in order if counts[code] and named.names[code])


class ColumnReader:
    """Reads the columns, later only what was added. Safe to share between threads.

    Many short transactions instead of a long one: while one is open, nobody's work is stored.
    """

    def __init__(self, store: Store) -> None:
        self._store, self._lock, self._kept = store, Lock(), EMPTY

    def read(self) -> Columns:
        """The columns as of now."""
        with self._lock:
            known, event = self._with_arrived(self._kept)
            known = self._with_scored(known, event)
            with self._store.read() as records:
                self._kept = _frozen(_with_moved(known, records.columns.moved()))
            return self._kept

    def _with_arrived(self, known: Columns) -> tuple[Columns, int]:
        """The columns with the cases that came, and the last event when they were all in."""
        parts, after, last = [known], known.last_case, -1
        while after != last:
            with self._store.read() as records:
                last, event = records.signals.last(), records.audit.latest()
                upto = min(after + CASES_AT_ONCE, last)
                arrived = _arrived(records.columns.traces(after, upto), upto)
                _fill_slots(arrived, records.columns.slots(after, upto))
            parts.append(arrived)
            after = upto
        came = any(part.size for part in parts[1:])
        return (_joined(parts, after) if came else known), event

    def _with_scored(self, columns: Columns, last: int) -> Columns:
        """The columns with index and pack, which the log tells up to its event ``last``."""
        names = {name: code for code, name in enumerate(columns.pack.names)}
        parts, after = [], columns.last_event
        while after < last:
            with self._store.read() as records:
                upto = min(after + EVENTS_AT_ONCE, last)
                parts.append(_scored(records.columns.scored(after, upto), names))
            after = upto
        return _filled(columns, np.concatenate(parts), tuple(names), after) if parts else columns


def _arrived(rows: Iterator[TraceRow], upto: int) -> Columns:
    places = {action.value: place for place, action in enumerate(ACTIONS)}
    names: list[dict[str, int]] = [{} for _name in TEXTS]
    read = np.fromiter(
        (
            (
                row.case_n,
                row.received_at // MICROS_A_DAY,
                places[row.action],
                *(code.setdefault(text, len(code)) for code, text in zip(names, row[3:])),  # noqa: B905
            )
            for row in rows
        ),
        TRACE_TYPE,
    )
    texts = {
        name: Named(np.ascontiguousarray(read[name]), tuple(code))
        for name, code in zip(TEXTS, names, strict=True)
    }
    plain = {name: np.ascontiguousarray(read[name]) for name in ("numbers", "day", "action")}
    none = Named(np.zeros(len(read), np.int32), ("",))
    return _columns(len(read), **plain, **texts, pack=none, last_case=upto)


def _columns(n: int, **known: Any) -> Columns:
    """Columns of n cases, of whose scores nothing is known but what is given."""
    blank: dict[str, Any] = {
        "hri": np.full(n, np.nan, np.float32),
        **{name: np.full((len(SLOTS), n), np.nan, np.float32) for name in SLOTTED[:4]},
        **{name: np.zeros((len(SLOTS), n), bool) for name in SLOTTED[4:]},
    }
    return Columns(**{**blank, **known})


def _fill_slots(columns: Columns, rows: Iterator[SlotRow]) -> None:
    read = np.fromiter(rows, SLOT_TYPE)
    place = np.searchsorted(columns.numbers, read["n"])
    for name in SLOTTED:
        found = read[name]
        if found.dtype != bool:
            found = np.where(found < 0, np.float32(np.nan), found)
        getattr(columns, name)[read["slot"], place] = found


def _scored(rows: Iterator[ScoredRow], names: dict[str, int]) -> NDArray[np.void]:
    found = ((row.case_n, row.hri, names.setdefault(row.pack, len(names))) for row in rows)
    return np.fromiter(found, SCORED_TYPE)


def _filled(
    columns: Columns, read: NDArray[np.void], packs: tuple[str, ...], last_event: int
) -> Columns:
    place = columns.places(read["n"])
    here = place >= 0
    hri, pack = columns.hri.copy(), columns.pack.codes.copy()
    hri[place[here]] = np.where(read["hri"] < 0, np.float32(np.nan), read["hri"])[here]
    pack[place[here]] = read["pack"][here]
    return replace(columns, hri=hri, pack=Named(pack, packs), last_event=last_event)


def _with_moved(columns: Columns, moved: dict[int, str]) -> Columns:
    """The columns with the services that cases were moved to since."""
    if not moved:
        return columns
    names = {name: code for code, name in enumerate(columns.service.names)}
    for name in moved.values():
        names.setdefault(name, len(names))
    codes = columns.service.codes.copy()
    places = columns.places(np.fromiter(moved, np.int64))
    now = np.array([names[name] for name in moved.values()], np.int32)
    codes[places[places >= 0]] = now[places >= 0]
    return replace(columns, service=Named(codes, tuple(names)))


def _joined(parts: list[Columns], upto: int) -> Columns:
    joined: dict[str, Any] = {
        name: np.concatenate([getattr(part, name) for part in parts], axis=-1)
        for name in ("numbers", "day", "action", "hri", *SLOTTED)
    }
    for name in (*TEXTS, "pack"):
        joined[name] = _together([getattr(part, name) for part in parts])
    return Columns(**joined, last_case=upto, last_event=parts[0].last_event)


def _together(parts: list[Named]) -> Named:
    names: dict[str, int] = {}
    codes = []
    for part in parts:
        renumbered = [names.setdefault(name, len(names)) for name in part.names]
        codes.append(np.array([*renumbered, 0], np.int32)[part.codes])
    return Named(np.concatenate(codes), tuple(names))


def _frozen(columns: Columns) -> Columns:
    for found in vars(columns).values():
        array = found.codes if isinstance(found, Named) else found
        if isinstance(array, np.ndarray):
            array.flags.writeable = False
    return columns


EMPTY = _columns(
    0,
    numbers=np.zeros(0, np.int64),
    day=np.zeros(0, np.int32),
    action=np.zeros(0, np.int8),
    **dict.fromkeys((*TEXTS, "pack"), Named(np.zeros(0, np.int32), ())),
)
"""No case at all."""
