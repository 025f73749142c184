"""People as the desk knows them: who signed in, with which roles, and what they prefer."""

from __future__ import annotations

from datetime import datetime

from hri.domain.base import Identifier, Model, Name
from hri.domain.reviews import Actor, Role


class Preferences(Model):
    """What a person chose for the screens."""

    language: str = ""
    """"" as long as nothing was chosen: then the browser's."""
    keys: bool = True
    """Whether single keys act."""


class Person(Model):
    """Somebody who signed in at least once."""

    id: Identifier
    name: Name
    roles: tuple[Role, ...]
    """The roles of the latest sign-in."""
    barred: tuple[Role, ...] = ()
    """Roles that an administrator took away, whatever the sign-in says."""
    preferences: Preferences = Preferences()
    seen_at: datetime

    @property
    def actor(self) -> Actor:
        """The person as somebody who acts, with the roles that hold now."""
        held = tuple(role for role in self.roles if role not in self.barred)
        return Actor(id=self.id, name=self.name, roles=held)
