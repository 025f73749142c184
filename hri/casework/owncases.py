"""What clients see of their own cases: where each stands, and what went out on it."""

from __future__ import annotations

from hri.casework.clients import Clients
from hri.casework.delivery import messages_out
from hri.casework.permissions import Guard, UseCase
from hri.domain.clients import ApiKey, Scope
from hri.domain.events import EventKind
from hri.domain.records import Records, Store
from hri.domain.requests import OwnCase, OwnMessage, OwnReply
from hri.domain.reviews import ReplyKind, StoredCase
from hri.errors import ErasedError, NotFoundError

ARRIVALS = (EventKind.CASE_SCORED, EventKind.CASE_NOT_SCORED)
"""The first thing that is recorded of a case, by whoever brought it in."""


class OwnCases:
    """A client's own cases. Scope: READ; the cases of others are not there for it."""

    def __init__(self, store: Store, guard: Guard, clients: Clients) -> None:
        self._store, self._guard, self._clients = store, guard, clients

    def case(self, key: ApiKey, case_id: str) -> OwnCase:
        """Where a case stands.

        Raises:
            ForbiddenError: The key lacks the scope.
            NotFoundError: There is no such case of this client; the look at another one's is
                recorded.
            ErasedError: Its content is gone.
        """
        self._clients.require(key, Scope.READ, case_id)
        with self._store.read() as records:
            mine = _is_of(records, key, case_id)
            if mine:
                stored = _content(records, case_id)
                review = records.reviews.get(case_id)
                decided, pending = review.decided_at, _pending(records, stored)
        if not mine:
            raise self._not_there(key, case_id)
        found = stored.assessment
        return OwnCase(
            case_id=case_id,
            action=stored.action,
            base_action=found.base_state,
            hri=found.hri,
            pending=pending,
            received_at=stored.received_at,
            decided_at=decided,
            asked_on=stored.case.asked_on,
            language=stored.case.language,
            jurisdiction=stored.case.jurisdiction,
            procedure_id=found.procedure.id,
            overrides=tuple(dict.fromkeys(fired.id for fired in stored.overrides)),
            policy=found.policy,
            pack=found.pack,
            engine=found.engine,
        )

    def reply(self, key: ApiKey, case_id: str) -> OwnReply:
        """What went out on a case so far; raises as ``case``."""
        self._clients.require(key, Scope.READ, case_id)
        with self._store.read() as records:
            mine = _is_of(records, key, case_id)
            if mine:
                stored = _content(records, case_id)
                sent, pending = messages_out(records, case_id), _pending(records, stored)
        if not mine:
            raise self._not_there(key, case_id)
        messages = tuple(
            OwnMessage(
                kind=item.kind,
                text=item.text,
                language=item.language,
                final=item.final,
                written_at=item.written_at,
            )
            for item in sent
        )
        return OwnReply(case_id=case_id, action=stored.action, pending=pending, messages=messages)

    def _not_there(self, key: ApiKey, case_id: str) -> NotFoundError:
        """The error for what is not this client's; the look at another one's case is recorded."""
        with self._store.read() as records:
            there = records.cases.digest(case_id) is not None
        if there:
            self._guard.refusal(
                key.actor, UseCase.READ_OWN, case_id, why="it is another one's", remedy=""
            )
        return NotFoundError(
            "There is no such case.",
            where="case",
            why="this key never brought one in under this id",
            remedy="Give the case_id of an answer to this client.",
        )


def _is_of(records: Records, key: ApiKey, case_id: str) -> bool:
    """Whether a client brought a case in: the log says who did."""
    if not case_id.startswith(f"{key.terms.client}."):
        return False
    came = (event for event in records.audit.of_subject(case_id) if event.kind in ARRIVALS)
    first = next(came, None)
    return first is not None and first.actor == key.actor.id


def _content(records: Records, case_id: str) -> StoredCase:
    if not records.cases.digest(case_id):
        raise ErasedError(
            f"The texts of case {case_id} are not kept.",
            where=f"case {case_id}",
            why="they were erased; the log has the event",
            remedy="What went out is with whoever received it.",
        )
    return records.cases.get(case_id)


def _pending(records: Records, stored: StoredCase) -> bool:
    """Whether another message is still to come: a person has to decide, or it is on its way."""
    if not stored.action.escalates:
        return False
    kinds = {item.kind for item in messages_out(records, stored.case_id)}
    return kinds <= {ReplyKind.FIRST}
