"""The stored signals of all cases as columns, for trying policies on them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hri.domain.figures import SlotTrait
from hri.domain.policies import CaseFlag

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
    number: NDArray[np.int64]
    """Number of each case in the store, rising."""
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
    """Which of ``services`` each case came in for."""
    services: tuple[str, ...]
    action: NDArray[np.int8]
    """Severity of what happened to each answer: it says how the case was chosen for review."""
    drawn: Floats
    """How many delivered answers a case stands for; NaN where not drawn for assurance."""

    def at(self, places: NDArray[np.intp], *, named: bool = True) -> History:
        """The cases at these places alone; their ids take time, and are left out on request."""
        columns: dict[str, Any] = {
            name: value[..., places]
            for name, value in vars(self).items()
            if isinstance(value, np.ndarray)
        }
        ids = tuple(self.ids[place] for place in places.tolist()) if named else ()
        return replace(self, ids=ids, **columns)

    @property
    def size(self) -> int:
        """How many cases there are."""
        return len(self.number)

    def are_under(self, versions: Collection[str]) -> NDArray[np.bool_]:
        """Whether each case was decided under one of these versions."""
        fits = np.array([*(name in versions for name in self.versions), False], bool)
        return np.asarray(fits[self.version])

    def decided_under(self, versions: Collection[str]) -> History:
        """The cases that were decided under one of these versions."""
        chosen = self.are_under(versions)
        return self if chosen.all() else self.at(np.flatnonzero(chosen))
