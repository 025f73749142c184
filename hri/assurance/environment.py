"""The environment of a run: versions and hashes of everything that could change its result."""

from __future__ import annotations

import hashlib
import platform
import re
import shutil
import sqlite3
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from hri.assurance.words import Words
from hri.domain.base import Model
from hri.domain.engine import ENGINE_VERSION

PACKAGES = ("pydantic", "tantivy", "pyahocorasick", "rapidfuzz", "google-re2", "cryptography")
"""Libraries that take part in scoring or signing."""

SOURCE = Path(__file__).parents[1]
"""The code of the product."""

COMMIT = re.compile(r"[0-9a-f]{40}")


TREE = "working tree"
"""Component that says whether what is checked out differs from the commit."""

CLEAN, MODIFIED, UNKNOWN = "unmodified", "modified", "unknown"

TRACKED = ("hri", "data", "locales")
"""Folders whose files take part in a run."""

PATIENCE = 20.0
"""Seconds that git may take to compare the working tree with its commit."""


class Component(Model):
    """A part of the environment; "" where a version or hash does not apply."""

    name: str
    version: str
    sha256: str


def surroundings() -> tuple[Component, ...]:
    """The product's code, Python, the system and the libraries."""
    return (
        Component(name="HRI", version=ENGINE_VERSION, sha256=code_digest()),
        Component(name="commit", version=commit() or "-", sha256=""),
        Component(name=TREE, version=tree_state(), sha256=""),
        Component(name="Python", version=sys.version.split()[0], sha256=""),
        Component(name="system", version=f"{platform.system()} {platform.release()}", sha256=""),
        Component(name="machine", version=platform.machine(), sha256=""),
        Component(name="SQLite", version=sqlite3.sqlite_version, sha256=""),
        *(Component(name=name, version=_version(name), sha256="") for name in PACKAGES),
    )


def code_digest(source: Path = SOURCE) -> str:
    """One hash over names and contents of the product's Python files."""
    total = hashlib.sha256()
    for file in sorted(source.rglob("*.py")):
        name = file.relative_to(source).as_posix().encode()
        total.update(name + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def commit(root: Path = SOURCE.parent) -> str:
    """The git commit that is checked out, read from its files; "" where it is not known."""
    try:
        head = (root / ".git" / "HEAD").read_text("utf-8").strip()
        if head.startswith("ref: "):
            name = head.removeprefix("ref: ")
            head = _loose(root, name) or _packed(root, name)
    except (OSError, UnicodeDecodeError):
        return ""
    return head if COMMIT.fullmatch(head) else ""


def tree_state(root: Path = SOURCE.parent) -> str:
    """Whether code or data differ from the commit; unknown without a repository or without git."""
    git = shutil.which("git")
    if git is None or not commit(root):
        return UNKNOWN
    asked = [git, "-C", str(root), "--no-optional-locks", "status", "--porcelain", "--"]
    folders = [name for name in TRACKED if (root / name).exists()]
    try:
        said = subprocess.run(  # noqa: S603  # git itself, with fixed words
            [*asked, *folders], capture_output=True, check=True, timeout=PATIENCE
        )
    except (OSError, subprocess.SubprocessError):
        return UNKNOWN
    return MODIFIED if said.stdout.strip() else CLEAN


def commit_in_words(words: Words, known: str, state: str) -> str:
    """A commit with the state of its working tree; a dash where it is not known."""
    return words.text(f"commit_{state}", commit=known) if known.strip("-") else "-"


def _loose(root: Path, name: str) -> str:
    path = root / ".git" / name
    return path.read_text("utf-8").strip() if path.is_file() else ""


def _packed(root: Path, name: str) -> str:
    packed = root / ".git" / "packed-refs"
    if not packed.is_file():
        return ""
    pairs = (line.split(" ", 1) for line in packed.read_text("utf-8").splitlines() if " " in line)
    return next((digest for digest, ref in pairs if ref == name), "")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "-"
