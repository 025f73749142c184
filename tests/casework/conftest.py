"""Fixtures of the casework tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from casework.bench import FakeClock, open_bench

from hri.wiring import Desk


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def desk(tmp_path: Path, clock: FakeClock) -> Desk:
    return open_bench(tmp_path, clock=clock)
