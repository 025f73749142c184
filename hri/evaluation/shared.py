"""What the figures of a server share: columns that are read once, and results kept for a moment."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, TypeVar

from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.watching import Watch
from hri.evaluation.columns import ColumnReader, Columns
from hri.evaluation.findings import Findings, FindingsReader

LONGEST = timedelta(minutes=1)
"""How long a figure over all cases is shown to everybody before it is counted anew, at most."""
LONGER = 20
"""Figures over all cases are kept so many times as long as what changes quickly."""
MOST = 256
"""Results kept; beyond it all are forgotten."""

Found = TypeVar("Found")


@dataclass
class _Kept:
    asking: Lock = field(default_factory=Lock)
    at: datetime | None = None
    found: Any = None


class Shared:
    """The store behind the figures; one object serves all threads of a server.

    Args:
        store: Where the cases are.
        clock: Tells how old a result is.
        recent: How long what changes quickly is kept; zero: everything is counted anew each time.
        watch: The limits of supervision.
    """

    def __init__(self, store: Store, clock: Clock, recent: timedelta, watch: Watch) -> None:
        self.clock, self.watch = clock, watch
        self._store, self._recent = store, recent
        self._kept: dict[Hashable, _Kept] = {}
        self._columns, self._findings = ColumnReader(store), FindingsReader(store)

    def kept(self, key: Hashable, ask: Callable[[], Found], *, fresh: bool = False) -> Found:
        """What ``ask`` finds, or found under ``key`` a moment ago.

        Args:
            key: Everything that the result hangs on.
            ask: Finds it out; others who ask the same meanwhile wait for it.
            fresh: Whether it changes quickly.
        """
        lasts = self._recent if fresh else min(self._recent * LONGER, LONGEST)
        if not lasts:
            return ask()
        if len(self._kept) >= MOST:
            self._kept = {}
        kept = self._kept.setdefault(key, _Kept())
        with kept.asking:
            now = self.clock.now()
            if kept.at is None or not timedelta(0) <= now - kept.at < lasts:
                kept.found, kept.at = ask(), now
            found: Found = kept.found
            return found

    def counted(
        self, key: Hashable, ask: Callable[[Records], Found], *, fresh: bool = False
    ) -> Found:
        """The same for what the database counts in one transaction."""

        def ask_in_one() -> Found:
            with self._store.read() as records:
                return ask(records)

        return self.kept(key, ask_in_one, fresh=fresh)

    def columns(self) -> Columns:
        """The scores of all citizens' cases."""
        return self._columns.read()

    def findings(self) -> Findings:
        """What people found in all decisions."""
        return self._findings.read()
