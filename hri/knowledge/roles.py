"""Roles by claim: which value of the sign-in provider gives which role, as a file people edit."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from hri.domain.base import Model
from hri.domain.reviews import Role
from hri.errors import DataFileError
from hri.knowledge.strict import read_toml


class _RoleFile(Model):
    values: dict[str, Role] = Field(min_length=1)


def load_roles(path: Path) -> dict[str, Role]:
    """The role of each value of the role claim; what the file does not name gives none.

    Raises:
        DataFileError: The file is missing or faulty, or names no value.
    """
    return read_toml(path, _RoleFile, DataFileError).values
