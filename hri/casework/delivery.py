"""Delivery: what the citizen gets, and when; each decided message leaves once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from hri.casework.permissions import Guard, UseCase
from hri.domain.base import Model
from hri.domain.events import EventDraft, EventKind
from hri.domain.outbox import Courier, DeliveryState, Outgoing
from hri.domain.outbox import Delivery as Way
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, SentReply
from hri.errors import DeliveryError, InvalidDecisionError


@dataclass(frozen=True)
class Tries:
    """How often and how soon a message is tried again."""

    most: int
    """Tries before a person has to look."""
    first_wait: timedelta
    """After the first failure; doubled after each further one."""
    lease: timedelta
    """How long one try may take before another process may try as well."""

    def wait(self, attempts: int) -> timedelta:
        """How long to wait after so many failed tries."""
        return self.first_wait * float(2 ** (attempts - 1))


class DeliveryReport(Model):
    """What one round did."""

    out: int
    failed: int


class Delivery:
    """Messages to citizens. Permission: READ_REPLIES, DELIVER; RETRY_DELIVERY for the failed."""

    def __init__(
        self, store: Store, guard: Guard, clock: Clock, courier: Courier, tries: Tries
    ) -> None:
        self._store, self._guard, self._clock = store, guard, clock
        self._courier, self._tries = courier, tries

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

    def ways(self, actor: Actor, case_id: str) -> tuple[Way, ...]:
        """Where the decided messages of a case stand.

        Raises:
            ForbiddenError: The actor may not read messages.
        """
        self._guard.require(actor, UseCase.READ_REPLIES, case_id)
        with self._store.read() as records:
            return records.outbox.of_case(case_id)

    def failed(self, actor: Actor, limit: int = 100) -> tuple[Way, ...]:
        """Messages that nobody took, newest first.

        Raises:
            ForbiddenError: The actor may not read messages.
        """
        self._guard.require(actor, UseCase.READ_REPLIES)
        with self._store.read() as records:
            return records.outbox.failed(limit)

    def retry(self, actor: Actor, reply_id: int) -> Way:
        """Have a failed message tried again from now on.

        Raises:
            ForbiddenError: The actor may not do that.
            NotFoundError: There is no such message.
            InvalidDecisionError: It has not failed.
        """
        self._guard.require(actor, UseCase.RETRY_DELIVERY)
        now = self._clock.now()
        with self._store.write() as records:
            seen = records.outbox.get(reply_id)
            if seen.state is not DeliveryState.FAILED:
                raise InvalidDecisionError(
                    f"Message {reply_id} has not failed.",
                    where=f"case {seen.case_id}",
                    why=f"it is {seen.state.value}",
                    remedy="Nothing has to be done.",
                )
            update = {"state": DeliveryState.WAITING, "attempts": 0, "due_at": now}
            again = seen.model_copy(update=update)
            records.outbox.put(again, seen)
            self._tell(records, EventKind.REPLY_RETRIED, again, actor.id)
        return again

    def run(self, actor: Actor, limit: int = 100) -> DeliveryReport:
        """Try every message whose time has come, once.

        Safe to call from several processes at once: a message is taken for a while before it is
        handed over, and the courier knows a key it has seen.

        Raises:
            ForbiddenError: The actor may not deliver.
        """
        self._guard.require(actor, UseCase.DELIVER)
        with self._store.read() as records:
            due = records.outbox.due(self._clock.now(), limit)
        done = [self._try(actor, way) for way in due]
        return DeliveryReport(out=done.count(True), failed=done.count(False))

    def _try(self, actor: Actor, seen: Way) -> bool | None:
        """Try one message; True: out, False: not taken, None: another process has it."""
        held = self._take(seen)
        if held is None:
            return None
        (taken, message), problem = held, ""
        try:
            self._courier.deliver(message)
        except DeliveryError as error:
            problem = str(error)
        after = self._after(taken, self._clock.now(), problem)
        with self._store.write() as records:
            if not records.outbox.put(after, taken):
                return None
            kind = EventKind.REPLY_FAILED if problem else EventKind.REPLY_SENT
            self._tell(records, kind, after, actor.id)
        return not problem

    def _take(self, seen: Way) -> tuple[Way, Outgoing] | None:
        """Take a due message for a while, so that nobody else hands it over meanwhile."""
        taken = seen.model_copy(update={"due_at": self._clock.now() + self._tries.lease})
        with self._store.write() as records:
            if not records.outbox.put(taken, seen):
                return None
            replies = records.replies.of_case(seen.case_id)
        return taken, next(outgoing(item) for item in replies if item.id == seen.reply_id)

    def _after(self, taken: Way, now: datetime, problem: str) -> Way:
        attempts = taken.attempts + 1
        update: dict[str, object] = {"attempts": attempts, "problem": problem}
        if not problem:
            update |= {"state": DeliveryState.OUT, "done_at": now}
        elif attempts >= self._tries.most:
            update["state"] = DeliveryState.FAILED
        else:
            update["due_at"] = now + self._tries.wait(attempts)
        return taken.model_copy(update=update)

    def _tell(self, records: Records, kind: EventKind, way: Way, actor: str) -> None:
        event = EventDraft(
            kind=kind,
            actor=actor,
            subject=way.case_id,
            payload={"record": way.reply_id, "attempts": way.attempts, "problem": way.problem},
        )
        records.audit.append(event, self._clock.now())


def outgoing(reply: SentReply) -> Outgoing:
    """A stored message as it is handed over."""
    return Outgoing(
        key=f"message-{reply.id}",
        case_id=reply.case_id,
        kind=reply.kind,
        language=reply.language,
        text=reply.text,
        written_at=reply.written_at,
    )
