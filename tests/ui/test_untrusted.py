"""Untrusted text in every place it can stand: it reaches only what shows it as it is."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping

import pytest
from streamlit.testing.v1 import AppTest

from hri.casework.intake import IntakeReport, RejectedLine
from hri.casework.sources import SlotSources
from hri.domain.base import Message
from hri.domain.cases import Case
from hri.domain.claims import Evidence, JudgedClaim
from hri.domain.decisions import Action
from hri.domain.outbox import Delivery, DeliveryState
from hri.domain.packs import Procedure
from hri.domain.people import Person
from hri.domain.queues import QueueChoices
from hri.domain.reviews import (
    Actor,
    Reason,
    RecordedDecision,
    ReviewDecision,
    ReviewState,
    Role,
    Stage,
)
from hri.domain.rules import Violation
from hri.domain.seeds import Seed, SeedReport
from hri.domain.slots import Slot
from hri.domain.values import AuthorityName
from hri.domain.worklists import Remark, RemarkKind
from hri.errors import NotFoundError
from hri.evaluation.heatmaps import HeatCell, Heatmap
from hri.evaluation.tuning import Flip
from hri.ui import dialogs, exports, session, text
from tests.ui.conftest import Open
from tests.ui.factory import NOW, REF, FakeDesk
from tests.ui.payloads import BUNDLE, KINDS, LITERAL, PAYLOADS, page_of, strings

CASE = "case-001"
LABELLED = {"ZreasonName", "ZskipName"}
"""Places whose words stand on buttons, where Streamlit reads Markdown."""


def bad(place: str) -> str:
    """All the payloads behind a word that tells the place."""
    return f"{place} {BUNDLE}"


def message(place: str) -> Message:
    return Message.model_construct(id="nothing.known", params={"words": bad(place)})


def evidence(place: str, **more: object) -> Evidence:
    return Evidence(
        id=place,
        source_id=f"s-{place}",
        source_title=bad(f"{place}Title"),
        url=bad(f"{place}Address"),
        heading=bad(f"{place}Heading"),
        condition=bad(f"{place}Condition"),
        text=bad(f"{place}Passage"),
        start=0,
        end=0,
        valid_from=bad(f"{place}From"),
        **more,
    )


def fill_case(desk: FakeDesk) -> None:
    """Put payloads into everything that a case carries."""
    stored = desk.stored[CASE]
    fees = stored.assessment.slots[Slot.FEES]
    claim = fees.claims[0].model_copy(
        update={
            "text": bad("Zclaim"),
            "value": AuthorityName.model_construct(type="authority", surface=bad("Zbody")),
            "explanation": message("ZclaimWhy"),
            "start": len("Zanswer") - 1,
            "end": len("Zanswer"),
        }
    )
    violation = Violation(
        rule_id=bad("Zrule"),
        check="pattern",
        slot=Slot.FEES,
        explanation=message("ZruleWhy"),
        reference=bad("Zreference"),
    )
    rows = tuple(
        row.model_copy(update={"statements": (bad(f"Zstatement{row.index}"),)})
        for row in fees.samples
    )
    slot = fees.model_copy(
        update={
            "claims": (JudgedClaim.model_construct(**dict(claim)),),
            "violations": (violation,),
            "evidence": (evidence("Zsource"),),
            "samples": rows,
            "reasons": {signal: message(f"Zsignal{signal}") for signal in fees.reasons},
        }
    )
    fired = stored.assessment.overrides[0].model_copy(
        update={"id": bad("Zoverride"), "reason": message("ZoverrideWhy")}
    )
    assessment = stored.assessment.model_copy(
        update={
            "slots": {**stored.assessment.slots, Slot.FEES: slot},
            "overrides": (fired,),
            "notes": (message("Znote"),),
            "policy": REF.model_copy(update={"id": bad("ZpolicyId"), "version": "other"}),
            "engine": bad("Zengine"),
        }
    )
    case = Case.model_construct(
        **{
            **dict(stored.case),
            "question": bad("Zquestion"),
            "answer": bad("Zanswer"),
            "samples": (bad("Zsample1"), bad("Zsample2")),
            "model": bad("Zmodel"),
            "channel": bad("Zchannel"),
        }
    )
    changed = {"case": case, "assessment": assessment, "service": bad("Zservice")}
    desk.stored[CASE] = stored.model_copy(update=changed)


def fill_people(desk: FakeDesk) -> None:
    """Put payloads into names, reasons, remarks, readings and messages."""
    review = {"assignee": "bea", "assignee_name": bad("Zassignee")}
    desk.reviews[CASE] = desk.reviews[CASE].model_copy(update=review)
    desk.remarks = (
        Remark(
            case_id=CASE,
            kind=RemarkKind.SOURCE,
            actor="demo-caseworker",
            actor_name=bad("ZremarkName"),
            at=NOW,
            code=Slot.FEES.value,
            about=bad("ZremarkAbout"),
            text=bad("Zremark"),
        ),
    )

    def reasons(verb: str = "") -> tuple[Reason, ...]:
        names = {"en": bad("ZreasonName")}
        return (Reason(code="why", actions=("approve", "reject"), names=names, needs_text=True),)

    def skip_reasons() -> tuple[Reason, ...]:
        return (Reason(code="skip", actions=("skip",), names={"en": bad("ZskipName")}),)

    desk.reasons, desk.skip_reasons = reasons, skip_reasons
    desk.reviewers = lambda actor: (Actor.model_construct(id="bea", name=bad("Zcolleague")),)
    services = (bad("ZserviceChoice"),)
    models, channels = (bad("ZmodelChoice"),), (bad("ZchannelChoice"),)
    desk.choices = lambda actor: QueueChoices.model_construct(
        services=services, models=models, channels=channels
    )
    plain = desk._event
    desk._event = lambda seq, subject: plain(seq, subject).model_copy(
        update={
            "actor": bad("Zactor"),
            "subject": bad("Zsubject"),
            "payload": {bad("Zkey"): "x", "model": "=1+1 :red[x] <b>"},
        }
    )


def fill_pack(desk: FakeDesk) -> None:
    """Put payloads into what the pack and the policies say."""
    procedure = Procedure.model_construct(names={"en": (bad("Zprocedure"),)}, id="p")
    desk.knowledge.procedure = lambda identifier: procedure
    desk.knowledge.info = desk.knowledge.info.model_copy(
        update={
            "title": bad("ZpackTitle"),
            "publisher": bad("Zpublisher"),
            "licence": bad("Zlicence"),
            "jurisdiction": bad("Zwhere"),
        }
    )
    desk.known = SlotSources(
        procedure_id="death-registration",
        facts=(evidence("Zfact", fact_id="f1"),),
        passages=(evidence("Zknown", passage_id="p1"),),
    )
    desk.live_policy = desk.live_policy.model_copy(update={"title": bad("ZpolicyTitle")})
    desk.policy = desk.live_policy
    plain = desk._saved
    desk._saved = lambda document, live: plain(document, live=live).model_copy(
        update={"saved_by": bad("ZsavedBy")}
    )


@pytest.fixture
def desk() -> FakeDesk:
    filled = FakeDesk(1)
    fill_case(filled)
    fill_people(filled)
    fill_pack(filled)
    return filled


def check(app: AppTest, *places: str) -> None:
    """Every place shows its payloads in full, and nothing else on the page reads them."""
    assert not app.exception
    page = page_of(app)
    assert page.foreign == []
    literal = "".join(page.words)
    for kind, field, words in strings(app):
        if (kind, field) in LITERAL:
            literal += f"\n{words}"
        elif kind not in ("html", "plotly_chart"):
            assert_ours(kind, field, words)
    for frame in app.dataframe:
        literal += "\n".join(frame.value.astype(str).stack())
    for place in places:
        assert any(
            after.lstrip("]!1234567890 ").startswith(text.visible(BUNDLE).lstrip(" "))
            for after in literal.split(place)[1:]
        ), place


def assert_ours(kind: str, field: str, words: str) -> None:
    """A string that Streamlit may read as Markdown holds no payload, unless defused."""
    for place in LABELLED:
        words = words.replace(text.label(bad(place)), "")
    for payload in PAYLOADS:
        assert len(payload) < 5 or payload not in words, (kind, field, payload)


def press(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click()
    return app.run()


def held(opened: Open) -> AppTest:
    return press(opened("case", Role.CASEWORKER, case=CASE), "claim")


def test_there_are_a_hundred_payloads_of_every_kind() -> None:
    assert len(set(PAYLOADS)) >= 100
    assert set(KINDS) >= {"script", "handlers", "links", "remote", "hidden", "formulas"}


CASE_PLACES = (
    *("Zquestion", "Zanswer", "Zsample1", "Zsample2", "Zmodel", "Zservice", "Zprocedure"),
    *("Zclaim", "Zbody", "ZclaimWhy", "Zrule", "ZruleWhy", "Zreference", "Zstatement0"),
    *("ZsourceTitle", "ZsourceHeading", "ZsourcePassage", "ZsourceCondition", "ZsourceAddress"),
    *("ZsourceFrom", "Zoverride", "ZoverrideWhy", "Znote", "ZpolicyId", "Zengine", "Zsignalsis"),
    *("Zassignee", "ZremarkName", "ZremarkAbout", "Zremark", "Zactor"),
)


def test_a_case_that_is_looked_at(opened: Open) -> None:
    check(opened("case", Role.AUDITOR, case=CASE), *CASE_PLACES)


def test_a_case_that_is_decided(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "judge-source_outdated")
    press(app, "verb-approve")
    press(app, "reason-why")
    app.text_input(key=f"reason_text-{CASE}").set_value(bad("ZreasonWords")).run()
    app.text_input(key=f"note-{CASE}").set_value(bad("Zremarked")).run()
    app.text_area(key=f"text-{CASE}").set_value(bad("Zedited")).run()
    check(app, *CASE_PLACES, "Zedited")
    assert [one.label for one in app.button if one.key == "reason-why"] == [
        "▣ " + text.label(bad("ZreasonName"))
    ]
    press(app, "send")
    check(app)


def test_a_slot_without_evidence_shows_what_the_pack_holds(opened: Open) -> None:
    app = press(opened("case", Role.AUDITOR, case=CASE), "slot-legal_basis")
    check(
        app,
        "ZfactPassage",
        "ZfactCondition",
        "ZknownTitle",
        "ZknownHeading",
        "ZknownPassage",
        "ZknownAddress",
    )


def test_the_dialog_of_skipping(opened: Open) -> None:
    app = held(opened)
    app.session_state[dialogs.OPEN] = "skip"
    app.run()
    check(app)
    assert app.button(key="skip-skip").label == text.label(bad("ZskipName"))


def reading(stage: Stage, verb: str) -> RecordedDecision:
    made = ReviewDecision.model_validate(
        {
            "case_id": CASE,
            "verb": verb,
            "seen_version": 1,
            "reason_code": "why",
            "text": bad(f"Zreading{stage}"),
            "note": bad(f"ZreadingNote{stage}"),
        }
    )
    name = bad(f"Zreader{stage}")
    return RecordedDecision(
        id=1, decision=made, actor=stage.value, actor_name=name, at=NOW, stage=stage
    )


def test_two_readings_side_by_side(opened: Open, desk: FakeDesk) -> None:
    third = {"stage": Stage.ADJUDICATION}
    desk.reviews[CASE] = desk.reviews[CASE].model_copy(update=third)
    desk.decisions = (reading(Stage.FIRST, "reject"), reading(Stage.SECOND, "approve_edited"))
    check(
        held(opened),
        *("Zreaderfirst", "Zreadersecond", "ZreadingNotefirst", "ZreadingNotesecond"),
    )


def test_a_decided_case_its_message_and_its_seed(opened: Open, desk: FakeDesk) -> None:
    made = reading(Stage.FIRST, "reject")
    desk.made[CASE] = made
    desk.reviews[CASE] = desk.reviews[CASE].model_copy(update={"state": ReviewState.DECIDED})
    plain = desk._replies
    desk._replies = lambda case_id: tuple(
        reply.model_copy(update={"text": bad("Zreply")}) for reply in plain(case_id)
    )
    failed = DeliveryState.FAILED
    desk.outbox = (
        Delivery(
            reply_id=1, case_id=CASE, state=failed, attempts=2, due_at=NOW, problem=bad("Zproblem")
        ),
    )
    told = {"en": bad("Zseed")}
    desk.seed = SeedReport.model_construct(
        seed=Seed.model_construct(slot=Slot.FEES, error="fee", explanation=told), caught=False
    )
    check(opened("case", Role.SUPERVISOR, case=CASE), "Zreply", "Zproblem", "Zseed", "Zreaderfirst")


def test_an_error_of_the_desk(opened: Open, desk: FakeDesk) -> None:
    def refuse(actor: Actor, case_id: str) -> None:
        raise NotFoundError(bad("Zerror"))

    desk.open_case = refuse
    check(opened("case", Role.AUDITOR, case=CASE), "Zerror")


def test_the_queue_its_filters_and_its_choices(opened: Open) -> None:
    app = opened(None, Role.SUPERVISOR)
    check(
        app,
        *("Zquestion", "Zservice", "Zassignee", "ZserviceChoice", "ZmodelChoice"),
        "ZchannelChoice",
    )
    app.toggle(key="queue-several").set_value(True).run()
    rows = f"rows-{CASE}-1-True-0"
    app.session_state[rows] = {"selection": {"rows": [0], "columns": [], "cells": []}}
    app.run()
    check(app, "Zquestion", "Zcolleague", "ZserviceChoice")


def test_a_word_in_the_address(opened: Open) -> None:
    app = opened(None, Role.SUPERVISOR, model=bad("Zasked"), procedure_id="p")
    check(app, "Zasked", "Zprocedure")


def test_the_audit_trail_and_its_file(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    files, plain = [], exports.csv_bytes

    def kept(heads: list[str], rows: list[list[str]]) -> bytes:
        files.append(plain(heads, rows))
        return files[-1]

    monkeypatch.setattr(exports, "csv_bytes", kept)
    app = opened("audit", Role.AUDITOR)
    check(app, "Zactor", "Zsubject")
    records = next(box for box in app.selectbox if str(box.key).startswith("event-record"))
    records.select(2).run()
    check(app, "Zactor")
    assert b"Zactor" in files[-1]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_cell_of_a_file_is_a_formula(payload: str) -> None:
    content = exports.csv_bytes([payload], [[payload, f"x{payload}"]])
    head, row = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    for cell in (*head, *row):
        assert not cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r", "\uff1d"))
    for cell, whole in ((head[0], payload), (row[0], payload), (row[1], f"x{payload}")):
        assert cell in (whole, f"'{whole}")


def test_settings_with_people_and_policies(opened: Open, desk: FakeDesk) -> None:
    person = Person.model_construct(
        id=bad("ZpersonId"), name=bad("Zperson"), roles=(Role.AUDITOR,), barred=(), seen_at=NOW
    )
    desk.everybody = lambda actor: (person,)
    check(
        opened("settings", Role.ADMINISTRATOR),
        *("Zperson", "ZpersonId", "ZpackTitle", "Zpublisher", "Zlicence", "Zwhere"),
        *("ZpolicyTitle", "ZsavedBy"),
    )


def test_somebody_without_a_role(opened: Open) -> None:
    app = opened(None, None, run=False)
    nobody = Actor.model_construct(id="x", name=bad("Znobody"), roles=())
    app.session_state[session.ACTOR] = nobody
    app.run()
    check(app, "Znobody")


def test_supervision_with_its_chart(opened: Open, desk: FakeDesk) -> None:
    column = bad("Zcolumn")
    cell = HeatCell(
        row="fees",
        column=column,
        n=3,
        mean_risk=0.1,
        violations=0,
        rvs_scored=3,
        flagged=1,
        wrong=0,
        judged=0,
    )
    desk.analytics.heatmap = lambda actor, axes: Heatmap(
        axes=axes, rows=("fees",), columns=(column,), cells=(cell,)
    )
    desk.analytics.models = (bad("Zmodel"), "b")
    app = opened("supervision", Role.SUPERVISOR)
    check(app, "Zcolumn")
    charts = [json.loads(words) for kind, field, words in strings(app) if field == "spec"]
    drawn = [word for chart in charts for word in drawn_words(chart)]
    assert any("Zcolumn" in words for words in drawn)
    assert not any("<" in words for words in drawn)


def drawn_words(figure: Mapping[str, object]) -> list[str]:
    """The words that a chart puts on the screen."""
    axes = [figure["layout"].get(axis, {}) for axis in ("xaxis", "yaxis")]
    parts = figure["data"]
    found = [*(word for axis in axes for word in axis.get("ticktext", ()))]
    found += [str(x) for part in parts for x in part.get("x", ())]
    return [*found, *(part["name"] for part in parts if "name" in part)]


def test_tuning_with_cases_that_flip(opened: Open, desk: FakeDesk) -> None:
    plain = desk.compare

    def compare(*known: object, **more: object) -> object:
        found = plain(*known, **more)
        flip = Flip.model_construct(
            case_id=bad("Zflip"),
            before=Action.ROUTE,
            after=Action.PASS,
            hri_before=0.8,
            hri_after=0.1,
        )
        return found.model_copy(update={"flips": (flip,), "lowered": 1})

    desk.compare = compare
    app = opened("tuning", Role.ANALYST)
    app.session_state["tuning-view"] = "Cases that change"
    check(app.run(), "Zflip")


def test_intake_of_a_table_and_what_is_refused(opened: Open, desk: FakeDesk) -> None:
    refused = RejectedLine.model_construct(
        line=1, case_id=bad("Zrefused"), problem=bad("ZrefusedWhy"), remedy=bad("Zremedy")
    )
    desk.submit_all = lambda *known, **more: IntakeReport(
        stored=0, already_there=0, rejected=(refused,), by_action={}
    )
    head, cell = io.StringIO(), bad("Zcell")
    csv.writer(head).writerows([[bad("Zcolumn"), "answer"], [cell, cell]])
    app = opened("intake", Role.SUPERVISOR)
    name = "Zname <img src=x onerror=alert(1)> :red[x].csv"
    app.file_uploader(key="case-file").upload(name, head.getvalue().encode()).run()
    check(app, "Zcolumn")
    press(app, "submit-file")
    check(app, "Zrefused", "ZrefusedWhy", "Zremedy")
