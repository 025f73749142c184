"""Policies as people handle them: the one in force, its versions, drafts of a next one."""

from __future__ import annotations

from datetime import datetime

from hri.casework.permissions import SYSTEM, Guard, UseCase
from hri.domain.assessments import VersionRef
from hri.domain.canonical import canonical_json, sha256_hex
from hri.domain.events import EventDraft, EventKind
from hri.domain.policies import Policy
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, SavedPolicy
from hri.errors import ConflictError, NotFoundError


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
            found = records.policies.live(self._policy_id)
        if found is None:
            raise NotFoundError(f"No version of policy {self._policy_id} is in force.")
        return found

    def versions(self, actor: Actor) -> tuple[SavedPolicy, ...]:
        """All versions, published and drafts, oldest first.

        Raises:
            ForbiddenError: The actor may not read policies.
        """
        self._guard.require(actor, UseCase.READ_POLICY)
        with self._store.read() as records:
            return records.policies.versions(self._policy_id)

    def get(self, actor: Actor, version: str) -> SavedPolicy:
        """One version.

        Raises:
            ForbiddenError: The actor may not read policies.
            NotFoundError: There is no such version.
        """
        self._guard.require(actor, UseCase.READ_POLICY)
        with self._store.read() as records:
            return records.policies.get(self._policy_id, version)

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


def put_in_force(store: Store, clock: Clock, policy: Policy, ref: VersionRef) -> None:
    """Store a published policy if it is new, and let it be the one in force; each is an event.

    Raises:
        ConflictError: The same version was published before with other content.
    """
    with store.read() as records:
        live = records.policies.live(policy.id)
    if live is not None and live.ref == ref:
        return
    with store.write() as records:
        _publish(records, policy, ref, clock.now())
        records.policies.make_live(policy.id, policy.version)


def _publish(records: Records, policy: Policy, ref: VersionRef, now: datetime) -> None:
    known = records.policies.versions(policy.id)
    same = [item for item in known if item.published and item.ref.version == ref.version]
    if same and same[0].ref != ref:
        raise _changed(policy)
    if same:
        event = EventDraft(
            kind=EventKind.POLICY_PUBLISHED,
            actor=SYSTEM.id,
            subject=f"{policy.id} {policy.version}",
            payload={"again": True, "sha256": ref.sha256},
        )
        records.audit.append(event, now)
        return
    saved = SavedPolicy(
        policy=policy, ref=ref, published=True, live=False, saved_by=SYSTEM.id, saved_at=now
    )
    record_policy(records, saved, EventKind.POLICY_PUBLISHED)


def _changed(policy: Policy) -> ConflictError:
    name = f"policy {policy.id} {policy.version}"
    return ConflictError(
        f"The file of {name} is not the one that was published.",
        where=name,
        why="cases were scored under the published text, so a published version never changes",
        remedy="Restore the file, and put the change into the next version.",
    )


def _next_version(known: tuple[SavedPolicy, ...]) -> str:
    highest = max((int(item.policy.version[1:]) for item in known), default=0)
    return f"v{highest + 1:03d}"
