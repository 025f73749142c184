"""Activations: which version is live from when, going back a step, and the folder's version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from hri.casework.permissions import SYSTEM, Guard, UseCase
from hri.casework.policies import live_version, policy_ref, record_policy
from hri.domain.activations import Activation, ActivationKind, PolicyState
from hri.domain.assessments import VersionRef
from hri.domain.base import Model
from hri.domain.events import EventDraft, EventKind
from hri.domain.policies import Policy
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, SavedPolicy
from hri.errors import ConflictError, InvalidDecisionError


class Standing(Model):
    """A version with its state."""

    saved: SavedPolicy
    state: PolicyState
    since: datetime | None = None
    """LIVE: since when; SCHEDULED: from when; PROPOSED: when it was proposed."""


class Activations:
    """What is live when. Permission: READ_POLICY to read, APPROVE_POLICY to change."""

    def __init__(self, store: Store, guard: Guard, clock: Clock, policy_id: str) -> None:
        self._store, self._guard, self._clock = store, guard, clock
        self._policy_id = policy_id

    def history(self, actor: Actor) -> tuple[Activation, ...]:
        """All activations in the order they were decided, cancelled and future ones too.

        Raises:
            ForbiddenError: The actor may not read policies.
        """
        self._guard.require(actor, UseCase.READ_POLICY)
        with self._store.read() as records:
            return records.activations.all(self._policy_id)

    def standings(self, actor: Actor) -> tuple[Standing, ...]:
        """Every version with its state, oldest first; a draft that was published is left out.

        Raises:
            ForbiddenError: The actor may not read policies.
        """
        self._guard.require(actor, UseCase.READ_POLICY)
        with self._store.read() as records:
            return standings(records, self._policy_id, self._clock.now())

    def roll_back(self, actor: Actor, version: str, reason: str) -> Activation:
        """Take the live version back: the one before it is live again at once.

        Nothing is rewritten: the return is an activation of its own. What was to become live
        later is cancelled, since it was compared with another policy.

        Args:
            actor: Somebody who may approve; also the author of the version.
            version: The version to take back, which must be the live one.
            reason: Why.

        Raises:
            ForbiddenError: The actor may not approve policies.
            InvalidDecisionError: No reason is given.
            ConflictError: Another version is live, or there is none before it.
        """
        subject = f"{self._policy_id} {version}"
        self._guard.require(actor, UseCase.APPROVE_POLICY, subject)
        require_reason(reason)
        now = self._clock.now()
        with self._store.write() as records:
            known = records.activations.all(self._policy_id)
            before = _version_before(known, version, now)
            for item in scheduled(known, now):
                _cancel(records, actor, item, now, reason)
            back = Activation(
                id=1,
                policy_id=self._policy_id,
                version=before,
                kind=ActivationKind.ROLLED_BACK,
                from_at=now,
                reason=reason.strip(),
                by=actor.id,
                by_name=actor.name,
                at=now,
            )
            return activate(records, back)

    def cancel(self, actor: Actor, number: int, reason: str) -> Activation:
        """Take back an activation whose time has not come.

        Raises:
            ForbiddenError: The actor may not approve policies.
            InvalidDecisionError: No reason is given.
            NotFoundError: There is no such activation.
            ConflictError: Its time has come, or it was cancelled before.
        """
        self._guard.require(actor, UseCase.APPROVE_POLICY, f"activation {number}")
        require_reason(reason)
        now = self._clock.now()
        with self._store.write() as records:
            found = records.activations.get(number)
            if found.from_at <= now:
                raise ConflictError(
                    f"Version {found.version} is live since {found.from_at.isoformat()}.",
                    remedy="Roll it back.",
                )
            _cancel(records, actor, found, now, reason)
            return records.activations.get(number)


def standings(records: Records, policy_id: str, now: datetime) -> tuple[Standing, ...]:
    """Every version with its state at a moment, oldest first."""
    known, saved = records.activations.all(policy_id), records.policies.versions(policy_id)
    published = {item.ref.sha256 for item in saved if item.published}
    proposed = {
        item.policy.sha256: item.at for item in records.proposals.all(policy_id) if item.end is None
    }
    kept = (item for item in saved if item.published or item.ref.sha256 not in published)
    return tuple(_standing(item, known, proposed, now) for item in kept)


def _standing(
    saved: SavedPolicy,
    known: tuple[Activation, ...],
    proposed: Mapping[str, datetime],
    now: datetime,
) -> Standing:
    version, stack = saved.policy.version, standing(known, now)
    of_it = [item for item in known if item.version == version] if saved.published else []
    coming, past = scheduled(of_it, now), lived(of_it, now)
    live = bool(past) and stack[-1] == version
    saved = saved.model_copy(update={"live": live})
    if live:
        return Standing(saved=saved, state=PolicyState.LIVE, since=lived(known, now)[-1].from_at)
    if coming:
        return Standing(saved=saved, state=PolicyState.SCHEDULED, since=coming[0].from_at)
    if saved.ref.sha256 in proposed:
        since = proposed[saved.ref.sha256]
        return Standing(saved=saved, state=PolicyState.PROPOSED, since=since)
    if past:
        state = PolicyState.SUPERSEDED if version in stack else PolicyState.ROLLED_BACK
        return Standing(saved=saved, state=state)
    state = PolicyState.PUBLISHED if saved.published else PolicyState.DRAFT
    return Standing(saved=saved, state=state)


def scheduled(known: Iterable[Activation], now: datetime) -> tuple[Activation, ...]:
    """Activations that are still to come."""
    return tuple(item for item in known if item.cancelled is None and item.from_at > now)


def require_reason(reason: str) -> None:
    """Make sure that a reason is given.

    Raises:
        InvalidDecisionError: It is empty.
    """
    if not reason.strip():
        raise InvalidDecisionError("This needs a reason.", remedy="Say why, in a few words.")


def lived(known: Iterable[Activation], now: datetime) -> tuple[Activation, ...]:
    """The activations whose time has come, in the order in which they held."""
    past = (item for item in known if item.cancelled is None and item.from_at <= now)
    return tuple(sorted(past, key=lambda item: (item.from_at, item.id)))


def standing(known: Iterable[Activation], now: datetime) -> list[str]:
    """The versions that a roll-back can go back through; the last one is live.

    A version that was rolled back is no longer among them.
    """
    stack: list[str] = []
    for item in lived(known, now):
        if item.kind is ActivationKind.ROLLED_BACK:
            stack.pop()
        elif not stack or stack[-1] != item.version:
            stack.append(item.version)
    return stack


def _version_before(known: Iterable[Activation], version: str, now: datetime) -> str:
    stack = standing(known, now)
    if not stack or stack[-1] != version:
        raise ConflictError(
            f"Version {version} is not live.",
            why=f"{stack[-1]} is" if stack else "no version is",
            remedy="Reload and look at what is live now.",
        )
    if len(stack) < 2:
        raise ConflictError(
            f"There is no version before {version}.",
            remedy="Propose another version, or pause what must not go out.",
        )
    return stack[-2]


def _cancel(records: Records, actor: Actor, found: Activation, now: datetime, reason: str) -> None:
    records.activations.cancel(found.id, actor, now, reason.strip())
    event = EventDraft(
        kind=EventKind.POLICY_CANCELLED,
        actor=actor.id,
        subject=f"{found.policy_id} {found.version}",
        payload={"record": found.id, "reason": reason.strip()},
    )
    records.audit.append(event, now)


_EVENTS = {ActivationKind.ROLLED_BACK: EventKind.POLICY_ROLLED_BACK}


def activate(records: Records, activation: Activation) -> Activation:
    """Let a published version be live from a time on, with its event, in the open transaction."""
    kept = records.activations.add(activation)
    event = EventDraft(
        kind=_EVENTS.get(kept.kind, EventKind.POLICY_ACTIVATED),
        actor=kept.by,
        subject=f"{kept.policy_id} {kept.version}",
        payload={
            "record": kept.id,
            "kind": kept.kind.value,
            "from": kept.from_at.isoformat(),
            "reason": kept.reason,
        },
    )
    records.audit.append(event, kept.at)
    return kept


def put_in_force(store: Store, clock: Clock, policy: Policy, ref: VersionRef) -> None:
    """Store the policy of the folder if it is new, and let it be the one in force.

    Once people of the desk decided which version is live, the folder decides it no more: a new
    file is then a published version that can be proposed, as any draft is.

    Raises:
        ConflictError: The same version was published before with other content.
    """
    with store.read() as records:
        if _is_settled(records, policy, ref, clock.now()):
            return
    with store.write() as records:
        now = clock.now()
        if _is_settled(records, policy, ref, now):  # another process may have been faster
            return
        if records.policies.published(policy.id, policy.version) is None:
            _publish(records, policy, ref, now)
        if not decided_here(records, policy.id):
            activate(records, _from_folder(policy, now))


def decided_here(records: Records, policy_id: str) -> bool:
    """Whether people of the desk ever decided which version is live."""
    folder = ActivationKind.FOLDER
    return any(item.kind is not folder for item in records.activations.all(policy_id))


def _is_settled(records: Records, policy: Policy, ref: VersionRef, now: datetime) -> bool:
    known = records.policies.published(policy.id, policy.version)
    if known is None:
        return False
    # A version that was approved here and written to a file has the hash of its content.
    if known.ref not in (ref, policy_ref(policy)):
        raise _changed(policy)
    is_live = live_version(records, policy.id, now) == policy.version
    return is_live or decided_here(records, policy.id)


def _publish(records: Records, policy: Policy, ref: VersionRef, now: datetime) -> None:
    saved = SavedPolicy(
        policy=policy, ref=ref, published=True, live=False, saved_by=SYSTEM.id, saved_at=now
    )
    record_policy(records, saved, EventKind.POLICY_PUBLISHED)


def _from_folder(policy: Policy, now: datetime) -> Activation:
    return Activation(
        id=1,
        policy_id=policy.id,
        version=policy.version,
        kind=ActivationKind.FOLDER,
        from_at=now,
        by=SYSTEM.id,
        by_name=SYSTEM.name,
        at=now,
    )


def _changed(policy: Policy) -> ConflictError:
    name = f"policy {policy.id} {policy.version}"
    return ConflictError(
        f"The file of {name} is not the one that was published.",
        where=name,
        why="cases were scored under the published text, so a published version never changes",
        remedy="Restore the file, and put the change into the next version.",
    )
