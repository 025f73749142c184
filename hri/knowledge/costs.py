"""Cost tables: what a delivered error and a minute of review cost, as files people edit."""

from __future__ import annotations

from pathlib import Path

from hri.domain.costs import CostTable
from hri.errors import DataFileError
from hri.knowledge.strict import read_toml


def load_costs(path: Path) -> CostTable:
    """The costs of a file.

    Raises:
        DataFileError: The file is missing or faulty, or leaves a slot or an action out.
    """
    return read_toml(path, CostTable, DataFileError)
