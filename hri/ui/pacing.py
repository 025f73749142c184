"""Few pages drawn at once, so that each is done sooner.

Python runs one thread at a time, and a page gives way some 200 times, at each message and each look
into the database. With many of them going, each such moment costs a turn of all the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

AT_ONCE = 2
PATIENCE = 1.0
"""Seconds after which a page goes on all the same, so that a long one holds up nobody for long."""

_places = BoundedSemaphore(AT_ONCE)


@contextmanager
def paced(places: BoundedSemaphore = _places, patience: float = PATIENCE) -> Iterator[None]:
    """Around the drawing of a page: wait for a place, but not for ever."""
    mine = places.acquire(timeout=patience)
    try:
        yield
    finally:
        if mine:
            places.release()
