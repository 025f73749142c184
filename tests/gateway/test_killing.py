"""The gateway is killed again and again under load: what was acknowledged is there, and once."""

from __future__ import annotations

import random
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from gateway.doors import demo_cases
from gateway.test_serving import make_key, start, wait_for
from gateway.upstream import running, served
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hri.casework.permissions import SYSTEM
from hri.domain.reviews import Actor, Judgement, ReviewDecision, ReviewDraft, ReviewVerb, Role
from hri.settings import Settings
from hri.wiring import open_audit, open_desk

ROW = demo_cases()["demo-fr-01"][0]
HELD = demo_cases()["demo-fr-15"][0]
ANNE = Actor(id="anne", name="Anne", roles=(Role.CASEWORKER,))
BUSY = 6
"""Clients that ask at the same time."""


class Receiver:
    """Where decided messages are posted to; it knows keys it has seen, as receivers must."""

    def __init__(self) -> None:
        self.seen: dict[str, str] = {}
        self.bad = 0

    async def take(self, request: Request) -> Response:
        body = await request.json()
        if "webhook-signature" not in request.headers:
            self.bad += 1
        known = body["key"] in self.seen
        self.seen[body["key"]] = body["case_id"]
        return Response(status_code=409 if known else 204)


@contextmanager
def receiving() -> Iterator[tuple[Receiver, str]]:
    receiver = Receiver()
    route = Route("/answers", receiver.take, methods=["POST"])
    with served(Starlette(routes=[route])) as url:
        yield receiver, f"{url}/answers"


class Load:
    """Clients that ask until told to stop; keeps what was acknowledged, by the key it came with."""

    def __init__(self, url: str, secret: str, round_: int) -> None:
        self.acknowledged: dict[str, tuple[str, str]] = {}
        self.asked: set[str] = set()
        self._url, self._secret, self._round = url, secret, round_
        self._stopping = threading.Event()
        self._threads = [threading.Thread(target=self._ask, args=(n,)) for n in range(BUSY)]
        for thread in self._threads:
            thread.start()

    def wait_for(self, count: int) -> None:
        """Until so many were acknowledged; a machine may be busy with other things."""
        until = time.monotonic() + 30
        while len(self.acknowledged) < count and time.monotonic() < until:
            time.sleep(0.01)

    def stop(self) -> None:
        self._stopping.set()
        for thread in self._threads:
            thread.join()

    def _ask(self, number: int) -> None:
        headers = {"Authorization": f"Bearer {self._secret}"}
        count = 0
        while not self._stopping.is_set():
            count += 1
            key = f"{self._round}-{number}-{count}"
            self.asked.add(key)
            try:
                found = httpx.post(
                    f"{self._url}/v1/chat/completions",
                    json=body(key),
                    headers={**headers, "Idempotency-Key": key},
                    timeout=10,
                )
            except httpx.HTTPError:
                return
            if found.status_code == 200:
                said = found.headers
                self.acknowledged[key] = (said["x-hri-case-id"], said["x-hri-action"])


def body(key: str) -> dict[str, Any]:
    """A request; every other one gets an answer that has to be held."""
    even = int(key.rsplit("-", 1)[1]) % 2 == 0
    question = (ROW if even else HELD)["question"]
    return {"model": "chat", "messages": [{"role": "user", "content": question}]}


def decide_some(settings: dict[str, Any], cases: list[str]) -> int:
    """A caseworker decides held cases while the gateway runs; how many."""
    desk = open_desk(Settings.model_validate(settings))
    desk.guard.signed_in(ANNE, "test")
    done = 0
    for case_id in cases:
        review = desk.review.claim(ANNE, case_id)
        with desk.guard._store.read() as records:
            slots = records.cases.get(case_id).assessment.slots
        judged = {slot: Judgement.WRONG for slot, found in slots.items() if found.applies}
        desk.review.reveal(ANNE, case_id, ReviewDraft(judgements=judged))
        decision = ReviewDecision(
            case_id=case_id,
            verb=ReviewVerb.REJECT,
            seen_version=review.version,
            reason_code="wrong-authority",
            text="La bonne réponse.",
            judgements=judged,
        )
        desk.review.decide(ANNE, decision)
        done += 1
    return done


def kill_rounds(folder: Path, rounds: int) -> None:
    chance = random.Random(7)
    with running() as upstream, receiving() as (receiver, answers):
        for row in (ROW, HELD):
            upstream.says(row["question"], row["answer"], row["samples"])
        said = {
            "HRI_UPSTREAM_URL": upstream.url,
            "HRI_UPSTREAM_PRIVATE": "true",
            "HRI_GATEWAY_RATE": "100000",
            "HRI_DELIVERY_URL": answers,
            "HRI_DELIVERY_SECRET": "shared",
            "HRI_DELIVERY_INTERVAL_SECONDS": "0.1",
            "HRI_DELIVERY_WAIT_SECONDS": "0.2",
            "HRI_UNDO_SECONDS": "0",
            "HRI_SECOND_READ_SHARE": "0",
        }
        desk = {name.removeprefix("HRI_").lower(): value for name, value in said.items()}
        desk |= {"database": folder / "hri.sqlite", "cache": folder / "cache"}
        acknowledged: dict[str, tuple[str, str]] = {}
        asked: set[str] = set()
        decided: set[str] = set()
        secret = ""
        for number in range(rounds):
            server, url = start(folder, "--gateway-only", **said)
            wait_for(f"{url}/v1/health", server)
            secret = secret or make_key(folder)
            load = Load(url, secret, number)
            load.wait_for(chance.randint(2, 6))
            time.sleep(chance.uniform(0, 0.3))
            held = [
                case
                for case, action in load.acknowledged.copy().values()
                if action in ("DEFER", "ROUTE")
            ]
            if number % 5 == 0 and held:
                decide_some(desk, held[:1])
                decided |= set(held[:1])
            server.send_signal(signal.SIGKILL)
            server.wait()
            load.stop()
            acknowledged |= load.acknowledged
            asked |= load.asked
        _check(folder, acknowledged, asked)
        server, url = start(folder, "--gateway-only", **said)
        try:
            wait_for(f"{url}/v1/health", server)
            _same_again(url, secret, acknowledged)
            until = time.monotonic() + 60
            while not decided <= set(receiver.seen.values()) and time.monotonic() < until:
                time.sleep(0.1)
        finally:
            server.kill()
            server.wait()
        assert acknowledged
        assert decided
        assert decided <= set(receiver.seen.values())
        assert receiver.bad == 0
        report = open_audit(Settings.model_validate(desk)).verify(SYSTEM)
        assert report.sound, report.describe()


def _check(folder: Path, acknowledged: dict[str, tuple[str, str]], asked: set[str]) -> None:
    with sqlite3.connect(folder / "hri.sqlite") as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        stored = [row[0] for row in db.execute("SELECT case_id FROM cases")]
    assert {case for case, _ in acknowledged.values()} <= set(stored)
    assert len(stored) == len(set(stored)) <= len(asked)


def _same_again(url: str, secret: str, acknowledged: dict[str, tuple[str, str]]) -> None:
    """Who asks again under the same key is given the same case with the same action."""
    for key, (case_id, action) in list(acknowledged.items())[:20]:
        found = httpx.post(
            f"{url}/v1/chat/completions",
            json=body(key),
            headers={"Authorization": f"Bearer {secret}", "Idempotency-Key": key},
            timeout=30,
        )
        assert (found.headers["x-hri-case-id"], found.headers["x-hri-action"]) == (case_id, action)


def test_what_was_acknowledged_is_there_after_a_kill(tmp_path: Path):
    kill_rounds(tmp_path, rounds=1)


@pytest.mark.torture
def test_a_hundred_kills_lose_nothing(tmp_path: Path):
    kill_rounds(tmp_path, rounds=100)
