"""Policies as people handle them: the one in force, its versions, drafts of a next one."""

from __future__ import annotations

from datetime import datetime

from hri.casework.permissions import Guard, UseCase
from hri.domain.assessments import VersionRef
from hri.domain.canonical import canonical_json, sha256_hex
from hri.domain.events import EventDraft, EventKind
from hri.domain.policies import Policy
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, SavedPolicy
from hri.errors import NotFoundError


class Policies:
    """Policy versions. Permissions: READ_POLICY, DRAFT_POLICY."""

    def __init__(self, store: Store, guard: Guard, clock: Clock, policy_id: str) -> None:
        self._store, self._guard, self._clock = store, guard, clock
        self._policy_id = policy_id

    def live(self, actor: Actor) -> SavedPolicy:
        """The policy in force.

        Raises:
            ForbiddenError: The actor may not read policies.
            NotFoundError: No policy was put in force yet.
        """
        self._guard.require(actor, UseCase.READ_POLICY)
        with self._store.read() as records:
            return require_live(records, self._policy_id, self._clock.now())

    def versions(self, actor: Actor) -> tuple[SavedPolicy, ...]:
        """All versions, published and drafts, oldest first.

        Raises:
            ForbiddenError: The actor may not read policies.
        """
        self._guard.require(actor, UseCase.READ_POLICY)
        with self._store.read() as records:
            live = live_version(records, self._policy_id, self._clock.now())
            known = records.policies.versions(self._policy_id)
        return tuple(_marked(saved, live) for saved in known)

    def get(self, actor: Actor, version: str) -> SavedPolicy:
        """One version.

        Raises:
            ForbiddenError: The actor may not read policies.
            NotFoundError: There is no such version.
        """
        self._guard.require(actor, UseCase.READ_POLICY)
        with self._store.read() as records:
            live = live_version(records, self._policy_id, self._clock.now())
            return _marked(records.policies.get(self._policy_id, version), live)

    def save_draft(self, actor: Actor, policy: Policy) -> SavedPolicy:
        """Keep a policy as a new version; the one in force stays in force.

        Its id, version (the next free number), author and date are given here, whatever
        ``policy`` says.

        Raises:
            ForbiddenError: The actor may not draft policies.
        """
        self._guard.require(actor, UseCase.DRAFT_POLICY)
        now = self._clock.now()
        with self._store.write() as records:
            known = records.policies.versions(self._policy_id)
            draft = policy.model_copy(
                update={
                    "id": self._policy_id,
                    "version": _next_version(known),
                    "author": actor.name,
                    "published_on": now.date(),
                }
            )
            saved = SavedPolicy(
                policy=draft,
                ref=policy_ref(draft),
                published=False,
                live=False,
                saved_by=actor.id,
                saved_at=now,
            )
            record_policy(records, saved, EventKind.POLICY_DRAFTED)
        return saved


def policy_ref(policy: Policy) -> VersionRef:
    """The reference of a policy that is no file: its hash is over its canonical JSON."""
    text = canonical_json(policy.model_dump(mode="json"))
    return VersionRef(id=policy.id, version=policy.version, sha256=sha256_hex(text))


def record_policy(records: Records, saved: SavedPolicy, kind: EventKind) -> None:
    """Store a policy document with its event, inside the open transaction."""
    records.policies.add(saved)
    event = EventDraft(
        kind=kind,
        actor=saved.saved_by,
        subject=f"{saved.policy.id} {saved.policy.version}",
        payload={"record": int(saved.published), "sha256": saved.ref.sha256},
    )
    records.audit.append(event, saved.saved_at, {"policy": saved.policy.model_dump_json()})


def live_version(records: Records, policy_id: str, at: datetime) -> str | None:
    """The version that is live at a moment, or None."""
    live = records.activations.live(policy_id, at)
    return None if live is None else live.version


def require_live(records: Records, policy_id: str, at: datetime) -> SavedPolicy:
    """The version that is live at a moment.

    Raises:
        NotFoundError: No version was put in force yet.
    """
    version = live_version(records, policy_id, at)
    if version is None:
        raise NotFoundError(f"No version of policy {policy_id} is in force.")
    return _marked(records.policies.get(policy_id, version), version)


def _marked(saved: SavedPolicy, live: str | None) -> SavedPolicy:
    is_live = saved.published and saved.policy.version == live
    return saved.model_copy(update={"live": is_live})


def _next_version(known: tuple[SavedPolicy, ...]) -> str:
    highest = max((int(item.policy.version[1:]) for item in known), default=0)
    return f"v{highest + 1:03d}"
