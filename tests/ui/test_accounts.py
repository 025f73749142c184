"""Administrators see who signed in, take a role away and give it back."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from hri.domain.reviews import Actor, Role
from hri.errors import StoreError
from tests.ui.conftest import Open, shown
from tests.ui.factory import FakeDesk

NAMED = Actor(id="anne", name="Anne :red[x] <b>", roles=(Role.CASEWORKER, Role.ANALYST))
ADMIN = Actor(id="demo-administrator", name="demo-administrator", roles=(Role.ADMINISTRATOR,))


@pytest.fixture
def settings(opened: Open, desk: FakeDesk) -> AppTest:
    for someone in (NAMED, ADMIN):
        desk.guard.signed_in(someone, "oidc")
    return opened("settings", Role.ADMINISTRATOR)


def press(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click()
    return app.run()


def test_everybody_who_signed_in_is_listed_as_plain_text(settings: AppTest) -> None:
    assert "Anne :red[x] &lt;b&gt;" in shown(settings)
    assert "Caseworker, Analyst" in shown(settings)


def test_a_role_is_taken_away_and_given_back(settings: AppTest, desk: FakeDesk) -> None:
    press(settings, "role-analyst")
    assert desk.barred["anne"] == (Role.ANALYST,)
    assert settings.button(key="role-analyst").label == "Give back: Analyst"
    press(settings, "role-caseworker")
    assert desk.barred["anne"] == (Role.CASEWORKER, Role.ANALYST)
    press(settings, "role-analyst")
    assert desk.barred["anne"] == (Role.CASEWORKER,)
    assert settings.button(key="role-analyst").label == "Take away: Analyst"


def test_only_roles_a_person_came_with_are_offered(settings: AppTest) -> None:
    keys = {element.key for element in settings.button if element.key.startswith("role-")}
    assert keys == {"role-caseworker", "role-analyst"}


def test_administrators_are_not_offered_to_lock_themselves_out(settings: AppTest) -> None:
    settings.selectbox(key="accounts-person").set_value(ADMIN.id)
    assert settings.run().button(key="role-administrator").disabled


def test_a_failure_is_told_and_changes_nothing(
    settings: AppTest, desk: FakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*given: object) -> None:
        raise StoreError("The database is busy.")

    monkeypatch.setattr(desk, "bar", fails)
    assert "The database is busy." in shown(press(settings, "role-analyst"))
    assert settings.button(key="role-analyst").label == "Take away: Analyst"


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.ADMINISTRATOR])
def test_nobody_else_sees_people(opened: Open, desk: FakeDesk, role: Role) -> None:
    desk.guard.signed_in(NAMED, "oidc")
    app = opened("settings", role)
    assert "People" not in {header.value for header in app.header}
    assert "Anne" not in shown(app)


def test_the_section_speaks_french(opened: Open, desk: FakeDesk) -> None:
    desk.guard.signed_in(NAMED, "oidc")
    app = opened("settings", Role.ADMINISTRATOR, "fr")
    assert "Personnes" in {header.value for header in app.header}
    assert app.button(key="role-analyst").label.startswith("Retirer")
