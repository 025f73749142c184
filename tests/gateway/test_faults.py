"""Whatever breaks, nothing passes: each fault at each endpoint, streamed or not."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from casework.bench import FullStore, fresh_store
from gateway.doors import Gateway, demo_cases, open_gateway
from gateway.upstream import FAULTS, Upstream

from hri.casework.permissions import SYSTEM
from hri.domain.events import EventKind
from hri.domain.ports import Knowledge
from hri.domain.queues import QueueFilter
from hri.store.database import open_store

ROW = demo_cases()["demo-fr-01"][0]
"""An answer that passes where nothing is wrong."""

KINDS = {
    "500": "refused",
    "429": "refused",
    "400": "refused",
    "401": "refused",
    "hang": "timeout",
    "empty": "empty",
    "blank": "empty",
    "null": "empty",
    "filtered": "filtered",
    "cut_off": "cut_off",
    "unknown_end": "malformed",
    "no_json": "malformed",
    "broken_json": "malformed",
    "no_choices": "malformed",
    "wrong_content": "malformed",
    "tool": "filtered",
    "list": "malformed",
    "nothing": "malformed",
    "surrogate": "malformed",
    "endless": "oversize",
    "redirect": "refused",
    "oversize": "",
}
HINTS = ("procedure_id", "jurisdiction", "asked_on", "language")


def body(**more: Any) -> dict[str, Any]:
    return {
        "model": "chat",
        "messages": [{"role": "user", "content": ROW["question"]}],
        "hri": {name: ROW[name] for name in HINTS},
        **more,
    }


def draft(**more: Any) -> dict[str, Any]:
    said = {name: ROW[name] for name in ("question", "answer", "samples", *HINTS)}
    return {**said, **more}


def waiting(gateway: Gateway) -> set[str]:
    with gateway.desk.guard._store.read() as records:
        page = records.queue.page(QueueFilter(), gateway.clock.now(), 500, None)
    return {item.case_id for item in page.items}


def first_event(gateway: Gateway, case_id: str) -> EventKind:
    with gateway.desk.guard._store.read() as records:
        return records.audit.of_subject(case_id)[0].kind


def test_every_fault_of_the_model_is_in_the_matrix():
    assert set(KINDS) == set(FAULTS)


@pytest.fixture(scope="module")
def hasty(
    tmp_path_factory: pytest.TempPathFactory, demo_pack: Knowledge, the_upstream: Upstream
) -> Iterator[Gateway]:
    said = {"upstream_url": the_upstream.url, "upstream_seconds": 0.5}
    with open_gateway(tmp_path_factory.mktemp("hasty"), demo_pack, **said) as opened:
        yield opened


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
@pytest.mark.parametrize("fault", list(KINDS))
def test_a_fault_of_the_model_is_held_and_in_the_queue(
    hasty: Gateway, upstream: Upstream, fault: str, stream: bool
):
    upstream.says(ROW["question"], ROW["answer"], ROW["samples"])
    upstream.fault = fault
    found = hasty.web().post("/v1/chat/completions", json=body(stream=stream))
    assert found.status_code == 200
    assert found.headers["x-hri-action"] == "ROUTE"
    assert found.headers.get("x-hri-fault", "") == KINDS[fault]
    case_id = found.headers["x-hri-case-id"]
    assert case_id in found.text  # the citizen can name the case
    assert case_id in waiting(hasty)
    assert first_event(hasty, case_id) is EventKind.CASE_NOT_SCORED
    assert "€" not in found.text
    assert "\\u20ac" not in found.text
    assert hasty.desk.audit.verify(SYSTEM).sound


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
@pytest.mark.parametrize("fault", list(KINDS))
def test_samples_that_fail_are_never_a_reason_to_pass(
    hasty: Gateway, upstream: Upstream, fault: str, stream: bool
):
    upstream.says(ROW["question"], ROW["answer"], ROW["samples"])
    upstream.fault = f"sample:{fault}"
    found = hasty.web().post("/v1/chat/completions", json=body(stream=stream))
    assert found.status_code == 200
    assert found.headers["x-hri-action"] in ("WARN", "DEFER", "ROUTE")


@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1", ""], ids=["down", "none"])
def test_no_model_at_all_is_held(tmp_path: Path, demo_pack: Knowledge, url: str, stream: bool):
    with open_gateway(tmp_path, demo_pack, upstream_url=url) as gateway:
        found = gateway.web().post("/v1/chat/completions", json=body(stream=stream))
        assert (found.status_code, found.headers["x-hri-action"]) == (200, "ROUTE")
        assert found.headers["x-hri-fault"] == "unreachable"
        assert found.headers["x-hri-case-id"] in waiting(gateway)


def broken(*_: Any) -> Any:
    raise RuntimeError("the engine broke off")


ENDPOINTS = {
    "assessments": ("/v1/assessments", draft()),
    "chat": ("/v1/chat/completions", body()),
    "chat-stream": ("/v1/chat/completions", body(stream=True)),
}


def scoring_error(case: Any, knowledge: Any, policy: Any, ref: Any) -> Any:
    from hri.pipeline import assessing

    before, assessing._assess = assessing._assess, broken
    try:
        return assessing.assess_or_route(case, knowledge, policy, ref)
    finally:
        assessing._assess = before


@pytest.mark.parametrize("endpoint", list(ENDPOINTS))
def test_an_error_of_scoring_is_held(
    tmp_path: Path, demo_pack: Knowledge, upstream: Upstream, endpoint: str
):
    upstream.says(ROW["question"], ROW["answer"], ROW["samples"])
    path, said = ENDPOINTS[endpoint]
    with open_gateway(
        tmp_path, demo_pack, assess=scoring_error, upstream_url=upstream.url
    ) as gateway:
        found = gateway.web().post(path, json=said)
        assert (found.status_code, found.headers["x-hri-action"]) == (200, "ROUTE")
        case_id = found.headers["x-hri-case-id"]
        assert first_event(gateway, case_id) is EventKind.CASE_NOT_SCORED
        assert case_id in waiting(gateway)
        assert "the engine broke off" not in found.text or endpoint == "assessments"


@pytest.mark.parametrize("endpoint", list(ENDPOINTS))
def test_a_full_disk_lets_nothing_out(
    tmp_path: Path, demo_pack: Knowledge, upstream: Upstream, endpoint: str
):
    upstream.says(ROW["question"], ROW["answer"], ROW["samples"])
    path, said = ENDPOINTS[endpoint]
    store = FullStore(fresh_store(tmp_path / "hri.sqlite"), room=1)  # the key still fits in
    with open_gateway(tmp_path, demo_pack, store=store, upstream_url=upstream.url) as gateway:
        found = gateway.web().post(path, json=said)
        assert found.status_code == 503
        assert found.headers["retry-after"]
        assert found.json()["error"]["code"] == "not_stored"
        assert "décès" not in found.text
        gate = gateway.app._gate
        assert gate.metrics.total("hri_gateway_not_scored_total", kind="StoreError") == 1


@pytest.mark.parametrize("endpoint", list(ENDPOINTS))
def test_a_locked_database_lets_nothing_out(
    tmp_path: Path, demo_pack: Knowledge, upstream: Upstream, endpoint: str
):
    upstream.says(ROW["question"], ROW["answer"], ROW["samples"])
    path, said = ENDPOINTS[endpoint]
    with open_gateway(
        tmp_path, demo_pack, upstream_url=upstream.url, store=open_store(tmp_path / "l", 0.2)
    ) as gateway:
        web = gateway.web()
        other = sqlite3.connect(tmp_path / "l", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        found = web.post(path, json=said)
        other.rollback()
        assert (found.status_code, found.json()["error"]["code"]) == (503, "not_stored")
        assert waiting(gateway) == set()
        assert web.post(path, json=said).headers["x-hri-action"] == "PASS"


@pytest.mark.parametrize("endpoint", list(ENDPOINTS))
@pytest.mark.parametrize(
    "question",
    [
        "Wieviel kostet es und wohin muss ich mit dem Ausweis gehen, wenn er nicht mehr da ist?",
        "身分証明書の再発行にはいくらかかりますか。どこに行けばよいですか。",
    ],
    ids=["german", "japanese"],
)
def test_an_unknown_language_is_held(
    gateway: Gateway, upstream: Upstream, endpoint: str, question: str
):
    path, said = ENDPOINTS[endpoint]
    upstream.says(question, ROW["answer"], ROW["samples"])
    if endpoint == "assessments":
        said = {**said, "question": question}
        del said["language"]
    else:
        said = {**said, "messages": [{"role": "user", "content": question}], "hri": {}}
    found = gateway.web().post(path, json=said)
    assert (found.status_code, found.headers["x-hri-action"]) == (200, "ROUTE")
    assert found.headers["x-hri-case-id"] in waiting(gateway)
    kind = first_event(gateway, found.headers["x-hri-case-id"])
    assert kind is EventKind.CASE_NOT_SCORED


@pytest.mark.parametrize("endpoint", list(ENDPOINTS))
def test_a_question_that_is_too_long_is_held(gateway: Gateway, upstream: Upstream, endpoint: str):
    path, said = ENDPOINTS[endpoint]
    question = "Combien ? " * 8000
    if endpoint == "assessments":
        said = {**said, "question": question}
    else:
        said = {**said, "messages": [{"role": "user", "content": question}]}
    found = gateway.web().post(path, json=said)
    assert (found.status_code, found.headers["x-hri-action"]) == (200, "ROUTE")
    case_id = found.headers["x-hri-case-id"]
    assert first_event(gateway, case_id) is EventKind.CASE_NOT_SCORED
    assert upstream.asked == []


@pytest.mark.parametrize("endpoint", list(ENDPOINTS))
def test_a_body_that_is_too_long_is_refused(gateway: Gateway, endpoint: str):
    path, said = ENDPOINTS[endpoint]
    found = gateway.web().post(path, json={**said, "question": "x" * 1_100_000})
    assert (found.status_code, found.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize("endpoint", list(ENDPOINTS))
@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{", b"[]", b'"x"', b'{"a": 1, "a": 2}', b'{"a": NaN}', b"\xff", b'{"a": 1e999}'),
        *(b"[" * 100_000, b'{"question": "\\ud800", "answer": ""}'),
    ],
)
def test_a_body_that_is_no_request_is_refused(gateway: Gateway, endpoint: str, content: bytes):
    found = gateway.web().post(ENDPOINTS[endpoint][0], content=content)
    assert (found.status_code, found.json()["error"]["code"]) == (400, "invalid_request")


def test_a_fault_of_the_product_tells_nothing_of_its_inside(gateway: Gateway, monkeypatch: Any):
    def break_off(*_: Any) -> Any:
        raise RuntimeError("a word of a citizen")

    monkeypatch.setattr(type(gateway.desk.door.answering), "assess", break_off)
    found = gateway.web().post("/v1/assessments", json=draft())
    assert (found.status_code, found.json()["error"]["code"]) == (500, "internal_error")
    assert "citizen" not in found.text
