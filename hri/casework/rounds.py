"""Rounds of delivery: what is due goes out, again and again, until somebody stops it."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from threading import Event, Thread

from hri.casework.delivery import Delivery, DeliveryReport
from hri.casework.permissions import SYSTEM
from hri.casework.sealing import Sealer
from hri.errors import HriError

LOG = logging.getLogger(__name__)

Told = Callable[[DeliveryReport], None]
"""Told of each round that did something."""


class Worker:
    """Delivers what is due, in rounds; any number of workers may run beside each other.

    No error ends it: what is unexpected is one line in the log, repeated only when it changes.

    Args:
        delivery: What delivers.
        interval: Seconds between the end of a round and the next one.
        told: Told of each round that did something.
        sealer: Seals the log once a round, if there is one.
    """

    def __init__(
        self,
        delivery: Delivery,
        interval: float,
        told: Told = lambda _report: None,
        sealer: Sealer | None = None,
    ) -> None:
        self._delivery, self._interval, self._told = delivery, interval, told
        self._sealer = sealer
        self._stopping = Event()
        self._thread: Thread | None = None
        self._problems: dict[str, str] = {}

    def start(self) -> None:
        """Begin in a thread of its own; does nothing where that one is at work already."""
        if not self.alive:
            self._stopping.clear()
            # A daemon: a program that forgets to stop it ends all the same, and loses nothing.
            self._thread = Thread(target=self.run, name="delivery", daemon=True)
            self._thread.start()

    def stop(self, timeout: float | None = None) -> None:
        """Have it end after the message in hand; wait at most so many seconds for its thread."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout)

    @property
    def alive(self) -> bool:
        """Whether its thread is at work."""
        return self._thread is not None and self._thread.is_alive()

    def run(self) -> None:
        """Deliver in the caller's thread until ``stop`` is called."""
        while not self._stopping.is_set():
            self._careful_round("delivery", self._deliver)
            if self._sealer is not None:
                self._careful_round("sealing", self._seal)
            self._stopping.wait(self._interval)

    def deliver_due(self) -> DeliveryReport:
        """One round: everything that is due, a message at a time; it ends early when stopped.

        Raises:
            StoreError: The database cannot be used.
        """
        out = failed = 0
        while not self._stopping.is_set():
            # One by one, so that stopping never has to wait for many slow receivers.
            found = self._delivery.run(SYSTEM, limit=1)
            if not found.out and not found.failed and not found.withdrawn:
                break
            out, failed = out + found.out, failed + found.failed
        return DeliveryReport(out=out, failed=failed)

    def _deliver(self) -> None:
        report = self.deliver_due()
        if report.out or report.failed:
            self._told(report)

    def _seal(self) -> None:
        if self._sealer is not None:
            self._sealer.run(SYSTEM)

    def _careful_round(self, work: str, do: Callable[[], None]) -> None:
        try:
            do()
        except Exception as error:  # whatever it is, later messages must go out
            self._log(work, _in_one_line(error))
        else:
            self._log(work, "")

    def _log(self, work: str, problem: str) -> None:
        before = self._problems.get(work, "")
        if problem and problem != before:
            LOG.error("%s goes on after an error: %s", work, problem)
        elif before and not problem:
            LOG.warning("%s works again", work)
        self._problems[work] = problem


def _in_one_line(error: Exception) -> str:
    """What happened and where; the words of foreign errors may quote a message, and stay out."""
    if isinstance(error, HriError):
        return " ".join(str(error).split())
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {place.filename}:{place.lineno}"
