"""Sweeps in the background: texts whose time is over go without anybody having to ask."""

from __future__ import annotations

import logging
from threading import Event, Thread

from hri.casework.permissions import SYSTEM
from hri.casework.retention import Retention
from hri.errors import HriError

LOG = logging.getLogger(__name__)


class Sweeper:
    """Sweeps now and then, in a thread of its own; an error is told and the next sweep comes.

    Args:
        retention: What sweeps.
        interval: Seconds between two sweeps.
    """

    def __init__(self, retention: Retention, interval: float) -> None:
        self._retention, self._interval = retention, interval
        self._stopping = Event()
        # A daemon: a program that forgets to stop it ends all the same, and loses nothing.
        self._thread = Thread(target=self.run, name="retention", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, timeout: float | None = None) -> None:
        """Have it end; wait at most so many seconds."""
        self._stopping.set()
        self._thread.join(timeout)

    @property
    def alive(self) -> bool:
        """Whether it is at work."""
        return self._thread.is_alive()

    def run(self) -> None:
        """Sweep in the caller's thread until ``stop`` is called."""
        while not self._stopping.is_set():
            try:
                self._retention.sweep(SYSTEM)
            except HriError as error:
                LOG.error("retention goes on after an error: %s", " ".join(str(error).split()))
            except Exception:  # whatever it is, later sweeps must come
                LOG.exception("retention goes on after an error")
            self._stopping.wait(self._interval)
