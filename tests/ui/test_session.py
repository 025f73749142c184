"""The demonstration sign-in is offered on this machine alone, and never behind a proxy."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.runtime.context import StreamlitHeaders

from hri.domain.reviews import Role
from hri.ui import session
from tests.test_settings import OIDC
from tests.ui.factory import FakeDesk


@pytest.fixture(autouse=True)
def _fresh_settings() -> Iterator[None]:
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


HERE = ("Host", "127.0.0.1:8501")


def behind(monkeypatch: pytest.MonkeyPatch, *headers: tuple[str, str]) -> None:
    context = SimpleNamespace(headers=StreamlitHeaders(headers))
    monkeypatch.setattr(session.st, "context", context)


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8501", "127.0.0.1", "127.8.9.1:80", "localhost", "LOCALHOST:1", "[::1]", "[::1]:9"],
)
def test_it_is_offered_on_loopback_without_a_proxy(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    behind(monkeypatch, ("host", host), ("Origin", f"http://{host}"), ("Sec-Fetch-Site", "none"))
    assert session.demonstration_allowed()


@pytest.mark.parametrize(
    "header",
    [
        "X-Forwarded-For", "x-forwarded-host", "X-FORWARDED-PROTO", "X-Forwarded", "Forwarded",
        "Via", "X-Real-IP", "CF-Connecting-IP", "True-Client-IP", "X-Client-IP", "X-Original-Host",
        "X-Amzn-Trace-Id", "Fly-Client-IP",
    ],
)  # fmt: skip
def test_a_proxy_closes_it(monkeypatch: pytest.MonkeyPatch, header: str) -> None:
    behind(monkeypatch, HERE, (header, "203.0.113.9"))
    assert not session.demonstration_allowed()


@pytest.mark.parametrize(
    "host",
    [
        "desk.example.org", "desk.example.org:8501", "192.0.2.7", "127.0.0.1.example.org", "",
        "localhost.example.org", "localhost:8501:1", "127.0.0.1@example.org", "[2001:db8::1]:8501",
        "0.0.0.0", "127.0.0.1, desk.example.org", "[localhost]",
    ],
)  # fmt: skip
def test_another_host_than_this_machine_closes_it(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    behind(monkeypatch, ("Host", host))
    assert not session.demonstration_allowed()


def test_no_host_or_two_close_it(monkeypatch: pytest.MonkeyPatch) -> None:
    behind(monkeypatch)
    assert not session.demonstration_allowed()
    behind(monkeypatch, HERE, ("host", "desk.example.org"))
    assert not session.demonstration_allowed()


@pytest.mark.parametrize("origin", ["https://desk.example.org", "null", "file://localhost"])
def test_a_page_of_another_address_closes_it(monkeypatch: pytest.MonkeyPatch, origin: str) -> None:
    behind(monkeypatch, HERE, ("Origin", origin))
    assert not session.demonstration_allowed()


@pytest.mark.parametrize(
    ("name", "value"), [("HRI_DEMONSTRATION", "false"), ("HRI_BIND", "0.0.0.0")]
)
def test_the_settings_close_it(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    behind(monkeypatch, HERE)
    monkeypatch.setenv(name, value)
    assert not session.demonstration_allowed()


@pytest.mark.parametrize("address", [None, "0.0.0.0", "192.0.2.7"])
def test_a_server_that_others_can_reach_closes_it(
    monkeypatch: pytest.MonkeyPatch, address: str | None
) -> None:
    behind(monkeypatch, HERE)
    monkeypatch.setattr(session.st, "get_option", lambda name: address)
    assert not session.demonstration_allowed()


def test_a_sign_in_that_is_closed_signs_nobody_in(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = FakeDesk()
    monkeypatch.setattr(session, "open_desk", lambda settings: desk)
    monkeypatch.setattr(session.st, "session_state", {})
    behind(monkeypatch, HERE, ("X-Forwarded-For", "203.0.113.9"))
    session.sign_in(Role.ADMINISTRATOR)
    assert session.st.session_state == {}
    assert desk.calls == []


def test_openid_connect_closes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    behind(monkeypatch, HERE)
    for name, value in OIDC.items():
        monkeypatch.setenv(name, value)
    assert not session.demonstration_allowed()
