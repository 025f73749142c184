"""axe-core in front of the desk: a page is looked at in its states, and what is found is kept."""

from __future__ import annotations

from typing import NamedTuple

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.conftest import settle

GRAVE = ("serious", "critical")
LOOKS = [(language, scheme) for language in ("fr", "en") for scheme in ("light", "dark")]


class Found(NamedTuple):
    """A violation on one element."""

    state: str
    rule: str
    target: str
    html: str


class Watch:
    """Runs axe-core in the states of a page and keeps what it finds."""

    def __init__(self, page: Page) -> None:
        self.page, self.found = page, list[Found]()

    def look(self, state: str) -> None:
        """Note the grave violations of the page as it stands.

        The window is as high as the page: axe measures no contrast where one has to scroll.
        """
        settle(self.page)
        size = self.page.viewport_size or {}
        main = self.page.get_by_test_id("stMain")
        height = main.evaluate("node => node.scrollHeight") + 40
        self.page.set_viewport_size({**size, "height": min(max(height, size["height"]), 9000)})
        settle(self.page)
        for violation in self._violations():
            for node in violation["nodes"]:
                place = Found(state, violation["id"], node["target"][0], node["html"][:200])
                self.found.append(place)
        self.page.set_viewport_size(size)
        settle(self.page)

    def _violations(self) -> list[dict]:
        found = Axe().run(self.page, options={"resultTypes": ["violations"]})
        return [one for one in found.response["violations"] if one["impact"] in GRAVE]

    def done(self) -> None:
        """Nothing of ours was found."""
        assert not self.found, "\n".join(map(repr, self.found))
