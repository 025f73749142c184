"""The kill switch: what is paused goes to a person, in every process, until somebody resumes it."""

from __future__ import annotations

from pathlib import Path

import factories
import pytest
from casework.bench import (
    ANALYST,
    ANNE,
    AUDITOR,
    CHIEF,
    KNOWLEDGE,
    REASONS,
    RIGHT_FEE,
    FakeClock,
    case,
    dump,
    fake_assess,
    open_bench,
    store_of,
    take,
)

from hri.casework.permissions import SYSTEM
from hri.casework.scoring import Scorer
from hri.domain.decisions import Action
from hri.domain.events import EventKind
from hri.domain.queues import QueueFilter
from hri.domain.reviews import ReplyKind, ReviewDecision, ReviewState
from hri.domain.seeds import Seed, SeededCase
from hri.domain.slots import Slot
from hri.errors import ConflictError, ForbiddenError, InvalidDecisionError, NotFoundError
from hri.wiring import Desk, join


def right(number: int, **changes):
    """A case that scoring lets pass."""
    return case(number, metadata={"slots": RIGHT_FEE}, **changes)


def under(number: int, procedure: str):
    return right(number, procedure_id=procedure)


def test_everything_paused_goes_to_a_person_with_the_reason(desk: Desk):
    assert desk.intake.submit(CHIEF, right(1)).action is Action.PASS
    pause = desk.pauses.pause(CHIEF, "the fees changed today")
    done = desk.intake.submit(CHIEF, right(2))
    assert (done.action, done.assessment.state) == (Action.ROUTE, Action.PASS)
    assert [(fired.id, fired.floor) for fired in done.overrides] == [("paused", Action.ROUTE)]
    assert done.overrides[0].reason.params == {"by": "Chief", "reason": "the fees changed today"}
    file = desk.review.open_case(ANNE, "case-00002")
    assert file.stored.pause == pause
    assert (file.stored.action, file.stored.overrides) == (done.action, done.overrides)
    assert file.review.state is ReviewState.WAITING


def test_the_citizen_gets_the_holding_text_and_nothing_of_the_answer(desk: Desk):
    desk.pauses.pause(CHIEF, "wrong")
    done = desk.intake.submit(CHIEF, right(2))
    (first,) = desk.review.open_case(ANNE, "case-00002").replies
    words = factories.default_policy()[0].replies["fr"].route.format(reference="case-00002")
    assert done.reply == first.text == words
    assert (first.kind, first.final) == (ReplyKind.FIRST, False)
    assert "99" not in first.text


def test_a_paused_case_stands_in_the_queue_like_any_route_case(desk: Desk):
    desk.pauses.pause(CHIEF, "wrong")
    desk.intake.submit(CHIEF, right(1))
    desk.intake.submit(CHIEF, case(2, metadata={"slots": {}, "flags": ["scoring_error"]}))
    paused, routed = sorted(desk.queue.page(ANNE).items, key=lambda item: item.case_id)
    assert (paused.action, routed.action) == (Action.ROUTE, Action.ROUTE)
    assert paused.due_at == routed.due_at
    assert paused.priority_risk >= factories.default_policy()[0].thresholds.route
    assert desk.queue.counts(ANNE, QueueFilter(action=Action.ROUTE)).waiting == 2
    assert desk.analytics.actions(CHIEF).by_action[Action.ROUTE] == 2


def test_the_decided_answer_goes_out_as_for_any_route_case(desk: Desk, clock: FakeClock):
    desk.pauses.pause(CHIEF, "wrong")
    desk.intake.submit(CHIEF, right(1))
    version = take(desk, ANNE, "case-00001").version
    decision = ReviewDecision(
        case_id="case-00001", verb="approve", seen_version=version, reason_code="correct"
    )
    done = desk.review.decide(ANNE, decision)
    assert (done.reply.kind, done.reply.final) == (ReplyKind.DECIDED, True)
    assert "99" in done.reply.text


def test_only_the_topic_is_paused(desk: Desk):
    desk.intake.submit(CHIEF, under(1, "fees/passport"))
    desk.pauses.pause(CHIEF, "wrong", procedure_id="fees/passport")
    held, other = (
        desk.intake.submit(CHIEF, under(number, procedure)).action
        for number, procedure in ((2, "fees/passport"), (3, "fees/card"))
    )
    assert (held, other) == (Action.ROUTE, Action.PASS)
    desk.pauses.pause(CHIEF, "all of it", service="fees")
    assert desk.intake.submit(CHIEF, under(4, "fees/card")).action is Action.ROUTE
    assert desk.intake.submit(CHIEF, under(5, "cars/plates")).action is Action.PASS


def test_what_the_case_says_of_itself_counts_as_well(tmp_path: Path, clock: FakeClock):
    """An answer that scoring takes for another procedure must not slip through."""

    def mistaken(given, *more):
        found = fake_assess(given, *more)
        other = found.procedure.model_copy(update={"id": "other/thing"})
        return found.model_copy(update={"procedure": other})

    desk = open_bench(tmp_path, clock=clock, assess=mistaken)
    desk.pauses.pause(CHIEF, "wrong", procedure_id="fees/passport")
    assert desk.intake.submit(CHIEF, under(1, "fees/passport")).action is Action.ROUTE
    desk.intake.submit(CHIEF, right(2, domain="fees"))
    desk.pauses.resume(CHIEF, 1, "right again")
    desk.pauses.pause(CHIEF, "wrong", service="other")
    assert desk.intake.submit(CHIEF, under(3, "fees/passport")).action is Action.ROUTE


def test_a_service_that_a_case_names_counts_as_well(desk: Desk):
    desk.intake.submit(CHIEF, right(1, domain="fees"))
    desk.pauses.pause(CHIEF, "wrong", service="fees")
    given = under(2, "other/thing").model_copy(update={"domain": "fees"})
    assert desk.intake.submit(CHIEF, given).action is Action.ROUTE


def test_resuming_lets_answers_out_again_and_keeps_what_was_held(desk: Desk):
    pause = desk.pauses.pause(CHIEF, "wrong")
    desk.intake.submit(CHIEF, right(1))
    ended = desk.pauses.resume(CHIEF, pause.id, "the pack is right again")
    assert (ended.ended.by, ended.ended.reason) == ("chief", "the pack is right again")
    assert desk.intake.submit(CHIEF, right(2)).action is Action.PASS
    assert desk.review.open_case(ANNE, "case-00001").stored.action is Action.ROUTE
    assert (desk.pauses.running(ANNE), desk.pauses.all(ANNE)) == ((), (ended,))
    assert desk.pauses.held(ANNE) == {pause.id: 1}


def test_every_process_pauses_at_once(desk: Desk, tmp_path: Path, clock: FakeClock):
    elsewhere = open_bench(tmp_path, clock=clock)
    assert elsewhere.intake.submit(CHIEF, right(1)).action is Action.PASS
    pause = desk.pauses.pause(CHIEF, "wrong")
    assert elsewhere.intake.submit(CHIEF, right(2)).action is Action.ROUTE
    elsewhere.pauses.resume(CHIEF, pause.id, "right")
    assert desk.intake.submit(CHIEF, right(3)).action is Action.PASS


def test_a_case_that_is_being_scored_is_held_too(desk: Desk, tmp_path: Path, clock: FakeClock):
    def slow(*args):
        desk.pauses.pause(CHIEF, "wrong")
        return fake_assess(*args)

    assert (
        open_bench(tmp_path, clock=clock, assess=slow).intake.submit(CHIEF, right(1)).action
        is Action.ROUTE
    )


def test_a_file_is_counted_by_what_happens_to_its_answers(desk: Desk):
    desk.pauses.pause(CHIEF, "wrong")
    report = desk.intake.submit_all(CHIEF, [(1, right(1)), (2, right(2))])
    assert report.by_action[Action.ROUTE] == report.stored == 2


def test_the_same_case_again_is_what_was_stored(desk: Desk):
    pause = desk.pauses.pause(CHIEF, "wrong")
    first = desk.intake.submit(CHIEF, right(1))
    desk.pauses.resume(CHIEF, pause.id, "right")
    again = desk.intake.submit(CHIEF, right(1))
    assert (again.action, again.reply, again.overrides) == (
        first.action,
        first.reply,
        first.overrides,
    )


def test_a_known_wrong_item_is_held_like_any_other(desk: Desk):
    desk.pauses.pause(CHIEF, "wrong")
    seed = Seed(slot=Slot.FEES, error="wrong_fee", explanation={"en": "x"})
    assert desk.intake.plant(CHIEF, SeededCase(case=right(1), seed=seed)).action is Action.ROUTE
    desk.intake.submit(CHIEF, right(2))
    seeded, other = (
        [event.kind for event in desk.audit.history(ANNE, f"case-0000{number}")]
        for number in (1, 2)
    )
    assert seeded == other


def test_a_paused_case_replays_byte_for_byte(desk: Desk):
    desk.pauses.pause(CHIEF, "wrong")
    desk.intake.submit(CHIEF, right(1))
    assert desk.replays.replay(AUDITOR, "case-00001").identical
    assert desk.tuning.compare(ANALYST, desk.policy).after[Action.PASS] == 1


def test_every_step_is_an_event_that_verifies(desk: Desk):
    pause = desk.pauses.pause(CHIEF, "wrong")
    desk.intake.submit(CHIEF, right(1))
    desk.pauses.resume(SYSTEM, pause.id, "right")
    events = {event.kind: event for event in desk.audit.walk(AUDITOR)}
    assert events[EventKind.PAUSE_STARTED].payload["topic"] == "everything"
    assert events[EventKind.CASE_PAUSED].subject == "case-00001"
    assert events[EventKind.CASE_SCORED].payload["action"] == "PASS"
    assert (
        events[EventKind.PAUSE_ENDED].actor,
        events[EventKind.PAUSE_ENDED].payload["reason"],
    ) == (
        "system",
        "right",
    )
    assert desk.audit.verify(AUDITOR).sound


def test_a_pause_needs_a_reason_a_right_and_something_to_pause(desk: Desk, clock: FakeClock):
    desk.intake.submit(CHIEF, under(1, "fees/card"))
    pack = type(KNOWLEDGE)(**{**vars(KNOWLEDGE), "procedure": lambda _: None})
    strict = join(
        desk.settings,
        store_of(desk),
        clock,
        Scorer(fake_assess, pack, *factories.default_policy()),
        REASONS,
    )
    before = dump(desk)
    for attempt, error in (
        (lambda: strict.pauses.pause(CHIEF, "  "), InvalidDecisionError),
        (lambda: strict.pauses.pause(CHIEF, "x", procedure_id="fees/crad"), NotFoundError),
        (lambda: strict.pauses.pause(CHIEF, "x", service="feess"), NotFoundError),
        (lambda: strict.pauses.resume(CHIEF, 9, "x"), NotFoundError),
    ):
        with pytest.raises(error):
            attempt()
    assert dump(desk) == before
    assert strict.pauses.pause(CHIEF, "x", procedure_id="fees/card").id == 1
    for who in (ANNE, ANALYST, AUDITOR):
        with pytest.raises(ForbiddenError):
            desk.pauses.pause(who, "x")
        with pytest.raises(ForbiddenError):
            desk.pauses.resume(who, 1, "x")


def test_the_same_is_not_paused_twice_and_not_resumed_twice(desk: Desk):
    pause = desk.pauses.pause(CHIEF, "wrong")
    with pytest.raises(ConflictError, match="Paused already: everything"):
        desk.pauses.pause(CHIEF, "wrong again")
    desk.pauses.resume(CHIEF, pause.id, "right")
    with pytest.raises(ConflictError, match="ended by Chief"):
        desk.pauses.resume(CHIEF, pause.id, "right")
    assert desk.pauses.pause(CHIEF, "wrong once more").id == 2
