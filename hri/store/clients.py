"""Keys of clients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from sqlite_utils import Database

from hri.domain.activations import Ended
from hri.domain.clients import ApiKey, KeyTerms
from hri.errors import ConflictError, NotFoundError
from hri.store.activations import ended
from hri.store.bodies import read_body
from hri.store.clock import from_micros, to_micros

SELECT = """SELECT k.*, e.reason AS end_reason, e.actor AS end_actor,
      e.actor_name AS end_name, e.at AS end_at
    FROM api_keys k LEFT JOIN api_key_ends e ON e.key_id = k.id"""


class SqliteClients:
    """Keys; see ``hri.domain.clients.ClientRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, key: ApiKey, digest: str) -> ApiKey:
        """Store a key; its ``id`` is given here."""
        row = {
            "client": key.terms.client,
            "terms": key.terms.model_dump_json(),
            "digest": digest,
            "actor": key.by,
            "actor_name": key.by_name,
            "at": to_micros(key.at),
        }
        number = cast("int", self._db.table("api_keys").insert(row, pk="id").last_pk)
        return key.model_copy(update={"id": number})

    def get(self, number: int) -> ApiKey:
        """One key. Raises: NotFoundError."""
        row = next(self._db.query(f"{SELECT} WHERE k.id = ?", [number]), None)
        if row is None:
            raise NotFoundError(f"There is no key {number}.", where=f"key {number}")
        return _key(row)

    def digest(self, number: int) -> str | None:
        """Digest of a key's secret, None where there is no such key."""
        row = self._db.execute("SELECT digest FROM api_keys WHERE id = ?", [number]).fetchone()
        return None if row is None else str(row[0])

    def all(self) -> tuple[ApiKey, ...]:
        """All keys, oldest first."""
        return tuple(map(_key, self._db.query(f"{SELECT} ORDER BY k.id")))

    def end(self, number: int, ended: Ended) -> None:
        """Revoke a key. Raises: NotFoundError; ConflictError where it was revoked before."""
        found = self.get(number).ended
        if found is not None:
            raise ConflictError(
                f"Key {number} was revoked by {found.by_name}.", where=f"key {number}"
            )
        self._db.table("api_key_ends").insert({"key_id": number, **end_row(ended)})


def end_row(end: Ended) -> dict[str, object]:
    """The columns of a row that ends something."""
    return {
        "reason": end.reason,
        "actor": end.by,
        "actor_name": end.by_name,
        "at": to_micros(end.at),
    }


def _key(row: Mapping[str, Any]) -> ApiKey:
    return ApiKey(
        id=row["id"],
        terms=read_body(KeyTerms, row["terms"], f"key {row['id']}"),
        by=row["actor"],
        by_name=row["actor_name"],
        at=from_micros(row["at"]),
        ended=ended(row),
    )
