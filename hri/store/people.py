"""People who signed in, their roles and preferences."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from hri.domain.people import Person, Preferences
from hri.domain.reviews import Actor, Role
from hri.store.clock import from_micros, to_micros


class SqlitePeople:
    """People; see ``hri.domain.records.PeopleRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def get(self, person_id: str) -> Person | None:
        """One person, or None who never signed in."""
        row = next(self._db.query("SELECT * FROM people WHERE id = ?", [person_id]), None)
        return None if row is None else _person(row)

    def all(self) -> tuple[Person, ...]:
        """Everybody who ever signed in, by name."""
        return tuple(map(_person, self._db.query("SELECT * FROM people ORDER BY name, id")))

    def saw(self, actor: Actor, at: datetime) -> None:
        """Keep a sign-in: name, roles and time; what was barred or preferred stays."""
        self._db.execute(
            """INSERT INTO people (id, name, roles, barred, preferences, seen_at)
               VALUES (?, ?, ?, '[]', '{}', ?) ON CONFLICT (id) DO UPDATE
               SET name = excluded.name, roles = excluded.roles, seen_at = excluded.seen_at""",
            [actor.id, actor.name, _words(actor.roles), to_micros(at)],
        )

    def bar(self, person_id: str, roles: Sequence[Role]) -> None:
        """Take these roles from a person, and no others."""
        sql = "UPDATE people SET barred = ? WHERE id = ?"
        self._db.execute(sql, [_words(roles), person_id])

    def prefer(self, person_id: str, preferences: Preferences) -> None:
        """Keep what a person chose for the screens."""
        sql = "UPDATE people SET preferences = ? WHERE id = ?"
        self._db.execute(sql, [preferences.model_dump_json(), person_id])


def _words(roles: Sequence[Role]) -> str:
    return json.dumps([role.value for role in roles])


def _person(row: Mapping[str, Any]) -> Person:
    return Person(
        id=row["id"],
        name=row["name"],
        roles=tuple(map(Role, json.loads(row["roles"]))),
        barred=tuple(map(Role, json.loads(row["barred"]))),
        preferences=Preferences.model_validate_json(row["preferences"]),
        seen_at=from_micros(row["seen_at"]),
    )
