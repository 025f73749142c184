"""Policies: numbers that do not fit together are refused, and none may fail open."""

import pytest
from factories import policy
from pydantic import ValidationError

from hri.domain.slots import SLOTS


def overrides_without(**match: str):
    kept = []
    for override in policy().model_dump()["overrides"]:
        if not all(override.get(key) == value for key, value in match.items()):
            kept.append(override)
    return kept


FAULTS = {
    "weights sum to 0.98": (
        {"weights": dict(zip(SLOTS, (0.28, 0.25, 0.20, 0.15, 0.10), strict=True))},
        "weights sum to 0.98, they must sum to 1",
    ),
    "a weight is missing": ({"weights": {"fees": 1.0}}, "weights lack required_documents"),
    "coefficients sum to 1.1": (
        {"coefficients": {"alpha": 0.4, "beta": 0.4, "gamma": 0.3}},
        "alpha, beta and gamma sum to 1.1",
    ),
    "thresholds fall": (
        {"thresholds": {"warn": 0.4, "defer": 0.3, "route": 0.5}},
        "warn <= defer <= route",
    ),
    "a threshold is not a number": (
        {"thresholds": {"warn": float("nan"), "defer": 0.3, "route": 0.5}},
        "thresholds.warn",
    ),
    "an answer without claims would pass": ({"no_claim_action": "PASS"}, "WARN or stricter"),
    "a scoring error would not route": (
        {"overrides": overrides_without(when="flag", flag="scoring_error")},
        "scoring_error",
    ),
    "an unscored signal would pass": (
        {"overrides": overrides_without(when="unscored")},
        "unscored",
    ),
    "an override is named twice": (
        {"overrides": policy().model_dump()["overrides"] * 2},
        "override ids used twice",
    ),
    "an unknown key": ({"wieghts": {}}, "wieghts"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_policy_is_refused_when(name):
    changes, fragment = FAULTS[name]
    with pytest.raises(ValidationError, match=fragment):
        policy(**changes)


def test_a_reply_template_with_an_unknown_placeholder_is_refused():
    replies = policy().model_dump()["replies"]
    replies["en"]["warn"] = "{answer} {price}"
    with pytest.raises(ValidationError, match="warn: unknown placeholder price"):
        policy(replies=replies)
