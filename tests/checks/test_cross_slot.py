from __future__ import annotations

import pytest
from checks.fakes import body, document, fee, rule, run_check, verdict
from pydantic import ValidationError

from hri.checks.cross_slot import CrossSlotParameters
from hri.domain.slots import Slot

FORBIDDEN, DEMANDED = "check.cross_slot.forbidden", "check.cross_slot.demanded"
FREE = {"slot": "fees", "claims": {"free": True}}
CHARGED = {"slot": "fees", "claims": {"free": False}}
STAMP = {"slot": "required_documents", "claims": {"words": {"en": ["stamp"]}}}
NO_STAMP_WHEN_FREE = rule(
    "cross_slot", Slot.REQUIRED_DOCUMENTS, parameters={"when": FREE, "forbids": STAMP}
)
STAMP_WHEN_CHARGED = rule(
    "cross_slot", Slot.REQUIRED_DOCUMENTS, parameters={"when": CHARGED, "demands": STAMP}
)
STAMPS = document("revenue stamps")
PHOTO = document("photograph")


@pytest.mark.parametrize(
    ("tested", "claims", "expected"),
    [
        (NO_STAMP_WHEN_FREE, [fee("0"), PHOTO], "kept"),
        (NO_STAMP_WHEN_FREE, [fee("0"), STAMPS], FORBIDDEN),
        (NO_STAMP_WHEN_FREE, [fee("25"), STAMPS], "idle"),
        (NO_STAMP_WHEN_FREE, [STAMPS], "idle"),
        (STAMP_WHEN_CHARGED, [fee("25"), STAMPS], "kept"),
        (STAMP_WHEN_CHARGED, [fee("25"), PHOTO], DEMANDED),
        (STAMP_WHEN_CHARGED, [fee("0"), PHOTO], "idle"),
    ],
    ids=[
        "free without stamp",
        "free with stamp",
        "charged with stamp",
        "no fee stated",
        "charged with the stamp demanded",
        "charged without it",
        "free, nothing demanded",
    ],
)
def test_one_slot_binds_another(tested, claims, expected):
    assert verdict(run_check(tested, claims)) == expected


def test_a_forbidden_statement_is_shown_on_the_slot_of_the_rule():
    free = fee("0")
    (violation,) = run_check(NO_STAMP_WHEN_FREE, [free, STAMPS]).violations
    start = len(free.text) + 1
    assert violation.claim == (start, start + len(STAMPS.text))
    on_fees = NO_STAMP_WHEN_FREE.model_copy(update={"slot": Slot.FEES})
    (violation,) = run_check(on_fees, [free, STAMPS]).violations
    assert violation.claim == (0, len(free.text))


def test_a_demanded_statement_is_missing_on_its_own_slot_only():
    outcome = run_check(STAMP_WHEN_CHARGED, [fee("25")])
    assert outcome.missing
    assert outcome.violations[0].claim is None
    on_fees = STAMP_WHEN_CHARGED.model_copy(update={"slot": Slot.FEES})
    outcome = run_check(on_fees, [fee("25")])
    assert not outcome.missing
    assert outcome.violations[0].claim == (0, len("25 GBP"))


def test_words_lacking_in_the_language_leave_the_rule_unrun():
    outcome = run_check(NO_STAMP_WHEN_FREE, [fee("0"), body("office")], language="fr")
    assert verdict(outcome) == "rvs.not_run.no_words"


@pytest.mark.parametrize(
    ("parameters", "fragment"),
    [
        ({"when": FREE}, "either demands or forbids"),
        ({"when": FREE, "demands": STAMP, "forbids": STAMP}, "either demands or forbids"),
        ({"when": FREE, "forbids": CHARGED}, "same slot"),
        (
            {"when": FREE, "forbids": {"slot": "legal_basis", "claims": {"free": True}}},
            "claims.free makes no sense in slot legal_basis",
        ),
    ],
    ids=["no consequence", "two consequences", "one slot", "key of another slot"],
)
def test_parameters_without_two_sides_are_refused(parameters, fragment):
    with pytest.raises(ValidationError, match=fragment):
        CrossSlotParameters.model_validate(parameters)
