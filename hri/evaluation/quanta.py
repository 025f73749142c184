"""Indices in float32 compared with edges, exactly: by a table, and one by one where it is close.

Comparing a million numbers with twenty edges is twenty passes. Cut into 65,000 equal parts, nearly
all of them lie on one side of every edge, which a table says; the few others are computed anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hri.evaluation.history import Floats

Singles = NDArray[np.float32]

PARTS = 65_000
"""Equal parts from 0 to 1; a few more are left for what rounding puts above 1."""
SIZE = 1 << 16
MIDDLES = (np.arange(SIZE) + 0.5) / PARTS
NEAR = 1e-5
"""Far more than what rounding fifteen products of numbers up to 1 to float32 comes to."""


@dataclass(frozen=True)
class Quanta:
    """Where indices lie between edges; those in ``near`` are known only when computed exactly."""

    part: NDArray[np.uint16]
    near: NDArray[np.intp]
    """Places of the indices that may lie on either side of an edge."""

    def reached(self, edges: Floats, exact: Floats, kind: type[Any] = np.int8) -> NDArray[Any]:
        """How many of these edges each index is at or above; shape (n,).

        Args:
            edges: Rising; each is one of the edges that the parts were made for.
            exact: The exact indices at ``near``, NaN where there is none.
            kind: Type of the numbers.
        """
        found = np.searchsorted(edges, MIDDLES, side="right").astype(kind)[self.part]
        found[self.near] = np.searchsorted(edges, exact, side="right")
        return np.asarray(found)


def quanta_of(index: Singles, edges: Floats) -> Quanta:
    """Cut indices into parts; an edge at 0 needs no care, for nothing lies below it."""
    close = np.zeros(SIZE, bool)
    for edge in edges[edges > 0]:
        first = max(0, int((edge - NEAR) * PARTS) - 1)
        close[first : int((edge + NEAR) * PARTS) + 2] = True
    part = (index * np.float32(PARTS)).astype(np.uint16)
    near = close[part]
    if not (edges[edges > 0] < NEAR).any():
        near &= index > 0  # what is 0 in float32 is 0, and the table knows that
    return Quanta(part, np.flatnonzero(near))
