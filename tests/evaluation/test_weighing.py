from __future__ import annotations

import factories
import pytest
from casework.bench import ANALYST, ANNE, CHIEF, RIGHT_FEE, WRONG_FEE, case, open_bench, take

from hri.domain.decisions import Action
from hri.domain.reviews import Judgement, ReviewDecision
from hri.domain.slots import Slot
from hri.errors import ForbiddenError, ReplayNeededError
from hri.evaluation.curves import Knob
from hri.evaluation.recommending import Limits, Refusal
from hri.evaluation.spans import Span
from hri.wiring import Desk


def judge(desk: Desk, name: str, found: Judgement) -> None:
    wrong = found is Judgement.WRONG
    desk.review.decide(
        ANNE,
        ReviewDecision(
            case_id=name,
            verb="reject" if wrong else "approve",
            seen_version=take(desk, ANNE, name).version,
            reason_code="wrong_value" if wrong else "correct",
            text="Ask the town hall." if wrong else None,
            judgements={Slot.FEES: found},
        ),
    )


@pytest.fixture
def drawn(tmp_path) -> Desk:
    """Every delivered answer is drawn: four PASS, two of them judged; three DEFER, all judged."""
    desk = open_bench(tmp_path, sample_pass_share=1.0)
    for number in range(4):
        desk.intake.submit(CHIEF, case(number, metadata={"slots": RIGHT_FEE}))
    for number in range(4, 7):
        desk.intake.submit(CHIEF, case(number, metadata={"slots": WRONG_FEE}))
    judge(desk, "case-00000", Judgement.WRONG)
    judge(desk, "case-00001", Judgement.SUPPORTED)
    for number in range(4, 6):
        judge(desk, f"case-0000{number}", Judgement.WRONG)
    judge(desk, "case-00006", Judgement.SUPPORTED)
    return desk


def test_judged_cases_stand_for_those_that_arrived_with_their_action(drawn: Desk):
    said = drawn.weighing.outcomes(ANALYST, drawn.policy)
    assert (said.cases, said.escalated, said.judged, said.known) == (7, 3, 5, 5)
    assert (said.precision.n_hits, said.precision.n) == (2, 3)
    assert (said.recall.hits, said.recall.of) == (pytest.approx(2), pytest.approx(4))
    fees = next(row for row in said.slots if row.slot is Slot.FEES)
    assert (fees.caught, fees.missed) == (pytest.approx(2), pytest.approx(2))
    costs = drawn.weighing.costs
    assert said.cost.harm.value == pytest.approx(2 * costs.wrong[Slot.FEES])
    assert said.cost.review == pytest.approx(3 * costs.minutes[Action.DEFER] * costs.minute)


def test_costs_can_be_tried(drawn: Desk):
    dear = drawn.weighing.costs.model_copy(update={"minute": 10.0})
    said = drawn.weighing.outcomes(ANALYST, drawn.policy, dear)
    assert said.cost.review == pytest.approx(3 * 10 * dear.minutes[Action.DEFER])
    assert drawn.weighing.costs.minute != 10


def test_a_decision_made_later_is_seen(drawn: Desk):
    drawn.weighing.outcomes(ANALYST, drawn.policy)
    judge(drawn, "case-00002", Judgement.SUPPORTED)
    said = drawn.weighing.outcomes(ANALYST, drawn.policy)
    assert said.recall.of == pytest.approx(2 + 4 / 3)


def test_a_delivered_answer_that_was_not_drawn_makes_nothing_measurable(desk: Desk):
    desk.intake.submit(CHIEF, case(1, metadata={"slots": RIGHT_FEE}))
    judge(desk, "case-00001", Judgement.WRONG)
    said = desk.weighing.outcomes(ANALYST, desk.policy)
    assert (said.judged, said.unasked, said.recall.share) == (1, 1, None)
    assert said.unmeasured == (Action.PASS,)
    found = desk.weighing.recommend(ANALYST, desk.policy, Limits())
    assert found.refusal is Refusal.NOT_MEASURABLE


def test_a_curve_and_a_recommendation_come_from_the_same_cases(drawn: Desk):
    points = drawn.weighing.curve(ANALYST, drawn.policy, Knob.ALL)
    assert {point.hours > 0 for point in points} == {True}
    assert drawn.weighing.recommend(ANALYST, drawn.policy, Limits()).judged == 5


def test_what_stored_signals_cannot_answer_and_who_may_not_ask_is_refused(drawn: Desk):
    signals = drawn.policy.signals.model_copy(update={"min_samples": 5})
    other = factories.policy(signals=signals)
    for ask in (
        drawn.weighing.outcomes,
        drawn.tuning.compare,
        lambda who, policy: drawn.weighing.curve(who, policy, Knob.WARN),
        lambda who, policy: drawn.weighing.recommend(who, policy, Limits()),
    ):
        with pytest.raises(ReplayNeededError, match="min_samples"):
            ask(ANALYST, other)
        with pytest.raises(ForbiddenError):
            ask(ANNE, drawn.policy)


def test_a_span_counts_its_own_cases_and_judgements_only(drawn: Desk):
    drawn.clock.move(days=40)
    drawn.intake.submit(CHIEF, case(20, metadata={"slots": WRONG_FEE}))
    judge(drawn, "case-00020", Judgement.SUPPORTED)
    said = drawn.weighing.outcomes(ANALYST, drawn.policy, span=Span(days=30))
    assert (said.cases, said.judged, said.precision.n, said.precision.n_hits) == (1, 1, 1, 0)
    points = drawn.weighing.curve(ANALYST, drawn.policy, Knob.ALL, span=Span(days=30))
    here = next(point for point in points if point.value == 1)
    assert (here.escalated, here.hours) == (1, pytest.approx(said.hours))
    assert drawn.weighing.outcomes(ANALYST, drawn.policy, span=Span(service="none")).cases == 0
