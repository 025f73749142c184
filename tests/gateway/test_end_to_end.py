"""A chatbot with the official client, a real model behind it, and a person at the desk."""

from __future__ import annotations

from typing import Any

import pytest
from casework.bench import ANNE, CHIEF
from gateway.doors import Gateway, demo_cases
from gateway.upstream import Upstream

from hri.casework.permissions import SYSTEM
from hri.domain.decisions import Action
from hri.domain.events import EventKind
from hri.domain.reviews import Judgement, ReviewDecision, ReviewDraft, ReviewVerb

CASES = demo_cases()
BY_ACTION = {
    action: next(row for row, wanted in CASES.values() if fits(row, wanted, action))
    for fits in [
        lambda row, wanted, action: (
            wanted["expected"] == action and row["answer"] and len(row["samples"]) == 4
        )
    ]
    for action in ("PASS", "WARN", "DEFER", "ROUTE")
}
HINTS = ("procedure_id", "jurisdiction", "asked_on", "language")


def ask(gateway: Gateway, upstream: Upstream, row: dict[str, Any], **more: Any) -> Any:
    upstream.says(row["question"], row["answer"], row["samples"])
    return gateway.openai().chat.completions.create(
        model="chat",
        messages=[{"role": "user", "content": row["question"]}],
        extra_body={"hri": {name: row[name] for name in HINTS if row.get(name)}},
        **more,
    )


@pytest.mark.parametrize("action", list(BY_ACTION))
@pytest.mark.parametrize("stream", [False, True], ids=["plain", "stream"])
def test_the_official_client_gets_the_reply_that_was_decided(
    gateway: Gateway, upstream: Upstream, action: str, stream: bool
):
    row = BY_ACTION[action]
    if stream:
        chunks = list(ask(gateway, upstream, row, stream=True))
        text = "".join(c.choices[0].delta.content or "" for c in chunks if c.choices)
        said = chunks[-1].hri
        assert chunks[-1].choices[0].finish_reason == "stop"
    else:
        done = ask(gateway, upstream, row)
        text, said = done.choices[0].message.content, done.hri
        assert done.usage.total_tokens == 2 * 15
        assert done.model == "real-chat"
    assert said["action"] == action
    assert said["pending"] is (action in ("DEFER", "ROUTE"))
    stored = gateway.web().get(f"/v1/cases/{said['case_id']}/reply").json()
    assert [item["text"] for item in stored["messages"]] == [text]
    if action in ("PASS", "WARN"):
        assert row["answer"] in text
    else:
        assert row["answer"] not in text
    assert gateway.desk.audit.verify(SYSTEM).sound


def test_the_action_index_and_case_stand_in_the_headers(gateway: Gateway, upstream: Upstream):
    row = BY_ACTION["WARN"]
    upstream.says(row["question"], row["answer"], row["samples"])
    body = {
        "model": "chat",
        "messages": [{"role": "user", "content": row["question"]}],
        "hri": {name: row[name] for name in HINTS if row.get(name)},
    }
    found = gateway.web().post("/v1/chat/completions", json=body)
    said = found.json()["hri"]
    assert found.headers["x-hri-case-id"] == said["case_id"]
    assert found.headers["x-hri-action"] == "WARN"
    assert found.headers["x-hri-pending"] == "false"
    assert float(found.headers["x-hri-index"]) == pytest.approx(said["hri"], abs=1e-4)


def decide(gateway: Gateway, case_id: str, text: str) -> None:
    """What a caseworker does: take the case, judge it, look, decide with another text."""
    desk = gateway.desk
    review = desk.review.claim(ANNE, case_id)
    judged = dict.fromkeys(
        (slot for slot, found in case_slots(gateway, case_id).items() if found.applies),
        Judgement.WRONG,
    )
    desk.review.reveal(ANNE, case_id, ReviewDraft(judgements=judged))
    desk.review.decide(
        ANNE,
        ReviewDecision(
            case_id=case_id,
            verb=ReviewVerb.REJECT,
            seen_version=review.version,
            reason_code="wrong_value",
            text=text,
            judgements=judged,
        ),
    )
    gateway.clock.move(seconds=30)
    desk.delivery.run(SYSTEM)


def case_slots(gateway: Gateway, case_id: str) -> Any:
    with gateway.desk.guard._store.read() as records:
        return records.cases.get(case_id).assessment.slots


@pytest.mark.parametrize("action", ["DEFER", "ROUTE"])
def test_a_held_answer_is_pending_until_a_person_decided(
    gateway: Gateway, upstream: Upstream, action: str
):
    case_id = ask(gateway, upstream, BY_ACTION[action]).hri["case_id"]
    web = gateway.web()
    before = web.get(f"/v1/cases/{case_id}/reply").json()
    assert before["pending"] is True
    assert [item["kind"] for item in before["messages"]] == ["first"]
    decide(gateway, case_id, "Voici la bonne réponse : adressez-vous à la mairie.")
    after = web.get(f"/v1/cases/{case_id}/reply").json()
    assert after["pending"] is False
    assert [item["kind"] for item in after["messages"]] == ["first", "decided"]
    assert "Voici la bonne réponse" in after["messages"][1]["text"]
    status = web.get(f"/v1/cases/{case_id}").json()
    assert status["pending"] is False
    assert status["decided_at"] is not None


def test_an_answer_found_wrong_later_gets_a_correction(gateway: Gateway, upstream: Upstream):
    case_id = ask(gateway, upstream, BY_ACTION["PASS"]).hri["case_id"]
    decide(gateway, case_id, "Correction : le délai est de 24 heures.")
    after = gateway.web().get(f"/v1/cases/{case_id}/reply").json()
    assert [item["kind"] for item in after["messages"]] == ["first", "corrected"]


def test_where_a_case_stands_tells_no_word_of_an_undecided_answer(
    gateway: Gateway, upstream: Upstream
):
    row = BY_ACTION["ROUTE"]
    case_id = ask(gateway, upstream, row).hri["case_id"]
    shown = gateway.web().get(f"/v1/cases/{case_id}").text
    assert not [word for word in row["answer"].split(". ") if len(word) > 20 and word in shown]


def test_a_pause_holds_what_scoring_would_let_pass(gateway: Gateway, upstream: Upstream):
    gateway.desk.pauses.pause(CHIEF, "the fees changed today")
    row = BY_ACTION["PASS"]
    done = ask(gateway, upstream, row)
    assert done.hri["action"] == "ROUTE"
    assert row["answer"][:40] not in done.model_dump_json()
    body = {name: row[name] for name in ("question", "answer", "samples", "language")}
    assessed = gateway.web().post("/v1/assessments", json=body).json()
    assert assessed["action"] == "ROUTE"
    assert assessed["assessment"]["reply"]["text"] == assessed["reply"]
    assert row["answer"][:40] not in assessed["reply"]


def test_the_gateway_says_the_date_and_the_place(gateway: Gateway):
    body = {"question": "Combien ?", "answer": "25 €.", "language": "fr"}
    found = gateway.web(gateway.key(jurisdiction="FR-973")).post("/v1/assessments", json=body)
    status = gateway.web().get(f"/v1/cases/{found.json()['case_id']}").json()
    assert status["asked_on"] == gateway.clock.now().date().isoformat()
    assert status["jurisdiction"] == "FR-973"


def test_a_question_is_understood_with_what_was_said_before(gateway: Gateway, upstream: Upstream):
    row = BY_ACTION["PASS"]
    follow = "Et dans quel délai dois-je le faire ?"
    upstream.says(follow, row["answer"], row["samples"])
    turns = [
        {"role": "system", "content": "Tu es un agent."},
        {"role": "user", "content": row["question"]},
        {"role": "assistant", "content": "Un instant."},
        {"role": "user", "content": [{"type": "text", "text": follow}]},
    ]
    done = gateway.openai().chat.completions.create(model="chat", messages=turns)  # type: ignore[call-overload]
    assert upstream.asked[0]["messages"][0] == turns[0]
    status = gateway.web().get(f"/v1/cases/{done.hri['case_id']}").json()
    assert status["procedure_id"] == row["procedure_id"]
    with gateway.desk.guard._store.read() as records:
        case = records.cases.get(done.hri["case_id"]).case
    assert case.question.endswith(follow)
    assert [item["role"] for item in case.metadata["gateway"]["context"]] == ["user", "assistant"]


def test_the_answer_is_the_clients_own_and_samples_vary(gateway: Gateway, upstream: Upstream):
    gateway.openai().chat.completions.create(
        model="chat",
        messages=[{"role": "user", "content": "Combien ?"}],
        temperature=0,
        seed=3,
        max_tokens=500,
    )
    first = next(body for body in upstream.asked if body.get("temperature") == 0)
    assert (first["seed"], first["max_tokens"]) == (3, 500)
    assert [body.get("n") for body in upstream.sampled] == [4]
    assert not [body for body in upstream.sampled if "seed" in body or "hri" in body]


@pytest.mark.parametrize(
    ("field", "value", "param"),
    [
        ("n", 2, "n"),
        ("tools", [{"type": "function", "function": {"name": "f"}}], "tools"),
        ("response_format", {"type": "json_object"}, "response_format"),
        ("logprobs", True, "logprobs"),
        ("modalities", ["audio"], "modalities"),
        ("messages", [{"role": "assistant", "content": "x"}], "messages.0.role"),
        ("messages", [{"role": "tool", "content": "x"}], "messages.0.role"),
        ("temperature", 3, "temperature"),
        ("base_url", "http://evil.example", "base_url"),
        ("api_base", "http://169.254.169.254", "api_base"),
    ],
)
def test_what_cannot_be_judged_is_refused_with_its_name(
    gateway: Gateway, upstream: Upstream, field: str, value: Any, param: str
):
    body = {"model": "chat", "messages": [{"role": "user", "content": "Combien ?"}], field: value}
    found = gateway.web().post("/v1/chat/completions", json=body)
    assert found.status_code == 400
    assert found.json()["error"]["param"] == param
    assert upstream.asked == []


def test_harmless_values_of_refused_fields_are_fine(gateway: Gateway):
    body = {
        "model": "chat",
        "messages": [{"role": "user", "content": "Combien ?"}],
        "n": 1,
        "response_format": {"type": "text"},
        "logprobs": False,
    }
    assert gateway.web().post("/v1/chat/completions", json=body).status_code == 200


def test_an_event_tells_of_every_answer(gateway: Gateway, upstream: Upstream):
    done = ask(gateway, upstream, BY_ACTION["DEFER"])
    with gateway.desk.guard._store.read() as records:
        events = records.audit.of_subject(done.hri["case_id"])
    assert events[0].kind is EventKind.CASE_SCORED
    assert {event.actor for event in events} == {"client:portal"}
    assert events[0].payload["action"] == Action.DEFER.value
