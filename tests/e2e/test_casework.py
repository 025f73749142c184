"""Casework in a real browser: by keyboard alone, side by side, through reloads and restarts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from hri.domain.cases import Case
from hri.domain.queues import QueueFilter
from hri.domain.reviews import Actor, Judgement, ReviewDecision, ReviewState, ReviewVerb, Role
from hri.domain.slots import Slot
from hri.wiring import Desk, operator
from tests.e2e.conftest import ROOT, Enter, Server, click, press, settle, sign_in

pytestmark = pytest.mark.e2e

ANNE = Actor(id="anne", name="Anne", roles=(Role.CASEWORKER,))
TWO_FLAGGED, ALL_FIVE = 2, 5
PASSPORT = "demo-fr-05"
BOX = re.compile("Text for the citizen")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An app of this module's own, since its cases are used up."""
    started = Server(tmp_path_factory.mktemp("casework"))
    started.load_demonstration()
    with started.running():
        yield started


@pytest.fixture(scope="module")
def app(server: Server) -> str:
    return server.address


@pytest.fixture(scope="module")
def desk(server: Server) -> Desk:
    """The desk behind the app, for what the test needs beside the browser."""
    opened = server.desk()
    opened.guard.signed_in(ANNE, "oidc")
    return opened


def waiting(desk: Desk, wanted: int, *, first: bool) -> str:
    """A free case with so many slots to judge; ``first``: to be judged before scores are shown."""
    for item in desk.queue.page(ANNE, QueueFilter()).items:
        file = desk.review.open_case(ANNE, item.case_id)
        found = file.stored.assessment.slots.values()
        asked = [slot for slot in found if (slot.present if first else slot.flagged)]
        free = item.review.state is ReviewState.WAITING and file.stored.case.answer.strip()
        if free and file.commit_first is first and len(asked) == wanted:
            return item.case_id
    pytest.fail(f"no case has {wanted} slots to judge")


ALL_WRONG = (
    "Vous demandez le passeport à la préfecture du département. Il faut un extrait de casier "
    "judiciaire. Le prix est de 96 €. Le passeport est délivré sous 3 jours. Selon l’article "
    "L. 999-1 du code civil, c’est obligatoire."
)


def all_wrong(desk: Desk) -> str:
    """A case with five wrong slots, of the share that is judged before scores are shown."""
    lines = (ROOT / "data/cases/demo.jsonl").read_text("utf-8").splitlines()
    model = next(case for case in map(Case.model_validate_json, lines) if case.case_id == PASSPORT)
    for number in range(50):
        update = {"case_id": f"five-{number}", "answer": ALL_WRONG, "samples": (ALL_WRONG,) * 4}
        case_id = desk.intake.submit(operator(), model.model_copy(update=update)).case_id
        if desk.review.open_case(ANNE, case_id).commit_first:
            return case_id
    pytest.fail("no case of fifty is judged first")


def open_at(page: Page, app: str, case_id: str) -> None:
    """Open a case by its address, in the session that is signed in."""
    page.evaluate("id => window.history.pushState({}, '', `/case?case=${id}`)", case_id)
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Case", exact=True).click()
    settle(page)


def strip(page: Page) -> Locator:
    """The line that tells which case is open and who holds it."""
    return page.get_by_test_id("stMain").locator(".hri-line").first


def decide_by_keys(page: Page, judgements: list[str], verb: str, words: str = "") -> int:
    """Judge, decide, write where that is wanted, send; the number of keys pressed, typing apart.

    Where judging comes first, the key of the decision shows the scores too.
    """
    keys = [*judgements, verb]
    press(page, *keys)
    if words:
        if not page.get_by_role("textbox", name=BOX).evaluate(HAS_CURSOR):
            press(page, "e")
            keys.append("e")
        page.keyboard.press("Control+A")
        page.keyboard.insert_text(words)
        press(page, "Control+Enter")
        keys.append("Control+Enter")
    press(page, "1", "m")
    return len([*keys, "1", "m"])


HAS_CURSOR = "node => node === document.activeElement"


@pytest.mark.parametrize(("wanted", "most"), [(TWO_FLAGGED, 7), (ALL_FIVE, 10)])
def test_a_case_is_decided_by_keyboard_alone(
    enter: Enter, app: str, desk: Desk, wanted: int, most: int
) -> None:
    five = wanted == ALL_FIVE
    case_id = all_wrong(desk) if five else waiting(desk, wanted, first=False)
    page = enter("caseworker")
    page.goto(f"{app}/case?case={case_id}&lang=en")
    sign_in(page, "caseworker")
    press(page, "t")
    pressed = decide_by_keys(page, ["x"] * wanted, "a", "You pay €36 at the town hall.")
    assert pressed <= most
    expect(page.get_by_text(f"{case_id}: approved as edited.")).to_be_visible()
    file = desk.review.open_case(ANNE, case_id)
    (made,) = file.decisions
    assert made.decision.verb is ReviewVerb.APPROVE_EDITED
    assert list(made.decision.judgements.values()) == [Judgement.WRONG] * wanted
    following = strip(page)
    expect(following).not_to_contain_text(case_id)
    expect(following).to_contain_text("demo-caseworker")


def test_approving_and_rejecting_take_the_same_keys(enter: Enter, app: str, desk: Desk) -> None:
    counts = {}
    for verb in "ad":
        page = enter("caseworker")
        press(page, "g")
        judged = ["u"] * ALL_FIVE
        counts[verb] = decide_by_keys(page, judged, verb, "Please ask the town hall.")
        expect(page.locator(".st-key-way-back")).to_be_visible()
    assert abs(counts["a"] - counts["d"]) <= 1


def test_a_decision_is_taken_back_by_a_key(enter: Enter, desk: Desk) -> None:
    page = enter("caseworker")
    press(page, "g")
    case_id = current(page)
    decide_by_keys(page, ["u"] * ALL_FIVE, "d", "Please ask the town hall.")
    press(page, "z")
    assert current(page) == case_id
    expect(page.get_by_role("textbox", name=BOX)).to_have_value("Please ask the town hall.")
    assert desk.review.open_case(ANNE, case_id).review.state is ReviewState.HELD
    click(page, "release")


def current(page: Page) -> str:
    words = strip(page).inner_text()
    return re.search(r"demo-\S+", words).group()


def test_of_two_people_after_one_case_one_gets_it(enter: Enter, app: str, desk: Desk) -> None:
    case_id = waiting(desk, 1, first=False)
    pages = []
    for role in ("caseworker", "supervisor"):
        page = enter(role)
        page.goto(f"{app}/case?case={case_id}&lang=en")
        sign_in(page, role)
        pages.append(page)
    first, second = pages
    first.keyboard.press("t")
    settle(first)
    second.keyboard.press("t")
    settle(second)
    expect(strip(first)).to_contain_text("demo-caseworker")
    expect(second.get_by_text(re.compile("Changed by demo-caseworker"))).to_be_visible()
    assert desk.review.open_case(ANNE, case_id).review.holder == "demo-caseworker"
    click(first, "release")


def test_a_draft_stays_with_its_author_when_another_decides(
    enter: Enter, app: str, desk: Desk
) -> None:
    case_id = waiting(desk, 1, first=False)
    page = enter("supervisor")
    page.goto(f"{app}/case?case={case_id}&lang=en")
    sign_in(page, "supervisor")
    press(page, "t")
    page.get_by_role("textbox", name=BOX).fill("My own careful words.")
    page.get_by_role("textbox", name=BOX).blur()
    settle(page)
    click(page, "release")
    review = desk.review.claim(ANNE, case_id)
    desk.review.decide(ANNE, decision(case_id, review.version, "The other words."))
    page.reload()
    sign_in(page, "supervisor")
    expect(page.get_by_text("Somebody else decided this case")).to_be_visible()
    expect(page.locator(".hri-pane", has_text="My own careful words.").first).to_be_visible()
    expect(page.locator(".hri-pane", has_text="The other words.").first).to_be_visible()


def decision(case_id: str, version: int, text: str, **more: object) -> ReviewDecision:
    return ReviewDecision.model_validate(
        {
            "case_id": case_id,
            "verb": ReviewVerb.REJECT,
            "seen_version": version,
            "reason_code": "wrong-fee",
            "text": text,
            **more,
        }
    )


def test_an_edit_survives_a_reload_and_a_restart(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.load_demonstration()
    server.start()
    words = "You pay €36; ask the town hall."
    context = browser.new_context(locale="en-GB", viewport={"width": 1366, "height": 768})
    try:
        page = context.new_page()
        page.goto(f"{server.address}/?lang=en")
        sign_in(page, "supervisor")
        press(page, "g")
        case_id = current(page)
        press(page, *["u"] * ALL_FIVE)
        if page.locator(".st-key-reveal button").count():
            press(page, "v")
        page.get_by_role("textbox", name=BOX).fill(words)
        page.get_by_role("textbox", name=BOX).blur()
        settle(page)
        for broken in (page.reload, server.kill):
            broken()
            if broken == server.kill:
                server.start()
                page.goto(f"{server.address}/case?case={case_id}&lang=en")
            sign_in(page, "supervisor")
            expect(page.get_by_role("textbox", name=BOX)).to_have_value(words)
    finally:
        context.close()
        server.kill()


def test_two_readers_who_differ_are_told_apart_by_a_third(
    enter: Enter, app: str, desk: Desk
) -> None:
    case_id = waiting(desk, 1, first=False)
    review = desk.review.claim(ANNE, case_id)
    judged = {Slot.FEES: Judgement.WRONG}
    first = decision(case_id, review.version, "Anne’s words.", second_read=True, judgements=judged)
    desk.review.decide(ANNE, first)
    second = enter("caseworker")
    second.goto(f"{app}/case?case={case_id}&lang=en")
    sign_in(second, "caseworker")
    press(second, "t")
    expect(second.get_by_text("you judge without seeing how")).to_be_visible()
    expect(second.get_by_text("Anne’s words.")).to_have_count(0)
    for slot in desk.review.open_case(ANNE, case_id).stored.assessment.slots:
        click(second, f"slot-{slot.value}")
        click(second, "judge-supported")
    press(second, "v", "a", "1", "m")
    third = enter("supervisor")
    third.goto(f"{app}/case?case={case_id}&lang=en")
    sign_in(third, "supervisor")
    press(third, "t")
    expect(third.get_by_role("heading", name="Where the two readers differ")).to_be_visible()
    click(third, "take-first")
    expect(third.get_by_role("textbox", name=BOX)).to_have_value("Anne’s words.")
    press(third, "d", "1", "m")
    file = desk.review.open_case(ANNE, case_id)
    assert file.review.state is ReviewState.DECIDED
    assert [one.actor for one in file.decisions] == ["anne", "demo-caseworker", "demo-supervisor"]
    assert len({reply.text for reply in file.replies if "Anne’s words." in reply.text}) == 1


def test_a_filtered_queue_is_reopened_by_its_address(enter: Enter, app: str) -> None:
    page = enter("caseworker")
    page.locator(".st-key-filter-view button", has_text="ROUTE").click()
    settle(page)
    address = page.url
    assert "view=route" in address
    again = enter("supervisor", "fr")
    again.goto(address)
    sign_in(again, "supervisor")
    assert "view=route" in again.url
    chosen = again.get_by_role("radio", checked=True)
    expect(chosen).to_have_text(re.compile("^ROUTE"))


@pytest.mark.parametrize("page_name", ["audit", "tuning", "supervision", "intake"])
def test_the_address_of_a_forbidden_page_leads_nowhere(
    enter: Enter, app: str, page_name: str
) -> None:
    page = enter("caseworker")
    page.goto(f"{app}/{page_name}?lang=en")
    sign_in(page, "caseworker")
    expect(page.get_by_role("heading", level=1, name="Queue")).to_be_visible()
    assert page.get_by_test_id("stException").count() == 0


def test_many_cases_are_put_off_and_back(enter: Enter, desk: Desk) -> None:
    held = [item.review for item in desk.queue.page(ANNE, QueueFilter()).items]
    for review in held:
        if review.state is ReviewState.HELD:
            role = Role(review.holder.removeprefix("demo-"))
            holder = Actor(id=review.holder, name=review.holder, roles=(role,))
            desk.review.release(holder, review.case_id)
    page = enter("supervisor")
    page.get_by_text("Choose several").click()
    settle(page)
    grid = page.get_by_test_id("stDataFrame")
    box = grid.bounding_box()
    assert box is not None
    for row in range(2):
        page.mouse.click(box["x"] + 16, box["y"] + 35 + 66 * row + 33)
        settle(page)
    expect(page.get_by_text("2 cases chosen")).to_be_visible()
    click(page, "snooze")
    expect(page.get_by_text(re.compile("put off: 2 done"))).to_be_visible()
    assert len(desk.queue.page(ANNE, QueueFilter(snoozed=True)).items) == 2
    click(page, "batch-undo")
    expect(page.get_by_text("2 cases put back.")).to_be_visible()
    assert not desk.queue.page(ANNE, QueueFilter(snoozed=True)).items
