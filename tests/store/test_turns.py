"""Threads of one process take turns at the database; nobody waits for ever."""

from __future__ import annotations

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hri.errors import StoreError
from hri.store.database import MOST_IDLE, SqliteStore, open_store
from hri.store.turns import Turns


def traits(store: SqliteStore) -> list[str]:
    with store.read() as records:
        return [row[0] for row in records.cases._db.execute("SELECT body FROM traits ORDER BY n")]


def add(store: SqliteStore, body: str) -> None:
    with store.write() as records:
        records.cases._db.execute("INSERT INTO traits (body) VALUES (?)", [body])


def test_a_transaction_is_made_durable_when_nobody_reads_and_readers_wait_for_it():
    turns, seen = Turns(5.0), []
    reading, closed = threading.Event(), threading.Event()

    def read(name: str) -> None:
        with turns.reading():
            seen.append(name)
            reading.set()
            time.sleep(0.1)
            seen.append(f"{name} ends")

    def close() -> None:
        with turns.writing(), turns.closing():
            seen.append("durable")
        closed.set()

    with ThreadPoolExecutor(3) as pool:
        pool.submit(read, "first")
        assert reading.wait(5)
        pool.submit(close)
        while not turns._closing:
            time.sleep(0.001)
        pool.submit(read, "second")
        assert closed.wait(5)
    assert seen == ["first", "first ends", "durable", "second", "second ends"]


def test_a_read_inside_a_read_does_not_wait_for_the_writer_that_waits_for_it():
    turns = Turns(5.0)
    with ThreadPoolExecutor(1) as pool, turns.reading():
        with turns.closing():
            begun = time.perf_counter()
            with turns.reading():
                assert time.perf_counter() - begun < 1
        waiting = pool.submit(lambda: turns.closing().__enter__())
        while not turns._closing:
            time.sleep(0.001)
        begun = time.perf_counter()
        with turns.reading():
            assert time.perf_counter() - begun < 1
        assert not waiting.done()


def test_whoever_waited_long_enough_goes_on():
    turns = Turns(0.05)
    with ThreadPoolExecutor(1) as pool, turns.reading(), turns.writing():

        def write() -> str:
            with turns.writing(), turns.closing():
                return "went on"

        assert pool.submit(write).result(5) == "went on"


def test_connections_are_used_again_and_few_are_kept(tmp_path: Path):
    store = open_store(tmp_path / "hri.sqlite")
    barrier = threading.Barrier(20)

    def look(_: int) -> None:
        with store.read():
            barrier.wait(10)

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(look, range(20)))
    assert len(store._idle) == MOST_IDLE
    kept = store._idle[-1]
    add(store, "one")
    assert store._idle[-1] is not None
    assert kept[1] in [connection for _place, connection in store._idle]
    assert traits(store) == ["one"]


def test_a_database_put_in_place_of_another_is_the_one_that_is_read(tmp_path: Path):
    store, other = open_store(tmp_path / "hri.sqlite"), open_store(tmp_path / "other.sqlite")
    add(store, "old")
    add(other, "new")
    (tmp_path / "other.sqlite").replace(tmp_path / "hri.sqlite")
    assert traits(store) == ["new"]


def test_a_transaction_that_failed_leaves_no_lock_behind(tmp_path: Path):
    store = open_store(tmp_path / "hri.sqlite")
    with pytest.raises(StoreError), store.write() as records:
        records.cases._db.execute("INSERT INTO nowhere VALUES (1)")
    with pytest.raises(ZeroDivisionError), store.read():
        _ = 1 / 0
    with sqlite3.connect(tmp_path / "hri.sqlite", timeout=0) as stranger:
        stranger.execute("BEGIN EXCLUSIVE")
    add(store, "after")
    assert traits(store) == ["after"]
