"""How a text bounds a value: at most, at least, about, or a range with an opening word."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from hri.decomposition.page import Page
from hri.decomposition.values.phrases import within
from hri.domain.claims import Qualifier

_BEFORE, _BEHIND = 12, 3
"""How many characters may stand between a bounding phrase and the value."""
_BEHIND_WEIGHT = 4
"""How much farther a phrase behind a value counts than one in front."""
_FIGURE = re.compile(r"\d")
_LISTS = (
    (Qualifier.AT_LEAST, "at_least"),
    (Qualifier.AT_MOST, "at_most"),
    (Qualifier.ABOUT, "about"),
)


def read_qualifier(page: Page, start: int, end: int, is_range: bool) -> Qualifier:
    """The bound that stands directly in front of a value or behind it; the nearest wins.

    Of two as near the longer one: "no more than" holds "more than".
    """
    if is_range:
        return Qualifier.RANGE
    clause = page.clause_at(start, end)
    best, nearest = Qualifier.EXACT, (_BEFORE + 1, 0)
    for qualifier, name in _LISTS:
        for hit in within(page.hits[name], clause.start, clause.end):
            if hit.end <= start and not _FIGURE.search(page.clean, hit.end, start):
                gap = start - hit.end
            elif hit in page.hits["bounds_behind"] and hit.start - end <= _BEHIND:
                gap = (hit.start - end) * _BEHIND_WEIGHT
            else:
                continue
            rank = (gap, hit.start - hit.end)
            if gap >= 0 and rank < nearest:
                best, nearest = qualifier, rank
    return best


def opening_before(page: Page, start: int) -> int | None:
    """Where the opening word of a range ("between") that ends right before ``start`` begins."""
    for hit in within(page.hits["range_openings"], max(0, start - 20), start):
        if not page.clean[hit.end : start].strip():
            return hit.start
    return None


def overlaps(spans: Sequence[tuple[int, ...]], start: int, end: int) -> bool:
    """Whether any span shares a character with ``start`` to ``end``."""
    return any(span[0] < end and start < span[1] for span in spans)


class Cover:
    """Stretches of a text, joined where they overlap, to be asked about many places.

    Args:
        spans: Start and end of each stretch, in any order.
    """

    def __init__(self, spans: Iterable[tuple[int, ...]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted((span[0], span[1]) for span in spans):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def overlaps(self, start: int, end: int) -> bool:
        """Whether any stretch shares a character with ``start`` to ``end``."""
        last = bisect_left(self._starts, end) - 1
        return last >= 0 and start < self._ends[last]
