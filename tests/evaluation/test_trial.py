"""Trying a policy on columns gives, case by case, what index and decision give."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import factories
import numpy as np
import pytest
from casework.bench import NOON, WRONG_FEE, case, fake_assess, findings_of
from evaluation.strategies import METADATA, NEEDED, policies
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hri.decision import decide
from hri.domain.claims import Verdict, VerdictReason
from hri.domain.decisions import Action
from hri.domain.policies import CaseFlag, Policy
from hri.domain.reviews import StoredCase
from hri.domain.slots import SLOTS
from hri.evaluation.history import History
from hri.evaluation.loading import read_history
from hri.evaluation.trial import as_optional, try_policy
from hri.index import aggregate
from hri.store.database import open_store


def history_of(
    folder: Path, metadata: Sequence[dict[str, Any]], known: History | None = None
) -> History:
    policy, ref = factories.default_policy()
    with open_store(folder / "hri.sqlite").write() as records:
        for number, said in enumerate(metadata, start=known.size if known else 0):
            asked = case(number, metadata=said)
            stored = StoredCase(
                case_id=asked.case_id,
                digest="",
                case=asked,
                assessment=fake_assess(asked, None, policy, ref),
                received_at=NOON,
                due_at=NOON,
                priority_risk=0.0,
            )
            records.cases.add(stored)
        return read_history(records, known)


def one_by_one(said: dict[str, Any], policy: Policy) -> tuple[float | None, Action]:
    findings = findings_of(said.get("slots", WRONG_FEE))
    flags = tuple(CaseFlag(name) for name in said.get("flags", ()))
    index = aggregate({slot: found.signals for slot, found in findings.items()}, policy)
    return index.hri, decide(index.hri, findings, flags, policy).action


def assert_equal(history: History, metadata: Sequence[dict[str, Any]], policy: Policy) -> None:
    trial = try_policy(history, policy)
    found = [
        (as_optional(hri), Action(list(Action)[action]))
        for hri, action in zip(trial.hri, trial.action, strict=True)
    ]
    assert found == [one_by_one(said, policy) for said in metadata]


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(metadata=st.lists(METADATA, min_size=1, max_size=6), policy=policies())
def test_any_policy_on_any_history_equals_index_and_decision(tmp_path_factory, metadata, policy):
    history = history_of(tmp_path_factory.mktemp("trial"), metadata)
    assert_equal(history, metadata, policy)


def random_case(rng: random.Random) -> dict[str, Any]:
    slots = rng.sample(SLOTS, rng.randint(0, 5))
    return {
        "slots": {
            slot.value: {
                "sis": rng.choice([None, 0.0, 0.5, rng.random()]),
                "ccs": rng.choice([None, 0.0, 0.0, 1.0, rng.random()]),
                "rvs": rng.choice([None, 0.0, 1.0]),
                "verdicts": [
                    [rng.choice(list(Verdict)).value, rng.choice([None, *VerdictReason])]
                    for _ in range(rng.randint(0, 2))
                ],
                "floors": rng.choices([None, *Action], k=rng.randint(0, 2)),
            }
            for slot in slots
        },
        "flags": [flag.value for flag in rng.sample(list(CaseFlag), rng.randint(0, 1))],
    }


@pytest.fixture(scope="module")
def many(tmp_path_factory) -> tuple[History, list[dict[str, Any]]]:
    rng = random.Random(7)
    metadata = [random_case(rng) for _ in range(150)]
    return history_of(tmp_path_factory.mktemp("many"), metadata), metadata


@settings(max_examples=40, deadline=None)
@given(policy=policies())
def test_any_policy_on_a_fixed_history_equals_index_and_decision(many, policy):
    history, metadata = many
    assert_equal(history, metadata, policy)


def test_the_default_policy_gives_the_stored_actions(many):
    history, metadata = many
    assert_equal(history, metadata, factories.default_policy()[0])


def test_the_columns_cannot_be_changed(many):
    history, _ = many
    for column in (history.sis, history.ccs, history.rvs, history.kind, history.applies):
        with pytest.raises(ValueError, match="read-only"):
            column[0, 0] = 0


@pytest.mark.parametrize("cut", [0, 1, 70, 149, 150])
def test_a_history_read_in_two_parts_is_the_same(tmp_path, many, cut):
    whole, metadata = many
    first = history_of(tmp_path, metadata[:cut])
    both = history_of(tmp_path, metadata[cut:], first)
    assert both.ids == whole.ids
    assert_equal(both, metadata, factories.default_policy()[0])
    for name in ("sis", "ccs", "rvs", "applies"):
        np.testing.assert_array_equal(getattr(both, name), getattr(whole, name))


def test_an_empty_history_gives_empty_columns(tmp_path):
    history = history_of(tmp_path, [])
    trial = try_policy(history, factories.default_policy()[0])
    assert (history.size, trial.hri.shape, trial.action.shape) == (0, (0,), (0,))


def test_a_sum_that_lands_on_a_threshold_belongs_above(tmp_path):
    slots = {"fees": {"sis": 0.5, "ccs": 0.5, "rvs": 0.0}}
    policy = factories.policy(overrides=NEEDED)
    history = history_of(tmp_path, [{"slots": slots}])
    trial = try_policy(history, policy)
    assert trial.hri[0] == 0.35
    assert list(Action)[trial.action[0]] is Action.DEFER
    assert not np.isnan(trial.hri).any()


@pytest.mark.parametrize(
    ("sis", "action"),
    [
        pytest.param(0.49, Action.PASS, id="just-under"),
        pytest.param(0.5, Action.WARN, id="at"),
        pytest.param(0.51, Action.WARN, id="just-over"),
        pytest.param(None, Action.WARN, id="not-scored"),
    ],
)
def test_an_instability_floor_fires_from_its_number_on(tmp_path, sis, action):
    said = {"slots": {"fees": {"sis": sis, "ccs": 1.0, "rvs": 0.0}}}
    instability = {"id": "i", "floor": "WARN", "when": "instability", "at_least": 0.5}
    policy = factories.policy(
        overrides=[instability, *NEEDED], thresholds={"warn": 0.9, "defer": 0.9, "route": 0.9}
    )
    trial = try_policy(history_of(tmp_path, [said]), policy)
    assert list(Action)[trial.action[0]] is action
    assert one_by_one(said, policy)[1] is action
