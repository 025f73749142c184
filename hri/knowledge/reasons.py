"""Reason codes: why people decide as they do, as files they can add to."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from hri.domain.base import Model
from hri.domain.reviews import Reason
from hri.errors import DataFileError
from hri.knowledge.strict import read_toml


class _ReasonFile(Model):
    reasons: tuple[Reason, ...] = Field(min_length=1)


def load_reasons(folder: Path) -> tuple[Reason, ...]:
    """The reasons of all ``*.toml`` files of a folder, in order of file name and place.

    Raises:
        DataFileError: The folder has no such file, a file is faulty, or a code is given twice.
    """
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        problem, remedy = "has no reason codes", "Put a file such as reasons.toml there."
        raise DataFileError(folder, "", problem, remedy)
    found: dict[str, Reason] = {}
    for path in paths:
        for place, reason in enumerate(read_toml(path, _ReasonFile, DataFileError).reasons):
            if reason.code in found:
                problem = f"{reason.code!r} is given twice"
                raise DataFileError(path, f"reasons[{place}].code", problem, "Keep one of them.")
            found[reason.code] = reason
    return tuple(found.values())
