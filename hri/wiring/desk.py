"""The desk: all parts joined over one store, one clock and one way of scoring."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from hri.assurance.evidence.packs import EvidencePacks
from hri.assurance.replaying import ReplayRuns
from hri.assurance.suiteruns import SuiteRuns
from hri.casework.activations import Activations, put_in_force
from hri.casework.audit import Audit
from hri.casework.clients import Clients
from hri.casework.delivery import Delivery
from hri.casework.doubts import Doubts
from hri.casework.holding import ReviewTimes
from hri.casework.identities import Identities
from hri.casework.intake import Intake, IntakeReport, Progress
from hri.casework.pausing import Pauses
from hri.casework.people import People
from hri.casework.permissions import SYSTEM, Guard
from hri.casework.policies import Policies
from hri.casework.priority import Deadlines, Draws, Shares
from hri.casework.proposals import Proposals
from hri.casework.queue import Queue, Shown
from hri.casework.recent import Recent
from hri.casework.retention import Retention
from hri.casework.review import Reviewing
from hri.casework.scoring import LiveScorer, Scorer
from hri.casework.sealing import Sealer
from hri.casework.shadowing import Shadows
from hri.casework.stock import Stock
from hri.casework.worklist import Worklist, WorklistTimes
from hri.domain.assessments import VersionRef
from hri.domain.decisions import Action
from hri.domain.identities import ClaimNames
from hri.domain.outbox import Courier
from hri.domain.policies import Policy
from hri.domain.ports import Clock, Knowledge
from hri.domain.records import Store
from hri.domain.reviews import Actor, Reason
from hri.errors import SettingsError
from hri.evaluation.analytics import Analytics
from hri.evaluation.backtests import Backtests
from hri.evaluation.basis import BasisReader
from hri.evaluation.drifts import Drifts
from hri.evaluation.loading import HistoryReader
from hri.evaluation.quality import Quality
from hri.evaluation.replay import Replays
from hri.evaluation.shared import Shared
from hri.evaluation.tuning import Tuning
from hri.evaluation.weighing import Weighing
from hri.knowledge import load_pack
from hri.knowledge.cases import read_cases
from hri.knowledge.costs import load_costs
from hri.knowledge.policies import load_policy
from hri.knowledge.reasons import load_reasons
from hri.knowledge.roles import load_roles
from hri.knowledge.watching import load_watch
from hri.pipeline import assess_or_route
from hri.settings import Settings, read_settings
from hri.store.clock import SystemClock
from hri.store.database import open_store
from hri.store.starting import require_sound_start
from hri.wiring.assurance import replay_runs_of, suite_runs_of
from hri.wiring.delivery import courier_of, tries_of
from hri.wiring.evidence import evidence_of
from hri.wiring.gateway import Door, open_door, retention_of
from hri.wiring.sealing import audit_over, keeper_of, sealing_of


@dataclass(frozen=True)
class Desk:
    """The whole product behind one door; safe to share between threads and to cache.

    Every use case takes the ``Actor`` first and refuses what the actor's roles do not allow.
    """

    settings: Settings
    scorer: LiveScorer
    clock: Clock
    guard: Guard
    """``guard.signed_in(actor, how)`` records a sign-in."""
    identities: Identities
    intake: Intake
    queue: Queue
    review: Reviewing
    worklist: Worklist
    doubts: Doubts
    people: People
    delivery: Delivery
    policies: Policies
    activations: Activations
    proposals: Proposals
    shadows: Shadows
    pauses: Pauses
    audit: Audit
    sealer: Sealer
    shared: Shared
    """What the figures are made of, read once."""
    analytics: Analytics
    quality: Quality
    drifts: Drifts
    tuning: Tuning
    weighing: Weighing
    replays: Replays
    replay_runs: ReplayRuns
    suite_runs: SuiteRuns
    evidence: EvidencePacks
    """The evidence of a period, for an authority."""
    retention: Retention
    stock: Stock
    clients: Clients
    door: Door
    """What clients of the gateway may ask for."""

    @property
    def knowledge(self) -> Knowledge:
        """The pack that answers are judged against."""
        return self.scorer.knowledge

    @property
    def policy(self) -> Policy:
        """The policy that is live now, whichever process put it in force."""
        return self.scorer.now().policy

    @property
    def policy_ref(self) -> VersionRef:
        """Id, version and hash of the policy that is live now."""
        return self.scorer.now().policy_ref


def open_desk(settings: Settings) -> Desk:
    """Load the pack and the policy, open and migrate the database, join the parts.

    Raises:
        PackFileError: A file of the pack is faulty.
        PolicyFileError: The policy file is faulty.
        DataFileError: The reason codes, the costs or the limits of supervision are faulty.
        ConflictError: A policy file differs from the version that was published.
        StoreError: The database cannot be opened, is damaged, or the end of its log does not fit.
        SettingsError: The policy folder holds no policy of that id.
    """
    policy, policy_ref = load_policy(latest_policy(settings))
    scorer = Scorer(
        assess=assess_or_route,
        knowledge=load_pack(settings.pack, cache=settings.cache),
        policy=policy,
        policy_ref=policy_ref,
    )
    store = open_store(settings.database, settings.busy_seconds, sealing_of(settings))
    clock = SystemClock()
    if not settings.start_unsound:
        require_sound_start(store, settings.start_check_seconds)
    put_in_force(store, clock, policy, policy_ref)
    reasons = load_reasons(settings.reasons)
    return join(settings, store, clock, scorer, reasons, known_only=True)


def join(
    settings: Settings,
    store: Store,
    clock: Clock,
    scorer: Scorer,
    reasons: tuple[Reason, ...],
    courier: Courier | None = None,
    *,
    known_only: bool = False,
) -> Desk:
    """Join parts that are given: any store, clock, way of scoring and way out.

    With ``known_only``, people who never signed in may do nothing.
    """
    guard, skips = Guard(store, clock, known_only=known_only), [r for r in reasons if r.skips]
    live, history = LiveScorer(store, clock, scorer), HistoryReader(store)
    bases = BasisReader(store, live, history)
    backtests = Backtests(store, clock, live, history)
    fresh, recent = _freshness(settings)
    times, shares = _review_times(settings), _review_shares(settings)
    intake = _intake(settings, store, guard, clock, live)
    door = open_door(settings, store, guard, clock, intake, live)
    shared = Shared(store, clock, recent, load_watch(settings.supervision))
    return Desk(
        settings=settings,
        scorer=live,
        clock=clock,
        guard=guard,
        identities=_identities(settings, clock),
        intake=intake,
        queue=Queue(store, guard, clock, Recent(clock, recent), _queue_shows(settings)),
        review=Reviewing(store, guard, clock, live, reasons, times, shares),
        worklist=Worklist(store, guard, clock, skips, _work_times(settings)),
        doubts=Doubts(store, guard),
        people=People(store, guard, clock),
        delivery=Delivery(store, guard, clock, courier or courier_of(settings), tries_of(settings)),
        policies=Policies(store, guard, clock, live.policy_id),
        activations=Activations(store, guard, clock, live.policy_id),
        proposals=Proposals(store, guard, clock, live.policy_id, backtests, fresh),
        shadows=Shadows(store, guard, clock, live.policy_id),
        pauses=Pauses(store, guard, clock, live.knowledge),
        audit=audit_over(settings, store, guard, clock),
        sealer=Sealer(store, guard, clock, keeper_of(settings)),
        shared=shared,
        analytics=Analytics(guard, shared, times.undo),
        quality=Quality(guard, shared),
        drifts=Drifts(guard, shared),
        tuning=Tuning(guard, clock, bases),
        weighing=Weighing(guard, clock, bases, load_costs(settings.costs)),
        replays=Replays(store, guard, live),
        replay_runs=replay_runs_of(settings, guard, clock, live),
        suite_runs=suite_runs_of(settings, store, guard, clock, live),
        evidence=evidence_of(settings, store, guard, clock, shared, reasons),
        retention=retention_of(settings, store, guard, clock),
        stock=Stock(store, guard, clock),
        clients=door.clients,
        door=door,
    )


def _freshness(settings: Settings) -> tuple[timedelta, timedelta]:
    """How old a backtest may be that is approved, and what is shown of what changes quickly."""
    return timedelta(hours=settings.backtest_hours), timedelta(seconds=settings.queue_seconds)


def _review_shares(settings: Settings) -> Shares:
    return Shares(commit_first=settings.commit_first_share, second_read=settings.second_read_share)


def _review_times(settings: Settings) -> ReviewTimes:
    return ReviewTimes(
        hold=timedelta(minutes=settings.claim_minutes),
        undo=timedelta(seconds=settings.undo_seconds),
        recent=timedelta(seconds=settings.queue_seconds),
    )


def _intake(
    settings: Settings, store: Store, guard: Guard, clock: Clock, live: LiveScorer
) -> Intake:
    deadlines = Deadlines(
        route=timedelta(hours=settings.route_hours), defer=timedelta(hours=settings.defer_hours)
    )
    draws = Draws(
        random=settings.random_share,
        sampled={Action.PASS: settings.sample_pass_share, Action.WARN: settings.sample_warn_share},
    )
    digests = settings.store_texts == "digest"
    return Intake(store, guard, clock, live, deadlines, draws, digests_only=digests)


def _identities(settings: Settings, clock: Clock) -> Identities:
    names = ClaimNames(
        id=settings.oidc_id_claim,
        name=settings.oidc_name_claim,
        role=settings.oidc_role_claim,
        hours=settings.oidc_hours,
    )
    return Identities(names, load_roles(settings.roles) if settings.oidc else {}, clock)


def _queue_shows(settings: Settings) -> Shown:
    return Shown(page_size=settings.queue_page_size, commit_first=settings.commit_first_share)


def _work_times(settings: Settings) -> WorklistTimes:
    return WorklistTimes(
        undo=timedelta(seconds=settings.undo_seconds),
        longest_snooze=timedelta(days=settings.snooze_days),
    )


def open_desk_here() -> Desk:
    """The desk of this process, with the settings of its environment.

    Raises:
        SettingsError: A setting is wrong; otherwise as ``open_desk``.
    """
    return open_desk(read_settings())


def operator() -> Actor:
    """Who acts on the command line: the system, with the few rights it has."""
    return SYSTEM


def load_demonstration(desk: Desk, progress: Progress | None = None) -> IntakeReport:
    """Take in the demonstration cases; a second call adds nothing.

    Raises:
        CaseFileError: The file cannot be read.
    """
    path = desk.settings.demonstration_cases
    total = sum(1 for _ in read_cases(path))
    return desk.intake.submit_all(SYSTEM, read_cases(path), total=total, progress=progress)


def latest_policy(settings: Settings) -> Path:
    """The file of the highest published version of the policy in the settings.

    Raises:
        SettingsError: There is none.
    """
    folder = settings.policies / settings.policy
    versions = sorted(folder.glob("v[0-9][0-9][0-9].toml"))
    if not versions:
        raise SettingsError(
            f"There is no version of policy {settings.policy}.",
            where=str(folder),
            why="the folder holds no file such as v001.toml",
            remedy="Set HRI_POLICIES and HRI_POLICY to a policy that exists.",
        )
    return versions[-1]
