"""Turns of the threads of one process at its database, so that none has to ask again and again.

Without write-ahead logging nobody may read while a transaction is made durable. SQLite has whoever
comes at such a moment ask again after waits that grow to a tenth of a second; with many people at
work that adds up to seconds. Here they wait in line. Other processes still go by SQLite's locks.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """Turns at one file. Whoever has waited ``patience`` seconds goes on: SQLite then decides."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._writing = threading.Lock()
        self._changed = threading.Condition()
        self._readers: Counter[int] = Counter()
        """How many reads each thread has open."""
        self._closing = False

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Hold off whoever makes a transaction durable; a read inside a read waits for nobody."""
        thread = threading.get_ident()
        with self._changed:
            if not self._readers[thread]:
                self._changed.wait_for(lambda: not self._closing, self._patience)
            self._readers[thread] += 1
        try:
            yield
        finally:
            with self._changed:
                self._readers[thread] -= 1
                self._readers += Counter()  # drops threads that read no more
                self._changed.notify_all()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold off other writers; readers go on."""
        mine = self._writing.acquire(timeout=self._patience)
        try:
            yield
        finally:
            if mine:
                self._writing.release()

    @contextmanager
    def closing(self) -> Iterator[None]:
        """Hold off new readers and wait for those there are, to make a transaction durable."""
        thread = threading.get_ident()
        with self._changed:
            self._closing = True
            self._changed.wait_for(lambda: not (+self._readers).keys() - {thread}, self._patience)
        try:
            yield
        finally:
            with self._changed:
                self._closing = False
                self._changed.notify_all()
