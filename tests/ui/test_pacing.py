"""Few pages are drawn at once; none waits for ever, and none keeps its place."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore, Lock

import pytest

from hri.ui import pacing
from hri.ui.pacing import paced
from tests.ui.conftest import Open


def test_no_more_than_there_are_places_are_drawn_at_once():
    places, lock, now, most = BoundedSemaphore(2), Lock(), 0, 0

    def draw(_: int) -> None:
        nonlocal now, most
        with paced(places, 10):
            with lock:
                now += 1
                most = max(most, now)
            time.sleep(0.01)
            with lock:
                now -= 1

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(draw, range(24)))
    assert most == 2


def test_a_long_page_holds_up_nobody_for_long():
    places = BoundedSemaphore(1)
    with ThreadPoolExecutor(1) as pool, paced(places, 10):

        def draw() -> str:
            with paced(places, 0.02):
                return "drawn"

        assert pool.submit(draw).result(5) == "drawn"
    assert places.acquire(blocking=False)


def test_a_page_that_breaks_off_gives_its_place_back():
    places = BoundedSemaphore(1)
    with pytest.raises(ZeroDivisionError), paced(places, 10):
        _ = 1 / 0
    assert places.acquire(blocking=False)


def test_pages_of_the_desk_give_their_places_back(opened: Open):
    opened("queue")
    for _ in range(pacing.AT_ONCE):
        assert pacing._places.acquire(timeout=5)
    for _ in range(pacing.AT_ONCE):
        pacing._places.release()
