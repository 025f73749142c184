"""A gateway over a fresh database, served for real, and clients with keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import factories
import httpx
from casework.bench import QUIET, REASONS, FakeClock, FakeCourier, fresh_store
from gateway.upstream import served
from openai import OpenAI

from hri.casework.permissions import SYSTEM
from hri.casework.scoring import Scorer
from hri.domain.clients import KeyTerms, Scope
from hri.domain.ports import Knowledge
from hri.gateway import create_app
from hri.pipeline import assess_or_route
from hri.settings import Settings
from hri.wiring import Desk, join

ALL = tuple(Scope)
PLAIN = (Scope.ASSESS, Scope.CHAT, Scope.READ)


@dataclass
class Gateway:
    """A gateway at work."""

    desk: Desk
    url: str
    clock: FakeClock
    app: Any
    open: ExitStack = field(default_factory=ExitStack)

    def key(self, client: str = "portal", scopes: tuple[Scope, ...] = ALL, **terms: Any) -> str:
        """A new key's secret."""
        said = KeyTerms(client=client, scopes=scopes, **terms)
        return self.desk.door.clients.make(SYSTEM, said).secret

    def web(self, secret: str | None = None) -> httpx.Client:
        """A client that speaks HTTP."""
        headers = {"Authorization": f"Bearer {secret or self.key()}"}
        client = httpx.Client(base_url=self.url, headers=headers, timeout=30)
        return self.open.enter_context(client)

    def openai(self, secret: str | None = None) -> OpenAI:
        """The official client, unchanged but for its base address."""
        client = OpenAI(base_url=f"{self.url}/v1", api_key=secret or self.key(), max_retries=0)
        return self.open.enter_context(client)


@contextmanager
def open_gateway(
    folder: Path, pack: Knowledge, *, assess: Any = assess_or_route, store: Any = None, **said: Any
) -> Iterator[Gateway]:
    """A gateway over the database of a folder."""
    policy, ref = factories.default_policy()
    scorer = Scorer(assess=assess, knowledge=pack, policy=policy, policy_ref=ref)
    settings = Settings.model_validate(
        {
            "database": folder / "hri.sqlite",
            "queue_seconds": 0,
            "undo_seconds": 0,
            "upstream_private": True,
            "upstream_retries": 0,
            "upstream_seconds": 3,
            **dict.fromkeys(QUIET, 0),
            **said,
        }
    )
    clock = FakeClock()
    place = store or fresh_store(settings.database)
    desk = join(settings, place, clock, scorer, REASONS, FakeCourier())
    app = create_app(desk)
    with served(app, lifespan="on") as url:
        opened = Gateway(desk, url, clock, app)
        with opened.open:
            yield opened


def demo_cases() -> dict[str, tuple[dict[str, Any], str]]:
    """The demonstration's cases with the action that each has to get, by id."""
    folder = factories.ROOT / "data" / "cases"
    rows = [json.loads(line) for line in (folder / "demo.jsonl").read_text("utf-8").splitlines()]
    lines = (folder / "demo.expected.jsonl").read_text("utf-8").splitlines()
    wanted = {row["case_id"]: row for row in map(json.loads, lines)}
    return {row["case_id"]: (row, wanted[row["case_id"]]) for row in rows}
