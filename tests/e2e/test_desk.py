"""The desk in a real browser: from the queue to the citizen's message and the audit trail."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import SHOTS, Enter, choose, click, settle, sign_in, turn_to, whole_page

pytestmark = pytest.mark.e2e

FEE_CASE = "demo-en-11"
WRONG, RIGHT = "€33", "€36"
SHOWN_CASE = "demo-fr-16"
CHOOSER = {"en": "Open a case of this page", "fr": "Ouvrir un dossier de cette page"}
PAGES = {
    "en": ["Queue", "Case", "Intake", "Supervision", "Tuning", "Audit trail", "Settings"],
    "fr": [
        "File d’attente",
        "Dossier",
        "Dépôt",
        "Supervision",
        "Réglage",
        "Piste d’audit",
        "Paramètres",
    ],
}
NAMES = ["queue", "case", "intake", "supervision", "tuning", "audit", "settings"]


def to_do(page: Page) -> int:
    """Cases that wait or are held."""
    words = page.locator(".hri-count").first.inner_text()
    return sum(int(count) for count in re.findall(r"(\d+) (?:waiting|held)", words))


def open_case(page: Page, case_id: str) -> None:
    choose(page, CHOOSER["en"], case_id)
    expect(page.get_by_role("heading", level=1, name="Case")).to_be_visible()
    expect(page.locator(".hri-line", has_text=case_id)).to_be_visible()


@pytest.mark.parametrize("address", ["", "queue"])
def test_the_bare_address_is_the_first_page_of_the_role(
    enter: Enter, app: str, address: str
) -> None:
    page = enter("caseworker")
    page.goto(f"{app}/{address}?lang=en&view=route")
    sign_in(page, "caseworker")
    page.get_by_role("heading", level=1, name="Queue", exact=True).wait_for()
    page.wait_for_url("**/queue?**view=route**")
    page = enter("administrator")
    page.get_by_role("heading", level=1, name="Intake", exact=True).wait_for()


def test_an_address_asks_for_sign_in_first_and_holds_after_it(app: str, browser: Browser) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{app}/audit?lang=en")
    settle(page)
    expect(page.get_by_role("heading", name="Sign in as")).to_be_visible()
    expect(page.get_by_role("heading", name="Audit trail")).to_have_count(0)
    click(page, "sign-in-auditor")
    expect(page.get_by_role("heading", level=1, name="Audit trail")).to_be_visible()
    page.context.close()


def test_the_first_route_case_is_read_corrected_approved_and_found_in_the_trail(
    enter: Enter,
) -> None:
    page = enter("supervisor")
    before = to_do(page)
    choose(page, "Level", "ROUTE")
    choose(page, "Flagged slot", "Fees")
    settle(page)
    page.keyboard.press("g")
    expect(page.get_by_role("heading", level=1, name="Case")).to_be_visible()
    expect(page.locator(".hri-line", has_text=FEE_CASE)).to_be_visible()
    settle(page)
    judge_what_is_asked(page)
    click(page, "slot-fees")
    expect(page.get_by_role("heading", name=re.compile("What the sources say"))).to_be_visible()
    expect(page.locator(".hri-match", has_text=RIGHT).first).to_be_visible()
    box = page.get_by_role("textbox", name=re.compile("Text for the citizen"))
    box.fill(box.input_value().replace(WRONG, RIGHT))
    box.press("Tab")
    expect(page.get_by_text(f"✓ {RIGHT}: supported").first).to_be_visible(timeout=15000)
    settle(page)
    click(page, "verb-approve")
    click(page, "reason-wrong-fee")
    preview = page.locator(".hri-pane", has_text="A member of staff has checked")
    expect(preview.first).to_contain_text(RIGHT)
    whole_page(page, SHOTS / "decision_en.png")
    click(page, "send")
    expect(page.get_by_text(f"{FEE_CASE}: approved as edited.")).to_be_visible()
    turn_to(page, "Audit trail")
    page.get_by_role("textbox", name="Case or other subject").fill(FEE_CASE)
    page.keyboard.press("Enter")
    settle(page)
    expect(page.get_by_role("cell", name="case decided")).to_be_visible()
    click(page, "verify")
    expect(page.get_by_text(re.compile("▲ .* events fit together"))).to_be_visible()
    turn_to(page, "Queue")
    choose(page, "Level", "All")
    choose(page, "Flagged slot", "All")
    settle(page)
    assert to_do(page) == before - 1


def judge_what_is_asked(page: Page) -> None:
    """Judge the slots where the scores are hidden, then have them shown."""
    if page.locator(".st-key-reveal button").count() == 0:
        return
    expect(page.locator(".st-key-waterfall")).to_have_count(0)
    for key in "12345":
        page.keyboard.press(key)
        settle(page)
        page.keyboard.press("u")
        settle(page)
    click(page, "reveal")
    expect(page.locator(".st-key-waterfall")).to_be_visible()


def test_untrusted_text_calls_nobody_and_shows_literally(enter: Enter, app: str) -> None:
    page = enter("supervisor")
    called: list[str] = []
    page.on("request", lambda request: called.append(request.url))
    turn_to(page, "Intake")
    nasty = "$5$ :red[x] <script>document.title='owned'</script> ![x](http://evil.example/x.png)"
    line = (
        '{"case_id": "nasty-1", "question": "' + nasty + '", "answer": "' + nasty + '",'
        ' "language": "en", "jurisdiction": "FR", "asked_on": "2020-08-01"}'
    )
    page.locator("input[type=file]").set_input_files(
        {"name": "nasty.jsonl", "mimeType": "application/json", "buffer": line.encode()}
    )
    settle(page)
    click(page, "submit-file")
    turn_to(page, "Queue")
    page.locator(".st-key-filter-view button", has_text="All states").click()
    settle(page)
    open_case(page, "nasty-1")
    expect(page.locator(".hri-question")).to_contain_text(nasty)
    assert page.title() != "owned"
    assert [
        url
        for url in called
        if not url.startswith((app, app.replace("http", "ws"), "data:", "blob:"))
    ] == []


@pytest.mark.parametrize(
    ("language", "scheme"), [("fr", "light"), ("en", "light"), ("en", "dark")], ids="{0}".format
)
def test_every_page_is_photographed(enter: Enter, language: str, scheme: str) -> None:
    page = enter("supervisor", language, scheme)
    ending = language if scheme == "light" else f"{language}_{scheme}"
    for name, title in zip(NAMES, PAGES[language], strict=True):
        if name == "case":
            choose(page, CHOOSER[language], SHOWN_CASE)
            click(page, "claim")
            if page.locator(".st-key-reveal button").count():
                whole_page(page, SHOTS / f"case_judge_first_{ending}.png")
            judge_what_is_asked(page)
        else:
            turn_to(page, title)
        whole_page(page, SHOTS / f"{name}_{ending}.png")
        assert page.get_by_test_id("stException").count() == 0
        assert skipped_levels(page) == []
        if name == "case":
            click(page, "release")


def skipped_levels(page: Page) -> list[str]:
    """Headings that come more than one level below the one before."""
    headings = page.locator("[data-testid=stMain] :is(h1, h2, h3, h4, h5, h6)").all()
    found, before = [], 0
    for heading in headings:
        level = int(heading.evaluate("node => node.tagName[1]"))
        if level > before + 1:
            found.append(heading.inner_text())
        before = level
    return found


@pytest.mark.parametrize("title", PAGES["en"])
def test_a_narrow_screen_needs_no_sideways_scrolling(enter: Enter, title: str) -> None:
    page = enter("supervisor", width=320)
    page.get_by_test_id("stExpandSidebarButton").click()
    turn_to(page, title)
    main = page.get_by_test_id("stMain")
    wide, seen = main.evaluate("node => [node.scrollWidth, node.clientWidth]")
    assert wide <= seen + 1
