"""Keys that come faster than pages turn: none is lost, none is taken for another slot or case."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from hri.domain.cases import Case
from hri.domain.reviews import Actor, Judgement, ReviewDraft, ReviewState, Role
from hri.domain.slots import SLOTS
from hri.wiring import Desk, operator
from tests.e2e.conftest import ROOT, Enter, Server, press, settle, sign_in

pytestmark = pytest.mark.e2e

PERSON = Actor(id="demo-caseworker", name="Caseworker", roles=(Role.CASEWORKER,))
BOX = re.compile("Text for the citizen")
WRONG = (
    "Vous demandez le passeport à la préfecture du département. Il faut un extrait de casier "
    "judiciaire. Le prix est de 96 €. Le passeport est délivré sous 3 jours."
)
DEFERRED = (
    "Vous demandez le passeport à la mairie. Le prix est de 96 €. Le passeport est délivré sous "
    "3 jours. Il faut un extrait de casier judiciaire."
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("quick"), HRI_COMMIT_FIRST_SHARE="1")
    with started.running():
        yield started


@pytest.fixture(scope="module")
def app(server: Server) -> str:
    return server.address


@pytest.fixture(scope="module")
def desk(server: Server) -> Desk:
    return server.desk()


@pytest.fixture
def page(enter: Enter, app: str, desk: Desk) -> Page:
    """A case of its own with four slots to judge, taken by the caseworker."""
    lines = (ROOT / "data/cases/demo.jsonl").read_text("utf-8").splitlines()
    model = next(case for case in map(Case.model_validate_json, lines) if case.case_id == MODEL)
    update = {"case_id": f"quick-{uuid4()}", "answer": WRONG, "samples": (WRONG,) * 4}
    case_id = desk.intake.submit(operator(), model.model_copy(update=update)).case_id
    found = enter("caseworker")
    found.goto(f"{app}/case?case={case_id}&lang=en")
    sign_in(found, "caseworker")
    press(found, "t")
    return found


MODEL = "demo-fr-05"


def case_of(page: Page) -> str:
    found = re.search(r"case=([\w-]+)", page.url)
    assert found
    return found[1]


def draft(desk: Desk, case_id: str) -> ReviewDraft:
    return desk.review.open_case(PERSON, case_id).draft or ReviewDraft()


def at_pace(page: Page, keys: str, pause: float) -> None:
    """Press keys at a pace, in milliseconds, whatever the page does."""
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_timeout(pause)
    page.wait_for_timeout(2500)
    settle(page)


@pytest.mark.parametrize("pause", [0, 30, 60, 120])
def test_each_key_judges_the_slot_it_is_meant_for(page: Page, desk: Desk, pause: float) -> None:
    at_pace(page, "xyxy", pause)
    judged = draft(desk, case_of(page)).judgements
    wanted = [Judgement.WRONG, Judgement.SUPPORTED] * 2
    assert [judged.get(slot) for slot in SLOTS if slot in judged] == wanted


def test_a_held_key_counts_once(page: Page, desk: Desk) -> None:
    for _time in range(12):
        page.keyboard.down("x")  # a key that is down already repeats
        page.wait_for_timeout(30)
    page.keyboard.up("x")
    page.wait_for_timeout(1000)
    assert list(draft(desk, case_of(page)).judgements.values()) == [Judgement.WRONG]


def sendable(page: Page) -> None:
    """Everything is judged and decided; only the sending is left."""
    press(page, "y", "y", "y", "y", "a", "1")
    expect(page.locator(".st-key-send button")).to_be_enabled()


@pytest.mark.parametrize("pause", [0, 60, 120])
def test_what_is_typed_after_e_goes_into_the_box(page: Page, desk: Desk, pause: float) -> None:
    sendable(page)
    case_id = case_of(page)
    at_pace(page, "e", 0 if pause == 0 else pause)
    at_pace(page, " Merci 1 2 mxyz", pause)
    assert case_of(page) == case_id
    assert desk.review.open_case(PERSON, case_id).review.state is ReviewState.HELD
    box = page.get_by_role("textbox", name=BOX)
    expect(box).to_have_value(WRONG + " Merci 1 2 mxyz")


def test_sending_twice_sends_one_case_and_judges_nothing_in_the_next(
    page: Page, desk: Desk
) -> None:
    sendable(page)
    case_id = case_of(page)
    others = {item.case_id for item in desk.queue.page(PERSON).items} - {case_id}
    before = {other: draft(desk, other) for other in others}
    at_pace(page, "mmxx", 40)
    assert desk.review.open_case(PERSON, case_id).review.state is ReviewState.DECIDED
    assert case_of(page) in others
    assert {other: draft(desk, other) for other in others} == before


def test_what_is_typed_is_stored_before_the_box_is_left(page: Page, desk: Desk) -> None:
    press(page, "y", "y", "y", "y", "v", "e")
    page.keyboard.type(" Plus de détails.", delay=20)
    page.wait_for_timeout(3000)
    box = page.get_by_role("textbox", name=BOX)
    assert box.evaluate("node => node === document.activeElement")
    assert draft(desk, case_of(page)).text == WRONG + " Plus de détails."
    page.keyboard.type(" Fin.", delay=20)
    press(page, "Control+Enter")
    assert not box.evaluate("node => node === document.activeElement")
    assert draft(desk, case_of(page)).text == WRONG + " Plus de détails. Fin."
