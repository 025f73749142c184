"""Reading and writing versions of policies: TOML files that never change once published."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import Any

import tomli_w

from hri.domain.assessments import VersionRef
from hri.domain.policies import Policy
from hri.errors import PolicyFileError
from hri.knowledge.strict import read_bytes, read_toml

_VERSIONED = re.compile(r"v\d{3}")


def load_policy(path: Path) -> tuple[Policy, VersionRef]:
    """A policy with the reference that assessments record: id, version, SHA-256 of the file.

    Raises:
        PolicyFileError: The file is missing, is not TOML, or its numbers do not fit together; the
            message names the key and the remedy.
    """
    policy = read_toml(path, Policy, PolicyFileError)
    if _VERSIONED.fullmatch(path.stem) and policy.version != path.stem:
        problem = f"is {policy.version!r} in a file named {path.name}"
        raise PolicyFileError(path, "version", problem, "Make version and file name equal.")
    digest = hashlib.sha256(read_bytes(path, PolicyFileError)).hexdigest()
    return policy, VersionRef(id=policy.id, version=policy.version, sha256=digest)


def write_policy(policy: Policy, path: Path) -> None:
    """Write a new version; reading it back gives an equal policy.

    Raises:
        PolicyFileError: The file exists with another content: published versions never change.
    """
    content = policy_text(policy).encode("utf-8")
    if path.exists():
        if path.read_bytes() == content:
            return
        problem = "exists already, and a published version never changes"
        raise PolicyFileError(path, "", problem, "Write the next version, such as v002.")
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.rename(path)


def policy_text(policy: Policy) -> str:
    """The text of a policy's file; reading it gives an equal policy."""
    return tomli_w.dumps(_tables(policy))


def _tables(policy: Policy) -> dict[str, Any]:
    tables: dict[str, Any] = policy.model_dump(mode="json", exclude_none=True)
    return {**tables, "published_on": policy.published_on}
