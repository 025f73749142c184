from __future__ import annotations

from dataclasses import replace

import factories
import pytest
from casework.bench import (
    ADMIN,
    AUDITOR,
    CHIEF,
    KNOWLEDGE,
    REASONS,
    REF,
    FakeClock,
    case,
    dump,
    fake_assess,
    open_bench,
    store_of,
)

from hri.casework.activations import put_in_force
from hri.casework.policies import policy_ref
from hri.casework.scoring import Scorer
from hri.errors import NotFoundError, ReplayNeededError
from hri.wiring import Desk, join

POLICY, POLICY_REF = factories.default_policy()
ID = "case-00001"


def desk_with(desk: Desk, scorer: Scorer) -> Desk:
    return join(desk.settings, store_of(desk), FakeClock(), scorer, REASONS)


@pytest.fixture
def scorer() -> Scorer:
    return Scorer(fake_assess, KNOWLEDGE, POLICY, POLICY_REF)


def test_a_replay_gives_the_same_bytes_and_changes_nothing(desk: Desk):
    desk.intake.submit(CHIEF, case())
    before = dump(desk)
    found = desk.replays.replay(AUDITOR, ID)
    assert (found.identical, found.differences) == (True, ())
    assert dump(desk) == before


def test_a_scoring_that_changed_is_told_field_by_field(desk: Desk, scorer: Scorer):
    desk.intake.submit(CHIEF, case())

    def newer(*args):
        return fake_assess(*args).model_copy(update={"engine": "9", "hri": 0.5})

    found = desk_with(desk, replace(scorer, assess=newer)).replays.replay(AUDITOR, ID)
    assert (found.identical, found.differences) == (False, ("hri", "engine"))


def test_all_of_history_is_replayed_and_what_is_not_is_named(desk: Desk, scorer: Scorer):
    for number in range(1, 5):
        desk.intake.submit(CHIEF, case(number))
    desk.audit.erase_content(ADMIN, "case-00002", "art. 17")

    def newer(given, *args):
        found = fake_assess(given, *args)
        return found.model_copy(update={"hri": 0.5}) if given.case_id == "case-00003" else found

    told: list[tuple[int, int, str]] = []
    found = desk_with(desk, replace(scorer, assess=newer)).replays.replay_all(
        AUDITOR, lambda *step: told.append(step)
    )
    assert (found.identical, found.differing, found.sound) == (2, ("case-00003",), False)
    assert [case_id for case_id, _ in found.refused] == ["case-00002"]
    assert told[0] == (0, 4, "case-00001")
    assert told[-1] == (4, 4, "")
    assert "2 identical, 1 differ, 1 not replayed" in found.describe()


def test_the_policy_of_that_time_is_used(desk: Desk, scorer: Scorer, clock: FakeClock):
    put_in_force(store_of(desk), clock, POLICY, POLICY_REF)
    desk.intake.submit(CHIEF, case())
    newer = factories.policy(version="v002", thresholds={"warn": 0, "defer": 0, "route": 0})
    later = desk_with(desk, replace(scorer, policy=newer, policy_ref=policy_ref(newer)))
    assert later.replays.replay(AUDITOR, ID).identical


def test_a_policy_that_is_not_kept_refuses_the_replay(desk: Desk, scorer: Scorer):
    desk.intake.submit(CHIEF, case())
    later = desk_with(desk, replace(scorer, policy_ref=REF))
    with pytest.raises(ReplayNeededError, match="policy default v001 is not kept"):
        later.replays.replay(AUDITOR, ID)


@pytest.mark.parametrize("name", ["ref", "lexicon_ref"])
def test_another_pack_or_lexicon_refuses_the_replay(desk: Desk, scorer: Scorer, name):
    desk.intake.submit(CHIEF, case())
    other = type(KNOWLEDGE)(**{**vars(KNOWLEDGE), name: REF.model_copy(update={"version": "2"})})
    with pytest.raises(ReplayNeededError, match="is not the one loaded"):
        desk_with(desk, replace(scorer, knowledge=other)).replays.replay(AUDITOR, ID)


def test_a_case_that_is_not_there_cannot_be_replayed(tmp_path):
    with pytest.raises(NotFoundError):
        open_bench(tmp_path).replays.replay(AUDITOR, "no")
