"""The gateway's use cases joined: keys, answering, the black box behind them."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from hri.casework.answering import Answering
from hri.casework.chatting import Chatting
from hri.casework.clients import Clients
from hri.casework.drafting import CaseDefaults, Drafting
from hri.casework.intake import Intake
from hri.casework.owncases import OwnCases
from hri.casework.permissions import Guard
from hri.casework.retention import Retention, Terms
from hri.casework.scoring import LiveScorer
from hri.casework.sweeping import Sweeper
from hri.domain.cases import Case
from hri.domain.chats import BlackBox
from hri.domain.ports import Clock
from hri.domain.records import Store
from hri.errors import CaseFileError
from hri.knowledge.cases import read_cases
from hri.llm.recorded import RecordedBlackBox
from hri.settings import Settings, read_settings
from hri.store.clock import SystemClock
from hri.store.ids import RandomIds, new_secret
from hri.wiring.alone import store_that_is_there

if TYPE_CHECKING:
    from hri.wiring.desk import Desk

SWEEP_SECONDS = 3600.0
DIGEST_SWEEP_SECONDS = 60.0

_SWEEPERS: dict[Path, Sweeper] = {}
_STARTING = Lock()


@dataclass(frozen=True)
class Door:
    """What clients of the gateway may ask for."""

    clients: Clients
    answering: Answering
    chatting: Chatting
    own: OwnCases


def open_door(
    settings: Settings,
    store: Store,
    guard: Guard,
    clock: Clock,
    intake: Intake,
    scorer: LiveScorer,
    black_box: BlackBox | None = None,
) -> Door:
    """Join what clients may ask for; without a black box, the one that the settings name."""
    asked = black_box or black_box_of(settings)
    clients = Clients(store, guard, clock, new_secret)
    defaults = CaseDefaults(
        zone=ZoneInfo(settings.gateway_zone),
        language=settings.gateway_language,
        jurisdiction=settings.gateway_jurisdiction,
    )
    drafting = Drafting(clients, clock, RandomIds(), defaults)
    answering = Answering(store, intake, scorer, clients, drafting)
    samples = settings.upstream_samples
    return Door(
        clients=clients,
        answering=answering,
        chatting=Chatting(answering, clients, drafting, store, clock, asked, samples),
        own=OwnCases(store, guard, clients),
    )


def black_box_of(settings: Settings) -> BlackBox | None:
    """The black box that the settings name, None where they name none.

    Raises:
        CaseFileError: The recording, or one of its lines, cannot be read.
    """
    if settings.upstream_recording is not None:
        return RecordedBlackBox(_recorded(settings.upstream_recording))
    if not settings.upstream_url:
        return None
    # Loaded only where it is used: the client is as large as the rest of the gateway.
    from hri.llm.live import LiveBlackBox, Upstream  # noqa: PLC0415

    return LiveBlackBox(
        Upstream(
            url=settings.upstream_url,
            hosts=settings.allowed_hosts,
            key=settings.upstream_key.get_secret_value(),
            model=settings.upstream_model,
            private=settings.upstream_private,
            seconds=settings.upstream_seconds,
            retries=settings.upstream_retries,
            several=settings.upstream_n,
            temperature=settings.sample_temperature,
        )
    )


def _recorded(path: Path) -> Iterator[Case]:
    """The cases of a recording; it is whole or it is not used."""
    for _, found in read_cases(path):
        if isinstance(found, CaseFileError):
            raise found
        yield found


def retention_of(settings: Settings, store: Store, guard: Guard, clock: Clock) -> Retention:
    """Retention as the settings have it."""
    days = settings.retention_days
    kept = timedelta(days=days) if days else None
    return Retention(store, guard, clock, Terms(kept, settings.store_texts == "digest"))


def start_retention(desk: Desk) -> Sweeper:
    """Have texts go in time from now on, in a thread of this process; one serves a database."""
    place = desk.settings.database.resolve()
    digests = desk.settings.store_texts == "digest"
    with _STARTING:
        sweeper = _SWEEPERS.get(place)
        if sweeper is None or not sweeper.alive:
            interval = DIGEST_SWEEP_SECONDS if digests else SWEEP_SECONDS
            sweeper = _SWEEPERS[place] = Sweeper(desk.retention, interval)
            sweeper.start()
            atexit.register(sweeper.stop, 5.0)
    return sweeper


def open_clients_here() -> Clients:
    """Keys alone, in the database of this process's settings; without a pack.

    Raises:
        SettingsError: A setting is wrong.
        NotFoundError: There is no database.
        StoreError: It was made by another version, or cannot be read.
    """
    store, clock = store_that_is_there(read_settings(), "to make keys in"), SystemClock()
    return Clients(store, Guard(store, clock), clock, new_secret)


def open_retention_here() -> Retention:
    """Retention alone, in the database of this process's settings; raises as the clients do."""
    settings = read_settings()
    store, clock = store_that_is_there(settings, "to erase texts in"), SystemClock()
    return retention_of(settings, store, Guard(store, clock), clock)
