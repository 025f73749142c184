from __future__ import annotations

import pytest
from checks.fakes import body, document, duration, fee, law, rule, run_check, verdict

from hri.domain.claims import AuthorityRole, Polarity, TextKind
from hri.domain.slots import Slot
from hri.domain.values import DurationKind

MISSING = "check.element_required.missing"


def required(slot, **selector):
    return rule("element_required", slot, parameters={"claims": selector})


DEADLINE = duration("42", kind=DurationKind.APPLICANT_DEADLINE)


@pytest.mark.parametrize(
    ("tested", "claims", "expected"),
    [
        (required(Slot.FEES), [fee("5")], "kept"),
        (required(Slot.FEES), [document("passport")], MISSING),
        (required(Slot.FEES, free=True), [fee("5")], MISSING),
        (required(Slot.FEES, free=True), [fee("5"), fee("0")], "kept"),
        (required(Slot.FEES, words={"en": ["late fee"]}), [fee("5", anchor="late fees")], "kept"),
        (required(Slot.FEES, words={"en": ["late fee"]}), [fee("5", anchor="fee")], MISSING),
        (
            required(Slot.PROCESSING_TIME, duration_kinds=["applicant_deadline"]),
            [DEADLINE],
            "kept",
        ),
        (
            required(Slot.PROCESSING_TIME, duration_kinds=["applicant_deadline"]),
            [duration("42")],
            MISSING,
        ),
        (required(Slot.COMPETENT_AUTHORITY, authorities=["office"]), [body("office")], "kept"),
        (required(Slot.COMPETENT_AUTHORITY, authorities=["office"]), [body("other")], MISSING),
        (
            required(Slot.COMPETENT_AUTHORITY, role="apply_to"),
            [body("office", AuthorityRole.MENTION)],
            MISSING,
        ),
        (required(Slot.LEGAL_BASIS, instruments=["card-act"]), [law("card-act", "1")], "kept"),
        (required(Slot.LEGAL_BASIS, instruments=["card-act"]), [law("other-act", "1")], MISSING),
        (
            required(Slot.REQUIRED_DOCUMENTS, forms=["form:A1"]),
            [document("form A1", forms=("form:A1",))],
            "kept",
        ),
        (
            required(Slot.REQUIRED_DOCUMENTS, polarity="not_required"),
            [document("photo", Polarity.NOT_REQUIRED)],
            "kept",
        ),
    ],
)
def test_an_answer_must_state_what_the_rule_demands(tested, claims, expected):
    outcome = run_check(tested, claims)
    assert verdict(outcome) == expected
    assert outcome.missing is (expected == MISSING)


def test_what_is_missing_has_no_place_in_the_answer():
    (violation,) = run_check(required(Slot.FEES), [document("passport")]).violations
    assert violation.claim is None


@pytest.mark.parametrize("kind", [kind for kind in TextKind if kind is not TextKind.ANSWER])
def test_a_refusal_or_greeting_need_not_state_it(kind):
    assert verdict(run_check(required(Slot.FEES), [], kind=kind)) == "idle"


@pytest.mark.parametrize(
    ("language", "expected"),
    [("de", "rvs.not_run.no_lexicon"), ("fr", "rvs.not_run.no_words")],
)
def test_words_the_rule_does_not_have_leave_it_unrun(language, expected):
    tested = required(Slot.FEES, words={"en": ["late fee"]})
    assert verdict(run_check(tested, [fee("5")], language=language)) == expected


def test_words_that_mean_nothing_leave_the_rule_unrun():
    tested = required(Slot.FEES, words={"en": ["the"]})
    assert verdict(run_check(tested, [fee("5")])) == "rvs.not_run.no_words"
