"""Stock: how much waits, in numbers, for whoever watches the machines."""

from __future__ import annotations

from hri.casework.permissions import Guard, UseCase
from hri.domain.base import Model
from hri.domain.ports import Clock
from hri.domain.queues import QueueFilter
from hri.domain.records import Store
from hri.domain.reviews import Actor

MOST_FAILED = 1000


class StockCounts(Model):
    """What waits."""

    waiting: int
    """Cases that wait for a person."""
    past_due: int
    failed: int
    """Decided messages that nobody took; counted up to ``MOST_FAILED``."""


class Stock:
    """Counts what waits. Permission: TAKE_STOCK."""

    def __init__(self, store: Store, guard: Guard, clock: Clock) -> None:
        self._store, self._guard, self._clock = store, guard, clock

    def take(self, actor: Actor) -> StockCounts:
        """The counts of this moment.

        Raises:
            ForbiddenError: The actor may not count.
        """
        self._guard.require(actor, UseCase.TAKE_STOCK)
        with self._store.read() as records:
            counts = records.queue.counts(QueueFilter(), self._clock.now())
            failed = len(records.outbox.failed(MOST_FAILED))
        return StockCounts(waiting=counts.waiting, past_due=counts.past_due, failed=failed)
