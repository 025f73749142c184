from __future__ import annotations

from pathlib import Path

import pytest
from factories import ROOT
from pydantic import ValidationError

from hri.errors import SettingsError
from hri.settings import Settings, read_settings


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"HRI_{name.upper()}", raising=False)


def test_the_defaults_serve_a_fresh_machine():
    found = read_settings()
    assert found.database == Path("var/hri.sqlite")
    assert (found.policy, found.claim_minutes, found.bind) == ("default", 15, "127.0.0.1")
    assert found.demonstration_allowed


def test_every_setting_says_what_it_is_for():
    assert all(field.description for field in Settings.model_fields.values())


def test_the_example_for_servers_names_settings_that_exist():
    lines = (ROOT / "docs" / "hri.env.example").read_text("utf-8").splitlines()
    named = {line.split("=")[0] for line in lines if line and not line.startswith("#")}
    known = {f"HRI_{name.upper()}" for name in Settings.model_fields}
    assert named <= known
    assert named >= {"HRI_SIGNING_KEY", "HRI_CHECKPOINTS", "HRI_ISSUED"}


def test_the_environment_sets_them(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HRI_DATABASE", "/srv/hri.sqlite")
    monkeypatch.setenv("HRI_CLAIM_MINUTES", "30")
    monkeypatch.setenv("HRI_DEMONSTRATION", "false")
    found = read_settings()
    assert (found.database, found.claim_minutes) == (Path("/srv/hri.sqlite"), 30)
    assert not found.demonstration_allowed


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HRI_CLAIM_MINUTES", "0"),
        ("HRI_CLAIM_MINUTES", "soon"),
        ("HRI_PORT", "70000"),
        ("HRI_POLICY", "../other"),
        ("HRI_COMMIT_FIRST_SHARE", "2"),
        ("HRI_BUSY_SECONDS", "nan"),
        ("HRI_BIND", ""),
    ],
)
def test_a_wrong_value_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=rf"{name}.*Remedy"):
        read_settings()


def test_every_wrong_value_is_named_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HRI_PORT", "x")
    monkeypatch.setenv("HRI_UNDO_SECONDS", "-1")
    with pytest.raises(SettingsError, match=r"HRI_PORT.*HRI_UNDO_SECONDS|HRI_UNDO.*HRI_PORT"):
        read_settings()


def test_the_demonstration_sign_in_never_leaves_this_machine(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HRI_BIND", "0.0.0.0")
    assert not read_settings().demonstration_allowed
    monkeypatch.setenv("HRI_DEMONSTRATION", "true")
    with pytest.raises(SettingsError, match="loopback"):
        read_settings()


@pytest.mark.parametrize("bind", ["127.0.0.1", "::1", "localhost"])
def test_loopback_addresses_are_known(bind):
    assert Settings(bind=bind, demonstration=True).demonstration_allowed


def test_settings_do_not_change_once_they_are_read():
    with pytest.raises(ValidationError, match="frozen"):
        read_settings().port = 1


OIDC = {
    "HRI_OIDC_METADATA_URL": "https://login.example.org/.well-known/openid-configuration",
    "HRI_OIDC_CLIENT_ID": "desk",
    "HRI_OIDC_CLIENT_SECRET": "s3cret",
    "HRI_OIDC_REDIRECT_URI": "https://desk.example.org/oauth2callback",
    "HRI_OIDC_COOKIE_SECRET": "x" * 32,
}


def test_openid_connect_closes_the_demonstration(monkeypatch: pytest.MonkeyPatch):
    for name, value in OIDC.items():
        monkeypatch.setenv(name, value)
    found = read_settings()
    assert found.oidc
    assert not found.demonstration_allowed
    assert "s3cret" not in repr(found)


@pytest.mark.parametrize("name", OIDC)
def test_openid_connect_is_whole_or_not_there(monkeypatch: pytest.MonkeyPatch, name: str):
    for other, value in OIDC.items():
        monkeypatch.setenv(other, "" if other == name else value)
    with pytest.raises(SettingsError, match=rf"lacks {name}"):
        read_settings()


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("HRI_OIDC_COOKIE_SECRET", "short", "HRI_OIDC_COOKIE_SECRET needs 32"),
        ("HRI_OIDC_REDIRECT_URI", "https://desk.example.org/", "must end with /oauth2callback"),
        ("HRI_OIDC_METADATA_URL", "http://login.example.org/x", "HRI_OIDC_METADATA_URL"),
        ("HRI_OIDC_HOURS", "25", "HRI_OIDC_HOURS"),
        ("HRI_OIDC_ROLE_CLAIM", "", "HRI_OIDC_ROLE_CLAIM"),
        ("HRI_DEMONSTRATION", "true", "exclude each other"),
    ],
)
def test_a_sign_in_that_cannot_be_safe_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, problem: str
):
    for other, usual in OIDC.items():
        monkeypatch.setenv(other, usual)
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=problem) as caught:
        read_settings()
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize("name", ["CHECKPOINTS", "SIGNING_KEY", "UPSTREAM_RECORDING"])
def test_a_file_that_is_left_empty_is_none(monkeypatch: pytest.MonkeyPatch, name: str):
    monkeypatch.setenv(f"HRI_{name}", "")
    assert getattr(read_settings(), name.lower()) is None


def test_a_folder_is_no_place_for_checkpoints(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("HRI_CHECKPOINTS", str(tmp_path))
    with pytest.raises(SettingsError, match="names a folder"):
        read_settings()
