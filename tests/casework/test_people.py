from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from casework.bench import ADMIN, ANNE, BRUNO, CHIEF, NOON, case, open_bench, person

from hri.casework.people import People
from hri.casework.permissions import SYSTEM, Guard
from hri.domain.events import EventKind
from hri.domain.people import Preferences
from hri.domain.reviews import Role
from hri.errors import ForbiddenError, InvalidDecisionError, NotFoundError
from hri.wiring import Desk

ID = "case-00001"


@pytest.fixture(autouse=True)
def stored(desk: Desk) -> None:
    desk.intake.submit(CHIEF, case(1))
    for someone in (ANNE, BRUNO, ADMIN):
        desk.guard.signed_in(someone, "oidc")


def test_a_demoted_person_is_refused_at_the_next_action(desk: Desk):
    desk.review.claim(ANNE, ID)
    desk.people.bar(ADMIN, ANNE.id, [Role.CASEWORKER])
    with pytest.raises(ForbiddenError):
        desk.review.release(ANNE, ID)
    desk.guard.signed_in(ANNE, "oidc")  # signing in anew brings nothing back
    with pytest.raises(ForbiddenError):
        desk.review.release(ANNE, ID)
    desk.people.bar(ADMIN, ANNE.id, [])
    desk.review.release(ANNE, ID)


def test_roles_nobody_signed_in_with_count_for_nothing(desk: Desk):
    forged = ANNE.model_copy(update={"roles": tuple(Role)})
    with pytest.raises(ForbiddenError):
        desk.people.everybody(forged)
    with pytest.raises(ForbiddenError):
        desk.worklist.assign(forged, [ID], None)
    desk.review.claim(forged, ID)  # what the real roles allow, they still allow


def test_who_signed_in_with_fewer_roles_has_fewer_at_once(desk: Desk):
    boss = person(Role.SUPERVISOR, "anne")
    desk.guard.signed_in(boss, "oidc")
    with pytest.raises(ForbiddenError):
        desk.review.claim(ANNE, ID)  # the old session's role is not the new one's
    desk.review.claim(boss, ID)


def test_an_older_token_brings_no_lost_role_back(desk: Desk):
    boss = person(Role.SUPERVISOR, "zoe")
    desk.guard.signed_in(boss, "oidc", NOON - timedelta(minutes=9))
    desk.guard.signed_in(person(Role.CASEWORKER, "zoe"), "oidc", NOON - timedelta(minutes=1))
    desk.guard.signed_in(boss, "oidc", NOON - timedelta(minutes=9))  # an old session elsewhere
    assert desk.guard.known(boss).roles == ()
    desk.guard.signed_in(boss, "oidc", NOON)
    assert desk.guard.known(boss).roles == (Role.SUPERVISOR,)


def test_where_only_known_people_act_a_stranger_may_do_nothing(tmp_path: Path):
    desk = open_bench(tmp_path / "own")
    guard = Guard(desk.guard._store, desk.clock, known_only=True)
    people = People(desk.guard._store, guard, desk.clock)
    with pytest.raises(ForbiddenError):
        people.reviewers(ANNE)
    guard.signed_in(ANNE, "oidc")
    assert [found.id for found in people.reviewers(ANNE)] == ["anne"]


def test_nobody_locks_themselves_out_or_bars_a_stranger(desk: Desk):
    with pytest.raises(InvalidDecisionError):
        desk.people.bar(ADMIN, ADMIN.id, [Role.ADMINISTRATOR])
    with pytest.raises(NotFoundError):
        desk.people.bar(ADMIN, "nobody", [Role.ANALYST])


def test_taking_a_role_away_is_in_the_trail(desk: Desk):
    desk.people.bar(ADMIN, ANNE.id, [Role.CASEWORKER])
    event = desk.audit.search(SYSTEM).events[0]
    assert (event.kind, event.subject) == (EventKind.ROLES_BARRED, ANNE.id)
    assert event.payload["roles"] == "caseworker"


def test_work_is_given_to_those_who_may_review(desk: Desk):
    assert [found.id for found in desk.people.reviewers(CHIEF)] == ["anne", "bruno"]
    desk.people.bar(ADMIN, BRUNO.id, [Role.CASEWORKER])
    assert [found.id for found in desk.people.reviewers(CHIEF)] == ["anne"]
    with pytest.raises(InvalidDecisionError):
        desk.worklist.assign(CHIEF, [ID], BRUNO)


def test_preferences_are_each_persons_own(desk: Desk):
    desk.people.prefer(ANNE, Preferences(language="fr", keys=False))
    desk.guard.signed_in(ANNE, "oidc")
    assert desk.people.preferences(ANNE) == Preferences(language="fr", keys=False)
    assert desk.people.preferences(BRUNO) == Preferences()
