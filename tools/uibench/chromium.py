"""The first paint of the queue in a real browser, from the address to the rows."""

from __future__ import annotations

import shutil
import time

from playwright.sync_api import Page, sync_playwright

from uibench.people import COOKIE, Person

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
ROWS = "[data-testid=stDataFrame] canvas"


def first_paints(address: str, people: list[Person]) -> tuple[list[float], list[float]]:
    """Seconds until each person, one after the other, sees the rows; empty where no browser is.

    First with a fresh profile, that has to load and read all of Streamlit; then opened again.
    """
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        return [], []
    fresh, again = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for person in people:
            context = browser.new_context(viewport={"width": 1366, "height": 768})
            context.add_cookies([{"name": COOKIE, "value": person.cookie(address), "url": address}])
            page = context.new_page()
            fresh.append(_paint(page, address))
            again.append(_paint(page, address))
            context.close()
        browser.close()
    return fresh, again


def _paint(page: Page, address: str) -> float:
    begun = time.perf_counter()
    page.goto(f"{address}/?lang=en")
    page.wait_for_selector(ROWS)
    return time.perf_counter() - begun
