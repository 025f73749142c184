"""The queue: which cases wait for a person, and in what order."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from hri.casework.permissions import Guard, UseCase
from hri.casework.priority import commits_first
from hri.casework.recent import Recent
from hri.domain.ports import Clock
from hri.domain.queues import QueueChoices, QueueCounts, QueueFilter, QueueItem, QueuePage, View
from hri.domain.records import Store
from hri.domain.reviews import Actor, ReviewState, Stage

LARGEST_PAGE = 500
"""Rows that one page has at most, whatever is asked for."""

CHOICES_KEPT = timedelta(minutes=1)
"""How long the services, channels and models that occur are taken for all there are."""

EVERYTHING = QueueFilter()
"""No narrowing: all work to do."""


@dataclass(frozen=True)
class Shown:
    """How much of the queue is shown."""

    page_size: int
    """Rows of a page, if nobody asks for another number."""
    commit_first: float
    """Share of the ROUTE cases whose rows tell no scores; the one in ``priority.Shares``."""


class Queue:
    """Pages of cases. Permission: READ_QUEUE.

    Rows of cases that are judged before their scores are shown tell neither the index nor the
    flagged slots.
    What others did in the last moments may be missing, see ``Recent``; own work shows at once.
    Order: past their deadline first, then expected risk times age, then arrival. With the same
    clock the same cases come in the same order.
    """

    def __init__(
        self, store: Store, guard: Guard, clock: Clock, recent: Recent, shown: Shown
    ) -> None:
        self._store, self._guard, self._clock = store, guard, clock
        self._recent, self._shown = recent, shown

    def page(
        self,
        actor: Actor,
        narrow: QueueFilter = EVERYTHING,
        *,
        cursor: str | None = None,
        size: int | None = None,
    ) -> QueuePage:
        """One page; ``cursor`` of the last page gives the next, in an order that stays fixed.

        Raises:
            ForbiddenError: The actor may not read the queue.
            NotFoundError: The cursor is none that a page gave.
        """
        self._guard.require(actor, UseCase.READ_QUEUE)
        with self._store.read() as records:
            limit = min(max(size or self._shown.page_size, 1), LARGEST_PAGE)

            def ask() -> QueuePage:
                page = records.queue.page(narrow, self._clock.now(), limit, cursor)
                shown = tuple(self._blinded(item) for item in page.items)
                return page.model_copy(update={"items": shown})

            if narrow.person or narrow.holder:
                return ask()  # what others give to a person is looked for at once
            return self._recent.find(records, actor.id, ("page", narrow, limit, cursor), ask)

    def counts(self, actor: Actor, narrow: QueueFilter = EVERYTHING) -> QueueCounts:
        """How many cases wait, are held, are past their deadline, and are the actor's own.

        Raises:
            ForbiddenError: The actor may not read the queue.
        """
        self._guard.require(actor, UseCase.READ_QUEUE)
        with self._store.read() as records:
            now = self._clock.now()

            def ask() -> QueueCounts:
                return records.queue.counts(narrow, now)

            found = self._recent.find(records, actor.id, ("counts", narrow), ask)
            mine = records.queue.own(narrow, now, actor.id, given=False)
            return found.model_copy(update={"mine": mine})

    def views(self, actor: Actor) -> dict[View, int]:
        """How many cases each saved view has for the actor.

        Raises:
            ForbiddenError: The actor may not read the queue.
        """
        self._guard.require(actor, UseCase.READ_QUEUE)
        with self._store.read() as records:
            now = self._clock.now()

            def ask() -> dict[View, int]:
                return records.queue.views(now)

            found = self._recent.find(records, actor.id, "views", ask)
            mine = records.queue.own(EVERYTHING, now, actor.id, given=True)
            return {View.MINE: mine, **found}

    def choices(self, actor: Actor) -> QueueChoices:
        """The services, channels and models that occur, to narrow the queue by.

        Raises:
            ForbiddenError: The actor may not read the queue.
        """
        self._guard.require(actor, UseCase.READ_QUEUE)
        with self._store.read() as records:
            return self._recent.find(
                records, None, "choices", records.queue.choices, keep=CHOICES_KEPT
            )

    def next_case(
        self, actor: Actor, narrow: QueueFilter = EVERYTHING, *, skip: tuple[str, ...] = ()
    ) -> QueueItem | None:
        """The first case that nobody else holds and that is not in ``skip``; None when clear.

        It is only looked at, not taken: ``Reviewing.claim`` or ``claim_next`` takes it.

        Raises:
            ForbiddenError: The actor may not read the queue.
        """
        self._guard.require(actor, UseCase.READ_QUEUE)
        with self._store.read() as records:
            return records.queue.first_free(narrow, self._clock.now(), actor.id, skip, None)

    def _blinded(self, item: QueueItem) -> QueueItem:
        """The row as it may be seen before the case is judged."""
        if item.review.state not in (ReviewState.WAITING, ReviewState.HELD):
            return item
        drawn = item.review.stage is Stage.SECOND or item.sample_weight is not None
        if not drawn and not commits_first(item.case_id, item.action, self._shown.commit_first):
            return item
        return item.model_copy(update={"flagged": (), "hri": None, "commit_first": True})
