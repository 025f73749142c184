"""What the figures of a server share: counted once in a while, read ahead, told when it fails."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from casework.bench import CHIEF, FakeClock, case, open_bench, store_of

from hri.evaluation.shared import Shared
from hri.knowledge.watching import load_watch
from hri.wiring import Desk, start_figures
from hri.wiring.figures import read_ahead

WATCH = load_watch(Path("data/supervision.toml"))


def shared_for(desk: Desk, clock: FakeClock, seconds: float) -> Shared:
    return Shared(store_of(desk), clock, timedelta(seconds=seconds), WATCH)


@pytest.mark.parametrize(
    ("seconds", "fresh", "lasts"), [(3, True, 3), (3, False, 60), (1, False, 20), (30, False, 60)]
)
def test_a_result_holds_for_a_while(desk: Desk, clock: FakeClock, seconds, fresh, lasts):
    shared, asked = shared_for(desk, clock, seconds), []

    def ask() -> int:
        asked.append(clock.now())
        return len(asked)

    assert shared.kept("key", ask, fresh=fresh) == 1
    clock.move(seconds=lasts - 0.5)
    assert shared.kept("key", ask, fresh=fresh) == 1
    assert shared.kept("another", ask, fresh=fresh) == 2
    clock.move(seconds=1)
    assert shared.kept("key", ask, fresh=fresh) == 3


def test_a_clock_set_back_does_not_make_a_result_last(desk: Desk, clock: FakeClock):
    shared = shared_for(desk, clock, 3)
    assert shared.kept("key", lambda: 1) == 1
    clock.move(hours=-1)
    assert shared.kept("key", lambda: 2) == 2


def test_a_failure_is_not_kept(desk: Desk, clock: FakeClock):
    shared = shared_for(desk, clock, 3)
    with pytest.raises(ZeroDivisionError):
        shared.kept("key", lambda: 1 // 0)
    assert shared.kept("key", lambda: 2) == 2


def test_many_results_are_not_kept_for_ever(desk: Desk, clock: FakeClock):
    shared = shared_for(desk, clock, 3)
    for number in range(1000):
        shared.kept(number, lambda: 1)
    assert len(shared._kept) <= 256


def test_columns_are_read_ahead_and_a_failure_is_told(desk: Desk, caplog):
    desk.intake.submit(CHIEF, case(1))
    timer = start_figures(desk, after=0)
    timer.join(10)
    assert not timer.is_alive()
    assert desk.shared._columns._kept.size == 1
    desk.settings.database.write_bytes(b"no database")
    read_ahead(desk.shared)
    assert "could not be read ahead" in caplog.text


def test_what_others_store_meanwhile_is_in_the_next_figure(tmp_path: Path, clock: FakeClock):
    desk, other = (open_bench(tmp_path, clock=clock) for _process in range(2))
    desk.intake.submit(CHIEF, case(1))
    assert desk.shared.columns().size == 1
    other.intake.submit(CHIEF, case(2))
    found = desk.shared.columns()
    assert (found.size, found.pack.names[found.pack.codes[-1]]) == (2, "1")
    assert not found.hri.flags.writeable
