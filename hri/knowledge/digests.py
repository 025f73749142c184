"""Hashes that tell one state of a pack, or of the code that reads it, from another."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

CODE = Path(__file__).parents[1]
READERS = ("decomposition", "domain", "knowledge", "checks")
"""Packages whose code decides what a cache holds."""


def hash_pack(path: Path) -> str:
    """SHA-256 over the sorted names and contents of a pack's files; hidden files do not count."""
    return _hash_files((file, file.relative_to(path).as_posix()) for file in pack_files(path))


def pack_files(path: Path) -> Iterator[Path]:
    """The files of a pack in order of name, without hidden ones (such as a cache)."""
    files = (file for file in path.rglob("*") if file.is_file())
    shown = ((file.relative_to(path), file) for file in files)
    yield from (
        file
        for relative, file in sorted(shown, key=lambda pair: pair[0].as_posix())
        if not any(part.startswith(".") for part in relative.parts)
    )


@cache
def hash_readers() -> str:
    """SHA-256 of the code that reads packs: a cache made by other code is not used."""
    files = (file for name in READERS for file in sorted((CODE / name).rglob("*.py")))
    return _hash_files((file, file.relative_to(CODE).as_posix()) for file in files)


def hash_texts(*texts: str) -> str:
    """SHA-256 over texts, each told from the next."""
    total = hashlib.sha256()
    for text in texts:
        total.update(hashlib.sha256(text.encode()).digest())
    return total.hexdigest()


def _hash_files(files: Iterable[tuple[Path, str]]) -> str:
    total = hashlib.sha256()
    for file, name in files:
        total.update(hashlib.sha256(name.encode()).digest())
        with file.open("rb") as content:
            total.update(hashlib.file_digest(content, "sha256").digest())
    return total.hexdigest()
