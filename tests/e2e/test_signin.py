"""Sign-in through a real OpenID Connect provider, in a real browser."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e import provider as oidc
from tests.e2e.conftest import ROOT, await_health, choose, click, free_port, settle, turn_to
from tests.e2e.provider import Provider

pytestmark = pytest.mark.e2e

ANNE: dict[str, Any] = {"sub": "anne", "name": "Anne", "roles": ["hri-caseworker"]}
BOSS: dict[str, Any] = {"sub": "boss", "name": "Boss", "roles": "hri-administrator"}
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with oidc.running() as started:
        yield started


@pytest.fixture(scope="module")
def desk(provider: Provider, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of the desk, set up for the provider by its settings alone."""
    folder = tmp_path_factory.mktemp("oidc")
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    environment = {
        **os.environ,
        "HRI_DATABASE": str(folder / "hri.sqlite"),
        "HRI_PORT": str(port),
        "HRI_OIDC_METADATA_URL": f"{provider.issuer}/.well-known/openid-configuration",
        "HRI_OIDC_CLIENT_ID": oidc.CLIENT_ID,
        "HRI_OIDC_CLIENT_SECRET": oidc.CLIENT_SECRET,
        "HRI_OIDC_REDIRECT_URI": f"{address}/oauth2callback",
        "HRI_OIDC_COOKIE_SECRET": secrets.token_urlsafe(32),
    }
    subprocess.run([sys.executable, "-m", "hri", "demo"], cwd=ROOT, env=environment, check=True)
    with (folder / "app.log").open("w") as log:
        command = [sys.executable, "tools/serve.py"]
        server = subprocess.Popen(
            command, cwd=ROOT, env={**environment, "PYTHONPATH": str(ROOT)}, stdout=log, stderr=log
        )
        try:
            await_health(address, server)
            yield address
        finally:
            server.terminate()
            server.wait(10)


@pytest.fixture(autouse=True)
def honest(provider: Provider) -> None:
    provider.lifetime, provider.forging = 3600, False


@pytest.fixture
def window(desk: str, browser: Browser) -> Iterator[Open]:
    """Opens the desk in a browser of its own, with an address of the desk."""
    contexts: list[BrowserContext] = []

    def go(path: str = "") -> Page:
        contexts.append(browser.new_context(locale="en-GB"))
        page = contexts[-1].new_page()
        page.goto(f"{desk}/{path}")
        settle(page)
        return page

    yield go
    for context in contexts:
        context.close()


def sign_in(page: Page, provider: Provider, claims: dict[str, Any]) -> None:
    provider.claims = claims
    page.locator(".st-key-sign-in button").click()
    page.locator(".st-key-sign-out button").wait_for(state="attached")
    settle(page)


def sign_out(page: Page) -> None:
    page.locator(".st-key-sign-out button").click()
    page.locator(".st-key-sign-in button").wait_for(state="attached")
    settle(page)


def menu(page: Page) -> list[str]:
    return page.get_by_test_id("stSidebarNav").get_by_role("link").all_inner_texts()


def heading(page: Page, words: str) -> Any:
    return page.get_by_role("heading", level=1, name=words, exact=True)


def test_a_caseworker_signs_in_sees_the_queue_and_signs_out(
    window: Open, provider: Provider
) -> None:
    page = window()
    expect(heading(page, "Review desk for chatbot answers")).to_be_visible()
    expect(page.locator(".st-key-sign-in-caseworker")).to_have_count(0)
    sign_in(page, provider, ANNE)
    expect(heading(page, "Queue")).to_be_visible()
    expect(page.get_by_text("Demonstration sign-in")).to_have_count(0)
    expect(page.get_by_test_id("stSidebar")).to_contain_text("Anne")
    assert menu(page) == ["Queue", "Case", "Settings"]
    before = provider.signed_out
    sign_out(page)
    assert provider.signed_out == before + 1
    page.reload()
    settle(page)
    expect(page.locator(".st-key-sign-in button")).to_be_visible()
    expect(heading(page, "Queue")).to_have_count(0)


def test_the_roles_are_those_of_the_latest_sign_in(window: Open, provider: Provider) -> None:
    page = window()
    sign_in(page, provider, ANNE)
    assert "Supervision" not in menu(page)
    sign_out(page)
    sign_in(page, provider, {**ANNE, "roles": ["hri-analyst", "something-else"]})
    assert "Supervision" in menu(page)
    sign_out(page)
    sign_in(page, provider, {**ANNE, "roles": ["supervisor", "HRI-Administrator"]})
    expect(heading(page, "You have no role here")).to_be_visible()
    expect(page.get_by_test_id("stSidebarNav")).to_have_count(0)
    sign_out(page)


def test_a_person_without_a_role_is_told_so_and_nothing_else(
    window: Open, provider: Provider, desk: str
) -> None:
    page = window()
    sign_in(page, provider, {"sub": "zoe", "name": "Zoé"})
    for path in ("", "case?case=demo-en-11", "settings", "audit?role=administrator"):
        page.goto(f"{desk}/{path}")
        settle(page)
        assert page.get_by_role("heading").all_inner_texts() == ["You have no role here"]
        expect(page.get_by_test_id("stMain")).to_contain_text("Zoé")


@pytest.mark.parametrize("sub", ["demo-administrator", "ＳＹＳＴＥＭ", "a b"])
def test_nobody_is_let_in_under_the_id_of_another_kind(
    window: Open, provider: Provider, sub: str
) -> None:
    page = window()
    sign_in(page, provider, {**BOSS, "sub": sub})
    expect(page.get_by_text("▲ This account cannot be used here.")).to_be_visible()
    expect(page.get_by_test_id("stSidebarNav")).to_have_count(0)


def test_a_token_that_the_provider_did_not_sign_lets_nobody_in(
    window: Open, provider: Provider
) -> None:
    page = window()
    provider.claims, provider.forging = BOSS, True
    page.locator(".st-key-sign-in button").click()
    page.wait_for_timeout(1500)
    settle(page)
    expect(page.locator(".st-key-sign-in button")).to_be_visible()
    expect(page.locator(".st-key-sign-out button")).to_have_count(0)


def test_a_cookie_made_by_hand_lets_nobody_in(window: Open, desk: str) -> None:
    page = window()
    page.context.add_cookies(
        [{"name": "_streamlit_user", "value": '{"sub":"boss","is_logged_in":true}', "url": desk}]
    )
    page.reload()
    settle(page)
    expect(page.locator(".st-key-sign-in button")).to_be_visible()


def test_a_role_taken_away_is_refused_at_the_next_action(window: Open, provider: Provider) -> None:
    ada, boss = window(), window()
    both = ["hri-caseworker", "hri-analyst"]
    sign_in(ada, provider, {"sub": "ada", "name": "Ada", "roles": both})
    choose(ada, "Open a case of this page", "demo-en-11")
    sign_in(boss, provider, BOSS)
    take_or_give(boss, "caseworker")
    expect(boss.get_by_role("cell", name="Caseworker", exact=True)).to_be_visible()
    click(ada, "claim")
    expect(
        ada.get_by_text("Your role does not allow this. The attempt was recorded.")
    ).to_be_visible()
    turn_to(boss, "Audit trail")
    expect(boss.get_by_role("cell", name="refused").first).to_be_visible()
    take_or_give(boss, "analyst")
    turn_to_anything(ada)
    expect(heading(ada, "You have no role here")).to_be_visible()
    take_or_give(boss, "analyst")
    ada.reload()
    settle(ada)
    assert "Tuning" in menu(ada)


def take_or_give(boss: Page, role: str) -> None:
    """Turn one role of Ada's, as the administrator."""
    turn_to(boss, "Settings")
    choose(boss, "Change the roles of", "Ada")
    click(boss, f"role-{role}")


def turn_to_anything(page: Page) -> None:
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Tuning").click()
    settle(page)


def test_an_address_of_a_page_without_the_right_shows_another_page(
    window: Open, provider: Provider, desk: str
) -> None:
    page = window()
    sign_in(page, provider, ANNE)
    for path in ("audit", "tuning", "intake", "supervision"):
        page.goto(f"{desk}/{path}?role=administrator&actor=boss&roles=hri-administrator")
        settle(page)
        expect(heading(page, "Queue")).to_be_visible()
        assert menu(page) == ["Queue", "Case", "Settings"]
    page.goto(f"{desk}/settings?role=administrator")
    settle(page)
    expect(heading(page, "Settings")).to_be_visible()
    expect(page.get_by_role("heading", name="People")).to_have_count(0)


def test_a_sign_in_ends_with_its_token(window: Open, provider: Provider) -> None:
    page = window()
    provider.lifetime = 8
    sign_in(page, provider, ANNE)
    choose(page, "Open a case of this page", "demo-en-11")
    page.wait_for_timeout(8500)
    page.locator(".st-key-claim button").click()
    expect(heading(page, "Review desk for chatbot answers")).to_be_visible()
    expect(page.get_by_text("Your sign-in has ended.")).to_be_visible()


def test_the_language_is_remembered_for_the_person(
    window: Open, provider: Provider, desk: str
) -> None:
    page = window()
    sign_in(page, provider, {**ANNE, "sub": "lou"})
    choose(page, "Langue · Language", "Français")
    expect(heading(page, "File d’attente")).to_be_visible()
    again = window()
    expect(heading(again, "Review desk for chatbot answers")).to_be_visible()
    sign_in(again, provider, {**ANNE, "sub": "lou"})
    expect(heading(again, "File d’attente")).to_be_visible()
    again.goto(f"{desk}/queue?lang=en")
    settle(again)
    expect(heading(again, "Queue")).to_be_visible()
    other = window()
    sign_in(other, provider, {**ANNE, "sub": "max"})
    expect(heading(other, "Queue")).to_be_visible()


def test_no_secret_is_written_to_the_log(desk: str, tmp_path_factory: Any) -> None:
    log = next(Path(tmp_path_factory.getbasetemp()).glob("oidc*/app.log"))
    assert oidc.CLIENT_SECRET not in log.read_text(encoding="utf-8")
