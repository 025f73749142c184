"""The assurance sample: delivered answers that people review all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from casework.bench import (
    ANNE,
    AUDITOR,
    BRUNO,
    CHIEF,
    JUDGED,
    RIGHT_FEE,
    FakeClock,
    FakeCourier,
    case,
    open_bench,
    take,
)

from hri.casework.permissions import SYSTEM
from hri.casework.priority import Draws
from hri.domain.decisions import ACTIONS, Action
from hri.domain.events import EventKind
from hri.domain.queues import QueueFilter, View
from hri.domain.reviews import ReplyKind, ReviewDecision, ReviewDraft, ReviewState
from hri.errors import JudgementNeededError
from hri.wiring import Desk

SAMPLED = QueueFilter(sampled=True)
RIGHT = {"metadata": {"slots": RIGHT_FEE}}
WARNED = {"metadata": {"slots": {"fees": {**RIGHT_FEE["fees"], "sis": 0.6}}}}
ID = "case-00001"


@pytest.fixture
def courier() -> FakeCourier:
    return FakeCourier()


@pytest.fixture
def desk(tmp_path: Path, clock: FakeClock, courier: FakeCourier) -> Desk:
    shares = {"sample_pass_share": 1, "sample_warn_share": 1}
    return open_bench(tmp_path, clock=clock, courier=courier, **shares)


def decide(desk: Desk, case_id: str, verb: str, text: str | None = None):
    version = take(desk, ANNE, case_id).version
    fields = {
        "case_id": case_id,
        "verb": verb,
        "seen_version": version,
        "reason_code": "other",
        "reason_text": "looked at",
        "text": text,
        "judgements": JUDGED,
    }
    return desk.review.decide(ANNE, ReviewDecision.model_validate(fields))


def test_the_share_of_each_action_is_drawn_with_its_weight(tmp_path: Path):
    draws = Draws(sampled={Action.PASS: 0.1, Action.WARN: 0.4})
    ids = [f"case-{number}" for number in range(4000)]
    for action, share in ((Action.PASS, 0.1), (Action.WARN, 0.4)):
        weights = [draws.sample_weight(case_id, action) for case_id in ids]
        drawn = [weight for weight in weights if weight is not None]
        assert drawn == [1 / share] * len(drawn)
        assert sum(drawn) == pytest.approx(4000, rel=0.1)
    for action in (Action.DEFER, Action.ROUTE):
        assert Draws(sampled=dict.fromkeys(ACTIONS, 1.0)).sample_weight("x", action) is None


def test_a_share_of_zero_draws_nothing(tmp_path: Path):
    quiet = open_bench(tmp_path)
    for number in range(20):
        quiet.intake.submit(CHIEF, case(number, **RIGHT))
    assert quiet.queue.views(ANNE)[View.SAMPLE] == 0


def test_a_drawn_answer_is_delivered_told_in_an_event_and_stands_in_its_view_only(
    desk: Desk, clock: FakeClock
):
    desk.intake.submit(CHIEF, case(1, **WARNED))
    desk.intake.submit(CHIEF, case(2))
    clock.move(hours=1)
    (item,) = desk.queue.page(ANNE, SAMPLED).items
    assert (item.case_id, item.action, item.sample_weight) == (ID, Action.WARN, 1.0)
    assert item.review.state is ReviewState.DELIVERED
    assert desk.queue.views(ANNE)[View.SAMPLE] == desk.queue.counts(ANNE, SAMPLED).waiting == 1
    assert [row.case_id for row in desk.queue.page(ANNE).items] == ["case-00002"]
    events = desk.review.open_case(ANNE, ID).history
    (sampled,) = (event for event in events if event.kind is EventKind.REVIEW_SAMPLED)
    assert sampled.payload["weight"] == 1.0
    assert desk.audit.verify(AUDITOR).sound


def test_they_are_handed_out_in_order_of_arrival_until_decided(desk: Desk, clock: FakeClock):
    for number, how in ((3, RIGHT), (1, WARNED), (2, RIGHT)):
        desk.intake.submit(CHIEF, case(number, **how))
        clock.move(hours=30)
    taken = desk.review.claim_next(ANNE, SAMPLED)
    assert taken is not None
    assert taken.case_id == "case-00003"
    assert desk.queue.next_case(BRUNO, SAMPLED).case_id == ID
    decide(desk, "case-00003", "approve")
    assert desk.review.claim_next(ANNE, SAMPLED).case_id == ID
    desk.worklist.skip(ANNE, ID, "not_mine")
    assert desk.review.claim_next(ANNE, SAMPLED).case_id == "case-00002"
    clock.move(minutes=16)
    assert desk.queue.next_case(BRUNO, SAMPLED).case_id == ID
    assert desk.queue.views(BRUNO)[View.SAMPLE] == 2


def test_the_slots_are_judged_before_any_score_is_shown(desk: Desk):
    desk.intake.submit(CHIEF, case(1, **RIGHT))
    desk.review.claim(ANNE, ID)
    assert desk.review.open_case(ANNE, ID).commit_first
    with pytest.raises(JudgementNeededError):
        desk.review.recheck(ANNE, ID, "It costs 5 €.")
    with pytest.raises(JudgementNeededError):
        desk.review.reveal(ANNE, ID, ReviewDraft())
    desk.review.reveal(ANNE, ID, ReviewDraft(judgements=JUDGED))
    assert desk.review.recheck(ANNE, ID, "It costs 5 €.")


def test_a_delivered_answer_that_was_not_drawn_need_not_be_judged_first(tmp_path: Path):
    quiet = open_bench(tmp_path)
    quiet.intake.submit(CHIEF, case(1, **RIGHT))
    assert not quiet.review.open_case(ANNE, ID).commit_first


def test_a_right_one_needs_no_message_and_a_wrong_one_is_corrected(
    desk: Desk, clock: FakeClock, courier: FakeCourier
):
    desk.intake.submit(CHIEF, case(1, **RIGHT))
    desk.intake.submit(CHIEF, case(2, **RIGHT))
    assert decide(desk, ID, "approve").reply is None
    corrected = decide(desk, "case-00002", "approve_edited", "It costs 25 €.")
    assert corrected.reply.kind is ReplyKind.CORRECTED
    clock.move(seconds=11)
    assert desk.delivery.run(SYSTEM).out == 1
    (message,) = courier.handed
    assert (message.case_id, message.kind) == ("case-00002", ReplyKind.CORRECTED)
    assert "It costs 25 €." in message.text


def test_a_correction_found_wrong_itself_is_corrected_again(
    desk: Desk, clock: FakeClock, courier: FakeCourier
):
    desk.intake.submit(CHIEF, case(1, **RIGHT))
    decide(desk, ID, "reject", "It costs 5 €.")
    clock.move(seconds=11)
    desk.delivery.run(SYSTEM)
    desk.worklist.send_back(CHIEF, ID, "The answer was right.")
    again = decide(desk, ID, "approve")
    assert again.reply is not None
    assert "99 €" in again.reply.text
