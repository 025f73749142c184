"""With OpenID Connect, the provider's word counts and nothing that a session holds."""

from __future__ import annotations

import os
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from hri.domain.people import Preferences
from hri.domain.reviews import Actor, Role
from hri.settings import Settings
from hri.ui import openid, session
from tests.test_settings import OIDC
from tests.ui.conftest import Open, shown
from tests.ui.factory import NOW, FakeDesk

SECONDS = int(NOW.timestamp())
ANNE: dict[str, Any] = {
    "is_logged_in": True, "sub": "anne", "name": "Anne", "roles": ["hri-caseworker"],
    "iat": SECONDS - 5, "exp": SECONDS + 300,
}  # fmt: skip
BOSS = Actor(id="boss", name="Boss", roles=(Role.ADMINISTRATOR,))


@pytest.fixture
def visited(opened: Open, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Opens the app as somebody for whom the provider vouches, or nobody."""
    for name, value in OIDC.items():
        monkeypatch.setenv(name, value)

    def start(claims: dict[str, Any] | None = None, **query: str) -> AppTest:
        app = opened(None, None, None, run=False, **query)
        app.user = claims or {"is_logged_in": False}
        return app.run()

    return start


def test_nobody_is_in_without_a_provider(visited: Open, desk: FakeDesk) -> None:
    app = visited()
    assert {element.key for element in app.button} == {"sign-in"}
    assert "Demonstration" not in shown(app)
    assert desk.calls == []


def test_a_sign_in_is_recorded_once_a_session(visited: Open, desk: FakeDesk) -> None:
    app = visited(ANNE)
    assert app.title[0].value == "Queue"
    assert "Demonstration" not in shown(app)
    app.run()
    assert desk.calls == ["in:anne:oidc"]


def test_a_person_in_the_session_counts_for_nothing(visited: Open) -> None:
    app = visited()
    app.session_state[session.ACTOR] = app.session_state[session.VOUCHED] = BOSS
    app.run()
    assert {element.key for element in app.button} == {"sign-in"}
    app = visited(ANNE)
    app.session_state[session.ACTOR] = app.session_state[session.VOUCHED] = BOSS
    app.switch_page("pages/settings.py").run()
    assert "</span> anne</span>" in shown(app)
    assert "boss" not in shown(app)
    assert "People" not in {header.value for header in app.header}


def test_what_stands_in_the_address_gives_no_role(visited: Open) -> None:
    app = visited(ANNE, actor="boss", roles="hri-administrator")
    with pytest.raises(ValueError, match="page"):
        app.switch_page("pages/audit.py")


def test_no_role_shows_nothing_else(visited: Open, desk: FakeDesk) -> None:
    app = visited({**ANNE, "roles": ["staff"]})
    assert [title.value for title in app.title] == ["You have no role here"]
    assert {element.key for element in app.button} == {"sign-out"}
    assert desk.calls == ["in:anne:oidc"]


def test_a_role_taken_away_goes_with_the_next_run(visited: Open, desk: FakeDesk) -> None:
    app = visited({**ANNE, "roles": ["hri-caseworker", "hri-auditor"]})
    app.switch_page("pages/audit.py").run()
    assert "Your role does not allow this." not in shown(app)
    desk.barred["anne"] = (Role.AUDITOR,)
    assert "Your role does not allow this." in shown(app.run())
    desk.barred["anne"] = (Role.AUDITOR, Role.CASEWORKER)
    assert app.run().title[0].value == "You have no role here"
    desk.barred["anne"] = ()
    assert "Your role does not allow this." not in shown(app.run())


def test_a_sign_in_that_has_ended_is_told(visited: Open, desk: FakeDesk) -> None:
    app = visited({**ANNE, "exp": SECONDS})
    assert "Your sign-in has ended." in shown(app)
    assert {element.key for element in app.button} == {"sign-in", "sign-out"}
    assert desk.calls == []


def test_a_button_of_an_ended_sign_in_does_nothing(visited: Open, desk: FakeDesk) -> None:
    app = visited(ANNE, case="case-001")
    app.switch_page("pages/case.py")
    app.query_params["case"] = "case-001"
    app.run()
    later = NOW.fromtimestamp(SECONDS + 300, NOW.tzinfo)
    desk.clock.now = lambda: later
    app.button(key="claim").click()
    app.run()
    assert not app.exception
    assert desk.reviews["case-001"].holder is None
    assert "Your sign-in has ended." in shown(app)


def test_an_account_that_poses_as_another_kind_is_told(visited: Open, desk: FakeDesk) -> None:
    app = visited({**ANNE, "sub": "demo-administrator"})
    assert "This account cannot be used here." in shown(app)
    assert desk.calls == []


def test_signing_out_forgets_the_person(visited: Open) -> None:
    app = visited(ANNE)
    app.button(key="sign-out").click()
    app.run()
    assert app.user == {"is_logged_in": False}
    assert {element.key for element in app.button} == {"sign-in"}


def test_the_language_is_the_persons_unless_a_link_says_otherwise(
    visited: Open, desk: FakeDesk
) -> None:
    desk.preferred["anne"] = Preferences(language="fr", keys=False)
    app = visited(ANNE)
    assert app.title[0].value == "File d’attente"
    assert visited(ANNE, lang="en").title[0].value == "Queue"
    app.selectbox(key="language-choice").set_value("en")
    assert app.run().title[0].value == "Queue"
    assert desk.preferred["anne"] == Preferences(language="en", keys=False)


def test_a_link_s_language_is_nobodys_choice(visited: Open, desk: FakeDesk) -> None:
    visited(ANNE, lang="fr")
    assert desk.preferred == {}


def test_settings_become_streamlits_secrets() -> None:
    assert openid.secrets(Settings()) is None
    settings = Settings(**{name[4:].lower(): value for name, value in OIDC.items()})
    handed = openid.secrets(settings)
    assert handed is not None
    assert handed["auth"] == {
        "redirect_uri": OIDC["HRI_OIDC_REDIRECT_URI"],
        "cookie_secret": OIDC["HRI_OIDC_COOKIE_SECRET"],
        "client_id": "desk",
        "client_secret": "s3cret",
        "server_metadata_url": OIDC["HRI_OIDC_METADATA_URL"],
    }
    assert not any("s3cret" in value for value in os.environ.values())
