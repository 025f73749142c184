"""Supervision in a real browser: from a cell to its cases, pausing, axe in both languages."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from hri.domain.cases import Case
from hri.domain.decisions import Action
from hri.domain.pauses import Topic
from hri.domain.reviews import Actor, Judgement, ReviewDecision, ReviewDraft, Role
from hri.domain.seeds import Seed, SeededCase
from hri.domain.slots import Slot
from hri.evaluation.heatmaps import Axes
from hri.wiring import Desk, operator
from tests.e2e.conftest import (
    ROOT,
    SHOTS,
    Enter,
    Server,
    choose,
    click,
    settle,
    sign_in,
    turn_to,
    whole_page,
)
from tests.e2e.watching import LOOKS, Watch

pytestmark = pytest.mark.e2e

ANNE = Actor(id="anne", name="Anne", roles=(Role.CASEWORKER,))
BEN = Actor(id="ben", name="Ben", roles=(Role.CASEWORKER,))
CHIEF = Actor(id="chief", name="Chief", roles=(Role.SUPERVISOR,))
TITLES = {"en": "Supervision", "fr": "Supervision"}
WAITS = 15_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An app of this module's own, since it pauses; nothing is kept for later."""
    started = Server(tmp_path_factory.mktemp("supervision"), HRI_QUEUE_SECONDS="0")
    started.load_demonstration()
    worked(started.desk())
    with started.running():
        yield started


@pytest.fixture(scope="module")
def app(server: Server) -> str:
    return server.address


@pytest.fixture
def desk(server: Server) -> Desk:
    return server.desk()


def demonstration(number: int) -> Case:
    lines = (ROOT / "data/cases/demo.jsonl").read_text("utf-8").splitlines()
    return Case.model_validate_json(lines[number])


def worked(desk: Desk) -> None:
    """Some decisions, second reads among them, and a seed that was missed."""
    for person in (ANNE, BEN, CHIEF):
        desk.guard.signed_in(person, "oidc")
    seed = Seed(slot=Slot.FEES, error="wrong_fee", explanation={"en": "It is another fee."})
    planted = demonstration(0).model_copy(
        update={"case_id": "seeded-1", "samples": (), "model": "other"}
    )
    desk.intake.plant(operator(), SeededCase(case=planted, seed=seed))
    waiting = [item.case_id for item in desk.queue.page(CHIEF).items]
    for place, case_id in enumerate(["seeded-1", *waiting[:6]]):
        judged = dict.fromkeys(Slot, Judgement.SUPPORTED)
        decide(desk, case_id, ANNE, judged, second_read=place % 2 == 1)
        if place % 2 == 1:
            decide(desk, case_id, BEN, {**judged, Slot.FEES: Judgement.WRONG})


def decide(
    desk: Desk, case_id: str, who: Actor, judged: dict[Slot, Judgement], **more: object
) -> None:
    version = desk.review.claim(who, case_id).version
    desk.review.reveal(who, case_id, ReviewDraft(judgements=judged))
    answer = desk.review.open_case(who, case_id).stored.case.answer
    right = bool(answer.strip()) and Judgement.WRONG not in judged.values()
    verb = "approve" if right else "reject"
    decision = ReviewDecision(
        case_id=case_id,
        verb=verb,
        seen_version=version,
        reason_code=desk.review.reasons(verb)[0].code,
        text=None if right else "Ask at the town hall.",
        judgements=judged,
        sources_seen=(Slot.FEES,),
        **more,
    )
    desk.review.decide(who, decision)


def supervise(page: Page, language: str = "en") -> None:
    turn_to(page, TITLES[language])
    expect(page.locator(".st-key-pauses")).to_be_visible(timeout=WAITS)
    settle(page)


def shown_cases(page: Page) -> int:
    """The cases of the list below the filters, which holds those of the page."""
    settle(page)
    box = page.get_by_role(
        "combobox", name=re.compile("Open a case of this page|Ouvrir un dossier")
    )
    box.click()
    found = page.get_by_role("option").count()
    page.keyboard.press("Escape")
    return found


def test_a_cell_leads_to_its_cases_by_click(enter: Enter, desk: Desk) -> None:
    cell = desk.analytics.heatmap(CHIEF, Axes.SLOT_SERVICE).cells[0]
    page = enter("supervisor")
    supervise(page)
    chart = page.get_by_test_id("stPlotlyChart").nth(2)
    chart.scroll_into_view_if_needed()
    square = chart.locator(".scatterlayer .points path").first
    box = square.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_role("heading", level=1, name="Queue")).to_be_visible(timeout=WAITS)
    settle(page)
    assert "slot=required_documents" in page.url
    assert "findings=applies" in page.url
    assert "service=" in page.url
    assert cell.row == "required_documents"
    supervise(page)
    expect(page.get_by_role("heading", level=1, name="Supervision")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_cell_of_a_week_leads_to_its_cases_by_keyboard(
    enter: Enter, desk: Desk, language: str
) -> None:
    grid = desk.analytics.heatmap(CHIEF, Axes.MODEL_WEEK)
    wanted = next(cell for cell in grid.cells if cell.row == grid.rows[0])
    page = enter("supervisor", language)
    supervise(page, language)
    names = {"en": ("Rows and columns", "Model by week"), "fr": ("Lignes et colonnes", "Modèle")}
    choose(page, names[language][0], "Model by week" if language == "en" else "Modèle par semaine")
    expect(page.locator(".st-key-cell-row-model_week")).to_be_visible(timeout=WAITS)
    button = page.locator(".st-key-cell-open button")
    button.focus()
    page.keyboard.press("Enter")
    title = {"en": "Queue", "fr": "File d’attente"}[language]
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible(timeout=WAITS)
    settle(page)
    assert f"week={wanted.column}" in page.url
    assert f"model={wanted.row}" in page.url
    told = {"en": "Came in the week of", "fr": "Arrivés la semaine du"}[language]
    expect(page.get_by_text(told)).to_be_visible()
    assert shown_cases(page) == wanted.n


def test_what_is_paused_on_the_screen_goes_to_people_from_the_next_answer_on(
    enter: Enter, desk: Desk
) -> None:
    page = enter("supervisor")
    supervise(page)
    page.get_by_role("textbox", name="Reason for the pause").fill("the fees have changed")
    page.keyboard.press("Tab")
    settle(page)
    click(page, "pause-ask")
    expect(page.locator(".st-key-pause-sure")).to_contain_text("every answer goes to a person")
    before = desk.intake.submit(operator(), fresh())
    assert before.action is not Action.ROUTE
    click(page, "pause-yes")
    expect(page.get_by_text("Paused: everything.").first).to_be_visible(timeout=WAITS)
    (pause,) = desk.pauses.running(CHIEF)
    assert (pause.topic, pause.reason) == (Topic(), "the fees have changed")
    assert desk.intake.submit(operator(), fresh()).action is Action.ROUTE
    page.get_by_role("textbox", name="Why it ends").fill("corrected")
    page.keyboard.press("Tab")
    settle(page)
    click(page, f"resume-{pause.id}")
    expect(page.get_by_text("Nothing is paused.")).to_be_visible(timeout=WAITS)
    assert desk.intake.submit(operator(), fresh()).action is not Action.ROUTE


def fresh() -> Case:
    """A case of its own that passes."""
    lines = (ROOT / "data/cases/demo.expected.jsonl").read_text("utf-8").splitlines()
    passed = next(place for place, line in enumerate(lines) if '"expected": "PASS"' in line)
    return demonstration(passed).model_copy(update={"case_id": f"own-{uuid4()}"})


def test_tables_are_taken_along_as_files(enter: Enter, tmp_path: Path) -> None:
    page = enter("analyst")
    supervise(page)
    for ending in ("csv", "xlsx"):
        with page.expect_download() as waiting:
            page.locator(f".st-key-{ending}-overturned button").click()
        path = tmp_path / f"table.{ending}"
        waiting.value.save_as(path)
        content = path.read_bytes()
        if ending == "csv":
            rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))
            assert [row[0] for row in rows[1:]] == ["PASS", "WARN", "DEFER", "ROUTE"]
        else:
            assert "xl/worksheets/sheet1.xml" in zipfile.ZipFile(io.BytesIO(content)).namelist()


def test_alerts_lead_to_their_part(enter: Enter) -> None:
    page = enter("supervisor")
    supervise(page)
    choose(page, "Open a case whose error was missed", "seeded-1")
    expect(page.get_by_role("heading", level=1, name="Case")).to_be_visible(timeout=WAITS)
    expect(page.locator(".hri-line", has_text="seeded-1")).to_be_visible()


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_axe_finds_nothing(enter: Enter, app: str, desk: Desk, language: str, scheme: str) -> None:
    pause = desk.pauses.pause(CHIEF, "to be looked at")
    page = enter("supervisor", language, scheme)
    page.goto(f"{app}/supervision?lang={language}")
    sign_in(page, "supervisor")
    expect(page.locator(".st-key-pauses")).to_be_visible(timeout=WAITS)
    watch = Watch(page)
    watch.look("supervision")
    for part in page.locator("[class*=st-key-twin-] summary").all():
        part.click()
    settle(page)
    watch.look("tables open")
    whole_page(page, SHOTS / f"supervision_{language}_{scheme}.png")
    desk.pauses.resume(CHIEF, pause.id, "looked at")
    watch.done()


def test_axe_finds_nothing_on_a_narrow_screen(enter: Enter, app: str) -> None:
    page = enter("supervisor", width=320)
    page.goto(f"{app}/supervision?lang=en")
    sign_in(page, "supervisor")
    expect(page.locator(".st-key-pauses")).to_be_visible(timeout=WAITS)
    watch = Watch(page)
    watch.look("narrow")
    watch.done()


def test_the_alert_of_a_pause_brings_its_part_into_view(enter: Enter, desk: Desk) -> None:
    pause = desk.pauses.pause(CHIEF, "to be looked at")
    page = enter("supervisor")
    supervise(page)
    click(page, "alert-paused-open")
    expect(page.locator(".st-key-pauses")).to_be_in_viewport()
    desk.pauses.resume(CHIEF, pause.id, "looked at")
