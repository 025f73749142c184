"""Delivery: what the citizen gets, and when; each decided message leaves once, and in order."""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from hri.casework.permissions import Guard, UseCase
from hri.casework.secondreads import blind_cases, blinded_replies
from hri.casework.withdrawing import tell_withdrawn, why_unwanted
from hri.domain.base import Model
from hri.domain.events import EventDraft, EventKind
from hri.domain.outbox import Courier, DeliveryState, Outgoing
from hri.domain.outbox import Delivery as Way
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, SentReply
from hri.errors import DeliveryError, InvalidDecisionError

LOG = logging.getLogger(__name__)


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
    withdrawn: int = 0
    """Messages that were due and must not go out any more."""


class Delivery:
    """Messages to citizens. Permission: READ_REPLIES, DELIVER; RETRY_DELIVERY for the failed."""

    def __init__(
        self, store: Store, guard: Guard, clock: Clock, courier: Courier, tries: Tries
    ) -> None:
        self._store, self._guard, self._clock = store, guard, clock
        self._courier, self._tries = courier, tries

    def messages(self, actor: Actor, case_id: str) -> tuple[SentReply, ...]:
        """The messages of a case that are out by now, in order; withdrawn ones are left out.

        A second reader is told the machine's alone.

        Raises:
            ForbiddenError: The actor may not read messages.
            NotFoundError: There is no such case.
        """
        self._guard.require(actor, UseCase.READ_REPLIES, case_id)
        with self._store.read() as records:
            records.reviews.get(case_id)
            out = messages_out(records, case_id)
            blind = blind_cases(records, self._guard.known(actor), [case_id])
        return blinded_replies(out) if blind else out

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
            InvalidDecisionError: It has not failed, or must not go out any more.
        """
        self._guard.require(actor, UseCase.RETRY_DELIVERY)
        with self._store.write() as records:
            now, seen = self._clock.now(), records.outbox.get(reply_id)
            if seen.state is not DeliveryState.FAILED:
                raise InvalidDecisionError(
                    f"Message {reply_id} has not failed.",
                    where=f"case {seen.case_id}",
                    why=f"it is {seen.state.value}",
                    remedy="Nothing has to be done.",
                )
            unwanted = why_unwanted(records, seen)
            if unwanted is not None:
                raise InvalidDecisionError(
                    f"Message {reply_id} must not go out any more.",
                    where=f"case {seen.case_id}",
                    why=f"it is {unwanted.value}",
                    remedy="Decide the case; its own message goes out then.",
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
        counted = Counter(state for state in done if state is not None)
        return DeliveryReport(
            out=counted[DeliveryState.OUT],
            failed=counted[DeliveryState.FAILED],
            withdrawn=counted[DeliveryState.WITHDRAWN],
        )

    def _try(self, actor: Actor, seen: Way) -> DeliveryState | None:
        """Try one message: out, failed for now or withdrawn; None: another process has it."""
        taken = seen.model_copy(update={"state": DeliveryState.HANDING})
        with self._store.write() as records:
            now = self._clock.now()
            if records.outbox.get(seen.reply_id) != seen or now < seen.due_at:
                return None
            if self._withdrawn(records, actor, seen, now):
                return DeliveryState.WITHDRAWN
            taken = taken.model_copy(update={"due_at": now + self._tries.lease})
            records.outbox.put(taken, seen)
            message = _message(records, taken)
        return self._note(actor, taken, self._hand_over(message))

    def _hand_over(self, message: Outgoing) -> str:
        """Hand a message to the courier; what was in the way, "" for nothing."""
        try:
            self._courier.deliver(message)
        except DeliveryError as error:
            return str(error)
        except Exception as error:  # a fault of the way out must not keep others from going
            LOG.exception("a courier broke off")
            return f"The way out broke off ({type(error).__name__})."
        return ""

    def _note(self, actor: Actor, taken: Way, problem: str) -> DeliveryState | None:
        """Write down what became of a try; one that failed goes no further once it is unwanted."""
        after = self._after(taken, self._clock.now(), problem)
        kind = EventKind.REPLY_FAILED if problem else EventKind.REPLY_SENT
        with self._store.write() as records:
            if not records.outbox.put(after, taken):
                return None
            self._tell(records, kind, after, actor.id)
            if problem:
                self._withdrawn(records, actor, after, self._clock.now())
        return DeliveryState.FAILED if problem else DeliveryState.OUT

    def _withdrawn(self, records: Records, actor: Actor, way: Way, now: datetime) -> bool:
        """Take a message back that must not go out any more; whether it was one."""
        why = why_unwanted(records, way)
        if why is not None:
            records.replies.withdraw(way.reply_id, now)
            tell_withdrawn(records, way, why, actor.id, now)
        return why is not None

    def _after(self, taken: Way, now: datetime, problem: str) -> Way:
        attempts = taken.attempts + 1
        update: dict[str, object] = {"attempts": attempts, "problem": problem}
        if not problem:
            update |= {"state": DeliveryState.OUT, "done_at": now}
        elif attempts >= self._tries.most:
            update["state"] = DeliveryState.FAILED
        else:
            later = now + self._tries.wait(attempts)
            update |= {"state": DeliveryState.WAITING, "due_at": later}
        return taken.model_copy(update=update)

    def _tell(self, records: Records, kind: EventKind, way: Way, actor: str) -> None:
        event = EventDraft(
            kind=kind,
            actor=actor,
            subject=way.case_id,
            payload={"record": way.reply_id, "attempts": way.attempts, "problem": way.problem},
        )
        records.audit.append(event, self._clock.now())


def messages_out(records: Records, case_id: str) -> tuple[SentReply, ...]:
    """The messages of a case that are out by now, in order, as the open transaction sees it."""
    ways = {way.reply_id: way.state for way in records.outbox.of_case(case_id)}
    # What nothing has to carry, the first one above all, was the answer to whoever asked.
    out = DeliveryState.OUT
    return tuple(
        item
        for item in records.replies.of_case(case_id)
        if item.withdrawn_at is None and ways.get(item.id, out) is out
    )


def _message(records: Records, way: Way) -> Outgoing:
    replies = records.replies.of_case(way.case_id)
    reply = next(item for item in replies if item.id == way.reply_id)
    return outgoing(reply, records.outbox.origin())


def outgoing(reply: SentReply, origin: str) -> Outgoing:
    """A stored message as it is handed over.

    Its key names the database and what is in the message: numbers alone come again in another
    database, and after an older backup was restored.
    """
    said = "\0".join((reply.case_id, reply.kind, reply.written_at.isoformat(), reply.text))
    digest = hashlib.sha256(said.encode()).hexdigest()[:16]
    return Outgoing(
        key=f"message-{origin}-{reply.id}-{digest}",
        case_id=reply.case_id,
        kind=reply.kind,
        language=reply.language,
        text=reply.text,
        written_at=reply.written_at,
    )
