"""What is stored of texts is a setting; what is erased is gone, and the log stays whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from casework.bench import ADMIN, CHIEF
from gateway.doors import Gateway, demo_cases, open_gateway
from gateway.test_end_to_end import BY_ACTION, ask, decide
from gateway.upstream import Upstream

from hri.casework.permissions import SYSTEM
from hri.domain.events import EventKind
from hri.domain.ports import Knowledge
from hri.errors import ConflictError

ROW = demo_cases()["demo-fr-01"][0]


def files_hold(gateway: Gateway, word: str) -> bool:
    """Whether a word is in the file of the database, deleted pages included."""
    return word.encode() in gateway.desk.settings.database.read_bytes()


def test_with_digests_only_a_passed_answer_never_reaches_the_disk(
    tmp_path: Path, demo_pack: Knowledge, upstream: Upstream
):
    said = {"upstream_url": upstream.url, "store_texts": "digest"}
    with open_gateway(tmp_path, demo_pack, **said) as gateway:
        done = ask(gateway, upstream, BY_ACTION["PASS"])
        assert done.hri["action"] == "PASS"
        assert BY_ACTION["PASS"]["answer"] in done.choices[0].message.content
        assert not files_hold(gateway, "officier d'")
        case_id, web = done.hri["case_id"], gateway.web()
        for path in (f"/v1/cases/{case_id}", f"/v1/cases/{case_id}/reply"):
            assert web.get(path).json()["error"]["code"] == "content_erased"
        with gateway.desk.guard._store.read() as records:
            kinds = [event.kind for event in records.audit.of_subject(case_id)]
        assert kinds == [
            EventKind.CASE_SCORED,
            EventKind.REPLY_WRITTEN,
            EventKind.CONTENT_ERASED,
        ]
        assert gateway.desk.audit.verify(SYSTEM).sound


def test_with_digests_only_a_held_answer_goes_when_it_is_decided_and_out(
    tmp_path: Path, demo_pack: Knowledge, upstream: Upstream
):
    said = {"upstream_url": upstream.url, "store_texts": "digest"}
    with open_gateway(tmp_path, demo_pack, **said) as gateway:
        case_id = ask(gateway, upstream, BY_ACTION["DEFER"]).hri["case_id"]
        assert gateway.desk.retention.sweep(SYSTEM) == 0
        decide(gateway, case_id, "Voici la bonne réponse.")
        assert gateway.desk.retention.sweep(SYSTEM) == 1
        assert gateway.web().get(f"/v1/cases/{case_id}").status_code == 410
        assert not files_hold(gateway, "Voici la bonne")
        assert gateway.desk.audit.verify(SYSTEM).sound


def test_a_repeat_of_what_is_erased_is_told_so(
    tmp_path: Path, demo_pack: Knowledge, upstream: Upstream
):
    body = {name: ROW[name] for name in ("question", "answer", "samples", "language")}
    body |= {name: ROW[name] for name in ("procedure_id", "jurisdiction", "asked_on")}
    with open_gateway(tmp_path, demo_pack, store_texts="digest") as gateway:
        web, headers = gateway.web(), {"Idempotency-Key": "1"}
        first = web.post("/v1/assessments", json=body, headers=headers)
        assert first.json()["action"] == "PASS"
        again = web.post("/v1/assessments", json=body, headers=headers)
        assert (again.status_code, again.json()["error"]["code"]) == (410, "content_erased")


def test_closed_cases_go_when_their_time_is_over_and_no_other(
    tmp_path: Path, demo_pack: Knowledge, upstream: Upstream
):
    said = {"upstream_url": upstream.url, "retention_days": 184}
    with open_gateway(tmp_path, demo_pack, **said) as gateway:
        cases = {
            name: ask(gateway, upstream, row).hri["case_id"] for name, row in BY_ACTION.items()
        }
        gateway.desk.retention.hold(CHIEF, cases["WARN"], "a lawsuit")
        gateway.clock.move(days=183, hours=23)
        assert gateway.desk.retention.sweep(SYSTEM) == 0
        gateway.clock.move(hours=2)
        assert gateway.desk.retention.sweep(SYSTEM) == 1
        web = gateway.web()
        found = {name: web.get(f"/v1/cases/{case}").status_code for name, case in cases.items()}
        # What waits for a person, and what is under a hold, stays.
        assert found == {"PASS": 410, "WARN": 200, "DEFER": 200, "ROUTE": 200}
        assert gateway.desk.audit.verify(SYSTEM).sound


def test_a_legal_hold_keeps_texts_from_everybody_until_it_ends(
    gateway: Gateway, upstream: Upstream
):
    case_id = ask(gateway, upstream, BY_ACTION["PASS"]).hri["case_id"]
    hold = gateway.desk.retention.hold(CHIEF, case_id, "a lawsuit")
    with pytest.raises(ConflictError, match="legal hold"):
        gateway.desk.audit.erase_content(ADMIN, case_id, "art. 17")
    gateway.desk.retention.release(CHIEF, hold.id, "it ended")
    gateway.desk.audit.erase_content(ADMIN, case_id, "art. 17")
    assert gateway.desk.retention.running(CHIEF) == ()
    assert gateway.desk.audit.verify(SYSTEM).sound
