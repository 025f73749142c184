"""What differs between two versions, and which floors tuning may give an override."""

from __future__ import annotations

import factories
import pytest

from hri.domain.decisions import ACTIONS, Action
from hri.domain.differences import DESCRIBING, Difference, differences
from hri.domain.floors import OFF, allowed_floors
from hri.domain.policies import FAIL_CLOSED_FLAGS, FlagOverride, Policy

LIVE = factories.default_policy()[0]


def without(policy: Policy, override: str) -> Policy:
    kept = tuple(rule for rule in policy.overrides if rule.id != override)
    return policy.model_copy(update={"overrides": kept})


def test_a_version_differs_from_itself_in_nothing():
    assert differences(LIVE, LIVE) == ()


def test_what_only_describes_a_version_is_no_difference():
    changed = {"version": "v009", "title": "T", "author": "A", "rationale": "R"}
    assert changed.keys() <= DESCRIBING
    assert differences(LIVE, LIVE.model_copy(update=changed)) == ()


def test_numbers_are_named_by_their_place():
    then = LIVE.model_copy(update={"thresholds": LIVE.thresholds.model_copy(update={"defer": 0.4})})
    assert differences(LIVE, then) == (Difference(("thresholds", "defer"), 0.35, 0.4),)


def test_an_override_that_is_gone_differs_in_all_its_fields_and_in_no_others():
    found = differences(LIVE, without(LIVE, "unverified-reference"))
    assert {difference.path[:2] for difference in found} == {("overrides", "unverified-reference")}
    assert all(difference.after is None for difference in found)
    assert Difference(("overrides", "unverified-reference", "floor"), Action.WARN, None) in found


def test_the_order_of_overrides_is_no_difference():
    turned = LIVE.model_copy(update={"overrides": tuple(reversed(LIVE.overrides))})
    assert differences(LIVE, turned) == ()


def test_the_words_of_a_reply_are_a_difference():
    replies = {**LIVE.replies, "en": LIVE.replies["en"].model_copy(update={"route": "Wait."})}
    found = differences(LIVE, LIVE.model_copy(update={"replies": replies}))
    assert [difference.path for difference in found] == [("replies", "en", "route")]


@pytest.mark.parametrize("rule", LIVE.overrides, ids=lambda rule: rule.id)
def test_the_policy_that_ships_uses_floors_that_tuning_may_give(rule):
    assert rule.floor in allowed_floors(rule)


@pytest.mark.parametrize("rule", LIVE.overrides, ids=lambda rule: rule.id)
def test_every_floor_offered_is_one_the_policy_may_have(rule):
    for floor in allowed_floors(rule):
        others = [each.model_dump() for each in LIVE.overrides if each.id != rule.id]
        changed = rule.model_dump() | {"floor": floor}
        Policy.model_validate(LIVE.model_dump() | {"overrides": [*others, changed]})


def test_an_answer_that_was_not_read_always_goes_to_a_person():
    rules = [
        rule
        for rule in LIVE.overrides
        if isinstance(rule, FlagOverride) and rule.flag in FAIL_CLOSED_FLAGS
    ]
    assert len(rules) == len(FAIL_CLOSED_FLAGS)
    assert {allowed_floors(rule) for rule in rules} == {(Action.ROUTE,)}


@pytest.mark.parametrize(
    "name",
    [
        "violation-high-impact",
        "violation",
        "fabricated-reference",
        "contradicted",
        "miscited-reference",
        "signal-not-scored",
        "language-mismatch",
        "procedure-unknown",
        "no-valid-source",
    ],
)
def test_what_says_that_an_answer_is_wrong_cannot_be_turned_off(name):
    rule = next(rule for rule in LIVE.overrides if rule.id == name)
    assert allowed_floors(rule) == ACTIONS[1:]
    assert OFF not in allowed_floors(rule)


def test_an_unverified_reference_may_be_turned_off():
    """DESIGN part 2: it is kept beside verified references; analysts may move it."""
    rules = [rule for rule in LIVE.overrides if rule.id.startswith("unverified-reference")]
    assert {allowed_floors(rule) for rule in rules} == {ACTIONS}
