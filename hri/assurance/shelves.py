"""Where issued bundles are kept: under their hash, so that none can be swapped."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from hri.errors import NotFoundError, OutputError


class Shelf:
    """A folder of bundles, each under its SHA-256.

    Args:
        folder: It is made when something is kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, content: bytes) -> str:
        """Keep a bundle; the SHA-256 that it is found by.

        Raises:
            OutputError: It cannot be written.
        """
        digest = hashlib.sha256(content).hexdigest()
        path = self._path(digest)
        whole = path.with_suffix(f".{os.getpid()}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            whole.write_bytes(content)
            whole.replace(path)
        except OSError as error:
            raise OutputError(
                "The documents were not kept.",
                where=str(path),
                why=error.strerror or str(error),
                remedy="Make room there, or set HRI_ISSUED to a folder that can be written.",
            ) from error
        return digest

    def get(self, digest: str) -> bytes:
        """A bundle as it was kept.

        Raises:
            NotFoundError: It is not there any more, or it was altered.
        """
        path = self._path(digest)
        try:
            content = path.read_bytes()
        except OSError as error:
            raise self._lost(path, error.strerror or str(error)) from error
        if hashlib.sha256(content).hexdigest() != digest:
            raise self._lost(path, "its SHA-256 is not the one that the log holds")
        return content

    def _path(self, digest: str) -> Path:
        return self._folder / f"{digest}.zip"

    def _lost(self, path: Path, why: str) -> NotFoundError:
        return NotFoundError(
            "The documents of this run are not kept any more.",
            where=str(path),
            why=why,
            remedy="Put the file back from a backup, or run the suite again.",
        )
