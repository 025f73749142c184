"""Delivery: what the citizen gets, and when."""

from __future__ import annotations

from hri.casework.permissions import Guard, UseCase
from hri.domain.ports import Clock
from hri.domain.records import Store
from hri.domain.reviews import Actor, SentReply


class Delivery:
    """Messages to citizens. Permission: READ_REPLIES."""

    def __init__(self, store: Store, guard: Guard, clock: Clock) -> None:
        self._store, self._guard, self._clock = store, guard, clock

    def messages(self, actor: Actor, case_id: str) -> tuple[SentReply, ...]:
        """The messages of a case that are out by now, in order; withdrawn ones are left out.

        Raises:
            ForbiddenError: The actor may not read messages.
            NotFoundError: There is no such case.
        """
        self._guard.require(actor, UseCase.READ_REPLIES, case_id)
        now = self._clock.now()
        with self._store.read() as records:
            records.reviews.get(case_id)
            written = records.replies.of_case(case_id)
        return tuple(
            reply for reply in written if reply.withdrawn_at is None and reply.deliver_at <= now
        )
