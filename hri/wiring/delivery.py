"""Messages on their way out: the courier of the settings, and who lets messages go."""

from __future__ import annotations

import atexit
import logging
from datetime import timedelta
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from hri.casework.delivery import Delivery, Tries
from hri.casework.permissions import Guard
from hri.casework.rounds import Worker
from hri.couriers import FolderCourier, Signature, WebhookCourier
from hri.errors import SettingsError
from hri.settings import Settings, read_settings
from hri.store.clock import SystemClock
from hri.wiring.alone import store_that_is_there

if TYPE_CHECKING:
    from hri.wiring.desk import Desk

LONGEST_POST = 10.0
"""Seconds that the receiver of a message has to answer."""

LOG = logging.getLogger(__name__)

_WORKERS: dict[Path, Worker] = {}
"""The workers of this process, by the database they deliver from."""

_STARTING = Lock()


def courier_of(settings: Settings) -> FolderCourier | WebhookCourier:
    """The way out that the settings name."""
    if not settings.delivery_url:
        return FolderCourier(settings.outbox)
    token = settings.delivery_token.get_secret_value()
    secret = settings.delivery_secret.get_secret_value()
    signature = Signature(secret, SystemClock()) if secret else None
    return WebhookCourier(settings.delivery_url, token, LONGEST_POST, signature)


def tries_of(settings: Settings) -> Tries:
    """How often and how soon a message is tried again."""
    return Tries(
        most=settings.delivery_tries,
        first_wait=timedelta(seconds=settings.delivery_wait_seconds),
        lease=timedelta(seconds=3 * LONGEST_POST),
    )


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
            courier_of(desk.settings).check()
        except SettingsError as error:
            LOG.error("%s", error)
        pause = desk.settings.delivery_interval_seconds
        worker = _WORKERS[place] = Worker(desk.delivery, pause, sealer=desk.sealer)
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
    courier = courier_of(settings)
    courier.check()
    store, clock = store_that_is_there(settings, "to deliver from"), SystemClock()
    return Delivery(store, Guard(store, clock), clock, courier, tries_of(settings))


def open_delivery_here() -> tuple[Delivery, Settings]:
    """Delivery with this process's settings, and those; raises as ``open_delivery``."""
    settings = read_settings()
    return open_delivery(settings), settings
