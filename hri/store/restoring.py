"""Putting a backup in place of a database that is not there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hri.domain.events import ChainReport, Checkpoint
from hri.domain.signatures import Signatures
from hri.store.database import SqliteStore, open_store


def restore(
    source: Path,
    to: Path,
    known: Sequence[Checkpoint] = (),
    signatures: Signatures | None = None,
) -> ChainReport:
    """Put a backup in place of a database that is not there, and verify its audit log.

    What does not verify is put there all the same: it may be all there is, and the report says so.

    Args:
        source: The backup.
        to: Where the database is to be.
        known: Checkpoints that were kept elsewhere.
        signatures: How the signatures of its checkpoints are judged; None: not at all.

    Raises:
        StoreError: There is a database already, or the backup cannot be read or is damaged.
    """
    SqliteStore(source).backup(to)
    store = open_store(to)
    with store.read() as records:
        return records.audit.verify(known, signatures)
