from __future__ import annotations

from pathlib import Path

import pytest
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
