"""The tuning screen in Chromium: from a key on a slider to the new figures."""

from __future__ import annotations

import shutil
import time

from playwright.sync_api import Page, sync_playwright
from uibench.chromium import FLAGS
from uibench.people import COOKIE, Person

RESULT = ".st-key-tuning-result"
SLIDERS = 8
"""Of the shares and the weights."""
QUIET = "() => !document.querySelector('[data-testid=stStatusWidget]')"
LONG = 120_000


def slider_moves(address: str, person: Person, count: int) -> tuple[float, list[float]]:
    """Seconds until the screen first stands, and from each key to the new figures.

    Empty where no browser is.
    """
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        return 0.0, []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        context = browser.new_context(viewport={"width": 1366, "height": 768})
        context.add_cookies([{"name": COOKIE, "value": person.cookie(address), "url": address}])
        page = context.new_page()
        begun = time.perf_counter()
        page.goto(f"{address}/tuning?lang=en")
        page.wait_for_selector(f"{RESULT} table", timeout=LONG)
        first = time.perf_counter() - begun
        found = [_move(page, number) for number in range(count)]
        browser.close()
    return first, found


def _move(page: Page, number: int) -> float:
    """Press a key on one of the eight sliders of shares and weights, each in its turn."""
    slider = page.get_by_role("slider").nth(number % SLIDERS)
    slider.focus()
    page.wait_for_function(QUIET, timeout=LONG)
    page.wait_for_timeout(300)
    page.evaluate(
        f"""() => {{
          const result = document.querySelector('{RESULT}'), before = result.innerText;
          window.changed = null;
          const begun = () => {{ window.begun = performance.now(); }};
          document.addEventListener('keydown', begun, {{once: true, capture: true}});
          const look = () => {{
            if (document.querySelector('{RESULT}').innerText !== before)
              window.changed = performance.now() - window.begun;
            else requestAnimationFrame(look);
          }};
          requestAnimationFrame(look);
        }}"""
    )
    page.keyboard.press("ArrowRight" if number // 8 % 2 == 0 else "ArrowLeft")
    page.wait_for_function("() => window.changed !== null", timeout=LONG)
    return float(page.evaluate("() => window.changed")) / 1000
