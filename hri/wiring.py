"""Wiring: the only place where the parts are joined.

``read_cases`` and ``CaseLine`` are handed on for the pages, which reach no file format themselves.
"""

from __future__ import annotations

import atexit
import logging
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from threading import Lock

from hri.casework.activations import Activations, put_in_force
from hri.casework.audit import Audit
from hri.casework.delivery import Delivery, Tries
from hri.casework.doubts import Doubts
from hri.casework.holding import ReviewTimes
from hri.casework.identities import Identities
from hri.casework.intake import Intake, IntakeReport, Progress
from hri.casework.people import People
from hri.casework.permissions import SYSTEM, Guard
from hri.casework.policies import Policies
from hri.casework.priority import Deadlines, Draws, Shares
from hri.casework.proposals import Proposals
from hri.casework.queue import Queue
from hri.casework.recent import Recent
from hri.casework.review import Reviewing
from hri.casework.rounds import Worker
from hri.casework.scoring import LiveScorer, Scorer
from hri.casework.worklist import Worklist
from hri.couriers import FolderCourier, WebhookCourier
from hri.domain.assessments import VersionRef
from hri.domain.decisions import Action
from hri.domain.events import ChainReport
from hri.domain.identities import ClaimNames
from hri.domain.outbox import Courier
from hri.domain.policies import Policy
from hri.domain.ports import Clock, Knowledge
from hri.domain.records import Store
from hri.domain.reviews import Actor, Reason
from hri.errors import NotFoundError, SettingsError
from hri.evaluation.analytics import Analytics
from hri.evaluation.backtests import Backtests
from hri.evaluation.history import HistoryReader
from hri.evaluation.replay import Replays
from hri.evaluation.tuning import Tuning
from hri.knowledge import load_pack
from hri.knowledge.cases import CaseLine, read_cases
from hri.knowledge.policies import load_policy
from hri.knowledge.reasons import load_reasons
from hri.knowledge.roles import load_roles
from hri.pipeline import assess_or_route
from hri.settings import Settings, read_settings
from hri.store.clock import SystemClock
from hri.store.database import SqliteStore, open_store, restore

__all__ = [
    "CaseLine",
    "Desk",
    "back_up",
    "join",
    "latest_policy",
    "load_demonstration",
    "open_audit",
    "open_audit_here",
    "open_delivery",
    "open_delivery_here",
    "open_desk",
    "open_desk_here",
    "open_doubts_here",
    "operator",
    "read_cases",
    "restore_backup",
    "start_delivery",
]


LONGEST_POST = 10.0
"""Seconds that the receiver of a message has to answer."""

LOG = logging.getLogger(__name__)

_WORKERS: dict[Path, Worker] = {}
"""The workers of this process, by the database they deliver from."""

_STARTING = Lock()


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
    audit: Audit
    analytics: Analytics
    tuning: Tuning
    replays: Replays

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
        DataFileError: The reason codes are faulty.
        ConflictError: A policy file differs from the version that was published.
        StoreError: The database cannot be opened.
        SettingsError: The policy folder holds no policy of that id.
    """
    policy, policy_ref = load_policy(latest_policy(settings))
    scorer = Scorer(
        assess=assess_or_route,
        knowledge=load_pack(settings.pack, cache=settings.cache),
        policy=policy,
        policy_ref=policy_ref,
    )
    store, clock = open_store(settings.database, settings.busy_seconds), SystemClock()
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
    guard = Guard(store, clock, known_only=known_only)
    live, history = LiveScorer(store, clock, scorer), HistoryReader(store)
    recent = timedelta(seconds=settings.queue_seconds)
    times = ReviewTimes(
        hold=timedelta(minutes=settings.claim_minutes),
        undo=timedelta(seconds=settings.undo_seconds),
        recent=recent,
    )
    deadlines = Deadlines(
        route=timedelta(hours=settings.route_hours), defer=timedelta(hours=settings.defer_hours)
    )
    shares = Shares(
        commit_first=settings.commit_first_share, second_read=settings.second_read_share
    )
    draws = Draws(
        random=settings.random_share,
        sampled={Action.PASS: settings.sample_pass_share, Action.WARN: settings.sample_warn_share},
    )
    return Desk(
        settings=settings,
        scorer=live,
        clock=clock,
        guard=guard,
        identities=_identities(settings, clock),
        intake=Intake(store, guard, clock, live, deadlines, draws),
        queue=Queue(store, guard, clock, settings.queue_page_size, Recent(clock, recent)),
        review=Reviewing(store, guard, clock, live, reasons, times, shares),
        worklist=Worklist(store, guard, clock, (r for r in reasons if "skip" in r.actions)),
        doubts=Doubts(store, guard),
        people=People(store, guard, clock),
        delivery=Delivery(store, guard, clock, courier or _courier(settings), _tries(settings)),
        policies=Policies(store, guard, clock, live.policy_id),
        activations=Activations(store, guard, clock, live.policy_id),
        proposals=Proposals(
            store,
            guard,
            clock,
            live.policy_id,
            Backtests(store, clock, live, history),
            timedelta(hours=settings.backtest_hours),
        ),
        audit=Audit(store, guard, clock),
        analytics=Analytics(store, guard, clock),
        tuning=Tuning(store, guard, live, history),
        replays=Replays(store, guard, live),
    )


def _identities(settings: Settings, clock: Clock) -> Identities:
    names = ClaimNames(
        id=settings.oidc_id_claim,
        name=settings.oidc_name_claim,
        role=settings.oidc_role_claim,
        hours=settings.oidc_hours,
    )
    return Identities(names, load_roles(settings.roles) if settings.oidc else {}, clock)


def _courier(settings: Settings) -> FolderCourier | WebhookCourier:
    if not settings.delivery_url:
        return FolderCourier(settings.outbox)
    token = settings.delivery_token.get_secret_value()
    return WebhookCourier(settings.delivery_url, token, LONGEST_POST)


def _tries(settings: Settings) -> Tries:
    return Tries(
        most=settings.delivery_tries,
        first_wait=timedelta(seconds=settings.delivery_wait_seconds),
        lease=timedelta(seconds=3 * LONGEST_POST),
    )


def open_desk_here() -> Desk:
    """The desk of this process, with the settings of its environment.

    Raises:
        SettingsError: A setting is wrong; otherwise as ``open_desk``.
    """
    return open_desk(read_settings())


def open_audit(settings: Settings) -> Audit:
    """The audit log alone, of a database as it is: nothing is migrated, published or loaded.

    Raises:
        NotFoundError: There is no database.
        StoreError: It was made by another version, or cannot be read.
    """
    store, clock = _store_that_is_there(settings, "to audit"), SystemClock()
    return Audit(store, Guard(store, clock), clock)


def open_audit_here() -> Audit:
    """The audit log of this process's settings; raises as ``open_audit``."""
    return open_audit(read_settings())


def start_delivery(desk: Desk) -> Worker:
    """Let messages of a desk go out from now on, in a thread of this process.

    One worker serves a database: a second call gives back the one that is at work. A way out
    that cannot be used yet is told in the log and does not keep the desk from opening: messages
    are tried again, and what nobody takes is shown.
    """
    place = desk.settings.database.resolve()
    with _STARTING:
        worker = _WORKERS.get(place)
        if worker is not None and worker.alive:
            return worker
        try:
            _courier(desk.settings).check()
        except SettingsError as error:
            LOG.error("%s", error)
        worker = _WORKERS[place] = Worker(desk.delivery, desk.settings.delivery_interval_seconds)
        worker.start()
        atexit.register(worker.stop, LONGEST_POST)
    return worker


def open_delivery(settings: Settings) -> Delivery:
    """Delivery alone, for a process that does nothing else: no pack or policy is loaded.

    Raises:
        NotFoundError: There is no database.
        StoreError: It was made by another version, or cannot be read.
        SettingsError: Nothing can go out by the way that is set.
    """
    courier = _courier(settings)
    courier.check()
    store, clock = _store_that_is_there(settings, "to deliver from"), SystemClock()
    return Delivery(store, Guard(store, clock), clock, courier, _tries(settings))


def open_doubts_here() -> Doubts:
    """The doubts about sources in the database of this process's settings, as it is.

    Raises:
        SettingsError: A setting is wrong.
        NotFoundError: There is no database.
        StoreError: It was made by another version, or cannot be read.
    """
    store = _store_that_is_there(read_settings(), "to read doubts from")
    return Doubts(store, Guard(store, SystemClock()))


def open_delivery_here() -> tuple[Delivery, Settings]:
    """Delivery with this process's settings, and those; raises as ``open_delivery``."""
    settings = read_settings()
    return open_delivery(settings), settings


def _store_that_is_there(settings: Settings, purpose: str) -> SqliteStore:
    """The store as it is: it is neither made nor migrated."""
    if not settings.database.is_file():
        raise NotFoundError(
            f"there is no database {purpose}",
            where=str(settings.database),
            remedy="Set HRI_DATABASE to the file of the desk.",
        )
    store = SqliteStore(settings.database, settings.busy_seconds)
    store.require_current()
    return store


def back_up(settings: Settings, to: Path) -> None:
    """Copy the database into a new file while it is in use.

    Raises:
        StoreError: The file exists or cannot be written, or there is no database.
    """
    SqliteStore(settings.database, settings.busy_seconds).backup(to)


def restore_backup(settings: Settings, source: Path) -> ChainReport:
    """Put a backup where the settings want the database; the report is of its audit log.

    Raises:
        StoreError: There is a database already, or the backup cannot be read.
    """
    return restore(source, settings.database)


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
