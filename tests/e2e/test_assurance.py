"""Assurance in a browser: a suite is run, its bundle downloaded and verified, by an auditor."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from assurance.test_documents import small_suite
from playwright.sync_api import Page, expect

from hri.domain.events import EventFilter, EventKind
from hri.domain.reviews import Actor, Role
from tests.e2e.conftest import ROOT, Enter, Server, click, settle, sign_in

pytestmark = pytest.mark.e2e

AUDITOR = Actor(id="demo-auditor", name="demo-auditor", roles=(Role.AUDITOR,))
PATIENCE = 60_000
"""Milliseconds for a run of a small suite, on a machine that is busy."""


def failing_suite(folder: Path) -> None:
    """A folder of suites with one in it, of which a case fails."""
    folder.mkdir()
    small_suite(folder / "small")
    index = folder / "small" / "index.toml"
    text = index.read_text("utf-8")
    index.write_text(text.replace("threshold = 0.7", "threshold = 0.2"), "utf-8")


def open_part(page: Page, number: int) -> None:
    """Open a part of the page by its place."""
    page.get_by_role("tab").nth(number).click()
    settle(page)


def run_suite(page: Page) -> None:
    """Run the suite that is chosen, and wait for its end."""
    page.locator(".st-key-suite-run button").click()
    page.locator(".st-key-suite-run-stop button").wait_for()
    page.locator(".st-key-suite-run button").wait_for(timeout=PATIENCE)
    settle(page)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An app of this module's own, with a suite that takes a second."""
    folder = tmp_path_factory.mktemp("assurance")
    (folder / "suites").mkdir()
    small_suite(folder / "suites" / "small")
    issued = str(folder / "issued")
    started = Server(folder, HRI_SUITES=str(folder / "suites"), HRI_ISSUED=issued)
    started.load_demonstration()
    with started.running():
        yield started


@pytest.fixture(scope="module")
def app(server: Server) -> str:
    return server.address


def at_assurance(page: Page, app: str, role: str = "auditor") -> Page:
    page.goto(f"{app}/assurance?lang=en")
    sign_in(page, role)
    return page


def test_a_bundle_of_a_run_is_downloaded_and_holds(
    enter: Enter, app: str, server: Server, tmp_path: Path
) -> None:
    page = at_assurance(enter("auditor"), app)
    expect(page.get_by_text("This suite was not run at this desk yet.")).to_be_visible()
    run_suite(page)
    expect(page.get_by_text("✓ Passed: every case")).to_be_visible()
    open_part(page, 2)
    with page.expect_download() as waiting:
        page.locator(".st-key-filing-zip button").click()
    bundle = tmp_path / "bundle.zip"
    waiting.value.save_as(bundle)
    words = [sys.executable, "-m", "hri", "vv", "verify", str(bundle)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all as the manifest says" in done.stdout
    with page.expect_download() as waiting:
        page.locator(".st-key-filing-html button").click()
    assert "<html" in Path(waiting.value.path()).read_text("utf-8")

    altered = bytearray(bundle.read_bytes())
    place = altered.index(b"01-test-plan.html") + len(b"01-test-plan.html") + 5
    altered[place] ^= 0xFF
    upload = {"name": "mine.zip", "mimeType": "application/zip", "buffer": bytes(altered)}
    page.locator("input[type=file]").set_input_files(upload)
    settle(page)
    click(page, "bundle-verify")
    expect(page.get_by_text("First file at fault: 01-test-plan.html")).to_be_visible()
    page.locator("input[type=file]").set_input_files(bundle)
    settle(page)
    click(page, "bundle-verify")
    expect(page.get_by_text("▲ bundle.zip is complete")).to_be_visible()

    found = server.desk().audit.search(AUDITOR, EventFilter(kinds=(EventKind.SUITE_RAN,))).events
    assert [event.actor for event in found] == ["demo-auditor"]


def test_a_run_outlives_its_page_and_is_seen_and_stopped_by_another(
    enter: Enter, app: str, server: Server
) -> None:
    first = at_assurance(enter("auditor"), app)
    first.locator(".st-key-suite-run button").click()
    first.locator(".st-key-suite-run-stop button").wait_for()
    first.close()
    second = at_assurance(enter("supervisor"), app, "supervisor")
    second.locator(".st-key-suite-run-stop button, .st-key-suite-run button").first.wait_for()
    stop = second.locator(".st-key-suite-run-stop button")
    if stop.count():  # it may have ended meanwhile
        stop.click()
    second.locator(".st-key-suite-run button").wait_for(timeout=PATIENCE)
    kinds = (EventKind.SUITE_RAN, EventKind.SUITE_STOPPED)
    found = server.desk().audit.search(AUDITOR, EventFilter(kinds=kinds)).events
    assert found[0].actor == "demo-auditor"
    assert len(found) == 2


def test_a_suite_is_run_with_keys_alone(enter: Enter, app: str) -> None:
    page = at_assurance(enter("auditor"), app)
    page.locator(".st-key-assurance-organisation input").focus()
    page.keyboard.type("City of X")
    page.keyboard.press("Tab")
    settle(page)
    expect(page.locator(".st-key-suite-run button")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator(".st-key-suite-run-stop button").wait_for()
    page.locator(".st-key-suite-run button").wait_for(timeout=PATIENCE)
    settle(page)
    page.get_by_role("tab").first.focus()
    for _step in range(2):
        page.keyboard.press("ArrowRight")
        settle(page)
    expect(page.get_by_role("heading", name="Documents of the last run")).to_be_visible()


def test_all_cases_are_replayed_with_a_bar(enter: Enter, app: str) -> None:
    page = at_assurance(enter("auditor"), app)
    open_part(page, 3)
    page.locator(".st-key-replay-many button").click()
    expect(page.get_by_text("No case came out as something else.")).to_be_visible(timeout=PATIENCE)


def test_the_whole_trail_is_downloaded_and_holds(enter: Enter, app: str, tmp_path: Path) -> None:
    page = at_assurance(enter("auditor"), app)
    open_part(page, 4)
    files = {}
    for key in ("trail-checkpoint", "trail-events"):
        with page.expect_download() as waiting:
            page.locator(f".st-key-{key} button").click()
        files[key] = tmp_path / key
        waiting.value.save_as(files[key])
    words = [sys.executable, "tools/verify_audit.py", str(files["trail-events"])]
    words += ["--checkpoints", str(files["trail-checkpoint"])]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_evidence_pack_is_downloaded_and_holds(enter: Enter, app: str, tmp_path: Path) -> None:
    page = at_assurance(enter("auditor"), app)
    open_part(page, 5)
    click(page, "evidence-make")
    with page.expect_download() as waiting:
        page.locator(".st-key-evidence-zip button").click()
    waiting.value.save_as(tmp_path / "pack.zip")
    words = [sys.executable, "-m", "hri", "vv", "verify", str(tmp_path / "pack.zip")]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_caseworkers_do_not_find_the_page(enter: Enter, app: str) -> None:
    page = enter("caseworker")
    names = page.get_by_test_id("stSidebarNav").get_by_role("link").all_inner_texts()
    assert "Assurance" not in names
    page.goto(f"{app}/assurance?lang=en")
    sign_in(page, "caseworker")
    expect(page.get_by_role("heading", level=1, name="Assurance")).to_have_count(0)
