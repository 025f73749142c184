"""What the queue looked like a moment ago, so that many people do not have the same thing counted.

What others did may be missing for as long as it is kept. What a person did shows at once: an answer
older than the person's own last step counts for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, TypeVar

from hri.domain.events import EventKind
from hri.domain.ports import Clock
from hri.domain.records import Records

MOST = 256
"""Answers kept; beyond it all are forgotten."""

ELSEWHERE = (
    EventKind.SIGNED_IN,
    EventKind.REFUSED,
    EventKind.REVIEW_RECHECKED,
    EventKind.REVIEW_REVEALED,
    EventKind.SOURCE_DOUBTED,
)
"""Steps of people that leave the queue as it is."""

Found = TypeVar("Found")


@dataclass
class _Kept:
    """An answer with its moment and the number of the last event it knows of."""

    asking: Lock = field(default_factory=Lock)
    at: datetime | None = None
    head: int = 0
    found: Any = None


class Recent:
    """Answers about the whole queue, shared by the threads of a process; each is asked for once.

    Args:
        clock: Tells how old an answer is.
        keep: How long one holds; zero: each is asked for anew.
    """

    def __init__(self, clock: Clock, keep: timedelta) -> None:
        self._clock, self._keep = clock, keep
        self._kept: dict[Hashable, _Kept] = {}

    def find(
        self,
        records: Records,
        person: str | None,
        key: Hashable,
        ask: Callable[[], Found],
        keep: timedelta | None = None,
    ) -> Found:
        """The answer kept under ``key``, else what ``ask`` finds in ``records`` now.

        Args:
            records: An open transaction.
            person: Whose own steps it has to know of; None: nobody's.
            key: Everything that the answer hangs on, but the moment.
            ask: Finds it out.
            keep: How long it holds, if not as long as the others.
        """
        lasts = self._keep if keep is None else min(keep, self._keep * 20)
        if not lasts:
            return ask()
        if len(self._kept) >= MOST:
            self._kept = {}
        kept = self._kept.setdefault(key, _Kept())
        own = records.audit.latest(person, ELSEWHERE) if person else 0
        # Others who ask the same meanwhile wait for this answer.
        with kept.asking:
            if kept.at is None or kept.head < own or self._clock.now() - kept.at >= lasts:
                head = records.audit.latest()
                kept.found, kept.head, kept.at = ask(), head, self._clock.now()
            found: Found = kept.found
            return found
