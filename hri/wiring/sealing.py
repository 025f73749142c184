"""Sealing as the settings want it: who signs, how often checkpoints, kept where."""

from __future__ import annotations

from datetime import timedelta

from hri.assurance.signing import FileSigner
from hri.couriers import CheckpointFile
from hri.domain.checkpoints import Sealing
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


def keeper_of(settings: Settings) -> CheckpointFile | None:
    """Where seals are kept outside the database, if anywhere."""
    return CheckpointFile(settings.checkpoints) if settings.checkpoints else None
