"""Agreement of readers, approvals without sources, figures of a person: small histories by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from casework.bench import (
    ADMIN,
    ANNE,
    BRUNO,
    CHIEF,
    FAKE_LAW,
    RIGHT_FEE,
    WRONG_FEE,
    FakeClock,
    case,
    open_bench,
    person,
)

from hri.domain.reviews import Actor, Judgement, ReviewDecision, ReviewDraft, ReviewVerb, Role
from hri.domain.seeds import Seed, SeededCase
from hri.domain.slots import Slot
from hri.errors import ForbiddenError
from hri.evaluation.quality import CATEGORIES
from hri.wiring import Desk

YES, NO = Judgement.SUPPORTED, Judgement.WRONG
UNSURE, OLD = Judgement.CANNOT_TELL, Judgement.SOURCE_OUTDATED
BOTH = {"slots": {**WRONG_FEE, **FAKE_LAW}}
FEW = 20


def decide(
    desk: Desk,
    who: Actor,
    number: int,
    judged: dict[Slot, Judgement],
    verb: ReviewVerb | None = None,
    **more: object,
) -> None:
    """Decide a case as somebody who looked at the scores."""
    case_id = f"case-{number:05}"
    version = desk.review.claim(who, case_id).version
    desk.review.reveal(who, case_id, ReviewDraft(judgements=judged))
    usual = ReviewVerb.REJECT if NO in judged.values() else ReviewVerb.APPROVE
    verb = verb or usual
    rejects = verb is not ReviewVerb.APPROVE
    decision = ReviewDecision(
        case_id=case_id,
        verb=verb,
        seen_version=version,
        reason_code="wrong_value" if rejects else "correct",
        text="Ask the town hall." if rejects else None,
        judgements=judged,
        **more,
    )
    desk.review.decide(who, decision)


def law_and_fee(law: Judgement, fee: Judgement) -> dict[Slot, Judgement]:
    return {Slot.LEGAL_BASIS: law, Slot.FEES: fee}


def test_two_readers_are_compared_slot_by_slot(desk: Desk):
    read = [((YES, YES), (YES, NO)), ((NO, NO), (NO, NO)), ((YES, OLD), (UNSURE, YES))]
    for number, (first, second) in enumerate(read, start=1):
        desk.intake.submit(CHIEF, case(number, metadata=BOTH))
        decide(desk, ANNE, number, law_and_fee(*first), second_read=True)
        decide(desk, BRUNO, number, law_and_fee(*second))
    found = desk.quality.readers(CHIEF)
    assert CATEGORIES == (YES, NO, UNSURE)
    # Yes-yes and no-no on the law, no-no on the fee; yes-no on the fee, yes-unsure on the law.
    assert found.cases == 3
    assert found.table == ((1, 1, 1), (0, 2, 0), (0, 0, 0))
    assert (found.whole.n, found.whole.same) == (5, 3)
    by_chance = (3 * 1 + 2 * 3 + 0 * 1) / 25
    assert found.whole.kappa == pytest.approx((3 / 5 - by_chance) / (1 - by_chance))
    slots = {item.slot: item.agreement for item in found.by_slot}
    assert (slots[Slot.LEGAL_BASIS].n, slots[Slot.LEGAL_BASIS].same) == (3, 2)
    assert (slots[Slot.FEES].n, slots[Slot.FEES].same) == (2, 1)
    assert slots[Slot.REQUIRED_DOCUMENTS].n == 0


def test_what_was_judged_blind_counts_even_when_it_was_taken_back(desk: Desk):
    desk.intake.submit(CHIEF, case(1, metadata=BOTH))
    decide(desk, ANNE, 1, law_and_fee(YES, YES))
    desk.review.undo(ANNE, "case-00001")
    decide(desk, ANNE, 1, law_and_fee(NO, NO), second_read=True)
    decide(desk, BRUNO, 1, law_and_fee(YES, YES))
    desk.review.undo(BRUNO, "case-00001")
    decide(desk, BRUNO, 1, law_and_fee(NO, NO))
    found = desk.quality.readers(CHIEF)
    assert (found.cases, found.whole.n, found.whole.same) == (1, 2, 0)


def test_seeds_and_slots_nobody_checked_are_no_part_of_agreement(desk: Desk):
    seed = Seed(slot=Slot.FEES, error="wrong_fee", explanation={"en": "It is €25."})
    desk.intake.plant(CHIEF, SeededCase(case=case(1, metadata=BOTH), seed=seed))
    decide(desk, ANNE, 1, law_and_fee(YES, YES), second_read=True)
    decide(desk, BRUNO, 1, law_and_fee(YES, YES))
    assert desk.quality.readers(CHIEF).cases == 0
    assert desk.quality.readers(CHIEF).whole.kappa is None


def test_approvals_are_held_against_the_sources_that_were_shown(desk: Desk):
    shown = [
        (Slot.FEES, Slot.LEGAL_BASIS),
        (Slot.FEES,),
        (),
        None,
        (Slot.REQUIRED_DOCUMENTS, *(Slot.LEGAL_BASIS, Slot.FEES)),
    ]
    for number, seen in enumerate(shown, start=1):
        desk.intake.submit(CHIEF, case(number, metadata=BOTH))
        decide(desk, ANNE, number, law_and_fee(YES, YES), sources_seen=seen)
    desk.intake.submit(CHIEF, case(6, metadata=BOTH))
    decide(desk, ANNE, 6, law_and_fee(NO, NO), ReviewVerb.REJECT, sources_seen=())
    found = desk.quality.unseen(CHIEF)
    assert (found.approved.count, found.approved.n, found.unknown) == (2, 4, 1)
    assert found.approved.low < 0.5 < found.approved.high
    desk.review.undo(ANNE, "case-00003")
    assert desk.quality.unseen(CHIEF).approved.count == 1


def test_what_was_shown_is_in_the_log_and_comes_back_with_the_draft(desk: Desk):
    desk.intake.submit(CHIEF, case(1))
    decide(desk, ANNE, 1, {Slot.FEES: YES}, sources_seen=(Slot.LEGAL_BASIS, Slot.FEES))
    (decided,) = [e for e in desk.audit.search(CHIEF).events if e.kind == "review.decided"]
    assert decided.payload["sources_seen"] == ["fees", "legal_basis"]
    desk.review.undo(ANNE, "case-00001")
    draft = desk.review.open_case(ANNE, "case-00001").draft
    assert draft.sources_seen == (Slot.LEGAL_BASIS, Slot.FEES)
    assert desk.audit.verify(ADMIN).sound


def work(desk: Desk, who: Actor, first: int, count: int, rejected: int) -> None:
    for number in range(first, first + count):
        desk.intake.submit(CHIEF, case(number))
        rejects = number < first + rejected
        verb = ReviewVerb.REJECT if rejects else ReviewVerb.APPROVE
        decide(desk, who, number, {Slot.FEES: NO if rejects else YES}, verb, sources_seen=())


def test_nobody_is_shown_below_twenty_decisions(desk: Desk):
    work(desk, ANNE, 1, FEW, rejected=5)
    work(desk, BRUNO, 101, FEW - 1, rejected=1)
    found = desk.quality.people(CHIEF)
    assert (found.few, found.left_out) == (FEW, 1)
    (anne,) = found.people
    assert (anne.person, anne.name, anne.decided) == ("anne", "Anne", FEW)
    assert (anne.overturned.count, anne.overturned.n) == (5, FEW)
    assert anne.unseen is None, "only fifteen approvals"
    assert (anne.agreed, anne.seeds_caught) == (None, None)
    work(desk, ANNE, 201, 5, rejected=0)
    assert (desk.quality.people(CHIEF).people[0].unseen.count) == 20


def test_agreement_of_a_person_counts_both_as_first_and_as_second_reader(desk: Desk):
    for number in range(1, 13):
        desk.intake.submit(CHIEF, case(number, metadata=BOTH))
        first, second = (ANNE, BRUNO) if number % 2 else (BRUNO, ANNE)
        decide(desk, first, number, law_and_fee(YES, YES), second_read=True)
        decide(desk, second, number, law_and_fee(YES, YES if number > 3 else NO))
    work(desk, ANNE, 101, 10, rejected=0)
    (anne,) = desk.quality.people(CHIEF).people
    assert (anne.decided, anne.agreed.count, anne.agreed.n) == (22, 21, 24)


def test_personal_figures_are_for_supervisors_and_auditors(tmp_path: Path, clock: FakeClock):
    desk = open_bench(tmp_path, clock=clock)
    desk.quality.people(person(Role.AUDITOR))
    for role in (Role.CASEWORKER, Role.ANALYST, Role.ADMINISTRATOR):
        with pytest.raises(ForbiddenError):
            desk.quality.people(person(role))


def test_a_missed_seed_is_told_once_the_decision_is_final(desk: Desk, clock: FakeClock):
    seed = Seed(slot=Slot.FEES, error="wrong_fee", explanation={"en": "It is €25."})
    for number in (1, 2):
        desk.intake.plant(CHIEF, SeededCase(case=case(number), seed=seed))
    decide(desk, ANNE, 1, {Slot.FEES: YES})
    decide(desk, ANNE, 2, {Slot.FEES: NO}, ReviewVerb.REJECT)
    assert desk.analytics.seeds(CHIEF).missed == ()
    clock.move(minutes=11)
    (missed,) = desk.analytics.seeds(CHIEF).missed
    assert (missed.case_id, missed.slot, missed.error) == ("case-00001", Slot.FEES, "wrong_fee")


def test_figures_of_a_right_answer_are_no_part_of_the_wrong_ones(desk: Desk):
    desk.intake.submit(CHIEF, case(1, metadata={"slots": RIGHT_FEE}))
    assert desk.quality.readers(CHIEF).cases == desk.quality.unseen(CHIEF).approved.n == 0
