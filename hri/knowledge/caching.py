"""Where prepared packs are kept between runs, and how one is found, made and replaced."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from hri.knowledge.index import ProcedureIndex, ProcedureText
from hri.knowledge.prepared import RecordFile, Row

DEFAULT_CACHE = Path("var") / "cache"
"""Where caches go when nothing else is said: below the folder the product runs in."""

_RECORDS, _INDEX, _READINGS = "records.sqlite", "index", "readings.sqlite"


class PreparedPack(NamedTuple):
    """The records and the index of a pack.

    ``readings`` holds the claims of all passages where they were read in advance; ``folder`` is
    where the pack is cached, None in memory.
    """

    records: RecordFile
    procedures: ProcedureIndex
    readings: RecordFile | None = None
    folder: Path | None = None


Fill = Callable[[RecordFile], Sequence[ProcedureText]]
"""Writes a pack's records and returns the texts to index."""


def open_prepared(pack: Path, key: str, cache: Path | None, fill: Fill) -> PreparedPack:
    """The prepared pack with this key: from the cache, or made anew and put there.

    Args:
        pack: The pack's folder; the caches of one pack stand together, the newest replaces others.
        key: Hash of everything that the prepared pack depends on.
        cache: Folder for caches; where it cannot be written to, the pack is prepared in memory.
        fill: Makes the content.
    """
    home = (cache or DEFAULT_CACHE) / _folder_name(pack)
    found = _open(home / key)
    if found is not None:
        return found
    try:
        home.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=home))
    except OSError:
        return _in_memory(fill)
    try:
        _make(draft, fill)
        return _move_in(draft, home / key) or _in_memory(fill)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def keep_readings(folder: Path | None, rows: Iterable[Row]) -> RecordFile:
    """Put the claims of all passages beside a cached pack, or in memory where it is not cached."""
    if folder is None:
        kept = RecordFile.create(None)
        kept.write(rows)
        return kept
    draft = folder / f".{_READINGS}.{os.getpid()}"
    draft.unlink(missing_ok=True)
    records = RecordFile.create(draft)
    records.write(rows)
    records.close()
    draft.replace(folder / _READINGS)
    return RecordFile.open(folder / _READINGS)


def _folder_name(pack: Path) -> str:
    place = hashlib.sha256(str(pack.absolute()).encode()).hexdigest()
    return f"{re.sub(r'[^A-Za-z0-9.-]', '_', pack.name)}-{place[:12]}"


def _open(folder: Path) -> PreparedPack | None:
    """A finished cache, or None where there is none or it cannot be read."""
    if not (folder / _RECORDS).exists():
        return None
    try:
        records = RecordFile.open(folder / _RECORDS)
        if records.read_one("info", "") is None:
            return None
        readings = folder / _READINGS
        return PreparedPack(
            records,
            ProcedureIndex.open(folder / _INDEX),
            RecordFile.open(readings) if readings.exists() else None,
            folder,
        )
    except (sqlite3.DatabaseError, ValueError, OSError):
        return None


def _make(draft: Path, fill: Fill) -> None:
    (draft / _INDEX).mkdir()
    records = RecordFile.create(draft / _RECORDS)
    texts = fill(records)
    records.close()
    ProcedureIndex.build(texts, draft / _INDEX)


def _move_in(draft: Path, target: Path) -> PreparedPack | None:
    """Put a finished draft in its place; another process may have been quicker with the same."""
    draft.chmod(0o755)
    if _open(target) is None:
        shutil.rmtree(target, ignore_errors=True)
        try:
            draft.rename(target)
        except OSError:
            return _open(target)
    for other in target.parent.iterdir():
        if other != target and not other.name.startswith("."):
            shutil.rmtree(other, ignore_errors=True)
    return _open(target)


def _in_memory(fill: Fill) -> PreparedPack:
    records = RecordFile.create(None)
    return PreparedPack(records, ProcedureIndex.build(fill(records), None))
