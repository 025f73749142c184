"""Shadow runs: a candidate decides beside the live policy at intake, and is only counted."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from hri.casework.permissions import Guard, UseCase
from hri.casework.policies import require_live
from hri.casework.scoring import Scorer
from hri.decision import SlotFindings, decide
from hri.domain.activations import Ended
from hri.domain.assessments import Assessment
from hri.domain.cases import Case
from hri.domain.decisions import ACTIONS
from hri.domain.events import EventDraft, EventKind
from hri.domain.policies import Policy, signal_numbers
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor
from hri.domain.shadows import Shadow, ShadowFigures, ShadowOutcome
from hri.errors import ConflictError
from hri.index import SlotSignals, aggregate

MOST_FLIPS = 200


class Shadows:
    """Running a candidate beside the live policy. Permission: DRAFT_POLICY; TUNE to read."""

    def __init__(self, store: Store, guard: Guard, clock: Clock, policy_id: str) -> None:
        self._store, self._guard, self._clock = store, guard, clock
        self._policy_id = policy_id

    def running(self, actor: Actor) -> Shadow | None:
        """The run that is on, or None.

        Raises:
            ForbiddenError: The actor may not see tuning.
        """
        self._guard.require(actor, UseCase.TUNE)
        with self._store.read() as records:
            return records.shadows.running(self._policy_id)

    def all(self, actor: Actor) -> tuple[Shadow, ...]:
        """All runs, oldest first.

        Raises:
            ForbiddenError: The actor may not see tuning.
        """
        self._guard.require(actor, UseCase.TUNE)
        with self._store.read() as records:
            return records.shadows.all(self._policy_id)

    def figures(self, actor: Actor, number: int, *, limit: int = MOST_FLIPS) -> ShadowFigures:
        """How the candidate of a run compares so far with what was live.

        Raises:
            ForbiddenError: The actor may not see tuning.
            NotFoundError: There is no such run.
        """
        self._guard.require(actor, UseCase.TUNE)
        with self._store.read() as records:
            shadow, rows = records.shadows.get(number), records.shadows.counts(number)
            flips = records.shadows.flips(number, limit)
        return ShadowFigures(
            shadow=shadow,
            cases=sum(row.n for row in rows),
            agreed={a: sum(r.n for r in rows if r.live is r.shadow is a) for a in ACTIONS},
            live={a: sum(r.n for r in rows if r.live is a) for a in ACTIONS},
            candidate={a: sum(r.n for r in rows if r.shadow is a) for a in ACTIONS},
            raised=sum(r.n for r in rows if r.shadow.severity > r.live.severity),
            lowered=sum(r.n for r in rows if r.shadow.severity < r.live.severity),
            flips=flips,
        )

    def start(self, actor: Actor, version: str) -> Shadow:
        """Let a version decide beside the live one on every case that comes in from now on.

        Raises:
            ForbiddenError: The actor may not draft policies.
            NotFoundError: There is no such version, or none is live.
            ConflictError: It is live, or another run is on.
        """
        self._guard.require(actor, UseCase.DRAFT_POLICY, f"{self._policy_id} {version}")
        now = self._clock.now()
        with self._store.write() as records:
            candidate = records.policies.get(self._policy_id, version).ref
            if require_live(records, self._policy_id, now).ref == candidate:
                raise ConflictError(f"Version {version} is live.", remedy="Choose another one.")
            running = records.shadows.running(self._policy_id)
            if running is not None:
                raise ConflictError(
                    f"Version {running.policy.version} is run as a shadow already.",
                    where=f"shadow {running.id}",
                    remedy="End that run first.",
                )
            shadow = Shadow(id=1, policy=candidate, by=actor.id, by_name=actor.name, at=now)
            kept = records.shadows.add(shadow)
            _tell(records, EventKind.SHADOW_STARTED, actor, kept, now)
        return kept

    def end(self, actor: Actor, number: int, reason: str = "") -> Shadow:
        """End a run; its figures stay.

        Raises:
            ForbiddenError: The actor may not draft policies.
            NotFoundError: There is no such run.
            ConflictError: It was ended before.
        """
        self._guard.require(actor, UseCase.DRAFT_POLICY, f"shadow {number}")
        now = self._clock.now()
        end = Ended(by=actor.id, by_name=actor.name, at=now, reason=reason.strip())
        with self._store.write() as records:
            records.shadows.end(number, end)
            kept = records.shadows.get(number)
            _tell(records, EventKind.SHADOW_ENDED, actor, kept, now, reason=reason.strip())
        return kept


class Candidate(NamedTuple):
    """The candidate of the run that is on."""

    run: Shadow
    policy: Policy


def candidate_beside(
    records: Records, live: Scorer, known: Candidate | None = None
) -> Candidate | None:
    """The candidate to run beside the live policy.

    None where no run is on, the candidate itself went live, or its document is gone, which
    verification tells: a shadow never keeps a case from being taken in.

    Args:
        records: The open transaction.
        live: The scoring that holds.
        known: The candidate found before, whose document is not read again.
    """
    run = records.shadows.running(live.policy.id)
    if run is None or run.policy == live.policy_ref:
        return None
    if known is not None and known.run.policy == run.policy:
        return Candidate(run, known.policy)
    saved = (item for item in records.policies.versions(run.policy.id) if item.ref == run.policy)
    return next((Candidate(run, item.policy) for item in saved), None)


def outcome_under(
    candidate: Candidate, live: Scorer, case: Case, found: Assessment
) -> ShadowOutcome:
    """What a candidate makes of a case that was just assessed under the live policy.

    The signals are those of the assessment where both policies measure them alike; otherwise the
    case is scored anew.
    """
    if signal_numbers(candidate.policy) != signal_numbers(live.policy):
        again = live.under(candidate.policy, candidate.run.policy).score(case)
        return ShadowOutcome(action=again.state, hri=again.hri)
    findings = {
        slot: SlotFindings(SlotSignals(item.sis, item.ccs, item.rvs), item.claims, item.violations)
        for slot, item in found.slots.items()
        if item.applies
    }
    signals = {slot: item.signals for slot, item in findings.items()}
    hri = aggregate(signals, candidate.policy).hri
    decision = decide(hri, findings, found.flags, candidate.policy)
    return ShadowOutcome(action=decision.action, hri=hri)


def record_outcome(
    records: Records, actor: Actor, run: Shadow, case_id: str, outcome: ShadowOutcome, at: datetime
) -> None:
    """Keep an outcome with its event, in the open transaction; none where the run has ended.

    The event is not one of the case, so that its reviewer learns nothing from it.
    """
    now_on = records.shadows.running(run.policy.id)
    if now_on is None or now_on.id != run.id:
        return
    number = records.shadows.note(run.id, case_id, outcome)
    event = EventDraft(
        kind=EventKind.CASE_SHADOWED,
        actor=actor.id,
        subject=f"shadow {run.id}",
        payload={"record": number, "action": outcome.action.value, "hri": outcome.hri},
    )
    records.audit.append(event, at)


def _tell(
    records: Records, kind: EventKind, actor: Actor, shadow: Shadow, now: datetime, **words: str
) -> None:
    event = EventDraft(
        kind=kind,
        actor=actor.id,
        subject=f"shadow {shadow.id}",
        payload={"record": shadow.id, "policy": shadow.policy.model_dump(mode="json"), **words},
    )
    records.audit.append(event, now)
