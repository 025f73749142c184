"""Writing the files of a pack: all of them or none."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import tomli_w

from hri.domain.base import Model
from hri.domain.packs import PackInfo
from hri.errors import PackFileError
from hri.knowledge.packfiles import check_folder


@contextmanager
def replaced_folder(out: Path) -> Iterator[Path]:
    """A draft of the folder that takes its place when the block ends well.

    The draft starts with what the folder holds but its cache; when the block raises, the folder
    stays as it was.

    Raises:
        PackFileError: The name is that of a file or of a folder that is no pack, the folder cannot
            be written, or what it holds already cannot be read.
    """
    out = out.absolute()
    if out.exists() and not out.is_dir():
        raise PackFileError(out, "", "is a file, not a folder", "Name a folder for the pack.")
    if out.exists() and any(out.iterdir()):
        check_folder(out)  # nothing else is replaced, and nothing without end is copied
    try:
        with _replaced(out) as draft:
            yield draft
    except OSError as error:
        problem = f"cannot be written ({error.strerror or error})"
        remedy = "Name a folder that may be written to, on a disk with room."
        raise PackFileError(out, "", problem, remedy) from error


@contextmanager
def _replaced(out: Path) -> Iterator[Path]:
    out.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        if out.exists():
            ignore = shutil.ignore_patterns(".cache")
            shutil.copytree(out, draft, dirs_exist_ok=True, ignore=ignore)
        draft.chmod(0o755)
        yield draft
        _swap(draft, out)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _swap(draft: Path, out: Path) -> None:
    old = out.with_name(f".{out.name}.old.{os.getpid()}")
    if out.exists():
        out.rename(old)
    try:
        draft.rename(out)
    except OSError:
        if old.exists():
            old.rename(out)
        raise
    shutil.rmtree(old, ignore_errors=True)


def write_records(path: Path, records: Iterable[Model]) -> int:
    """Write models as JSON Lines; returns how many."""
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for record in records:
            # Defaults say nothing: leaving them out keeps the files readable and small.
            data = record.model_dump(mode="json", exclude_defaults=True)
            file.write(json.dumps(data, ensure_ascii=False) + "\n")
            count += 1
    return count


def write_info(path: Path, info: PackInfo) -> None:
    """Write ``pack.toml``."""
    tables: dict[str, Any] = info.model_dump(mode="json", exclude_defaults=True)
    path.write_text(tomli_w.dumps({**tables, "as_of": info.as_of}), encoding="utf-8")
