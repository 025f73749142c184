"""What a run notes of its surroundings."""

from __future__ import annotations

from pathlib import Path

import pytest

from hri.assurance.environment import code_digest, commit, surroundings

HASH = "0123456789" * 4


def repository(folder: Path, head: str, **files: str) -> Path:
    (folder / ".git" / "refs" / "heads").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text(head, "utf-8")
    for name, content in files.items():
        (folder / ".git" / name.replace("__", "/").replace("_", "-")).write_text(content, "utf-8")
    return folder


REPOSITORIES = {
    "a branch": ("ref: refs/heads/main\n", {"refs__heads__main": HASH + "\n"}, HASH),
    "packed": ("ref: refs/heads/main", {"packed_refs": f"# pack\n{HASH} refs/heads/main\n"}, HASH),
    "detached": (HASH, {}, HASH),
    "no commit yet": ("ref: refs/heads/main", {}, ""),
    "nonsense": ("nonsense", {}, ""),
}


@pytest.mark.parametrize("name", REPOSITORIES)
def test_the_commit_is_read_from_the_files_of_git(name: str, tmp_path: Path):
    head, files, expected = REPOSITORIES[name]
    assert commit(repository(tmp_path, head, **files)) == expected


def test_without_a_repository_the_commit_is_not_known(tmp_path: Path):
    assert commit(tmp_path) == ""


def test_the_hash_of_the_code_changes_with_any_file(tmp_path: Path):
    (tmp_path / "a.py").write_text("x = 1\n", "utf-8")
    before = code_digest(tmp_path)
    assert code_digest(tmp_path) == before
    (tmp_path / "b.py").write_text("", "utf-8")
    named = code_digest(tmp_path)
    (tmp_path / "a.py").write_text("x = 2\n", "utf-8")
    assert len({before, named, code_digest(tmp_path)}) == 3


def test_every_part_has_a_version():
    parts = {part.name: part for part in surroundings()}
    assert {"HRI", "Python", "SQLite", "pydantic"} <= set(parts)
    assert all(part.version for part in parts.values())
    assert len(parts["HRI"].sha256) == 64
