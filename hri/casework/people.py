"""People: whom work can be given to, what they prefer, and which roles were taken from them."""

from __future__ import annotations

from collections.abc import Sequence

from hri.casework.lifting import lift_assignments
from hri.casework.permissions import Guard, UseCase, may
from hri.domain.events import EventDraft, EventKind
from hri.domain.people import Person, Preferences
from hri.domain.ports import Clock
from hri.domain.records import Store
from hri.domain.reviews import Actor, Role
from hri.errors import InvalidDecisionError, NotFoundError


class People:
    """Who is there. Permission: READ_QUEUE to see who works, MANAGE_PEOPLE to bar roles."""

    def __init__(self, store: Store, guard: Guard, clock: Clock) -> None:
        self._store, self._guard, self._clock = store, guard, clock

    def reviewers(self, actor: Actor) -> tuple[Actor, ...]:
        """Everybody who signed in and may review, by name.

        Raises:
            ForbiddenError: The actor may not read the queue.
        """
        self._guard.require(actor, UseCase.READ_QUEUE)
        with self._store.read() as records:
            known = records.people.all()
        able = (person.actor for person in known)
        return tuple(found for found in able if may(found, UseCase.REVIEW))

    def everybody(self, actor: Actor) -> tuple[Person, ...]:
        """Everybody who ever signed in, with roles.

        Raises:
            ForbiddenError: The actor may not manage people.
        """
        self._guard.require(actor, UseCase.MANAGE_PEOPLE)
        with self._store.read() as records:
            return records.people.all()

    def bar(self, actor: Actor, person_id: str, roles: Sequence[Role]) -> Person:
        """Take exactly these roles from a person; it holds at that person's next action.

        Cases given to somebody who may not review any more are nobody's again.

        Raises:
            ForbiddenError: The actor may not manage people.
            NotFoundError: Nobody of that id ever signed in.
            InvalidDecisionError: Administrators would lock themselves out.
        """
        self._guard.require(actor, UseCase.MANAGE_PEOPLE, person_id)
        if person_id == actor.id and Role.ADMINISTRATOR in roles:
            raise InvalidDecisionError(
                "Nobody takes the administrator's role from themselves.",
                remedy="Let another administrator do it.",
            )
        with self._store.write() as records:
            if records.people.get(person_id) is None:
                raise NotFoundError(f"{person_id} never signed in.", where=f"person {person_id}")
            records.people.bar(person_id, tuple(dict.fromkeys(roles)))
            event = EventDraft(
                kind=EventKind.ROLES_BARRED,
                actor=actor.id,
                subject=person_id,
                payload={"roles": ", ".join(sorted(role.value for role in roles))},
            )
            records.audit.append(event, self._clock.now())
            found = records.people.get(person_id)
            if found is not None and not may(found.actor, UseCase.REVIEW):
                lift_assignments(records, person_id, actor, self._clock.now())
        if found is None:
            raise NotFoundError(f"{person_id} is gone.", where=f"person {person_id}")
        return found

    def preferences(self, actor: Actor) -> Preferences:
        """What the actor chose for the screens; everybody may ask for their own."""
        with self._store.read() as records:
            found = records.people.get(actor.id)
        return found.preferences if found else Preferences()

    def prefer(self, actor: Actor, preferences: Preferences) -> None:
        """Keep what the actor chose for the screens; nobody else's is touched."""
        with self._store.write() as records:
            records.people.prefer(actor.id, preferences)
