"""The limits of supervision, as a file that the body edits."""

from __future__ import annotations

from pathlib import Path

from hri.domain.watching import Watch
from hri.errors import DataFileError
from hri.knowledge.strict import read_toml


def load_watch(path: Path) -> Watch:
    """The limits of a file.

    Raises:
        DataFileError: The file is missing or faulty.
    """
    return read_toml(path, Watch, DataFileError)
