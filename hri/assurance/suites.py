"""Verification suites: read strictly from ``data/vv`` (paper, part 5).

A suite is a folder: ``suite.toml`` says what it verifies, each other TOML file holds ``[[cases]]``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from pydantic import Field

from hri.assurance.testcases import Suite, SuiteInfo, TestCase
from hri.domain.assessments import VersionRef
from hri.domain.base import Model
from hri.errors import SuiteFileError
from hri.knowledge.strict import read_bytes, read_toml

HEADER = "suite.toml"


class _CaseFile(Model):
    cases: tuple[TestCase, ...] = Field(min_length=1)


def load_suite(path: Path) -> Suite:
    """Read a suite.

    Args:
        path: Its folder.

    Raises:
        SuiteFileError: For the first fault, with the file, the key and the remedy.
    """
    header = path / HEADER
    info = read_toml(header, SuiteInfo, SuiteFileError)
    files = sorted(file for file in path.glob("*.toml") if file.name != HEADER)
    if not files:
        raise SuiteFileError(path, "", "holds no test cases", "Add a TOML file with [[cases]].")
    cases: dict[str, TestCase] = {}
    for file in files:
        for index, case in enumerate(read_toml(file, _CaseFile, SuiteFileError).cases):
            _refuse_faults(case, f"cases[{index}] ({case.id})", file, cases)
            cases[case.id] = case
    ref = VersionRef(id=info.id, version=info.version, sha256=_digest((header, *files)))
    return Suite(info=info, ref=ref, cases=tuple(cases.values()))


def _refuse_faults(case: TestCase, name: str, file: Path, known: Mapping[str, TestCase]) -> None:
    if case.id in known:
        raise SuiteFileError(file, name, "the id is used twice", "Give each case its own id.")
    if case.input is not None and case.input.case_id is not None:
        raise SuiteFileError(file, f"{name}, input.case_id", "is set", "The test's id is used.")


def _digest(files: tuple[Path, ...]) -> str:
    """One hash over names and contents, so that a renamed or edited file shows."""
    total = hashlib.sha256()
    for file in files:
        content = hashlib.sha256(read_bytes(file, SuiteFileError)).digest()
        total.update(file.name.encode() + b"\0" + content)
    return total.hexdigest()
