"""What a run notes of its surroundings."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from hri.assurance.environment import (
    CLEAN,
    MODIFIED,
    UNKNOWN,
    code_digest,
    commit,
    commit_in_words,
    surroundings,
    tree_state,
)
from hri.assurance.words import load_words

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


def git(folder: Path, *words: str) -> None:
    said = ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words]
    subprocess.run(said, cwd=folder, check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not here")
@pytest.mark.parametrize("change", ["", "hri/a.py", "data/new.toml", "notes.txt"])
def test_a_changed_working_tree_is_seen(change: str, tmp_path: Path):
    for name in ("hri/a.py", "data/a.toml"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("x = 1\n", "utf-8")
    for words in (("init",), ("add", "."), ("commit", "-m", "first")):
        git(tmp_path, *words)
    if change:
        (tmp_path / change).write_text("x = 2\n", "utf-8")
    assert tree_state(tmp_path) == (CLEAN if change in {"", "notes.txt"} else MODIFIED)


def test_the_working_tree_is_not_known_without_git_or_a_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    assert tree_state(tmp_path) == UNKNOWN
    broken = repository(tmp_path, HASH)
    assert tree_state(broken) == UNKNOWN
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert tree_state() == UNKNOWN


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("state", [CLEAN, MODIFIED, UNKNOWN])
def test_the_state_of_the_tree_stands_beside_the_commit(language: str, state: str):
    said = commit_in_words(load_words(language), HASH, state)
    assert said.startswith(HASH)
    assert (said == HASH) is (state == CLEAN)
    assert commit_in_words(load_words(language), "", state) == "-"


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
