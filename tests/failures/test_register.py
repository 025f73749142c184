"""Every public report is tested in this folder or listed with the reason why it is not."""

from __future__ import annotations

import ast
import json
import re
import tomllib

import pytest
from failures.reports import DATA, HERE, PUBLIC, read_tables

UNTESTED = tomllib.loads((DATA / "untested.toml").read_text("utf-8"))["reasons"]
IN_A_NAME = re.compile(r"(?<![a-z0-9])[ft]\d{3}(?![a-z0-9])")
LEAST_TESTED = 90


def covered_here() -> set[str]:
    """Ids in the data (without what tells variants apart) and in the names of tests."""
    rows = read_tables("answers", "reports")
    rows += read_tables("values.toml", "readings") + read_tables("languages.toml", "answers")
    found = {row["id"].partition(".")[0] for row in rows}
    for module in HERE.glob("test_*.py"):
        for node in ast.parse(module.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= {name.upper() for name in IN_A_NAME.findall(node.name.replace("_", " "))}
    return found


def test_no_report_is_both_tested_and_listed() -> None:
    assert covered_here() & UNTESTED.keys() == set()
    assert len(covered_here()) >= LEAST_TESTED
    assert all(reason.endswith(".") for reason in UNTESTED.values())


def test_every_public_report_is_tested_or_listed() -> None:
    if not PUBLIC.exists():
        pytest.skip(f"the list of public reports is not here ({PUBLIC.name} in shared/failures)")
    public = {json.loads(line)["id"] for line in PUBLIC.read_text("utf-8").splitlines()}
    covered = covered_here() | UNTESTED.keys()
    assert (public - covered, covered - public) == (set(), set())
