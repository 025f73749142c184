from __future__ import annotations

import pytest
from casework.bench import (
    ADMIN,
    ANNE,
    AUDITOR,
    CHIEF,
    FAKE_LAW,
    NOON,
    FakeClock,
    FaultError,
    FaultyStore,
    FullStore,
    case,
    dump,
    fake_assess,
    open_bench,
    store_of,
)

from hri.casework.intake import Outcome
from hri.casework.permissions import SYSTEM
from hri.domain.decisions import Action
from hri.domain.events import EventKind
from hri.domain.reviews import ReplyKind, ReviewState
from hri.errors import CaseFileError, ConflictError, IntakeStoppedError, StoreError
from hri.wiring import Desk


def test_a_submitted_case_can_be_opened_with_its_assessment(desk: Desk):
    done = desk.intake.submit(CHIEF, case())
    file = desk.review.open_case(ANNE, "case-00001")
    assert done.outcome is Outcome.STORED
    assert file.stored.case == case()
    assert file.stored.assessment == done.assessment
    assert file.review.state is ReviewState.WAITING


def test_a_submitted_case_has_its_first_reply_and_two_events(desk: Desk):
    desk.intake.submit(SYSTEM, case())
    (reply,) = desk.delivery.messages(SYSTEM, "case-00001")
    kinds = [event.kind for event in desk.audit.history(AUDITOR, "case-00001")]
    assert (reply.kind, reply.text) == (ReplyKind.FIRST, "first reply to case-00001")
    assert kinds == [EventKind.CASE_SCORED, EventKind.REPLY_WRITTEN]


def test_a_passed_case_is_delivered_and_waits_for_nobody(desk: Desk):
    desk.intake.submit(CHIEF, case(1))
    desk.intake.submit(CHIEF, case(2).model_copy(update={"answer": "that is right"}))
    assert desk.review.open_case(ANNE, "case-00002").review.state is ReviewState.DELIVERED
    assert [item.case_id for item in desk.queue.page(ANNE).items] == ["case-00001"]


def test_the_same_case_twice_is_stored_once(desk: Desk, clock: FakeClock):
    first = desk.intake.submit(CHIEF, case())
    before = dump(desk)
    clock.move(hours=1)
    second = desk.intake.submit(CHIEF, case())
    assert second.outcome is Outcome.ALREADY_THERE
    assert second.assessment == first.assessment
    assert dump(desk) == before


def test_other_content_under_the_same_id_is_a_conflict(desk: Desk):
    desk.intake.submit(CHIEF, case())
    before = dump(desk)
    with pytest.raises(ConflictError, match="other content"):
        desk.intake.submit(CHIEF, case(question="Another question?"))
    assert dump(desk) == before


@pytest.mark.parametrize("question", ["the same", "another"])
def test_a_case_stored_while_it_is_scored_is_not_stored_twice(tmp_path, question):
    first, second = case(question="the same"), case(question=question)
    other = open_bench(tmp_path)

    def slow_assess(*args):
        other.intake.submit(CHIEF, second)
        return fake_assess(*args)

    desk = open_bench(tmp_path, assess=slow_assess)
    if first == second:
        assert desk.intake.submit(CHIEF, first).outcome is Outcome.ALREADY_THERE
    else:
        with pytest.raises(ConflictError):
            desk.intake.submit(CHIEF, first)
    assert len(desk.queue.page(ANNE).items) == 1


def test_a_case_without_an_id_gets_the_same_one_each_time(desk: Desk):
    nameless = case().model_copy(update={"case_id": None})
    first, second = (desk.intake.submit(CHIEF, nameless) for _ in range(2))
    assert first.case_id == second.case_id
    assert second.outcome is Outcome.ALREADY_THERE


def test_the_report_counts_every_line_and_names_the_faulty_ones(desk: Desk):
    fault = CaseFileError("cases.jsonl", "line 2", "is no JSON", "Correct the line.")
    seen = []
    report = desk.intake.submit_all(
        CHIEF,
        [(1, case(1)), (2, fault), (3, case(1)), (4, case(1, question="Other?")), (5, case(2))],
        total=5,
        progress=lambda *step: seen.append(step),
    )
    assert (report.stored, report.already_there) == (2, 1)
    assert [(item.line, item.case_id) for item in report.rejected] == [(2, None), (4, "case-00001")]
    assert report.rejected[0].problem == "is no JSON"
    assert report.by_action[Action.DEFER] == 2
    assert [step[:2] for step in seen] == [(n, 5) for n in range(1, 6)]
    assert report.describe() == (
        "2 stored (PASS 0, WARN 0, DEFER 2, ROUTE 0), 1 already there, 2 rejected"
    )


def test_all_rejected_lines_of_a_file_are_one_event_that_quotes_nothing(desk: Desk):
    fault = CaseFileError("f", "line 1", "the citizen wrote Jeanne Dupont", "Correct it.")
    lines = [(1, fault), (2, case(1)), (3, fault), (4, case(1, question="Other?"))]
    desk.intake.submit_all(CHIEF, lines)
    event, *others = desk.audit.search(AUDITOR).events
    assert event.kind is EventKind.CASE_REJECTED
    assert event.payload == {
        "stored": 1,
        "already_there": 0,
        "rejected": 3,
        "errors": {"CaseFileError": 2, "ConflictError": 1},
    }
    assert EventKind.CASE_REJECTED not in [other.kind for other in others]
    assert "Dupont" not in event.model_dump_json()


def test_a_file_without_faulty_lines_adds_no_event_of_its_own(desk: Desk):
    desk.intake.submit_all(CHIEF, [(1, case(1))])
    kinds = [event.kind for event in desk.audit.search(AUDITOR).events]
    assert kinds == [EventKind.REPLY_WRITTEN, EventKind.CASE_SCORED]


def test_an_intake_that_breaks_off_says_what_is_in(tmp_path):
    whole = open_bench(tmp_path)
    store = FullStore(store_of(whole), room=2)
    desk = open_bench(tmp_path, store=store)
    fault = CaseFileError("f", "line 2", "is no JSON", "Correct it.")
    lines = [(1, case(1)), (2, fault), (3, case(2)), (4, case(3)), (5, case(4))]
    with pytest.raises(IntakeStoppedError) as stopped:
        desk.intake.submit_all(CHIEF, lines)
    told = stopped.value
    assert (told.line, told.stored, told.already_there, told.rejected) == (4, 2, 0, 1)
    assert "nothing was written" not in str(told)
    assert "2 cases were stored" in str(told)
    assert "disk is full" in str(told)
    stored = [item.case_id for item in whole.queue.page(ANNE).items]
    assert stored == ["case-00001", "case-00002"]


def test_the_same_file_is_taken_in_again_after_that(tmp_path):
    whole = open_bench(tmp_path)
    desk = open_bench(tmp_path, store=FullStore(store_of(whole), room=1))
    lines = [(number, case(number)) for number in (1, 2, 3)]
    with pytest.raises(IntakeStoppedError):
        desk.intake.submit_all(CHIEF, lines)
    report = whole.intake.submit_all(CHIEF, lines)
    assert (report.stored, report.already_there) == (2, 1)


def test_an_intake_that_stores_nothing_says_so(tmp_path):
    desk = open_bench(tmp_path, store=FullStore(store_of(open_bench(tmp_path)), room=0))
    with pytest.raises(StoreError, match="nothing was written") as told:
        desk.intake.submit_all(CHIEF, [(1, case(1))])
    assert not isinstance(told.value, IntakeStoppedError)


def test_lines_rejected_before_an_intake_breaks_off_are_recorded_where_there_is_room(tmp_path):
    whole = open_bench(tmp_path)
    fault = CaseFileError("f", "line 2", "is no JSON", "Correct it.")

    def lines():
        yield 1, case(1)
        yield 2, fault
        raise CaseFileError("f", "line 3", "cannot be read on", "Save it again.")

    with pytest.raises(IntakeStoppedError, match="cannot be read on"):
        whole.intake.submit_all(CHIEF, lines())
    event = whole.audit.search(AUDITOR).events[0]
    assert (event.kind, event.payload["rejected"]) == (EventKind.CASE_REJECTED, 1)


def test_personal_content_never_enters_the_log(desk: Desk):
    desk.intake.submit(CHIEF, case(question="I am Jeanne Dupont, what does it cost?"))
    events = desk.audit.search(AUDITOR).events
    assert not any("Dupont" in event.model_dump_json() for event in events)
    assert "case" in events[-1].payload["digests"]


def test_a_case_that_cannot_be_scored_is_recorded_as_such(desk: Desk):
    done = desk.intake.submit(CHIEF, case(metadata={"slots": {}, "flags": ["scoring_error"]}))
    kinds = [event.kind for event in desk.audit.history(AUDITOR, "case-00001")]
    assert done.assessment.state is Action.ROUTE
    assert kinds[0] is EventKind.CASE_NOT_SCORED
    assert desk.audit.verify(AUDITOR).sound


@pytest.mark.parametrize(
    ("metadata", "hours", "risk"),
    [
        pytest.param({}, 72, 0.43, id="defer"),
        pytest.param({"slots": FAKE_LAW}, 24, 0.7, id="route"),
        pytest.param({"slots": {}, "flags": ["oversize"]}, 24, 1.0, id="route-without-index"),
    ],
)
def test_deadline_and_expected_risk_follow_the_action(desk: Desk, metadata, hours, risk):
    desk.intake.submit(CHIEF, case(metadata=metadata))
    stored = desk.review.open_case(ANNE, "case-00001").stored
    assert (stored.due_at - NOON).total_seconds() == hours * 3600
    assert stored.priority_risk == pytest.approx(risk)


def test_the_service_is_the_domain_of_the_procedure(desk: Desk):
    desk.intake.submit(CHIEF, case(1, procedure_id="transport/licence"))
    desk.intake.submit(CHIEF, case(2, domain="housing", procedure_id=None))
    services = {item.case_id: item.service for item in desk.queue.page(ANNE).items}
    assert services == {"case-00001": "transport", "case-00002": "housing"}


def test_a_fault_at_any_step_leaves_nothing_of_the_case(tmp_path):
    whole = open_bench(tmp_path)
    before = dump(whole)
    store = FaultyStore(store_of(whole))
    desk = open_bench(tmp_path, store=store)
    for step in range(1, 100):
        store.fail_at, store.calls = step, []
        try:
            desk.intake.submit(ADMIN, case())
        except FaultError:
            assert dump(whole) == before, store.calls
        else:
            break
    assert step == len(store.calls) + 1
    assert {"cases.add", "reviews.open", "replies.add", "audit.append"} <= set(store.calls)
