"""An app under test with a desk in memory, signed in as any role."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.context import StreamlitHeaders
from streamlit.testing.v1 import AppTest

from hri.domain.reviews import Actor, Role
from hri.ui import session
from tests.ui.factory import ROOT, FakeDesk

Open = Callable[..., AppTest]


@pytest.fixture(scope="session", autouse=True)
def components() -> Iterator[None]:
    """Streamlit reads the metadata of every installed package before each app; here once."""
    with pytest.MonkeyPatch.context() as patch:
        once = cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", once)
        yield


@pytest.fixture
def desk() -> FakeDesk:
    """Three cases that wait."""
    return FakeDesk()


@pytest.fixture
def opened(desk: FakeDesk, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens a page of the app, signed in as a role, in a language."""
    monkeypatch.setattr(session, "open_desk", lambda settings: desk)
    monkeypatch.setattr(session, "start_delivery", lambda desk: None)
    monkeypatch.setattr(session, "start_figures", lambda desk: None)
    monkeypatch.setattr(session, "start_retention", lambda desk: None)
    here = StreamlitHeaders([("Host", "localhost:8501")])
    monkeypatch.setattr(type(st.context), "headers", property(lambda context: here))
    st.cache_resource.clear()

    def start(
        page: str | None = None,
        role: Role | None = Role.SUPERVISOR,
        language: str | None = "en",
        run: bool = True,
        **query: str,
    ) -> AppTest:
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
        if language is not None:
            app.session_state["language"] = language
        if role is not None:
            name = f"demo-{role.value}"
            app.session_state[session.ACTOR] = Actor(id=name, name=name, roles=(role,))
        for key, value in query.items():
            app.query_params[key] = value
        if run:
            app.run()
        if page is not None:
            app.switch_page(f"pages/{page}.py")
            for key, value in query.items():
                app.query_params[key] = value
            app.run()
        return app

    yield start
    st.cache_resource.clear()


def shown(app: AppTest) -> str:
    """Everything the page shows as HTML blocks, joined."""
    return "\n".join(block.proto.body for block in app.get("html"))
