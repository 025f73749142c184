"""Sealing as the settings want it: who signs, how often checkpoints, kept where."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from hri.assurance.signing import FileSigner, signatures
from hri.casework.audit import Audit
from hri.casework.permissions import Guard
from hri.couriers import CheckpointFile
from hri.domain.checkpoints import Sealing
from hri.domain.ports import Clock
from hri.domain.records import Store
from hri.domain.signatures import Signatures
from hri.settings import Settings


def sealing_of(settings: Settings) -> Sealing:
    """When checkpoints are sealed, and by whom they are signed.

    Raises:
        SettingsError: The signing key cannot be used.
    """
    return Sealing(
        events=settings.checkpoint_events,
        after=timedelta(seconds=settings.checkpoint_seconds),
        signer=signer_of(settings),
    )


def signer_of(settings: Settings) -> FileSigner | None:
    """What checkpoints and documents are signed with; None where no key is set.

    Raises:
        SettingsError: The key cannot be used.
    """
    return FileSigner(settings.signing_key) if settings.signing_key else None


def signatures_of(settings: Settings, trusted: Collection[str] = ()) -> Signatures:
    """How signatures of checkpoints are judged: by ``trusted`` keys, else by those that are set.

    Raises:
        SettingsError: The signing key cannot be used.
    """
    signer = signer_of(settings)
    own = (signer.key, *settings.former_keys.split()) if signer else settings.former_keys.split()
    return signatures(trusted or own)


def keeper_of(settings: Settings) -> CheckpointFile | None:
    """Where seals are kept outside the database, if anywhere."""
    return CheckpointFile(settings.checkpoints) if settings.checkpoints else None


def audit_over(
    settings: Settings, store: Store, guard: Guard, clock: Clock, trusted: Collection[str] = ()
) -> Audit:
    """The log of a store, checked against ``trusted`` keys or, without, against what is set.

    Raises:
        SettingsError: The signing key cannot be used.
    """
    undo = timedelta(seconds=settings.undo_seconds)
    return Audit(store, guard, clock, undo, signatures_of(settings, trusted), keeper_of(settings))
