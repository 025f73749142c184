"""Sealed checkpoints kept in a file outside the database, one line of JSON each."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from hri.domain.checkpoints import Seal
from hri.errors import StoreError


class CheckpointFile:
    """Appends seals to a file; see ``hri.domain.checkpoints.Keeper``.

    Args:
        path: The file, best on another disk or host; it and its folder are made when absent.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def last(self) -> Seal | None:
        """The last seal of the file; None where there is no file.

        Raises:
            StoreError: The file cannot be read, or its last line is no seal.
        """
        lines = self._lines()
        if not lines:
            return None
        try:
            return Seal.model_validate_json(lines[-1])
        except ValidationError as error:
            raise self._unusable("its last line is no checkpoint") from error

    def all(self) -> tuple[Seal, ...]:
        """Every seal of the file, oldest first; none where there is no file.

        Raises:
            StoreError: The file cannot be read, or a line is no seal.
        """
        found: list[Seal] = []
        for number, line in enumerate(self._lines(), start=1):
            try:
                found.append(Seal.model_validate_json(line))
            except ValidationError as error:
                raise self._unusable(f"line {number} is no checkpoint") from error
        return tuple(found)

    def keep(self, seals: Sequence[Seal]) -> None:
        """Append seals; when this returns they are on the disk.

        Raises:
            StoreError: The file cannot be written.
        """
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.writelines(f"{seal.model_dump_json()}\n" for seal in seals)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise self._unusable(error.strerror or str(error)) from error

    def _lines(self) -> list[bytes]:
        try:
            return self._path.read_bytes().splitlines()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise self._unusable(error.strerror or str(error)) from error

    def _unusable(self, why: str) -> StoreError:
        return StoreError(
            "The checkpoints outside the database cannot be used.",
            where=str(self._path),
            why=why,
            remedy="Mend the file or its disk, or name another file in HRI_CHECKPOINTS.",
        )
