"""Clients of the gateway: keys are made, revoked and known again; what each may do."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable
from typing import NamedTuple

from hri.casework.activations import require_reason
from hri.casework.permissions import Guard, UseCase
from hri.domain.activations import Ended
from hri.domain.clients import ApiKey, KeyTerms, Scope
from hri.domain.events import EventDraft, EventKind
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor
from hri.errors import ForbiddenError, UnauthenticatedError

KEY = re.compile(r"hri_([1-9][0-9]{0,8})_([A-Za-z0-9_-]{43})")
"""A key as a client sends it: its number, so that it is found, and its secret."""


class MadeKey(NamedTuple):
    """A key that was just made, with the one copy there is of its secret."""

    key: ApiKey
    secret: str


class Clients:
    """Keys of clients. Permission: MANAGE_CLIENTS to make, list and revoke.

    Args:
        store: Where keys are kept; of a secret only its digest.
        guard: Stands before each use case.
        clock: Says when.
        secrets: Makes a secret of 43 characters that nobody guesses (256 bits).
    """

    def __init__(
        self, store: Store, guard: Guard, clock: Clock, secrets: Callable[[], str]
    ) -> None:
        self._store, self._guard, self._clock, self._secrets = store, guard, clock, secrets

    def make(self, actor: Actor, terms: KeyTerms) -> MadeKey:
        """Make a key; its secret is told this once and kept nowhere.

        Raises:
            ForbiddenError: The actor may not manage clients.
        """
        self._guard.require(actor, UseCase.MANAGE_CLIENTS, terms.client)
        now, secret = self._clock.now(), self._secrets()
        key = ApiKey(id=1, terms=terms, by=actor.id, by_name=actor.name, at=now)
        with self._store.write() as records:
            kept = records.clients.add(key, digest_of(secret))
            self._tell(records, EventKind.KEY_MADE, actor, kept)
        return MadeKey(kept, f"hri_{kept.id}_{secret}")

    def revoke(self, actor: Actor, number: int, reason: str) -> ApiKey:
        """Revoke a key: from now on, in every process, nobody is let in with it.

        Raises:
            ForbiddenError: The actor may not manage clients.
            InvalidDecisionError: No reason is given.
            NotFoundError: There is no such key.
            ConflictError: It was revoked before.
        """
        self._guard.require(actor, UseCase.MANAGE_CLIENTS, f"key {number}")
        require_reason(reason)
        now = self._clock.now()
        end = Ended(by=actor.id, by_name=actor.name, at=now, reason=reason.strip())
        with self._store.write() as records:
            records.clients.end(number, end)
            kept = records.clients.get(number)
            self._tell(records, EventKind.KEY_REVOKED, actor, kept)
        return kept

    def all(self, actor: Actor) -> tuple[ApiKey, ...]:
        """Every key there was, oldest first.

        Raises:
            ForbiddenError: The actor may not manage clients.
        """
        self._guard.require(actor, UseCase.MANAGE_CLIENTS)
        with self._store.read() as records:
            return records.clients.all()

    def known(self, secret: str) -> ApiKey:
        """The key that somebody sends, as it stands now.

        Raises:
            UnauthenticatedError: It is none, or was revoked.
        """
        found = KEY.fullmatch(secret)
        if found is not None:
            number = int(found[1])
            with self._store.read() as records:
                digest = records.clients.digest(number)
                if digest is not None and hmac.compare_digest(digest, digest_of(found[2])):
                    key = records.clients.get(number)
                    if key.ended is None:
                        return key
        raise UnauthenticatedError(
            "The key is not known here.",
            why="it is missing, misspelt or was revoked",
            remedy="Send `Authorization: Bearer hri_…` with a key of `hri keys make`.",
        )

    def require(self, key: ApiKey, scope: Scope, subject: str = "") -> None:
        """Let a client through, or record the attempt and refuse it.

        Raises:
            ForbiddenError: The key has no such scope.
        """
        if scope not in key.terms.scopes:
            raise self._refusal(key, scope, subject)

    def _refusal(self, key: ApiKey, scope: Scope, subject: str) -> ForbiddenError:
        use_case = USE_CASES[scope]
        return self._guard.refusal(
            key.actor,
            use_case,
            subject,
            why=f"the key lacks the scope {scope.value}",
            remedy="Have a key made with that scope, or leave out what needs it.",
        )

    def _tell(self, records: Records, kind: EventKind, actor: Actor, key: ApiKey) -> None:
        event = EventDraft(
            kind=kind,
            actor=actor.id,
            subject=f"key {key.id}",
            payload={
                "record": key.id,
                "client": key.terms.client,
                "scopes": [scope.value for scope in key.terms.scopes],
            },
        )
        records.audit.append(event, self._clock.now())


USE_CASES = {
    Scope.ASSESS: UseCase.SUBMIT_CASES,
    Scope.CHAT: UseCase.ASK,
    Scope.READ: UseCase.READ_OWN,
    Scope.METRICS: UseCase.READ_ANALYTICS,
    Scope.SET_DATE: UseCase.SUBMIT_CASES,
    Scope.SET_PROCEDURE: UseCase.SUBMIT_CASES,
    Scope.SET_JURISDICTION: UseCase.SUBMIT_CASES,
}
"""The use case that a refused attempt is recorded under."""


def digest_of(secret: str) -> str:
    """SHA-256 of a secret; as it is random and long, nobody finds it by trying."""
    return hashlib.sha256(secret.encode()).hexdigest()
