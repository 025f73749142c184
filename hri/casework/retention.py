"""Texts that go in time: retention, legal holds, and erasure that leaves the log whole."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from hri.casework.activations import require_reason
from hri.casework.permissions import Guard, UseCase
from hri.casework.withdrawing import Withdrawn, tell_withdrawn, withdraw_undelivered
from hri.domain.activations import Ended
from hri.domain.clients import LegalHold
from hri.domain.events import EventDraft, EventKind
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor
from hri.errors import ConflictError

AT_ONCE = 50
"""Cases that are erased in one transaction, so that nobody waits long for it."""


class Terms(NamedTuple):
    """How long texts are kept."""

    kept: timedelta | None
    """None: until somebody erases them."""
    digests_only: bool = False
    """Whether texts go as soon as nobody needs them any more."""


class Retention:
    """Retention of texts. Permissions: SWEEP; LEGAL_HOLD."""

    def __init__(self, store: Store, guard: Guard, clock: Clock, terms: Terms) -> None:
        self._store, self._guard, self._clock, self._terms = store, guard, clock, terms

    def sweep(self, actor: Actor) -> int:
        """Erase the texts of closed cases whose time is over; how many cases that were.

        Left alone is what waits for a person, what is still to go out, and what is under a hold.

        Raises:
            ForbiddenError: The actor may not do that.
        """
        self._guard.require(actor, UseCase.SWEEP)
        erased = 0
        while True:
            with self._store.write() as records:
                due = self._due(records)
                for case_id, ground in due.items():
                    forget(records, actor, case_id, ground, self._clock)
            erased += len(due)
            if len(due) < AT_ONCE:
                return erased

    def _due(self, records: Records) -> dict[str, str]:
        """Cases whose texts go now, with the ground."""
        due: dict[str, str] = {}
        if self._terms.digests_only:
            due |= dict.fromkeys(records.holds.done_with(AT_ONCE), DIGESTS_ONLY)
        if self._terms.kept is not None and len(due) < AT_ONCE:
            before = self._clock.now() - self._terms.kept
            found = records.holds.expired(before, AT_ONCE - len(due))
            due |= dict.fromkeys(found, f"kept for {self._terms.kept.days} days")
        return due

    def hold(self, actor: Actor, case_id: str, reason: str) -> LegalHold:
        """Keep the texts of a case from being erased, by anybody, until the hold is ended.

        Raises:
            ForbiddenError: The actor may not do that.
            InvalidDecisionError: No reason is given.
            NotFoundError: There is no such case, or its texts are gone.
        """
        self._guard.require(actor, UseCase.LEGAL_HOLD, case_id)
        require_reason(reason)
        now = self._clock.now()
        hold = LegalHold(
            id=1, case_id=case_id, reason=reason.strip(), by=actor.id, by_name=actor.name, at=now
        )
        with self._store.write() as records:
            records.cases.get(case_id)
            kept = records.holds.add(hold)
            self._tell(records, EventKind.HOLD_STARTED, actor, kept)
        return kept

    def release(self, actor: Actor, number: int, reason: str) -> LegalHold:
        """End a hold.

        Raises:
            ForbiddenError: The actor may not do that.
            InvalidDecisionError: No reason is given.
            NotFoundError: There is no such hold.
            ConflictError: It was ended before.
        """
        self._guard.require(actor, UseCase.LEGAL_HOLD, f"hold {number}")
        require_reason(reason)
        now = self._clock.now()
        end = Ended(by=actor.id, by_name=actor.name, at=now, reason=reason.strip())
        with self._store.write() as records:
            records.holds.end(number, end)
            kept = records.holds.get(number)
            self._tell(records, EventKind.HOLD_ENDED, actor, kept)
        return kept

    def running(self, actor: Actor) -> tuple[LegalHold, ...]:
        """The holds that nobody ended, oldest first.

        Raises:
            ForbiddenError: The actor may not see them.
        """
        self._guard.require(actor, UseCase.LEGAL_HOLD)
        with self._store.read() as records:
            return records.holds.running()

    def _tell(self, records: Records, kind: EventKind, actor: Actor, hold: LegalHold) -> None:
        event = EventDraft(
            kind=kind, actor=actor.id, subject=hold.case_id, payload={"record": hold.id}
        )
        records.audit.append(event, self._clock.now())


DIGESTS_ONLY = "only digests are stored"


def forget(records: Records, actor: Actor, case_id: str, ground: str, clock: Clock) -> None:
    """Remove a case's texts and their salts inside the open transaction; the chain stays whole.

    Raises:
        NotFoundError: There is no such case.
        ConflictError: It is under a legal hold.
    """
    for hold in records.holds.of_case(case_id):
        if hold.ended is None:
            raise ConflictError(
                f"The texts of case {case_id} may not be erased.",
                where=f"case {case_id}",
                why=f"{hold.by_name} put a legal hold on it ({hold.reason})",
                remedy="Have the hold ended first.",
            )
    now = clock.now()
    for way in withdraw_undelivered(records, case_id, now):
        tell_withdrawn(records, way, Withdrawn.ERASED, actor.id, now)
    records.cases.erase(case_id)
    records.audit.erase(case_id)
    event = EventDraft(
        kind=EventKind.CONTENT_ERASED,
        actor=actor.id,
        subject=case_id,
        payload={"ground": ground},
    )
    records.audit.append(event, now)
