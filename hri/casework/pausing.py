"""Pauses: the switch that sends every answer on a topic, or on all, to a person."""

from __future__ import annotations

from datetime import datetime

from hri.casework.activations import require_reason
from hri.casework.permissions import Guard, UseCase
from hri.casework.priority import Deadlines, priority_risk
from hri.domain.activations import Ended
from hri.domain.decisions import Action
from hri.domain.events import EventDraft, EventKind
from hri.domain.pauses import Pause, Topic
from hri.domain.policies import Policy
from hri.domain.ports import Clock, Knowledge
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, StoredCase
from hri.errors import ConflictError, NotFoundError


class Pauses:
    """Pausing and resuming. Permission: READ_PAUSES, PAUSE.

    Args:
        store: Where pauses are kept.
        guard: Stands before each use case.
        clock: Says when.
        knowledge: The pack, which knows procedures that no case was on yet; None where it is
            not loaded.
    """

    def __init__(
        self, store: Store, guard: Guard, clock: Clock, knowledge: Knowledge | None = None
    ) -> None:
        self._store, self._guard, self._clock = store, guard, clock
        self._knowledge = knowledge

    def running(self, actor: Actor) -> tuple[Pause, ...]:
        """What is paused now, oldest first.

        Raises:
            ForbiddenError: The actor may not see pauses.
        """
        self._guard.require(actor, UseCase.READ_PAUSES)
        with self._store.read() as records:
            return records.pauses.running()

    def all(self, actor: Actor) -> tuple[Pause, ...]:
        """Every pause there was, oldest first.

        Raises:
            ForbiddenError: The actor may not see pauses.
        """
        self._guard.require(actor, UseCase.READ_PAUSES)
        with self._store.read() as records:
            return records.pauses.all()

    def held(self, actor: Actor) -> dict[int, int]:
        """How many cases each pause held, by its number; those that held none are left out.

        Raises:
            ForbiddenError: The actor may not see pauses.
        """
        self._guard.require(actor, UseCase.READ_PAUSES)
        with self._store.read() as records:
            return records.pauses.held()

    def pause(
        self,
        actor: Actor,
        reason: str,
        *,
        procedure_id: str | None = None,
        service: str | None = None,
    ) -> Pause:
        """Send every answer that comes in from now on to a person, in every process at once.

        Args:
            actor: A supervisor, or the operator on the command line.
            reason: Why.
            procedure_id: Only answers on this procedure.
            service: Only answers on procedures of this service. Neither: everything.

        Raises:
            ForbiddenError: The actor may not pause.
            InvalidDecisionError: No reason is given.
            NotFoundError: No such procedure or service is known: nothing would be paused.
            ConflictError: Just that is paused already.
        """
        topic = Topic(procedure_id=procedure_id, service=service)
        self._guard.require(actor, UseCase.PAUSE, str(topic))
        require_reason(reason)
        now = self._clock.now()
        with self._store.write() as records:
            self._require_known(records, topic)
            for item in records.pauses.running():
                if item.topic == topic:
                    raise ConflictError(f"Paused already: {topic}.", where=f"pause {item.id}")
            pause = Pause(
                id=1, topic=topic, reason=reason.strip(), by=actor.id, by_name=actor.name, at=now
            )
            kept = records.pauses.add(pause)
            _tell(records, EventKind.PAUSE_STARTED, actor, kept, reason, now)
        return kept

    def resume(self, actor: Actor, number: int, reason: str) -> Pause:
        """End a pause; what it held stays with people.

        Raises:
            ForbiddenError: The actor may not pause.
            InvalidDecisionError: No reason is given.
            NotFoundError: There is no such pause.
            ConflictError: It was ended before.
        """
        self._guard.require(actor, UseCase.PAUSE, f"pause {number}")
        require_reason(reason)
        now = self._clock.now()
        end = Ended(by=actor.id, by_name=actor.name, at=now, reason=reason.strip())
        with self._store.write() as records:
            records.pauses.end(number, end)
            kept = records.pauses.get(number)
            _tell(records, EventKind.PAUSE_ENDED, actor, kept, reason, now)
        return kept

    def _require_known(self, records: Records, topic: Topic) -> None:
        """A misspelt topic must not look like a pause."""
        wanted, pack = topic.procedure_id, self._knowledge
        in_pack = wanted is not None and pack is not None and pack.procedure(wanted) is not None
        if not topic.everything and not in_pack and not records.pauses.occurs(topic):
            raise NotFoundError(
                f"Nothing is known under {topic}.",
                why="no stored case is on it, so that the pause might cover nothing",
                remedy="Check the name, or pause everything.",
            )


def pause_on(records: Records, stored: StoredCase) -> Pause | None:
    """The pause that an answer falls under as the open transaction sees it; None: it goes on.

    It counts what the case says of itself as well as what scoring found.
    """
    procedures = (stored.assessment.procedure.id, stored.case.procedure_id)
    services = (stored.service, stored.case.domain)
    for pause in records.pauses.running():
        if pause.topic.covers(procedures, services):
            return pause
    return None


def held_back(stored: StoredCase, pause: Pause, policy: Policy, deadlines: Deadlines) -> StoredCase:
    """A case as it is stored under a pause: its assessment as it was, its action ROUTE."""
    risk = priority_risk(stored.assessment, policy, at_least=Action.ROUTE)
    due = deadlines.due(Action.ROUTE, stored.received_at)
    return stored.model_copy(update={"pause": pause, "priority_risk": risk, "due_at": due})


def _tell(
    records: Records, kind: EventKind, actor: Actor, pause: Pause, reason: str, now: datetime
) -> None:
    event = EventDraft(
        kind=kind,
        actor=actor.id,
        subject=f"pause {pause.id}",
        payload={"record": pause.id, "topic": str(pause.topic), "reason": reason.strip()},
    )
    records.audit.append(event, now)
