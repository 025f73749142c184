"""Requirements that the framework states, and their tracing to test cases, both ways."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field

from hri.assurance.testcases import Priority, Suite
from hri.assurance.words import Text
from hri.domain.assessments import VersionRef
from hri.domain.base import Identifier, Model
from hri.errors import SuiteFileError
from hri.knowledge.strict import read_bytes, read_toml

REQUIREMENTS = Path("data/vv/requirements.toml")


class Requirement(Model):
    """One statement of the framework that the product must make true."""

    id: Identifier
    text: Text
    clause: Text
    """Where the framework states it."""
    rationale: Text
    """What goes wrong without it."""
    risk: Priority
    method: Literal["test", "analysis", "inspection", "demonstration"] = "test"
    element: str = Field(min_length=1)
    """The module that makes it true."""


class Catalogue(Model):
    """All requirements with their version and hash."""

    ref: VersionRef
    requirements: tuple[Requirement, ...]


class _File(Model):
    version: str = Field(min_length=1)
    requirements: tuple[Requirement, ...] = Field(min_length=1)


class Tracing(Model):
    """Which cases verify which requirement; what is left over on either side is a gap."""

    cases: dict[str, tuple[str, ...]]
    """Ids of the cases of each requirement."""
    unverified: tuple[str, ...]
    """Requirements without a case, where the suite is to verify all of them."""
    unknown: tuple[tuple[str, str], ...]
    """Cases that name a requirement there is not: case, requirement."""

    @property
    def gaps(self) -> int:
        """How many gaps there are; the run fails unless 0."""
        return len(self.unverified) + len(self.unknown)


def load_requirements(path: Path = REQUIREMENTS) -> Catalogue:
    """Read the requirements.

    Raises:
        SuiteFileError: The file is faulty, or an id is given twice.
    """
    file = read_toml(path, _File, SuiteFileError)
    seen: set[str] = set()
    for index, requirement in enumerate(file.requirements):
        if requirement.id in seen:
            place = f"requirements[{index}] ({requirement.id})"
            raise SuiteFileError(path, place, "the id is used twice", "Keep one of the two.")
        seen.add(requirement.id)
    digest = hashlib.sha256(read_bytes(path, SuiteFileError)).hexdigest()
    ref = VersionRef(id="requirements", version=file.version, sha256=digest)
    return Catalogue(ref=ref, requirements=file.requirements)


def trace(suite: Suite, requirements: Sequence[Requirement]) -> Tracing:
    """Trace a suite's cases to the requirements, and back."""
    cases: Mapping[str, list[str]] = {requirement.id: [] for requirement in requirements}
    unknown = []
    for case in suite.cases:
        for name in case.requirements:
            if name in cases:
                cases[name].append(case.id)
            else:
                unknown.append((case.id, name))
    bare = tuple(name for name, found in cases.items() if not found)
    return Tracing(
        cases={name: tuple(found) for name, found in cases.items()},
        unverified=bare if suite.info.whole else (),
        unknown=tuple(unknown),
    )
