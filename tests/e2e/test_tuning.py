"""Tuning in a real browser: from a slider to a version in force, and a step back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from hri.domain.cases import Case
from hri.domain.reviews import Actor, Role
from hri.wiring import Desk, operator
from tests.e2e.conftest import (
    ROOT,
    SHOTS,
    Enter,
    Server,
    click,
    settle,
    sign_in,
    turn_to,
    whole_page,
)
from tests.e2e.watching import LOOKS, Watch

pytestmark = pytest.mark.e2e

ANALYST = Actor(id="anna", name="Anna", roles=(Role.ANALYST,))
MODEL = "demo-en-06"
PARTS = {
    "en": ("Try numbers", "Shadow run", "Versions and approvals"),
    "fr": ("Essayer des valeurs", "Marche à blanc", "Versions et approbations"),
}
VIEWS = {
    "en": (
        "Effect",
        "Cases that change",
        "Cost and workload",
        "Risk by slot",
        "Differences and draft",
    ),
    "fr": (
        "Effet",
        "Dossiers qui changent",
        "Coût et charge",
        "Risque par rubrique",
        "Écarts et brouillon",
    ),
}
FLOORS = {
    "en": "Floors, and SIS from which samples disagree",
    "fr": "Planchers, et SIS à partir duquel les échantillons sont en désaccord",
}
TITLES = {"en": "Tuning", "fr": "Réglage"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An app of this module's own, since it changes which policy is in force."""
    started = Server(tmp_path_factory.mktemp("tuning"))
    started.load_demonstration()
    with started.running():
        yield started


@pytest.fixture(scope="module")
def app(server: Server) -> str:
    return server.address


@pytest.fixture(scope="module")
def desk(server: Server) -> Desk:
    opened = server.desk()
    opened.guard.signed_in(ANALYST, "oidc")
    return opened


def open_part(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name, exact=True).click()
    settle(page)


def fill(page: Page, label: str, words: str) -> None:
    box = page.get_by_label(label, exact=True)
    box.fill(words)
    box.press("Tab")
    settle(page)


def lower(page: Page, level: str, steps: int) -> None:
    slider = page.get_by_role("slider", name=re.compile(f"^{level} "))
    slider.focus()
    for _step in range(steps):
        slider.press("ArrowLeft")
    settle(page)


def take_in(page: Page, case_id: str) -> None:
    """A case like one of the demonstration comes in by the screen."""
    lines = (ROOT / "data/cases/demo.jsonl").read_text("utf-8").splitlines()
    model = next(case for case in map(Case.model_validate_json, lines) if case.case_id == MODEL)
    body = model.model_copy(update={"case_id": case_id}).model_dump_json(exclude_none=True)
    turn_to(page, "Intake")
    page.locator("input[type=file]").set_input_files(
        {"name": f"{case_id}.jsonl", "mimeType": "application/jsonl", "buffer": body.encode()}
    )
    settle(page)
    click(page, "submit-file")


def decided_under(desk: Desk, case_id: str) -> str:
    return desk.review.open_case(ANALYST, case_id).stored.assessment.policy.version


def test_moving_a_threshold_shows_the_cases_that_flip(enter: Enter) -> None:
    page = enter("analyst")
    turn_to(page, "Tuning")
    open_part(page, "Cases that change")
    expect(page.get_by_text("None: every case keeps its level.")).to_be_visible()
    lower(page, "ROUTE", 30)
    expect(page.get_by_text(re.compile("^Raised: "))).to_be_visible(timeout=15000)
    slider = page.get_by_role("slider", name=re.compile("^ROUTE from"))
    expect(slider).to_have_value("0.2")
    box = page.get_by_role("spinbutton", name=re.compile("^ROUTE from"))
    expect(box).to_have_value("0.2000", timeout=15000)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    whole_page(page, SHOTS / "tuning_flips_en.png")


def test_the_figures_stand_beside_the_slider_that_is_moved(enter: Enter) -> None:
    page = enter("analyst")
    turn_to(page, "Tuning")
    lower(page, "ROUTE", 5)
    expect(page.locator("[class*=st-key-slide-thresholds-route]")).to_be_in_viewport()
    expect(page.get_by_text(re.compile("^Cases per level"))).to_be_in_viewport()


def test_from_a_draft_to_a_version_in_force_and_back(enter: Enter, desk: Desk) -> None:
    page = enter("analyst")
    turn_to(page, "Tuning")
    lower(page, "DEFER", 12)
    open_part(page, "Differences and draft")
    fill(page, "Title of the draft (required)", "DEFER earlier")
    fill(page, "Why these numbers (required)", "Near misses go out")
    click(page, "draft-save")
    expect(page.get_by_text(re.compile("Saved as v002"))).to_be_visible()
    open_part(page, "Versions and approvals")
    click(page, "propose")
    expect(page.get_by_text(re.compile("v002 is proposed as number 1"))).to_be_visible()
    expect(page.get_by_text(re.compile("You drafted or proposed this version"))).to_be_visible()
    expect(page.locator(".st-key-approve-1")).to_have_count(0)
    whole_page(page, SHOTS / "tuning_proposed_en.png")
    take_in(page, "before")
    assert decided_under(desk, "before") == "v001"

    other = enter("supervisor")
    turn_to(other, "Tuning")
    open_part(other, "Versions and approvals")
    seen = desk.proposals.all(ANALYST)[0].backtest_sha256
    expect(other.get_by_text(re.compile(seen)).first).to_be_visible()
    tick = other.get_by_role("checkbox", name=f"I looked at the backtest {seen[:12]}")
    tick.focus()
    other.keyboard.press("Space")
    settle(other)
    other.keyboard.press("Tab")
    other.keyboard.press("Enter")
    expect(other.get_by_text(re.compile("v002 is in force from now on"))).to_be_visible()
    take_in(other, "after")
    assert decided_under(desk, "after") == "v002"

    turn_to(other, "Tuning")
    open_part(other, "Versions and approvals")
    fill(other, "Why v002 is taken back (required)", "Too much work")
    click(other, "roll-back")
    expect(other.get_by_text("✓ v002 is taken back; v001 is in force again.")).to_be_visible()
    take_in(other, "again")
    assert decided_under(desk, "again") == "v001"
    assert decided_under(desk, "after") == "v002"


def test_a_shadow_run_counts_what_comes_in(enter: Enter, desk: Desk) -> None:
    page = enter("analyst")
    turn_to(page, "Tuning")
    open_part(page, "Shadow run")
    click(page, "shadow-start")
    expect(page.get_by_text(re.compile("runs beside from now on"))).to_be_visible()
    lines = (ROOT / "data/cases/demo.jsonl").read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        case = Case.model_validate_json(line)
        desk.intake.submit(operator(), case.model_copy(update={"case_id": f"shadow-{number}"}))
    page.reload()
    settle(page)
    if page.locator(".st-key-sign-in-analyst").count():
        sign_in(page, "analyst")
    open_part(page, "Shadow run")
    expect(page.get_by_text("The same level")).to_be_visible()
    expect(page.get_by_role("heading", name="Cases on which they differ")).to_be_visible()
    whole_page(page, SHOTS / "tuning_shadow_en.png")
    click(page, "shadow-end")
    expect(page.get_by_text("No shadow run is on.")).to_be_visible()


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_axe_finds_nothing_grave_on_any_part(
    enter: Enter, desk: Desk, language: str, scheme: str
) -> None:
    open_proposal(desk)
    page = enter("supervisor", language, scheme)
    turn_to(page, TITLES[language])
    watch = Watch(page)
    lower(page, "ROUTE", 30)
    page.get_by_text(FLOORS[language], exact=True).click()
    for view in VIEWS[language]:
        open_part(page, view)
        watch.look(f"{view} {language} {scheme}")
        whole_page(page, SHOTS / f"tuning_{VIEWS[language].index(view)}_{language}_{scheme}.png")
    for part in PARTS[language][1:]:
        open_part(page, part)
        watch.look(f"{part} {language} {scheme}")
    expect(page.get_by_test_id("stException")).to_have_count(0)
    watch.done()


def open_proposal(desk: Desk) -> None:
    """A proposal that waits, so that the forms of an approval are on the page."""
    if any(proposal.end is None for proposal in desk.proposals.all(ANALYST)):
        return
    live = desk.policies.live(ANALYST).policy
    limits = live.thresholds.model_copy(update={"route": 0.45})
    draft = live.model_copy(update={"thresholds": limits, "title": "ROUTE earlier"})
    saved = desk.policies.save_draft(ANALYST, draft)
    desk.proposals.propose(ANALYST, saved.policy.version, "Please look")


@pytest.mark.parametrize("part", range(3))
def test_no_part_scrolls_sideways_on_a_narrow_screen(
    app: str, browser: Browser, desk: Desk, part: int
) -> None:
    open_proposal(desk)
    page = browser.new_context(viewport={"width": 320, "height": 768}).new_page()
    page.goto(f"{app}/tuning?lang=fr")
    sign_in(page, "supervisor")
    open_part(page, PARTS["fr"][part])
    main = page.get_by_test_id("stMain")
    wide, seen = main.evaluate("node => [node.scrollWidth, node.clientWidth]")
    whole_page(page, SHOTS / f"tuning_narrow_{part}.png")
    page.context.close()
    assert wide <= seen + 1
