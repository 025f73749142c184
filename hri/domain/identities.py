"""Who somebody is according to a sign-in provider, and how long that holds."""

from __future__ import annotations

from datetime import datetime

from hri.domain.base import Model
from hri.domain.reviews import Actor


class Identity(Model):
    """A person that a provider vouches for."""

    actor: Actor
    """With the roles that the provider's claim gives; there may be none."""
    issued_at: datetime
    """When the provider vouched."""
    ends_at: datetime
    """When the sign-in ends; from then on nothing may be done with it."""


class ClaimNames(Model):
    """Which claims of a token say what; a dot leads into a nested claim."""

    id: str = "sub"
    name: str = "name"
    role: str = "roles"
    hours: int = 0
    """Hours a sign-in holds from when the token was issued; 0: as long as the token itself."""
