"""The audit log as people read it: search, one case's life, verification, erasure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from hri.casework.histories import shown_history
from hri.casework.permissions import Guard, UseCase
from hri.casework.retention import forget
from hri.casework.secondreads import blind_cases, blinded_events
from hri.domain.base import Model
from hri.domain.checkpoints import Keeper, Seal
from hri.domain.events import (
    AuditEvent,
    ChainReport,
    Checkpoint,
    EventFilter,
)
from hri.domain.ports import Clock
from hri.domain.records import Store
from hri.domain.reviews import Actor
from hri.domain.signatures import Signatures

EVERY_EVENT = EventFilter()
LARGEST_PAGE = 1000


class EventPage(Model):
    """Events newest first; hand ``before`` back for the next page (None: this was the last)."""

    events: tuple[AuditEvent, ...]
    before: int | None = None


class Audit:
    """The log. Permissions: READ_AUDIT, VERIFY_AUDIT; one case's history: READ_CASE."""

    def __init__(
        self,
        store: Store,
        guard: Guard,
        clock: Clock,
        undo: timedelta = timedelta(),
        signatures: Signatures | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        """``signatures`` judges those of seals (None: not done); ``keeper`` holds copies."""
        self._store, self._guard, self._clock, self._undo = store, guard, clock, undo
        self._signatures, self._keeper = signatures, keeper

    def search(
        self,
        actor: Actor,
        narrow: EventFilter = EVERY_EVENT,
        *,
        size: int = 50,
        before: int | None = None,
    ) -> EventPage:
        """A page of events, newest first; it may hold fewer than asked for, and more follow.

        Left out is what others found on cases that the actor reads blind, or could.

        Raises:
            ForbiddenError: The actor may not read the log.
        """
        self._guard.require(actor, UseCase.READ_AUDIT)
        size = min(max(size, 1), LARGEST_PAGE)
        with self._store.read() as records:
            found = records.audit.search(narrow, size + 1, before)
            page = found[:size]
            blind = blind_cases(records, self._guard.known(actor), [e.subject for e in page])
        shown = tuple(
            event for event in page if event.subject not in blind or blinded_events([event], actor)
        )
        return EventPage(events=shown, before=page[-1].seq if len(found) > size else None)

    def history(self, actor: Actor, case_id: str) -> tuple[AuditEvent, ...]:
        """Everything that happened to one case, oldest first, as its page shows it.

        Raises:
            ForbiddenError: The actor may not read cases.
        """
        self._guard.require(actor, UseCase.READ_CASE, case_id)
        with self._store.read() as records:
            known = self._guard.known(actor)
            found = shown_history(records, known, case_id, self._undo)
            if blind_cases(records, known, [case_id]):
                return blinded_events(found, actor)
        return found

    def walk(self, actor: Actor, *, size: int = LARGEST_PAGE) -> Iterator[AuditEvent]:
        """All events, oldest first, for export; read in pages so that writers can go on.

        Raises:
            ForbiddenError: The actor may not read the log.
        """
        self._guard.require(actor, UseCase.READ_AUDIT)
        return self._pages(size)

    def _pages(self, size: int) -> Iterator[AuditEvent]:
        after = 0
        while True:
            with self._store.read() as records:
                page = records.audit.walk(after, size)
            if not page:
                return
            yield from page
            after = page[-1].seq

    def checkpoint(self, actor: Actor) -> Checkpoint:
        """The head of the chain, sealed now where it is not yet, to be kept elsewhere.

        Raises:
            ForbiddenError: The actor may not verify the log.
            StoreError: The database cannot be written.
        """
        self._guard.require(actor, UseCase.VERIFY_AUDIT)
        with self._store.write() as records:
            records.seals.seal(self._clock.now(), early=True)
            last, head = records.seals.last(), self._stamped(records.audit.checkpoint())
        return last if last is not None and last.seq == head.seq else head

    def seals(self, actor: Actor, after: int = 0) -> tuple[Seal, ...]:
        """The checkpoints that the desk sealed by itself, numbered above ``after``, oldest first.

        Raises:
            ForbiddenError: The actor may not verify the log.
        """
        self._guard.require(actor, UseCase.VERIFY_AUDIT)
        with self._store.read() as records:
            return records.seals.after(after)

    def verify(
        self, actor: Actor, known: Sequence[Checkpoint] = (), trusted: Sequence[str] = ()
    ) -> ChainReport:
        """Walk the chain, and compare every record with the event that announced it.

        The copies of seals that the settings keep outside the database are compared too. Without
        any, whoever can write the database file can rewrite it whole, and no walk shows it.

        Args:
            actor: Who asks.
            known: Further checkpoints that were kept outside the database.
            trusted: Public keys that may have signed seals; none: those of the settings.

        Raises:
            ForbiddenError: The actor may not verify the log.
            StoreError: The copies cannot be read.
        """
        self._guard.require(actor, UseCase.VERIFY_AUDIT)
        copies = self._keeper.all() if self._keeper else ()
        judges = self._signatures
        if judges is not None and trusted:
            judges = replace(judges, trusted=tuple(trusted))
        with self._store.still() as records:
            report = records.audit.verify(tuple(dict.fromkeys((*known, *copies))), judges)
        return report.model_copy(update={"head": self._stamped(report.head)})

    def _stamped(self, head: Checkpoint) -> Checkpoint:
        return head.model_copy(update={"at": self._clock.now()})

    def erase_content(self, actor: Actor, case_id: str, ground: str) -> None:
        """Remove a case's texts for good; its numbers and the chain of events stay.

        A message of it that is not out yet stays in.

        Args:
            actor: Who erases.
            case_id: The case.
            ground: The legal ground; it is recorded, so it must not hold personal content.

        Raises:
            ForbiddenError: The actor may not erase.
            NotFoundError: There is no such case.
            ConflictError: It is under a legal hold.
        """
        self._guard.require(actor, UseCase.ERASE_CONTENT, case_id)
        with self._store.write() as records:
            forget(records, actor, case_id, ground, self._clock)
