"""Policy documents: published versions and drafts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlite_utils import Database

from hri.domain.assessments import VersionRef
from hri.domain.policies import Policy
from hri.domain.reviews import SavedPolicy
from hri.errors import ConflictError, NotFoundError
from hri.store.bodies import read_body
from hri.store.clock import from_micros, to_micros

SELECT = "SELECT * FROM policies p"


class SqlitePolicies:
    """Policies; see ``hri.domain.records.PolicyRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, saved: SavedPolicy) -> None:
        """Store a new version; a draft and the published version may have the same number.

        Raises:
            ConflictError: That draft or that published version exists.
        """
        policy = saved.policy
        found = self._find(policy.id, policy.version)
        if any(item.published == saved.published for item in found):
            raise ConflictError(
                f"Policy {policy.id} {policy.version} exists.",
                where=f"policy {policy.id} {policy.version}",
                why="a stored version never changes",
                remedy="Save it under the next version.",
            )
        row = {
            "policy_id": policy.id,
            "version": policy.version,
            "body": policy.model_dump_json(),
            "ref": saved.ref.model_dump_json(),
            "published": int(saved.published),
            "saved_by": saved.saved_by,
            "saved_at": to_micros(saved.saved_at),
        }
        self._db.table("policies").insert(row)

    def get(self, policy_id: str, version: str) -> SavedPolicy:
        """One version, as published where it is. Raises: NotFoundError."""
        found = self._find(policy_id, version)
        if not found:
            raise NotFoundError(f"There is no policy {policy_id} {version}.")
        return found[-1]

    def versions(self, policy_id: str) -> tuple[SavedPolicy, ...]:
        """All versions, oldest first."""
        sql = f"{SELECT} WHERE p.policy_id = ? ORDER BY p.version, p.published"
        return tuple(_saved(row) for row in self._db.query(sql, [policy_id]))

    def published(self, policy_id: str, version: str) -> SavedPolicy | None:
        """A published version, or None where there is none of that number."""
        found = self._find(policy_id, version)
        return next((item for item in found if item.published), None)

    def _find(self, policy_id: str, version: str) -> list[SavedPolicy]:
        sql = f"{SELECT} WHERE p.policy_id = ? AND p.version = ? ORDER BY p.published"
        return [_saved(row) for row in self._db.query(sql, [policy_id, version])]


def _saved(row: Mapping[str, Any]) -> SavedPolicy:
    name = f"policy {row['policy_id']} {row['version']}"
    return SavedPolicy(
        policy=read_body(Policy, row["body"], name),
        ref=read_body(VersionRef, row["ref"], name),
        published=bool(row["published"]),
        live=False,
        saved_by=row["saved_by"],
        saved_at=from_micros(row["saved_at"]),
    )
