"""The commands of the gateway: keys, holds, recording; and the signature on messages."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
from pathlib import Path

import factories
import pytest
from casework.bench import FakeClock, open_bench
from click.testing import CliRunner
from gateway.upstream import Upstream, served
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hri.casework.permissions import SYSTEM
from hri.cli import main
from hri.couriers import Signature, WebhookCourier
from hri.domain.chats import ChatRequest, Turn
from hri.domain.outbox import Outgoing
from hri.domain.reviews import ReplyKind
from hri.errors import SettingsError
from hri.llm.live import LiveBlackBox
from hri.llm.live import Upstream as Where


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, list(arguments))
    assert done.exit_code == code, done.output
    return done.output


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    desk = open_bench(tmp_path)
    desk.intake.submit(SYSTEM, factories.case(case_id="case-1"))
    monkeypatch.setenv("HRI_DATABASE", str(desk.settings.database))
    return desk.settings.database


def test_keys_are_made_listed_and_revoked(database: Path):
    said = run("keys", "make", "portal", "--scope", "chat", "--rate", "30").splitlines()
    assert said[-1].startswith("hri_1_")
    assert said[-1].encode() not in database.read_bytes()
    assert "1  portal  chat  30/min" in run("keys", "list")
    run("keys", "revoke", "1", "--reason", "it was lost")
    assert "revoked by HRI: it was lost" in run("keys", "list")
    assert "was revoked" in run("keys", "revoke", "1", "--reason", "again", code=2)
    assert "client" in run("keys", "make", "Not A Name", code=2)


def test_texts_are_held_released_and_swept(database: Path, monkeypatch: pytest.MonkeyPatch):
    run("retention", "hold", "case-1", "--reason", "a lawsuit")
    assert "a lawsuit" in run("retention", "list")
    monkeypatch.setenv("HRI_STORE_TEXTS", "digest")
    assert "0 cases" in run("retention", "sweep")
    run("retention", "release", "1", "--reason", "it ended")
    assert run("retention", "list") == ""
    assert "no case" in run("retention", "hold", "case-2", "--reason", "x", code=2)


def questions(folder: Path, *lines: object) -> str:
    path = folder / "questions.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return str(path)


def test_a_live_model_is_recorded_as_cases(
    tmp_path: Path, upstream: Upstream, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HRI_UPSTREAM_URL", upstream.url)
    monkeypatch.setenv("HRI_UPSTREAM_PRIVATE", "true")
    monkeypatch.setenv("HRI_GATEWAY_JURISDICTION", "FR")
    upstream.says("Combien ?", "25 €.", ["A.", "B.", "C."])
    out = tmp_path / "cases.jsonl"
    path = questions(tmp_path, {"question": "Combien ?"}, {"other": 1})
    said = run("sample", path, "--k", "3", "--system", "Be brief.", "--out", str(out), code=1)
    assert "line 2" in said
    case = json.loads(out.read_text("utf-8"))
    assert (case["answer"], sorted(case["samples"])) == ("25 €.", ["A.", "B.", "C."])
    assert (case["model"], case["jurisdiction"], case["language"]) == ("real-default", "FR", "fr")
    assert upstream.asked[0]["messages"][0] == {"role": "system", "content": "Be brief."}


def test_recording_without_a_model_says_what_to_set(tmp_path: Path):
    said = run("sample", questions(tmp_path, {"question": "?"}), code=2)
    assert "HRI_UPSTREAM_URL" in said


@pytest.mark.parametrize("fault", ["", "400"])
def test_samples_by_one_call_where_the_model_can_and_singly_where_not(
    upstream: Upstream, fault: str
):
    upstream.says("Combien ?", "25 €.", ["A.", "B.", "C."])
    if fault:
        upstream.refuses_several = True
    where = Where(
        url=upstream.url, hosts=frozenset({"127.0.0.1"}), private=True, several=True, retries=0
    )
    request = ChatRequest(model="m", turns=(Turn(role="user", content="Combien ?"),))

    async def ask() -> tuple[str, ...]:
        black_box = LiveBlackBox(where)
        try:
            return (await black_box.ask(request, 3)).samples
        finally:
            await black_box.close()

    assert sorted(asyncio.run(ask())) == ["A.", "B.", "C."]
    assert len(upstream.asked) == (5 if fault else 2)


@pytest.mark.parametrize("how", ["refuses_several", "ignores_several"])
def test_a_service_without_several_samples_is_noticed_once(upstream: Upstream, how: str):
    upstream.says("Combien ?", "25 €.", ["A.", "B.", "C."])
    setattr(upstream, how, True)
    where = Where(url=upstream.url, hosts=frozenset({"127.0.0.1"}), private=True, retries=0)
    request = ChatRequest(model="m", turns=(Turn(role="user", content="Combien ?"),))

    async def ask_twice() -> list[tuple[str, ...]]:
        black_box = LiveBlackBox(where)
        try:
            return [(await black_box.ask(request, 3)).samples for _ in range(2)]
        finally:
            await black_box.close()

    found = asyncio.run(ask_twice())
    assert [sorted(samples) for samples in found] == [["A.", "B.", "C."]] * 2
    assert [body.get("n", 1) for body in upstream.sampled].count(3) == 1


MESSAGE = Outgoing(
    key="message-1",
    case_id="portal.x",
    kind=ReplyKind.DECIDED,
    language="fr",
    text="Voilà.",
    written_at=FakeClock().now(),
)


@pytest.mark.parametrize("secret", ["shared", "whsec_" + base64.b64encode(b"shared").decode()])
def test_a_message_is_signed_so_that_the_receiver_can_prove_it(secret: str):
    got: list[tuple[dict[str, str], bytes]] = []

    async def take(request: Request) -> Response:
        got.append((dict(request.headers), await request.body()))
        return Response(status_code=204)

    with served(Starlette(routes=[Route("/a", take, methods=["POST"])])) as url:
        signature = Signature(secret, FakeClock())
        WebhookCourier(f"{url}/a", "", 5, signature).deliver(MESSAGE)
        WebhookCourier(f"{url}/a", "", 5).deliver(MESSAGE)
    headers, body = got[0]
    at = headers["webhook-timestamp"]
    assert at == str(int(FakeClock().now().timestamp()))
    said = b"message-1." + at.encode() + b"." + body
    digest = base64.b64encode(hmac.digest(b"shared", said, hashlib.sha256)).decode()
    assert headers["webhook-signature"] == f"v1,{digest}"
    assert headers["webhook-id"] == headers["idempotency-key"] == "message-1"
    assert "webhook-signature" not in got[1][0]


def test_a_secret_that_cannot_be_read_is_told():
    with pytest.raises(SettingsError, match="base64"):
        Signature("whsec_%", FakeClock())


def test_a_gateway_that_cannot_be_opened_says_so_and_is_tried_again():
    from hri.gateway import Opening

    tries = []

    async def app(scope: object, receive: object, send: object) -> None:
        await Response("open")(scope, receive, send)  # type: ignore[arg-type]

    def make() -> object:
        tries.append(1)
        if len(tries) == 1:
            raise SettingsError("The pack is not there.")
        return app

    import httpx

    with served(Opening(make)) as url:  # type: ignore[arg-type]
        first, second = httpx.get(f"{url}/v1/health"), httpx.get(f"{url}/v1/health")
    assert (first.status_code, first.json()["error"]["code"]) == (503, "not_open")
    assert (second.status_code, second.text) == (200, "open")
