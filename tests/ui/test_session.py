"""The demonstration sign-in is offered on this machine alone, and never behind a proxy."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import streamlit as st

from hri.domain.reviews import Role
from hri.ui import session
from tests.ui.factory import FakeDesk


@pytest.fixture(autouse=True)
def _fresh_settings() -> Iterator[None]:
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


def behind(monkeypatch: pytest.MonkeyPatch, **headers: str) -> None:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    monkeypatch.setattr(session.st, "context", SimpleNamespace(headers=names))


def test_it_is_offered_on_loopback_without_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    behind(monkeypatch, Host="127.0.0.1:8501")
    assert session.demonstration_allowed()


@pytest.mark.parametrize("header", ["X_Forwarded_For", "x_forwarded_host", "X_FORWARDED_PROTO"])
def test_a_proxy_closes_it(monkeypatch: pytest.MonkeyPatch, header: str) -> None:
    behind(monkeypatch, **{header: "203.0.113.9"})
    assert not session.demonstration_allowed()


@pytest.mark.parametrize(
    ("name", "value"), [("HRI_DEMONSTRATION", "false"), ("HRI_BIND", "0.0.0.0")]
)
def test_the_settings_close_it(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    behind(monkeypatch)
    monkeypatch.setenv(name, value)
    assert not session.demonstration_allowed()


@pytest.mark.parametrize("address", [None, "0.0.0.0", "192.0.2.7"])
def test_a_server_that_others_can_reach_closes_it(
    monkeypatch: pytest.MonkeyPatch, address: str | None
) -> None:
    behind(monkeypatch)
    monkeypatch.setattr(session.st, "get_option", lambda name: address)
    assert not session.demonstration_allowed()


def test_a_sign_in_that_is_closed_signs_nobody_in(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = FakeDesk()
    monkeypatch.setattr(session, "open_desk", lambda settings: desk)
    monkeypatch.setattr(session.st, "session_state", {})
    behind(monkeypatch, X_Forwarded_For="203.0.113.9")
    session.sign_in(Role.ADMINISTRATOR)
    assert session.st.session_state == {}
    assert desk.calls == []
