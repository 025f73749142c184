"""Cases by policies, every pair of them: columns give what index and decision give, bit for bit."""

from __future__ import annotations

import gc
import multiprocessing
import os
import random
import sys

import pytest
from evaluation.equality import (
    Known,
    differences,
    history_of,
    light_reasons,
    random_case,
    random_policy,
    random_pool,
)

from hri.evaluation.sweeps import Sweeper

SEED = 20260302
_shared: dict[str, object] = {}


def made(cases: int) -> tuple[list[Known], Sweeper]:
    rng = random.Random(SEED)
    pool = random_pool(rng)
    found = [random_case(rng, pool) for _ in range(cases)]
    return found, Sweeper(history_of(found))


def test_columns_equal_index_and_decision_with_their_reasons_in_full():
    cases, sweeper = made(400)
    rng = random.Random(1)
    assert [list(differences(cases, sweeper, random_policy(rng))) for _ in range(12)] == [[]] * 12


def test_columns_equal_index_and_decision_on_many_pairs():
    cases, sweeper = made(3000)
    rng = random.Random(2)
    with light_reasons():
        for _ in range(12):
            assert list(differences(cases, sweeper, random_policy(rng))) == []


def test_a_difference_would_be_found():
    cases, sweeper = made(300)
    policy = random_policy(random.Random(3))
    shifted = [*cases[1:], cases[0]]
    assert len(list(differences(shifted, sweeper, policy))) > 100


def _share(seeds: list[int]) -> int:
    """How many pairs differ under the policies of these seeds."""
    cases, sweeper = _shared["made"]
    gc.disable()  # nothing here goes in circles, and each round would look at every case
    with light_reasons():
        found = 0
        for done, seed in enumerate(seeds, start=1):
            found += len(list(differences(cases, sweeper, random_policy(random.Random(seed)))))
            sys.stderr.write(f"\r{done}/{len(seeds)} policies, {found} differences")
    return found


@pytest.mark.torture
def test_all_pairs_of_many_cases_and_policies():
    """EQUALITY="100000x1000" says how many; the small default is for the other stress tests."""
    size, policies = map(int, os.environ.get("EQUALITY", "100000x10").split("x"))
    workers = min(os.cpu_count() or 1, policies)
    _shared["made"] = made(size)
    parts = [list(range(first, policies, workers)) for first in range(workers)]
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        assert sum(pool.map(_share, parts)) == 0
