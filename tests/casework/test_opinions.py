"""People judge first where the desk asks for it, whatever page or program they come from."""

from __future__ import annotations

import factories
import pytest
from casework.bench import (
    ANNE,
    AUDITOR,
    BRUNO,
    CHIEF,
    FAKE_LAW,
    FAULTED,
    JUDGED,
    WRONG_FEE,
    FakeClock,
    case,
    dump,
    fake_assess,
    open_bench,
    take,
)

from hri.casework.opinions import missing_judgements, reworded_slots
from hri.domain.assessments import Assessment
from hri.domain.claims import JudgedClaim, Polarity, Verdict
from hri.domain.events import EventKind
from hri.domain.reviews import Judgement, ReviewDecision, ReviewDraft
from hri.domain.slots import Slot
from hri.errors import InvalidDecisionError, JudgementNeededError
from hri.wiring import Desk

ID = "case-00001"
TWO_SLOTS = {**WRONG_FEE, **FAKE_LAW}


@pytest.fixture
def deferred(desk: Desk) -> Desk:
    desk.intake.submit(CHIEF, case())
    return desk


def approval(version: int, **more: object) -> ReviewDecision:
    return ReviewDecision.model_validate(
        {
            "case_id": ID,
            "verb": "approve",
            "seen_version": version,
            "reason_code": "correct",
            "judgements": JUDGED,
            **more,
        }
    )


def replacement(version: int, text: str = "It costs 25 €.", **more: object) -> ReviewDecision:
    changed = {"verb": "reject", "reason_code": "wrong_value", "text": text}
    return approval(version, **changed, **more)


def test_deciding_without_a_recorded_judgement_is_refused(deferred: Desk):
    version = deferred.review.claim(ANNE, ID).version
    before = dump(deferred)
    with pytest.raises(JudgementNeededError, match="not recorded yet"):
        deferred.review.decide(ANNE, approval(version))
    assert dump(deferred) == before


def test_a_draft_cannot_claim_that_the_scores_were_shown(deferred: Desk):
    version = deferred.review.claim(ANNE, ID).version
    deferred.review.save_draft(ANNE, ID, ReviewDraft(judgements=JUDGED, revealed=True))
    assert not deferred.review.open_case(ANNE, ID).draft.revealed
    with pytest.raises(JudgementNeededError):
        deferred.review.decide(ANNE, approval(version))


def test_a_later_draft_does_not_forget_that_they_were(deferred: Desk):
    version = take(deferred, ANNE, ID).version
    deferred.review.save_draft(ANNE, ID, ReviewDraft(judgements=JUDGED, note="x"))
    assert deferred.review.open_case(ANNE, ID).draft.revealed
    assert deferred.review.decide(ANNE, approval(version)).recorded


def test_the_judgement_of_somebody_else_does_not_count(deferred: Desk, clock: FakeClock):
    take(deferred, BRUNO, ID)
    clock.move(minutes=20)
    version = deferred.review.claim(ANNE, ID).version
    with pytest.raises(JudgementNeededError):
        deferred.review.decide(ANNE, approval(version))


def test_the_scores_are_not_shown_before_every_slot_is_judged(desk: Desk):
    desk.intake.submit(CHIEF, case(metadata={"slots": TWO_SLOTS}))
    desk = open_bench(desk.settings.database.parent, commit_first_share=1)
    desk.review.claim(ANNE, ID)
    with pytest.raises(JudgementNeededError, match="legal_basis"):
        desk.review.reveal(ANNE, ID, ReviewDraft(judgements=JUDGED))
    assert EventKind.REVIEW_REVEALED not in [e.kind for e in desk.audit.history(AUDITOR, ID)]
    both = {**JUDGED, Slot.LEGAL_BASIS: Judgement.CANNOT_TELL}
    assert desk.review.reveal(ANNE, ID, ReviewDraft(judgements=both)).revealed


def test_no_score_comes_from_rechecking_before_that(deferred: Desk):
    deferred.review.claim(ANNE, ID)
    with pytest.raises(JudgementNeededError):
        deferred.review.recheck(ANNE, ID, "It costs 25 €.")


def test_a_judgement_taken_back_after_the_scores_is_asked_for_again(deferred: Desk):
    version = take(deferred, ANNE, ID).version
    with pytest.raises(JudgementNeededError, match="fees"):
        deferred.review.decide(ANNE, approval(version, judgements={}))


def test_a_case_outside_the_share_is_decided_at_once(tmp_path):
    desk = open_bench(tmp_path, commit_first_share=0)
    desk.intake.submit(CHIEF, case(metadata={"slots": FAKE_LAW}))
    version = desk.review.claim(ANNE, ID).version
    assert desk.review.decide(ANNE, approval(version, judgements={})).recorded


def test_what_is_taken_back_can_be_decided_again(deferred: Desk):
    deferred.review.decide(ANNE, approval(take(deferred, ANNE, ID).version))
    version = deferred.review.undo(ANNE, ID).version
    assert deferred.review.decide(ANNE, approval(version)).recorded


def test_an_empty_answer_cannot_be_approved(desk: Desk):
    desk.intake.submit(CHIEF, case().model_copy(update={"answer": " \n"}))
    version = take(desk, ANNE, ID).version
    with pytest.raises(InvalidDecisionError, match="nothing to approve"):
        desk.review.decide(ANNE, approval(version))
    assert desk.review.decide(ANNE, replacement(version)).recorded


def test_a_rejected_answer_is_not_sent_as_its_own_replacement(deferred: Desk):
    version = take(deferred, ANNE, ID).version
    with pytest.raises(InvalidDecisionError, match="answer itself"):
        deferred.review.decide(ANNE, replacement(version, " It costs 99 €.\n"))


def test_a_judgement_of_the_text_is_recorded_beside_that_of_the_answer(deferred: Desk):
    version = take(deferred, ANNE, ID).version
    judged = {Slot.FEES: Judgement.SUPPORTED}
    deferred.review.decide(ANNE, replacement(version, judgements=FAULTED, text_judgements=judged))
    (event,) = deferred.audit.search(AUDITOR, size=2).events[1:]
    assert event.payload["judgements"] == {"fees": "wrong"}
    assert event.payload["text_judgements"] == {"fees": "supported"}
    deferred.review.undo(ANNE, ID)
    assert deferred.review.open_case(ANNE, ID).draft.text_judgements == judged


def test_a_plain_approval_has_no_text_to_judge():
    with pytest.raises(ValueError, match="no text"):
        approval(1, text_judgements=JUDGED)


def assessed(*claims: JudgedClaim) -> Assessment:
    plain = fake_assess(case(), None, *factories.default_policy())
    fees = plain.slots[Slot.FEES].model_copy(update={"claims": claims})
    return plain.model_copy(update={"slots": {**plain.slots, Slot.FEES: fees}})


CLAIM = factories.judged(Verdict.SUPPORTED)
SAME = {"start": 10, "end": 14, "verdict": Verdict.CONTRADICTED, "anchor": "price"}


@pytest.mark.parametrize(
    ("changes", "reworded"),
    [
        pytest.param(SAME, (), id="same-elsewhere"),
        pytest.param({"polarity": Polarity.NOT_REQUIRED}, (Slot.FEES,), id="denied"),
        pytest.param({"condition": "by post"}, (Slot.FEES,), id="condition"),
        pytest.param({"value": factories.fee("26").value}, (Slot.FEES,), id="amount"),
    ],
)
def test_a_slot_is_reworded_when_its_claims_say_something_else(changes, reworded):
    other = CLAIM.model_copy(update=changes)
    assert reworded_slots(assessed(CLAIM), assessed(other)) == reworded


def test_a_claim_that_went_or_came_rewords_its_slot_and_order_does_not():
    other = CLAIM.model_copy(update={"value": factories.fee("26").value})
    assert reworded_slots(assessed(CLAIM), assessed()) == (Slot.FEES,)
    assert reworded_slots(assessed(CLAIM), assessed(CLAIM, other)) == (Slot.FEES,)
    assert reworded_slots(assessed(CLAIM, other), assessed(other, CLAIM)) == ()


def test_slots_of_which_the_answer_says_nothing_need_no_judgement():
    assert missing_judgements(assessed(CLAIM), {}) == (Slot.FEES,)
    assert missing_judgements(assessed(CLAIM), JUDGED) == ()


def test_what_was_judged_wrong_is_not_approved_as_it_is(deferred: Desk):
    version = take(deferred, ANNE, ID).version
    with pytest.raises(InvalidDecisionError, match=r"judged wrong: fees.*Change the text"):
        deferred.review.decide(ANNE, approval(version, judgements=FAULTED))
    assert not deferred.review.open_case(ANNE, ID).decisions
    assert deferred.review.decide(ANNE, replacement(version, judgements=FAULTED)).recorded


@pytest.mark.parametrize("found", [one for one in Judgement if one is not Judgement.WRONG])
def test_any_other_judgement_goes_with_an_approval(deferred: Desk, found: Judgement):
    version = take(deferred, ANNE, ID).version
    judged = {Slot.FEES: found}
    assert deferred.review.decide(ANNE, approval(version, judgements=judged)).recorded
