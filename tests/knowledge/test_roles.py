from __future__ import annotations

from pathlib import Path

import pytest
from factories import ROOT

from hri.domain.reviews import Role
from hri.errors import DataFileError
from hri.knowledge.roles import load_roles


def test_the_shipped_file_gives_every_role_once():
    assert load_roles(ROOT / "data/roles.toml") == {f"hri-{role.value}": role for role in Role}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("", "values", id="empty"),
        pytest.param("[values]", "values", id="no-value"),
        pytest.param('[values]\nstaff = "chief"', "chief|caseworker", id="unknown-role"),
        pytest.param("[values]\nstaff = 1", "staff", id="no-text"),
        pytest.param('[value]\nstaff = "auditor"', "value", id="unknown-table"),
        pytest.param('[values]\na = "auditor"\na = "analyst"', "TOML", id="twice"),
    ],
)
def test_a_faulty_file_is_refused_with_its_place(tmp_path: Path, text: str, problem: str):
    path = tmp_path / "roles.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataFileError, match=rf"roles\.toml.*({problem})"):
        load_roles(path)


def test_a_missing_file_is_refused(tmp_path: Path):
    with pytest.raises(DataFileError, match="roles"):
        load_roles(tmp_path / "roles.toml")
