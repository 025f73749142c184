"""The environment of a run: versions and hashes of everything that could change its result."""

from __future__ import annotations

import hashlib
import platform
import re
import sqlite3
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from hri.domain.base import Model
from hri.domain.engine import ENGINE_VERSION

PACKAGES = ("pydantic", "tantivy", "pyahocorasick", "rapidfuzz", "google-re2", "cryptography")
"""Libraries that take part in scoring or signing."""

SOURCE = Path(__file__).parents[1]
"""The code of the product."""

COMMIT = re.compile(r"[0-9a-f]{40}")


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
