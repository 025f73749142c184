"""What people found in the cases they decided, as columns; read once a server, then added to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hri.domain.columns import FoundRow
from hri.domain.records import Store
from hri.domain.reviews import Judgement, ReviewVerb, Stage
from hri.domain.slots import SLOTS
from hri.evaluation.columns import EVENTS_AT_ONCE, MICROS_A_DAY, Bools, Columns

JUDGEMENTS, VERBS, STAGES = tuple(Judgement), tuple(ReviewVerb), tuple(Stage)
NOT_CHECKED = -1
"""In place of a judgement: nobody judged the slot."""
NOT_RECORDED = -1
"""In place of the slots whose sources were shown: the decision does not say."""
WRONG, SUPPORTED = JUDGEMENTS.index(Judgement.WRONG), JUDGEMENTS.index(Judgement.SUPPORTED)
TYPE = np.dtype(
    [
        *(("id", "i8"), ("case_n", "i8"), ("day", "i4"), ("seed", "?"), ("stage", "i1")),
        *(("verb", "i1"), ("actor", "i4"), ("seen", "i1"), ("found", "i1", (len(SLOTS),))),
    ]
)


class Pair(NamedTuple):
    """What two readers of one case found: places of the first's and the second's decision."""

    first: int
    second: int


@dataclass(frozen=True)
class Findings:
    """All decisions in the order they were made, those on erased texts too."""

    rows: NDArray[np.void]
    """Of ``TYPE``: ``day`` counts from 1970, in UTC; ``seen`` has a bit for each slot whose
    sources the person was shown.
    """
    actors: tuple[str, ...]
    """Ids of the people, by the number in ``rows``."""
    names: tuple[str, ...]
    """Their names, as they were last."""
    counts: Bools
    """Those that were not taken back."""
    stands: Bools
    """The one of each closed case that holds."""
    last_event: int = 0
    """Number of the last event that was looked at for decisions."""

    def judged(self, columns: Columns) -> NDArray[np.int8]:
        """What was found of each slot of each case, shape (5, n); ``NOT_CHECKED`` for nothing."""
        found = np.full((len(SLOTS), columns.size), NOT_CHECKED, np.int8)
        rows = self.rows[self.stands]
        places = columns.places(rows["case_n"])
        found[:, places[places >= 0]] = rows["found"][places >= 0].T
        return found

    def pairs(self) -> tuple[Pair, ...]:
        """Per second read of a citizen's case both readers' decisions.

        The second reader's is the one made blind: what follows it in the same round is not.
        """
        second = self.rows["case_n"][self.rows["stage"] == STAGES.index(Stage.SECOND)]
        mine = np.flatnonzero(np.isin(self.rows["case_n"], second) & ~self.rows["seed"])
        mine = mine[np.argsort(self.rows["case_n"][mine], kind="stable")]
        by_case = groupby(mine.tolist(), lambda place: int(self.rows["case_n"][place]))
        return tuple(pair for _case, places in by_case for pair in self._of_case(places))

    def _of_case(self, places: Iterator[int]) -> Iterator[Pair]:
        first: int | None = None
        for place in places:
            stage = STAGES[self.rows["stage"][place]]
            if stage is Stage.FIRST and self.counts[place]:
                first = place
            elif stage is Stage.SECOND and first is not None:
                yield Pair(first, place)
                first = None


class FindingsReader:
    """Reads what people found, later only what was added. Safe to share between threads.

    Many short transactions instead of a long one: while one is open, nobody's work is stored.
    """

    def __init__(self, store: Store) -> None:
        self._store, self._lock, self._kept = store, Lock(), EMPTY

    def read(self) -> Findings:
        """The findings as of now."""
        with self._lock:
            self._kept = self._read(self._kept)
            return self._kept

    def _read(self, known: Findings) -> Findings:
        people = dict(zip(known.actors, known.names, strict=True))
        codes = {actor: code for code, actor in enumerate(people)}
        parts, after, last = [known.rows], known.last_event, -1
        while after != last:
            with self._store.read() as records:
                last = records.audit.latest()
                upto = min(after + EVENTS_AT_ONCE, last)
                found = (_coded(row, codes, people) for row in records.columns.found(after, upto))
                parts.append(np.fromiter(found, TYPE))
                if upto == last:
                    undone = list(records.columns.taken_back())
                    closed = np.fromiter(
                        (number for (number,) in records.columns.closed()), np.int64
                    )
            after = upto
        rows = np.concatenate(parts)
        counts = ~np.isin(rows["id"], undone)
        return Findings(
            rows=rows,
            actors=tuple(people),
            names=tuple(people.values()),
            counts=counts,
            stands=_standing(rows, counts, closed),
            last_event=after,
        )


def _coded(row: FoundRow, codes: dict[str, int], people: dict[str, str]) -> tuple[object, ...]:
    people[row.actor] = row.actor_name
    actor = codes.setdefault(row.actor, len(codes))
    seen = NOT_RECORDED
    if row.sources_seen is not None:
        seen = sum(1 << SLOTS.index(slot) for slot in json.loads(row.sources_seen))
    found = tuple(
        NOT_CHECKED if getattr(row, slot) is None else JUDGEMENTS.index(getattr(row, slot))
        for slot in SLOTS
    )
    stage, verb = STAGES.index(Stage(row.stage)), VERBS.index(ReviewVerb(row.verb))
    day = row.at // MICROS_A_DAY
    return (row.id, row.case_n, day, bool(row.seed), stage, verb, actor, seen, found)


def _standing(rows: NDArray[np.void], counts: Bools, closed: NDArray[np.int64]) -> Bools:
    """The last decision of each closed case that was not taken back."""
    stands = np.zeros(len(rows), bool)
    mine = np.flatnonzero(counts & np.isin(rows["case_n"], closed))
    _cases, last = np.unique(rows["case_n"][mine][::-1], return_index=True)
    stands[mine[len(mine) - 1 - last]] = True
    return stands


EMPTY = Findings(
    rows=np.zeros(0, TYPE), actors=(), names=(), counts=np.zeros(0, bool), stands=np.zeros(0, bool)
)
"""No decision at all."""
