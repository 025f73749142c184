"""Parts of the desk opened alone: no pack or policy is loaded, nothing is made or migrated."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from hri.casework.activations import Activations
from hri.casework.audit import Audit
from hri.casework.doubts import Doubts
from hri.casework.pausing import Pauses
from hri.casework.permissions import Guard
from hri.casework.policies import Policies
from hri.domain.events import ChainReport, Checkpoint
from hri.errors import NotFoundError
from hri.settings import Settings, read_settings
from hri.store.clock import SystemClock
from hri.store.database import SqliteStore
from hri.store.restoring import restore
from hri.wiring.sealing import audit_over, keeper_of, sealing_of, signatures_of


class PolicyShelf(NamedTuple):
    """The documents of a policy and what is live when, without scoring."""

    policies: Policies
    activations: Activations


def open_audit(settings: Settings, trusted: Collection[str] = ()) -> Audit:
    """The audit log alone, of a database as it is: nothing is migrated, published or loaded.

    Checkpoints have to be signed by ``trusted`` public keys; none: by those of the settings.

    Raises:
        NotFoundError: There is no database.
        StoreError: It was made by another version, or cannot be read.
    """
    store, clock = store_that_is_there(settings, "to audit"), SystemClock()
    return audit_over(settings, store, Guard(store, clock), clock, trusted)


def open_audit_here(trusted: Collection[str] = ()) -> Audit:
    """The audit log of this process's settings; raises as ``open_audit``."""
    return open_audit(read_settings(), trusted)


def open_doubts_here() -> Doubts:
    """The doubts about sources in the database of this process's settings, as it is.

    Raises:
        SettingsError: A setting is wrong.
        NotFoundError: There is no database.
        StoreError: It was made by another version, or cannot be read.
    """
    store = store_that_is_there(read_settings(), "to read doubts from")
    return Doubts(store, Guard(store, SystemClock()))


def open_policies_here() -> PolicyShelf:
    """The policies in the database of this process's settings, as it is; without a pack.

    Raises:
        SettingsError: A setting is wrong.
        NotFoundError: There is no database.
        StoreError: It was made by another version, or cannot be read.
    """
    settings = read_settings()
    store, clock = store_that_is_there(settings, "to read policies from"), SystemClock()
    guard = Guard(store, clock)
    return PolicyShelf(
        policies=Policies(store, guard, clock, settings.policy),
        activations=Activations(store, guard, clock, settings.policy),
    )


def open_pauses_here() -> Pauses:
    """Pauses alone, in the database of this process's settings: quick, and without a pack.

    Raises:
        SettingsError: A setting is wrong.
        NotFoundError: There is no database.
        StoreError: It was made by another version, or cannot be read.
    """
    store, clock = store_that_is_there(read_settings(), "to pause"), SystemClock()
    return Pauses(store, Guard(store, clock), clock)


def store_that_is_there(settings: Settings, purpose: str) -> SqliteStore:
    """The store as it is: it is neither made nor migrated."""
    if not settings.database.is_file():
        raise NotFoundError(
            f"there is no database {purpose}",
            where=str(settings.database),
            remedy="Set HRI_DATABASE to the file of the desk.",
        )
    store = SqliteStore(settings.database, settings.busy_seconds, sealing_of(settings))
    store.require_current()
    return store


def back_up(settings: Settings, to: Path) -> None:
    """Copy the database into a new file while it is in use.

    Raises:
        StoreError: The file exists or cannot be written, or there is no database.
    """
    SqliteStore(settings.database, settings.busy_seconds).backup(to)


def restore_backup(
    settings: Settings, source: Path, known: Sequence[Checkpoint] = ()
) -> ChainReport:
    """Put a backup where the settings want the database; the report is of its audit log.

    ``known`` are checkpoints that were kept elsewhere, beside those where the settings keep them.

    Raises:
        StoreError: There is a database already, or the backup cannot be read.
    """
    keeper = keeper_of(settings)
    marks = dict.fromkeys((*known, *(keeper.all() if keeper else ())))
    return restore(source, settings.database, tuple(marks), signatures_of(settings))
