"""Proposals: an analyst proposes a version with its backtest, another person approves exactly that.

Nobody approves what they drafted or proposed themselves.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from hri.casework.activations import activate, require_reason, scheduled
from hri.casework.permissions import Guard, UseCase
from hri.casework.policies import record_policy, require_live
from hri.domain.activations import Activation, ActivationKind
from hri.domain.assessments import VersionRef
from hri.domain.events import EventDraft, EventKind
from hri.domain.ports import Clock
from hri.domain.proposals import Backtest, MakeBacktest, Proposal, ProposalEnd, ProposalVerdict
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, SavedPolicy
from hri.errors import (
    ConflictError,
    InvalidDecisionError,
    OwnVersionError,
    StaleBacktestError,
)

ENDS = {
    ProposalVerdict.APPROVED: EventKind.POLICY_APPROVED,
    ProposalVerdict.REJECTED: EventKind.POLICY_REJECTED,
    ProposalVerdict.WITHDRAWN: EventKind.POLICY_WITHDRAWN,
}


class Proposals:
    """Proposed versions. Permission: TUNE to read, DRAFT_POLICY and APPROVE_POLICY to act.

    Args:
        store: Where proposals are kept.
        guard: Stands before each use case.
        clock: Says when.
        policy_id: The policy whose versions are proposed.
        backtest: Tries a candidate on the stored history.
        fresh: How long a backtest counts.
    """

    def __init__(
        self,
        store: Store,
        guard: Guard,
        clock: Clock,
        policy_id: str,
        backtest: MakeBacktest,
        fresh: timedelta,
    ) -> None:
        self._store, self._guard, self._clock = store, guard, clock
        self._policy_id, self._make, self._fresh = policy_id, backtest, fresh

    def all(self, actor: Actor) -> tuple[Proposal, ...]:
        """All proposals, oldest first; those without an end are open.

        Raises:
            ForbiddenError: The actor may not see tuning.
        """
        self._guard.require(actor, UseCase.TUNE)
        with self._store.read() as records:
            return records.proposals.all(self._policy_id)

    def backtest(self, actor: Actor, version: str) -> Backtest:
        """What a version would have done with every stored case; nothing is stored.

        Raises:
            ForbiddenError: The actor may not see tuning.
            NotFoundError: There is no such version, or none is live.
        """
        self._guard.require(actor, UseCase.TUNE)
        with self._store.read() as records:
            candidate = records.policies.get(self._policy_id, version)
        return self._make(candidate)

    def propose(self, actor: Actor, version: str, note: str = "") -> Proposal:
        """Propose that a version becomes live, with a backtest made now.

        Raises:
            ForbiddenError: The actor may not draft policies.
            NotFoundError: There is no such version.
            ConflictError: It is live or proposed already.
        """
        self._guard.require(actor, UseCase.DRAFT_POLICY, f"{self._policy_id} {version}")
        with self._store.read() as records:
            candidate = records.policies.get(self._policy_id, version)
            self._require_new(records, candidate)
        tried = self._make(candidate)
        with self._store.write() as records:
            self._require_new(records, candidate)
            proposal = Proposal(
                id=1,
                policy=candidate.ref,
                backtest=tried,
                backtest_sha256=tried.sha256,
                note=note.strip(),
                by=actor.id,
                by_name=actor.name,
                at=self._clock.now(),
            )
            return _record(records, proposal)

    def approve(
        self,
        actor: Actor,
        number: int,
        backtest_sha256: str,
        *,
        from_at: datetime | None = None,
        note: str = "",
    ) -> Activation:
        """Approve a proposal on exactly the backtest it names: its version becomes live.

        Args:
            actor: Somebody who neither drafted nor proposed the version.
            number: Of the proposal.
            backtest_sha256: The hash of the backtest that the actor looked at.
            from_at: From when it is live; None for at once.
            note: Why, if anything is to be said.

        Raises:
            ForbiddenError: The actor may not approve.
            OwnVersionError: The actor drafted or proposed the version.
            NotFoundError: There is no such proposal.
            InvalidDecisionError: The time lies in the past.
            StaleBacktestError: The backtest is another one, too old, or compared with a policy
                that is live no more.
            ConflictError: The proposal is closed, its version was published with other content,
                or another version is to become live.
        """
        self._guard.require(actor, UseCase.APPROVE_POLICY, f"proposal {number}")
        self._refuse_author(actor, number)
        with self._store.write() as records:
            now = self._clock.now()
            proposal = records.proposals.get(number)
            end = _end(actor, ProposalVerdict.APPROVED, note, now)
            self._close(records, proposal, end)
            self._require_fresh(records, proposal, backtest_sha256, now)
            self._require_nothing_scheduled(records, now)
            _publish(records, proposal, actor, now)
            activation = Activation(
                id=1,
                policy_id=proposal.policy.id,
                version=proposal.policy.version,
                kind=ActivationKind.APPROVED,
                from_at=_from(from_at, now),
                proposal=number,
                reason=note.strip(),
                by=actor.id,
                by_name=actor.name,
                at=now,
            )
            return activate(records, activation)

    def reject(self, actor: Actor, number: int, reason: str) -> Proposal:
        """Refuse a proposal; the version stays, and may be proposed again.

        Raises:
            ForbiddenError: The actor may not approve policies.
            NotFoundError: There is no such proposal.
            InvalidDecisionError: No reason is given.
            ConflictError: It is closed.
        """
        self._guard.require(actor, UseCase.APPROVE_POLICY, f"proposal {number}")
        return self._end_open(actor, number, ProposalVerdict.REJECTED, reason)

    def withdraw(self, actor: Actor, number: int, reason: str) -> Proposal:
        """Take an open proposal back, for example to propose it with a new backtest.

        Raises:
            ForbiddenError: The actor may not draft policies.
            NotFoundError: There is no such proposal.
            InvalidDecisionError: No reason is given.
            ConflictError: It is closed.
        """
        self._guard.require(actor, UseCase.DRAFT_POLICY, f"proposal {number}")
        return self._end_open(actor, number, ProposalVerdict.WITHDRAWN, reason)

    def _end_open(
        self, actor: Actor, number: int, verdict: ProposalVerdict, reason: str
    ) -> Proposal:
        require_reason(reason)
        with self._store.write() as records:
            proposal = records.proposals.get(number)
            self._close(records, proposal, _end(actor, verdict, reason, self._clock.now()))
            return records.proposals.get(number)

    def _close(self, records: Records, proposal: Proposal, end: ProposalEnd) -> None:
        records.proposals.end(proposal.id, end)
        event = EventDraft(
            kind=ENDS[end.verdict],
            actor=end.by,
            subject=f"{proposal.policy.id} {proposal.policy.version}",
            payload={
                "record": proposal.id,
                "backtest": proposal.backtest_sha256,
                "sha256": proposal.policy.sha256,
                "reason": end.reason,
            },
        )
        records.audit.append(event, end.at)

    def _refuse_author(self, actor: Actor, number: int) -> None:
        with self._store.read() as records:
            proposal = records.proposals.get(number)
            drafts = [item for item in _same(records, proposal.policy) if not item.published]
        authors = {proposal.by, *(item.saved_by for item in drafts)}
        if actor.id in authors:
            raise self._guard.refusal(
                actor,
                UseCase.APPROVE_POLICY,
                f"proposal {number}",
                why="nobody approves a version that they drafted or proposed",
                remedy="Ask another person who may approve.",
                kind=OwnVersionError,
            )

    def _require_new(self, records: Records, candidate: SavedPolicy) -> None:
        name = f"{candidate.ref.id} {candidate.ref.version}"
        if require_live(records, self._policy_id, self._clock.now()).ref == candidate.ref:
            raise ConflictError(f"Policy {name} is live.", remedy="Propose another version.")
        for item in records.proposals.all(self._policy_id):
            if item.end is None and item.policy == candidate.ref:
                raise ConflictError(
                    f"Policy {name} is proposed already.",
                    where=f"proposal {item.id}",
                    remedy="Wait for its approval, or withdraw it to make the backtest anew.",
                )

    def _require_fresh(
        self, records: Records, proposal: Proposal, seen: str, now: datetime
    ) -> None:
        tried, hours = proposal.backtest, self._fresh / timedelta(hours=1)
        if seen != proposal.backtest_sha256 or tried.sha256 != seen:
            raise _stale(proposal, "it is not the backtest of this proposal")
        if now - tried.made_at > self._fresh:
            raise _stale(proposal, f"it is older than {hours:g} hours")
        if tried.policy != proposal.policy:
            raise _stale(proposal, "it is of another document")
        live = require_live(records, self._policy_id, now)
        if live.ref != tried.live:
            raise _stale(proposal, f"it compares with {tried.live.version}, and that is not live")

    def _require_nothing_scheduled(self, records: Records, now: datetime) -> None:
        for item in scheduled(records.activations.all(self._policy_id), now):
            raise ConflictError(
                f"Version {item.version} is to become live at {item.from_at.isoformat()}.",
                where=f"activation {item.id}",
                why="this backtest does not compare with it",
                remedy="Cancel that activation, or wait for its time and propose anew.",
            )


def _record(records: Records, proposal: Proposal) -> Proposal:
    kept = records.proposals.add(proposal)
    event = EventDraft(
        kind=EventKind.POLICY_PROPOSED,
        actor=kept.by,
        subject=f"{kept.policy.id} {kept.policy.version}",
        payload={
            "record": kept.id,
            "backtest": kept.backtest_sha256,
            "sha256": kept.policy.sha256,
            "cases": kept.backtest.cases,
        },
    )
    records.audit.append(event, kept.at)
    return kept


def _same(records: Records, ref: VersionRef) -> tuple[SavedPolicy, ...]:
    return tuple(item for item in records.policies.versions(ref.id) if item.ref == ref)


def _publish(records: Records, proposal: Proposal, actor: Actor, now: datetime) -> None:
    """Publish exactly the document that was proposed, unless it was published before."""
    same = _same(records, proposal.policy)
    if any(item.published for item in same):
        return
    published = same[0].model_copy(
        update={"published": True, "saved_by": actor.id, "saved_at": now}
    )
    record_policy(records, published, EventKind.POLICY_PUBLISHED)


def _from(wanted: datetime | None, now: datetime) -> datetime:
    if wanted is None:
        return now
    if wanted.tzinfo is None or wanted < now:
        raise InvalidDecisionError(
            "The version cannot become live then.",
            why="the time lies in the past" if wanted.tzinfo else "the time has no zone",
            remedy="Name a time that is still to come, or none for at once.",
        )
    return wanted


def _end(actor: Actor, verdict: ProposalVerdict, reason: str, now: datetime) -> ProposalEnd:
    return ProposalEnd(
        verdict=verdict, by=actor.id, by_name=actor.name, at=now, reason=reason.strip()
    )


def _stale(proposal: Proposal, why: str) -> StaleBacktestError:
    return StaleBacktestError(
        "The backtest does not count.",
        where=f"proposal {proposal.id}",
        why=why,
        remedy="Have the proposal withdrawn and made anew, and look at its new backtest.",
    )
