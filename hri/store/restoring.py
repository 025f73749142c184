"""Putting a backup in place of a database that is not there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hri.domain.checkpoints import IsGenuine
from hri.domain.events import ChainReport, Checkpoint
from hri.store.database import SqliteStore, open_store


def restore(
    source: Path, to: Path, known: Sequence[Checkpoint] = (), genuine: IsGenuine | None = None
) -> ChainReport:
    """Put a backup in place of a database that is not there, and verify its audit log.

    What does not verify is put there all the same: it may be all there is, and the report says so.

    Args:
        source: The backup.
        to: Where the database is to be.
        known: Checkpoints that were kept elsewhere.
        genuine: Tells whether the signature of a checkpoint holds.

    Raises:
        StoreError: There is a database already, or the backup cannot be read or is damaged.
    """
    SqliteStore(source).backup(to)
    store = open_store(to)
    with store.read() as records:
        return records.audit.verify(known, genuine)
