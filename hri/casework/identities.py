"""Who signs in: the claims of an OpenID Connect provider, read into a person with roles.

The provider's signature has been checked before (by Streamlit and Authlib). Here is decided what
the claims mean; what they do not say plainly gives no role, or lets nobody in.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from pydantic import TypeAdapter, ValidationError

from hri.domain.actors import is_demonstration
from hri.domain.base import Name
from hri.domain.identities import ClaimNames, Identity
from hri.domain.ports import Clock
from hri.domain.reviews import Actor, Role
from hri.errors import SignInEndedError, SignInError

Claims = Mapping[str, object]
EMAIL = "email"
_NAME = TypeAdapter(Name)


class Identities:
    """Reads claims. ``roles`` says which value of the role claim gives which role."""

    def __init__(self, names: ClaimNames, roles: Mapping[str, Role], clock: Clock) -> None:
        self._names, self._roles, self._clock = names, dict(roles), clock

    def identify(self, claims: Claims) -> Identity:
        """The person whom the claims describe; a person may come without any role.

        Raises:
            SignInEndedError: The sign-in has ended.
            SignInError: The claims name nobody who may be here.
        """
        issued_at = _moment(claims, "iat")
        hours = self._names.hours
        ends_at = issued_at + timedelta(hours=hours) if hours else _moment(claims, "exp")
        if ends_at <= self._clock.now():
            raise SignInEndedError(f"The sign-in ended at {ends_at}.", remedy="Sign in again.")
        return Identity(actor=self._actor(claims), issued_at=issued_at, ends_at=ends_at)

    def _actor(self, claims: Claims) -> Actor:
        found = self._id(claims)
        name = _name(_claim(claims, self._names.name)) or found
        try:
            return Actor(id=found, name=name, roles=self._held(claims))
        except ValidationError as error:
            raise self._refused(f"{found!r} cannot be an id here") from error

    def _id(self, claims: Claims) -> str:
        found = _claim(claims, self._names.id)
        if not isinstance(found, str) or not found:
            raise self._refused("it is missing or no text")
        if is_demonstration(found):
            raise self._refused("ids of the demonstration are nobody's")
        # Who may change an unchecked address at the provider could take another person's.
        if self._names.id == EMAIL and claims.get("email_verified") is not True:
            raise self._refused("the provider has not verified the address")
        return found

    def _held(self, claims: Claims) -> tuple[Role, ...]:
        said = _claim(claims, self._names.role)
        values = said if isinstance(said, list | tuple) else [said]
        given = {self._roles.get(value) for value in values if isinstance(value, str)}
        return tuple(role for role in Role if role in given)

    def _refused(self, why: str) -> SignInError:
        return SignInError(
            "This account cannot be used here.",
            where=f"claim {self._names.id}",
            why=why,
            remedy="Ask an administrator to look at the claims that the provider sends.",
        )


def _claim(claims: Claims, name: str) -> object:
    """A claim by its whole name, or else by the path that its dots give."""
    if name in claims:
        return claims[name]
    found: object = claims
    for part in name.split("."):
        if not isinstance(found, Mapping):
            return None
        found = found.get(part)
    return found


def _name(claimed: object) -> str:
    """A name that can be shown, or nothing: it is no reason to keep somebody out."""
    try:
        return _NAME.validate_python(claimed, strict=True)
    except ValidationError:
        return ""


def _moment(claims: Claims, claim: str) -> datetime:
    seconds = claims.get(claim)
    try:
        if isinstance(seconds, bool) or not isinstance(seconds, int | float):
            raise ValueError(f"{seconds!r} is no number")
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError, ValueError) as error:
        raise SignInError(
            f"The claim {claim} says no time.",
            why="a sign-in must have a beginning and an end",
            remedy="Have the provider send it in the ID token.",
        ) from error
