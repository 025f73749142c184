"""What people did in a period, and which versions were used: small histories counted by hand."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from casework.bench import ANNE, BRUNO, CHIEF, NOON, FakeClock, case

from hri.domain.assessments import VersionRef
from hri.domain.evidence import ScoredUnder
from hri.domain.reviews import Actor, Judgement, ReviewDecision, ReviewDraft
from hri.domain.seeds import Seed, SeededCase
from hri.domain.slots import Slot
from hri.evaluation.evidence import Evidence
from hri.evaluation.inforce import KINDS, used_versions
from hri.wiring import Desk

DAY = NOON.date()
JUDGED = {Slot.FEES: Judgement.SUPPORTED}


def evidence(desk: Desk, first: date = DAY, last: date = DAY) -> Evidence:
    return desk.evidence.pack(CHIEF, first, last, "en").figures


def decide(
    desk: Desk, clock: FakeClock, who: Actor, case_id: str, minutes: float, reason: str = "correct"
) -> None:
    """Decide a case so many minutes after taking it."""
    version = desk.review.claim(who, case_id).version
    desk.review.reveal(who, case_id, ReviewDraft(judgements=JUDGED))
    clock.move(minutes=minutes)
    desk.review.decide(
        who,
        ReviewDecision(
            case_id=case_id,
            verb="approve",
            seen_version=version,
            reason_code=reason,
            reason_text="as I see it",
            judgements=JUDGED,
        ),
    )


def test_time_runs_from_taking_a_case_to_deciding_it(desk: Desk, clock: FakeClock) -> None:
    for number, minutes in enumerate((2, 4, 12), start=1):
        desk.intake.submit(CHIEF, case(number))
        clock.move(minutes=30)
        decide(desk, clock, ANNE, f"case-{number:05}", minutes)
    found = evidence(desk).oversight.minutes
    assert (found.n, found.median, found.p90) == (3, 4.0, pytest.approx(10.4))


def test_the_last_taking_by_the_same_person_counts(desk: Desk, clock: FakeClock) -> None:
    desk.intake.submit(CHIEF, case(1))
    desk.review.claim(ANNE, "case-00001")
    clock.move(minutes=1)
    desk.review.release(ANNE, "case-00001")
    desk.review.claim(BRUNO, "case-00001")
    clock.move(minutes=1)
    desk.review.release(BRUNO, "case-00001")
    decide(desk, clock, ANNE, "case-00001", 5)
    assert evidence(desk).oversight.minutes.median == 5.0


def test_deadlines_are_those_of_the_cases(desk: Desk, clock: FakeClock) -> None:
    for number in (1, 2, 3):
        desk.intake.submit(CHIEF, case(number))
    decide(desk, clock, ANNE, "case-00001", 1)
    clock.move(hours=desk.settings.defer_hours + 1)
    decide(desk, clock, ANNE, "case-00002", 1)
    last = clock.now().date()
    found = evidence(desk, DAY, last).oversight
    assert (found.in_time.count, found.in_time.n) == (1, 2)
    assert last > DAY
    assert evidence(desk, last, last).oversight.in_time.n == 1


def test_what_was_taken_back_and_seeds_are_no_decisions(desk: Desk, clock: FakeClock) -> None:
    for number in (1, 2):
        desk.intake.submit(CHIEF, case(number))
    seed = Seed(slot=Slot.FEES, error="wrong_fee", explanation={"en": "It is €25."})
    desk.intake.plant(CHIEF, SeededCase(case=case(3), seed=seed))
    decide(desk, clock, ANNE, "case-00001", 0)
    desk.review.undo(ANNE, "case-00001")
    decide(desk, clock, ANNE, "case-00002", 1, "other")
    decide(desk, clock, BRUNO, "case-00003", 1)
    found = evidence(desk).oversight
    assert found.decisions == 1
    assert [(row.verb.value, row.code, row.n) for row in found.reasons] == [("approve", "other", 1)]
    assert (found.with_reason.count, found.with_reason.n) == (1, 1)
    assert (found.seeds.decided, found.seeds.caught, found.seeds.waiting) == (1, 0, 0)
    assert evidence(desk).actions.total == 2


def test_a_decision_belongs_to_its_own_day_and_a_case_to_its(desk: Desk, clock: FakeClock) -> None:
    desk.intake.submit(CHIEF, case(1))
    clock.moment = datetime(2026, 3, 2, 23, 59, 59, 999999, tzinfo=UTC)
    desk.intake.submit(CHIEF, case(2))
    clock.moment = datetime(2026, 3, 3, 0, 0, tzinfo=UTC)
    desk.intake.submit(CHIEF, case(3))
    decide(desk, clock, ANNE, "case-00001", 0)
    second, third = evidence(desk), evidence(desk, date(2026, 3, 3), date(2026, 3, 3))
    assert (second.actions.total, third.actions.total) == (2, 1)
    assert (second.oversight.decisions, third.oversight.decisions) == (0, 1)
    assert (second.actions.decided, third.actions.decided) == (1, 0)


def test_only_reviewers_are_counted_as_entitled_to_decide(desk: Desk) -> None:
    assert evidence(desk).oversight.reviewers == 0
    for who in (ANNE, CHIEF, Actor(id="zoe", name="Zoe", roles=("auditor",))):
        desk.guard.signed_in(who, "demonstration")
    assert evidence(desk).oversight.reviewers == 2


def test_models_are_told_apart(desk: Desk) -> None:
    for number, model in enumerate(("a", "b", "a"), start=1):
        desk.intake.submit(CHIEF, case(number, model=model))
    used = [(one.kind, one.id, one.cases) for one in evidence(desk).used if one.kind == "model"]
    assert used == [("model", "a", 2), ("model", "b", 1)]


def test_uses_of_one_version_are_added_up() -> None:
    ref = [VersionRef(id="p", version=str(n), sha256=str(n) * 64) for n in range(3)]
    moments = [NOON + timedelta(hours=n) for n in range(4)]
    rows = [
        ScoredUnder(ref[number], ref[0], ref[0], "1", "", 10**number, 0, first, last)
        for number, (first, last) in enumerate(pairwise(moments))
    ]
    found = used_versions(rows)
    assert [one.kind for one in found] == ["policy"] * 3 + list(KINDS[1:])
    pack = next(one for one in found if one.kind == "pack")
    assert (pack.cases, pack.first, pack.last) == (111, moments[0], moments[-1])
