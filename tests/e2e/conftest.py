"""The real app with the demonstration loaded, and a real browser in front of it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from hri.settings import Settings
from hri.wiring import Desk, open_desk

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "var" / "artefacts" / "screenshots"
CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
READY = (
    "[data-testid=stApp][data-test-script-state=notRunning][data-test-connection-state=CONNECTED]"
)
Enter = Callable[..., Page]


class Server:
    """The app on a port of its own, with a database that outlives it."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder, self.database, self.outbox = folder, folder / "hri.sqlite", folder / "outbox"
        self.environment = {
            **os.environ,
            "HRI_DATABASE": str(self.database),
            "HRI_OUTBOX": str(self.outbox),
            # Nothing is drawn at random, so that no run depends on the ids of its cases.
            "HRI_SECOND_READ_SHARE": "0",
            "HRI_RANDOM_SHARE": "0",
            **settings,
        }
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def load_demonstration(self) -> None:
        command = [sys.executable, "-m", "hri", "demo"]
        subprocess.run(command, cwd=ROOT, env=self.environment, check=True)

    def start(self) -> None:
        options = ["--server.port", str(self.port)]
        command = [sys.executable, "-m", "streamlit", "run", "server.py", *options]
        with (self.folder / "app.log").open("a") as log:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        await_health(self.address, self._process)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Start, and stop at once when the block is left."""
        try:
            self.start()
            yield
        finally:
            self.kill()

    def kill(self) -> None:
        """Stop at once, as a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)

    def desk(self) -> Desk:
        """The same database from the test itself."""
        return open_desk(
            Settings(
                database=self.database,
                outbox=self.outbox,
                second_read_share=0,
                random_share=0,
                queue_seconds=0,
            )
        )


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app with the demonstration loaded."""
    started = Server(tmp_path_factory.mktemp("desk"))
    started.load_demonstration()
    with started.running():
        yield started


@pytest.fixture(scope="session")
def app(server: Server) -> str:
    """Address of the app."""
    return server.address


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def await_health(address: str, server: subprocess.Popen[bytes]) -> None:
    for _attempt in range(120):
        assert server.poll() is None, "the app stopped while starting"
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.25)
    pytest.fail("the app did not start within 30 seconds")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; Playwright downloads nothing."""
    path = shutil.which("chromium")
    if path is None:
        pytest.fail("there is no chromium: install it (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield started
        started.close()


@pytest.fixture
def enter(app: str, browser: Browser) -> Iterator[Enter]:
    """Opens the app in a fresh browser session and signs in as a role."""
    contexts = []

    def go(
        role: str,
        language: str = "en",
        scheme: str = "light",
        width: int = 1366,
        address: str = app,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 768}, color_scheme=scheme, locale="en-GB"
        )
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{address}/?lang={language}")
        sign_in(page, role)
        return page

    yield go
    for context in contexts:
        context.close()


def sign_in(page: Page, role: str) -> None:
    """Sign in on a page that asks for it."""
    settle(page)
    page.locator(f".st-key-sign-in-{role} button").click()
    page.locator(".st-key-sign-out button").wait_for(state="attached")
    settle(page)


def press(page: Page, *keys: str) -> None:
    """Press keys one after the other, each when the page rests."""
    for key in keys:
        page.keyboard.press(key)
        settle(page)


def settle(page: Page) -> None:
    """Wait until the script rests and what it sent is drawn."""
    page.wait_for_selector(READY)
    page.wait_for_timeout(300)
    page.wait_for_selector(READY)
    page.wait_for_function("() => !window.hriGuard?.busy")


def turn_to(page: Page, title: str) -> None:
    """Open a page from the menu."""
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=title, exact=True).click()
    page.get_by_role("heading", level=1, name=title, exact=True).wait_for()
    settle(page)


def choose(page: Page, label: str, option: str) -> None:
    """Choose an option of a list by typing it."""
    box = page.get_by_role("combobox", name=label, exact=True)
    box.click()
    box.press_sequentially(option)
    page.get_by_role("option").first.click()
    settle(page)
    page.evaluate("document.activeElement.blur()")


def click(page: Page, key: str) -> None:
    """Click the button with a key of ours."""
    page.locator(f".st-key-{key} button").click()
    settle(page)


def whole_page(page: Page, path: Path) -> None:
    """A screenshot as high as the page."""
    path.parent.mkdir(parents=True, exist_ok=True)
    size = page.viewport_size or {"width": 1366, "height": 768}
    height = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": max(768, min(height + 20, 8000))})
    page.wait_for_timeout(600)
    page.screenshot(path=path)
    page.set_viewport_size(size)
    settle(page)
