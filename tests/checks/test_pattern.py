from __future__ import annotations

import pytest
from checks.fakes import document, fee, law, rule, run_check, verdict
from pydantic import ValidationError

from hri.checks.pattern import PatternParameters
from hri.domain.slots import Slot


def pattern(text, mode, slot=Slot.REQUIRED_DOCUMENTS, **more):
    return rule("pattern", slot, parameters={"pattern": text, "mode": mode, **more})


MATCH, NO_MATCH = "check.pattern.must_match", "check.pattern.must_not_match"


@pytest.mark.parametrize(
    ("tested", "claims", "expected"),
    [
        (pattern(r"\bform \d{5}\b", "must_match"), [document("form 12345")], "kept"),
        (pattern(r"\bform \d{5}\b", "must_match"), [document("form 1234")], MATCH),
        (pattern("form", "must_match"), [document("photo"), document("form")], "kept"),
        (pattern("(?i)FAX", "must_not_match"), [document("copy by fax")], NO_MATCH),
        (pattern("FAX", "must_not_match"), [document("copy by fax")], "kept"),
        (pattern("fax", "must_not_match", Slot.FEES), [document("fax")], "idle"),
        (pattern("fax", "must_match", Slot.FEES), [document("fax")], "idle"),
        (pattern("child", "must_not_match", Slot.FEES, part="anchor"), [fee("5")], "kept"),
        (
            pattern("child", "must_not_match", Slot.FEES, part="anchor"),
            [fee("5", anchor="per child")],
            NO_MATCH,
        ),
        (
            pattern("minor", "must_match", Slot.FEES, part="condition"),
            [fee("5", condition="for a minor")],
            "kept",
        ),
        (pattern("fax", "must_not_match", language="fr"), [document("fax")], "idle"),
        (pattern("fax", "must_not_match", language="en"), [document("fax")], NO_MATCH),
    ],
)
def test_the_words_of_a_slot_match_or_must_not(tested, claims, expected):
    assert verdict(run_check(tested, claims)) == expected


def test_every_claim_that_must_not_match_is_a_violation():
    claims = [document("fax one"), document("photo"), document("fax two")]
    outcome = run_check(pattern("fax", "must_not_match"), claims)
    assert [violation.explanation.params["said"] for violation in outcome.violations] == [
        "fax one",
        "fax two",
    ]


@pytest.mark.parametrize(
    ("text", "expected"), [("^(a+)+$", MATCH), ("(a|a)*b", MATCH), ("(.*a){20}", "kept")]
)
def test_a_pattern_that_never_ends_elsewhere_ends_here(text, expected):
    hostile = document("a" * 100_000 + "!")
    assert verdict(run_check(pattern(text, "must_match"), [hostile])) == expected


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        (r"(a)\1", "refused by RE2: invalid escape sequence"),
        ("(?=a)", "refused by RE2: invalid perl operator"),
        ("(a", "refused by RE2: missing"),
        ("a{1001}", "refused by RE2: invalid repetition"),
        ("", "at least 1"),
        ("a" * 1001, "at most 1000"),
    ],
    ids=["back-reference", "look-ahead", "unclosed", "huge repetition", "empty", "too long"],
)
def test_patterns_outside_the_linear_dialect_are_refused(text, fragment):
    with pytest.raises(ValidationError, match=fragment):
        PatternParameters(pattern=text, mode="must_match")


def test_a_law_is_matched_by_its_words():
    tested = pattern("^card-act", "must_match", Slot.LEGAL_BASIS)
    assert verdict(run_check(tested, [law("card-act", "1")])) == "kept"
