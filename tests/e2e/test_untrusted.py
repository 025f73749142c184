"""Untrusted text in a real browser: it shows as it is, calls nobody and breaks no layout."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
import tomli_w
from playwright.sync_api import Download, Page, expect

from hri.domain.cases import Case
from hri.domain.reviews import Actor, Role
from hri.ui.text import visible
from hri.wiring import Desk, operator
from tests.e2e.conftest import ROOT, Enter, Server, click, settle, sign_in, turn_to
from tests.ui.payloads import BUNDLE, KINDS, PAYLOADS

pytestmark = pytest.mark.e2e

WHOLE = "all-at-once"
PASSPORT = "demo-fr-05"
JOINER = "\u2060"
NAMES = [text for text in PAYLOADS if text.isprintable() and len(text) <= 200]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An app whose cases, people and reasons are full of payloads."""
    folder = tmp_path_factory.mktemp("untrusted")
    write_reasons(folder / "reasons")
    started = Server(folder, HRI_REASONS=str(folder / "reasons"))
    fill(started.desk())
    with started.running():
        yield started


@pytest.fixture(scope="module")
def app(server: Server) -> str:
    return server.address


def write_reasons(folder: Path) -> None:
    """Every payload as the name of a reason, some as that of a reason to skip."""
    folder.mkdir()
    named = [{"en": text, "fr": text} for text in PAYLOADS]
    verbs = ["approve", "approve_edited", "reject"]
    decided = [
        {"code": f"r-{n}", "actions": verbs, "names": names} for n, names in enumerate(named)
    ]
    skipped = [
        {"code": f"s-{n}", "actions": ["skip"], "names": names}
        for n, names in enumerate(named[::10])
    ]
    words = tomli_w.dumps({"reasons": [*decided, *skipped]})
    (folder / "all.toml").write_text(words, encoding="utf-8")


def fill(desk: Desk) -> None:
    """A case for each payload, one with all of them, and people named so."""
    lines = (ROOT / "data/cases/demo.jsonl").read_text("utf-8").splitlines()
    model = next(case for case in map(Case.model_validate_json, lines) if case.case_id == PASSPORT)
    texts = {f"case-{number}": text for number, text in enumerate(PAYLOADS)} | {WHOLE: BUNDLE}
    for case_id, words in texts.items():
        changed = {
            "case_id": case_id,
            "question": words,
            "answer": f"{words} Le passeport coûte 99 €. {words}",
            "samples": (words, f"Le passeport coûte 12 €. {words}"),
            "model": words if words in NAMES else None,
            "channel": words if words in NAMES else None,
            "metadata": {words[:40]: words},
        }
        desk.intake.submit(operator(), Case.model_validate({**dict(model), **changed}))
    for number, words in enumerate(NAMES):
        desk.guard.signed_in(Actor(id=f"p{number}", name=words, roles=(Role.CASEWORKER,)), "oidc")


class Witness:
    """Notes what a page asks of the network, and whether it speaks up or changes its title."""

    def __init__(self, page: Page, app: str) -> None:
        self.page, self.wide = page, list[str]()
        self.calls, self.spoken = list[str](), list[str]()
        ours = (app, app.replace("http", "ws"), "data:", "blob:")
        page.on("request", lambda asked: asked.url.startswith(ours) or self.calls.append(asked.url))
        page.on("dialog", lambda box: (self.spoken.append(box.message), box.dismiss()))
        page.context.on("page", lambda opened: self.spoken.append(opened.url))

    def look(self, state: str) -> None:
        """The page as it stands is not wider than the screen."""
        settle(self.page)
        main = self.page.get_by_test_id("stMain")
        wide, seen = main.evaluate("node => [node.scrollWidth, node.clientWidth]")
        if wide > seen:
            self.wide.append(f"{state}: {wide} > {seen}")
        assert "taken" not in self.page.title()
        assert self.page.get_by_test_id("stException").count() == 0

    def done(self) -> None:
        assert self.calls == []
        assert self.spoken == []
        assert self.wide == []


def go(page: Page, app: str, path: str, role: str = "supervisor") -> None:
    page.goto(f"{app}/{path}{'&' if '?' in path else '?'}lang=en")
    sign_in(page, role)


@pytest.mark.parametrize("width", [1366, 320])
def test_a_case_full_of_payloads_is_read_and_decided(enter: Enter, app: str, width: int) -> None:
    page = enter("supervisor", width=width)
    witness = Witness(page, app)
    go(page, app, f"case?case={WHOLE}")
    witness.look("case")
    assert question(page) == as_shown(BUNDLE)
    click(page, "claim")
    for slot in range(5):
        page.keyboard.press(str(slot + 1))
        settle(page)
        page.keyboard.press("u")
        settle(page)
    if page.locator(".st-key-reveal button").count():
        click(page, "reveal")
    page.locator("[class*=st-key-samples-] summary").click()
    witness.look("scores and samples")
    assert panes(page).count("¶") >= 3 * BUNDLE.count("¶")
    assert as_shown(BUNDLE) in panes(page)
    click(page, "verb-approve")
    witness.look("reasons")
    for number, words in enumerate(PAYLOADS):
        label = page.locator(f".st-key-reason-r-{number} button p").first
        said = label.evaluate("node => node.textContent").replace(JOINER, "")
        assert said == " ".join(visible(words).split()), words
        assert label.locator("a, img, code, strong, em, .katex, svg, ul, ol, h1").count() == 0
    click(page, "skip")
    witness.look("dialog")
    page.keyboard.press("Escape")
    settle(page)
    click(page, "verb-approve")
    click(page, "release")
    witness.done()


def as_shown(words: str) -> str:
    """What the page holds of a text; browsers turn a carriage return into a line break."""
    return visible(words).replace("\r", "\n")


def question(page: Page) -> str:
    return page.locator(".hri-question").evaluate("node => node.textContent")


def panes(page: Page) -> str:
    """The words of answers, samples and sources, without the figures that stand at marks."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.hri-pane')].map(pane => {
            const copy = pane.cloneNode(true);
            copy.querySelectorAll('sup').forEach(figure => figure.remove());
            return copy.textContent;
        }).join(' ')"""
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_payload_of_each_kind_shows_literally(enter: Enter, app: str, kind: str) -> None:
    page = enter("supervisor")
    witness = Witness(page, app)
    words = KINDS[kind][0]
    go(page, app, f"case?case=case-{PAYLOADS.index(words)}")
    assert question(page) == as_shown(words)
    assert panes(page).startswith(as_shown(words))
    witness.look(kind)
    witness.done()


@pytest.mark.parametrize("width", [1366, 320])
def test_the_other_pages_full_of_payloads(enter: Enter, app: str, width: int) -> None:
    page = enter("supervisor", width=width)
    witness = Witness(page, app)
    witness.look("queue")
    page.get_by_role("combobox", name="Open a case of this page").click()
    witness.look("list of cases")
    page.keyboard.press("Escape")
    page.locator(".st-key-more-filters button").first.click()
    settle(page)
    models = page.get_by_role("combobox", name="Model")
    models.click()
    models.press_sequentially(":red")
    expect(page.get_by_role("option", name=":red[urgent]")).to_be_visible()
    witness.look("list of models")
    for path in ("supervision", "tuning", "audit", "settings"):
        go(page, app, path)
        witness.look(path)
    go(page, app, "settings", "administrator")
    expect(page.get_by_role("rowheader", name=":red[urgent]", exact=True)).to_be_visible()
    witness.look("people")
    witness.done()


def cells(download: Download) -> list[str]:
    """All cells of a CSV file that was downloaded."""
    content = Path(download.path()).read_text("utf-8-sig")
    return [cell for row in csv.reader(io.StringIO(content, newline="")) for cell in row]


def test_files_hold_no_formula(enter: Enter, app: str) -> None:
    page = enter("supervisor")
    turn_to(page, "Intake")
    table = io.StringIO()
    texts = KINDS["formulas"]
    rows = [["case_id", "question", "answer", *texts], *([text] * 3 for text in texts)]
    csv.writer(table).writerows(rows)
    upload = {"name": "a.csv", "mimeType": "text/csv", "buffer": table.getvalue().encode()}
    page.locator("input[type=file]").set_input_files(upload)
    settle(page)
    click(page, "submit-file")
    found = []
    with page.expect_download() as rejected:
        page.locator(".st-key-rejected-file button").click()
    found += cells(rejected.value)
    turn_to(page, "Audit trail")
    with page.expect_download() as trail:
        page.locator(".st-key-audit-file button").click()
    found += cells(trail.value)
    assert len(found) > 100
    assert [cell for cell in found if cell.lstrip(" ").startswith(tuple("=+-@\t\r＝"))] == []


def test_the_grid_offers_no_file_of_its_own(enter: Enter) -> None:
    page = enter("supervisor")
    page.get_by_test_id("stDataFrame").hover()
    settle(page)
    expect(page.get_by_test_id("stElementToolbar").first).not_to_be_visible()
