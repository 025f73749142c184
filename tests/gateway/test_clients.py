"""Keys, scopes and limits; nobody sees or touches what belongs to another client."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from gateway.doors import ALL, Gateway, demo_cases
from gateway.upstream import Upstream

from hri.casework.permissions import SYSTEM
from hri.domain.clients import Scope
from hri.domain.events import EventFilter, EventKind
from hri.gateway.limits import Buckets

ROW = demo_cases()["demo-fr-01"][0]
DRAFT = {name: ROW[name] for name in ("question", "answer", "samples", "language")}
CHAT = {"model": "chat", "messages": [{"role": "user", "content": ROW["question"]}]}


def refusals(gateway: Gateway) -> list[tuple[str, str]]:
    narrow = EventFilter(kinds=(EventKind.REFUSED,))
    found = gateway.desk.audit.search(SYSTEM, narrow).events
    return [(event.actor, event.subject) for event in found]


@pytest.mark.parametrize(
    "secret",
    ["", "x", "hri_1_", *(f"hri_{n}_{'A' * 43}" for n in ("1", "999", "0", "01", "9" * 19))],
)
def test_nobody_comes_in_without_a_key_that_is_known(gateway: Gateway, secret: str):
    gateway.key()
    for method, path in (
        ("POST", "/v1/assessments"),
        ("POST", "/v1/chat/completions"),
        ("GET", "/v1/cases/portal.x"),
        ("GET", "/v1/cases/portal.x/reply"),
        ("GET", "/metrics"),
    ):
        found = gateway.web(secret or "-").request(method, path, json={})
        assert (found.status_code, found.json()["error"]["code"]) == (401, "invalid_api_key")


def test_a_revoked_key_lets_nobody_in_from_then_on(gateway: Gateway):
    secret = gateway.key()
    web = gateway.web(secret)
    assert web.post("/v1/assessments", json=DRAFT).status_code == 200
    gateway.desk.clients.revoke(SYSTEM, int(secret.split("_")[1]), "it was lost")
    assert web.post("/v1/assessments", json=DRAFT).status_code == 401


def test_the_secret_of_a_key_is_nowhere_in_the_database(gateway: Gateway):
    secret = gateway.key()
    gateway.web(secret).post("/v1/assessments", json=DRAFT)
    content = gateway.desk.settings.database.read_bytes()
    assert secret.split("_", 2)[2].encode() not in content


SCOPED = {
    ("POST", "/v1/assessments", "plain"): (Scope.ASSESS, DRAFT),
    ("POST", "/v1/assessments", "dated"): (Scope.SET_DATE, {**DRAFT, "asked_on": "2020-01-01"}),
    ("POST", "/v1/assessments", "placed"): (
        Scope.SET_JURISDICTION,
        {**DRAFT, "jurisdiction": "FR"},
    ),
    ("POST", "/v1/assessments", "named"): (
        Scope.SET_PROCEDURE,
        {**DRAFT, "procedure_id": ROW["procedure_id"]},
    ),
    ("POST", "/v1/chat/completions", "plain"): (Scope.CHAT, CHAT),
    ("POST", "/v1/chat/completions", "dated"): (
        Scope.SET_DATE,
        {**CHAT, "hri": {"asked_on": "2020-01-01"}},
    ),
    ("GET", "/v1/cases/{own}", "own"): (Scope.READ, None),
    ("GET", "/v1/cases/{own}/reply", "own"): (Scope.READ, None),
    ("GET", "/metrics", ""): (Scope.METRICS, None),
}


@pytest.mark.parametrize("case", list(SCOPED), ids=" ".join)
def test_each_scope_opens_its_endpoint_and_no_other(gateway: Gateway, case: Any):
    method, path, _ = case
    scope, body = SCOPED[case]
    own = gateway.web(gateway.key()).post("/v1/assessments", json=DRAFT).json()["case_id"]
    path = path.replace("{own}", own)
    without = gateway.key(scopes=tuple(item for item in ALL if item is not scope))
    before = len(refusals(gateway))
    found = gateway.web(without).request(method, path, json=body)
    assert (found.status_code, found.json()["error"]["code"]) == (403, "forbidden")
    assert len(refusals(gateway)) == before + 1
    assert gateway.web(gateway.key()).request(method, path, json=body).status_code == 200


def test_a_case_of_another_client_is_not_there(gateway: Gateway):
    mine = gateway.web(gateway.key("portal"))
    foreign = {
        "other": gateway.web(gateway.key("other")),
        "portal-b": gateway.web(gateway.key("portal-b")),
        "p": gateway.web(gateway.key("p")),
    }
    case_id = mine.post("/v1/assessments", json={**DRAFT, "case_id": "a-1"}).json()["case_id"]
    assert case_id == "portal.a-1"
    for name, web in foreign.items():
        for path in (f"/v1/cases/{case_id}", f"/v1/cases/{case_id}/reply"):
            found, missing = web.get(path), web.get(path.replace("a-1", "zz"))
            assert (found.status_code, found.json()) == (404, missing.json())
            assert refusals(gateway)[0] == (f"client:{name}", case_id)
    same = foreign["other"].post("/v1/assessments", json={**DRAFT, "case_id": "a-1"}).json()
    assert same["case_id"] == "other.a-1"


def test_a_case_of_the_desk_by_a_clients_name_is_not_the_clients(gateway: Gateway):
    import factories

    gateway.desk.intake.submit(SYSTEM, factories.case(case_id="portal.desk"))
    web = gateway.web()
    assert web.get("/v1/cases/portal.desk").status_code == 404
    found = web.post("/v1/assessments", json={**DRAFT, "case_id": "desk"})
    assert found.status_code == 409


def test_what_only_the_gateway_writes_is_refused(gateway: Gateway):
    body = {**DRAFT, "metadata": {"gateway": {"request": "x"}}}
    found = gateway.web().post("/v1/assessments", json=body)
    assert (found.status_code, found.json()["error"]["param"]) == (400, "metadata.gateway")


def test_a_bucket_empties_and_fills_and_leaves_other_keys_alone(gateway: Gateway):
    slow = gateway.key("slow", rate=12)
    web, other = gateway.web(slow), gateway.web(gateway.key("fast"))
    codes = [web.get("/v1/cases/slow.x").status_code for _ in range(4)]
    assert codes == [404, 404, 429, 429]
    told = web.get("/v1/cases/slow.x")
    assert 1 <= int(told.headers["retry-after"]) <= 5
    assert told.json()["error"]["code"] == "rate_limit_exceeded"
    assert other.get("/v1/cases/fast.x").status_code == 404
    gateway.app._gate.buckets = Buckets(600, now=lambda: 0.0)
    assert web.get("/v1/cases/slow.x").status_code == 404


def test_too_many_requests_in_hand_are_told_to_wait(gateway: Gateway, upstream: Upstream):
    object.__setattr__(gateway.desk.settings, "gateway_waiting", 2)
    upstream.delay = 0.5
    key = gateway.key()

    def ask(_: int) -> int:
        web = gateway.web(key)
        return web.post("/v1/chat/completions", json=CHAT).status_code

    with ThreadPoolExecutor(6) as pool:
        codes = sorted(pool.map(ask, range(6)))
    assert codes[:2] == [200, 200]
    assert codes[-1] == 503
    assert gateway.web().get("/v1/health").status_code == 200


@pytest.mark.parametrize("path", ["/v1/assessments", "/v1/chat/completions"])
def test_one_idempotency_key_under_many_calls_gives_one_case(
    gateway: Gateway, upstream: Upstream, path: str
):
    upstream.delay = 0.1
    body = DRAFT if path == "/v1/assessments" else CHAT
    key = gateway.key(rate=6000)

    def ask(_: int) -> tuple[int, str, str]:
        web = gateway.web(key)
        found = web.post(path, json=body, headers={"Idempotency-Key": "k 1"})
        said = found.json()
        text = said["reply"] if "reply" in said else said["choices"][0]["message"]["content"]
        return found.status_code, found.headers["x-hri-case-id"], text

    with ThreadPoolExecutor(20) as pool:
        found = set(pool.map(ask, range(20)))
    assert len(found) == 1
    assert next(iter(found))[0] == 200
    with gateway.desk.guard._store.read() as records:
        count = records.cases._db.execute("SELECT count(*) FROM cases").fetchone()[0]
    assert count == 1
    assert len(upstream.asked) == (0 if path == "/v1/assessments" else 2)
    web = gateway.web(key)
    headers = {"Idempotency-Key": "k 1"}
    again = web.post(path, json=body, headers=headers)
    assert again.headers["idempotency-replayed"] == "true"
    changed = {**body, "model": "another"}
    assert web.post(path, json=changed, headers=headers).status_code == 409
    other = gateway.web(gateway.key("other")).post(path, json=body, headers=headers)
    assert other.headers["x-hri-case-id"].startswith("other.")


def test_the_date_of_a_repeat_is_that_of_the_first(gateway: Gateway):
    web, headers = gateway.web(), {"Idempotency-Key": "midnight"}
    first = web.post("/v1/assessments", json=DRAFT, headers=headers)
    gateway.clock.move(days=1)
    again = web.post("/v1/assessments", json=DRAFT, headers=headers)
    assert again.json() == first.json()


def test_what_passes_unscored_says_so_everywhere(tmp_path: Any, demo_pack: Any, upstream: Upstream):
    from gateway.doors import open_gateway

    said = {"upstream_url": upstream.url, "gateway_unscored": "tools, n"}
    with open_gateway(tmp_path, demo_pack, **said) as gateway:
        web = gateway.web()
        for stream in (False, True):
            found = web.post("/v1/chat/completions", json={**CHAT, "n": 2, "stream": stream})
            assert found.status_code == 200
            assert found.headers["x-hri-action"] == "UNSCORED"
            assert len(found.json()["choices"]) == 2
        refused = web.post("/v1/chat/completions", json={**CHAT, "logprobs": True})
        assert refused.status_code == 400
        narrow = EventFilter(kinds=(EventKind.PASSED_UNSCORED,))
        assert len(gateway.desk.audit.search(SYSTEM, narrow).events) == 2
        upstream.fault = "500"
        assert web.post("/v1/chat/completions", json={**CHAT, "n": 2}).status_code == 502


def test_logs_and_metrics_hold_no_word_of_a_citizen_and_no_key(
    gateway: Gateway, upstream: Upstream, caplog: pytest.LogCaptureFixture
):
    from hri.gateway.logs import JsonLines

    secret = gateway.key()
    question = "Canari-question de Jeanne Martin ?"
    upstream.says(question, "Canari-réponse.")
    upstream.fault = "500"
    with caplog.at_level("INFO", logger="hri.gateway"):
        web = gateway.web(secret)
        body = {"model": "chat", "messages": [{"role": "user", "content": question}]}
        case_id = web.post("/v1/chat/completions", json=body).headers["x-hri-case-id"]
        web.post("/v1/chat/completions", json={**body, "canari": 1})
        metrics = web.get("/metrics").text
    lines = [JsonLines().format(record) for record in caplog.records]
    assert any(case_id in line and '"status": 200' in line for line in lines)
    for text in (*lines, metrics):
        assert "anari-" not in text
        assert "Jeanne" not in text
        assert secret.split("_", 2)[2] not in text
    assert 'hri_gateway_faults_total{fault="refused"} 1' in metrics
    assert "hri_queue_waiting 1" in metrics
    assert 'le="+Inf"' in metrics


@pytest.mark.parametrize("path", ["/v1/assessments", "/v1/chat/completions"])
def test_two_gateways_over_one_database_store_one_case(
    tmp_path: Any, demo_pack: Any, upstream: Upstream, path: str
):
    from gateway.doors import open_gateway

    upstream.says(ROW["question"], ROW["answer"], ROW["samples"])
    body = DRAFT if path == "/v1/assessments" else CHAT
    said = {"upstream_url": upstream.url}
    with (
        open_gateway(tmp_path, demo_pack, **said) as one,
        open_gateway(tmp_path, demo_pack, **said) as two,
    ):
        key = one.key(rate=6000)

        def ask(number: int) -> tuple[int, str]:
            web = (one, two)[number % 2].web(key)
            found = web.post(path, json=body, headers={"Idempotency-Key": "k"})
            return found.status_code, found.headers.get("x-hri-case-id", "")

        with ThreadPoolExecutor(8) as pool:
            assert len(set(pool.map(ask, range(8)))) == 1
        with one.desk.guard._store.read() as records:
            count = records.cases._db.execute("SELECT count(*) FROM cases").fetchone()[0]
        assert count == 1


def test_a_recording_answers_in_place_of_a_model(tmp_path: Any, demo_pack: Any):
    import json

    from gateway.doors import open_gateway

    recording = tmp_path / "recorded.jsonl"
    recording.write_text(json.dumps(ROW) + "\n", "utf-8")
    with open_gateway(tmp_path, demo_pack, upstream_recording=recording) as gateway:
        hints = {name: ROW[name] for name in ("procedure_id", "jurisdiction", "asked_on")}
        web = gateway.web()
        found = web.post("/v1/chat/completions", json={**CHAT, "hri": hints})
        assert found.headers["x-hri-action"] == "PASS"
        other = {**CHAT, "messages": [{"role": "user", "content": "Et ensuite ?"}]}
        found = web.post("/v1/chat/completions", json=other)
        assert (found.headers["x-hri-action"], found.headers["x-hri-fault"]) == (
            "ROUTE",
            "not_recorded",
        )
