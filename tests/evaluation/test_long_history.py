"""The made-up history of ``make bench-history`` is stored and read back as it was made."""

from __future__ import annotations

import numpy as np
import pytest
from histbench.making import made_up
from histbench.measuring import in_memory, matrix_of, moves_of, on_desk, time_moves
from histbench.storing import stored_history

from hri.casework.permissions import SYSTEM
from hri.domain.policies import Policy
from hri.evaluation.labels import LabelReader
from hri.evaluation.sweeps import Sweeper
from hri.evaluation.trial import try_policy
from hri.settings import Settings
from hri.store.database import SqliteStore
from hri.wiring import Desk, open_desk

SIZE = 1500


@pytest.fixture(scope="module")
def desk(tmp_path_factory) -> Desk:
    folder = tmp_path_factory.mktemp("long")
    return open_desk(Settings(database=stored_history(folder, SIZE)))


def test_what_was_made_is_what_is_read(desk: Desk):
    made, read = made_up(SIZE, desk.policy), desk.tuning.history(SYSTEM)
    assert read.ids == made.history.ids
    for name in ("applies", "sis", "ccs", "rvs", "action", "drawn", "number"):
        np.testing.assert_array_equal(getattr(read, name), getattr(made.history, name))
    for numbers, names in (("kind", "kinds"), ("flag_set", "flag_sets"), ("service", "services")):
        found, wanted = (
            [getattr(one, names)[number] for number in getattr(one, numbers).ravel()]
            for one in (read, made.history)
        )
        assert found == wanted
    np.testing.assert_array_equal(np.diff(read.received), np.diff(made.history.received))
    labels = LabelReader(SqliteStore(desk.settings.database)).read(read)
    for name in ("place", "slots", "case"):
        np.testing.assert_array_equal(getattr(labels, name), getattr(made.labels, name))


def test_the_stored_actions_are_those_of_the_policy_in_force(desk: Desk):
    history = desk.tuning.history(SYSTEM)
    np.testing.assert_array_equal(try_policy(history, desk.policy).action, history.action)


def test_each_move_is_another_valid_policy_and_is_timed(desk: Desk):
    moves = [
        policy for _, policy in zip(range(8), (p for _, p in moves_of(desk.policy)), strict=False)
    ]
    assert all(Policy.model_validate(each.model_dump()) == each for each in moves)
    assert len({each.model_dump_json() for each in moves}) == 8
    made = made_up(SIZE, desk.policy)
    matrix = matrix_of(Sweeper(made.history), desk.policy)
    for show in (on_desk(desk), in_memory(made, desk.policy, desk.weighing.costs)):
        parts, passes = time_moves(show, desk.policy, matrix, 4)
        assert [len(times.wall) for times in parts.values()] == [1, 1, 1, 1]
        assert len(passes.wall) == 4


def test_everything_is_measurable_in_it(desk: Desk):
    said = desk.weighing.outcomes(SYSTEM, desk.policy)
    assert said.recall.share is not None
    assert said.judged > 150
