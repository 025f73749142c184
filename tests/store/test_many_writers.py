"""Many people deciding at once, and writers that are killed: nothing lost, nothing twice."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from casework.bench import AUDITOR, CHIEF, JUDGED, case, open_bench, person, take

from hri.domain.events import EventKind
from hri.domain.reviews import ReviewDecision, Role
from hri.errors import ReviewConflictError
from hri.store.database import open_store
from hri.store.starting import require_sound_start
from hri.wiring import Desk

FORK = multiprocessing.get_context("spawn")


def decide_all(desk: Desk, name: str, limit: int) -> list[str]:
    """Take and decide cases until none is left or ``limit`` is reached."""
    actor, done = person(Role.CASEWORKER, name), []
    while len(done) < limit and (review := desk.review.claim_next(actor)) is not None:
        take(desk, actor, review.case_id)
        desk.review.decide(
            actor,
            ReviewDecision(
                case_id=review.case_id,
                verb="approve",
                seen_version=review.version,
                reason_code="correct",
                judgements=JUDGED,
            ),
        )
        done.append(review.case_id)
    return done


def decide_in_process(folder: Path, name: str, limit: int) -> list[str]:
    return decide_all(open_bench(folder), name, limit)


def fill(folder: Path, count: int) -> Desk:
    desk = open_bench(folder)
    for number in range(count):
        desk.intake.submit(CHIEF, case(number, asked_on="2020-06-02"))
    return desk


def assert_whole(desk: Desk, decided: set[str]) -> None:
    report = desk.audit.verify(AUDITOR)
    assert report.sound, report.describe()
    for case_id in decided:
        assert len(desk.review.open_case(AUDITOR, case_id).decisions) == 1
    connection = sqlite3.connect(desk.settings.database)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_eight_threads_decide_every_case_once(tmp_path: Path):
    desk = fill(tmp_path, 40)
    with ThreadPoolExecutor(8) as pool:
        names = [f"p{number}" for number in range(8)]
        done = [*pool.map(lambda name: decide_all(desk, name, 40), names)]
    every = [case_id for mine in done for case_id in mine]
    assert len(every) == len(set(every)) == 40
    assert_whole(desk, set(every))


def test_two_people_deciding_one_case_leave_one_decision(tmp_path: Path):
    desk = fill(tmp_path, 1)
    actor = person(Role.CASEWORKER, "anne")
    version = take(desk, actor, "case-00000").version
    decision = ReviewDecision(
        case_id="case-00000",
        verb="approve",
        seen_version=version,
        reason_code="correct",
        judgements=JUDGED,
    )

    def decide(_: int) -> bool:
        try:
            desk.review.decide(actor, decision)
        except ReviewConflictError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(decide, range(8))) == 1
    assert_whole(desk, {"case-00000"})


@pytest.mark.torture
def test_eight_processes_make_two_thousand_decisions_without_a_lock_error(tmp_path: Path):
    desk = fill(tmp_path, 2000)
    with FORK.Pool(8) as pool:
        jobs = [(tmp_path, f"p{number}", 250) for number in range(8)]
        every = [case_id for mine in pool.starmap(decide_in_process, jobs) for case_id in mine]
    assert len(every) == len(set(every)) == 2000
    assert_whole(desk, set(every))


@pytest.mark.torture
def test_fifty_writers_make_forty_decisions_each_in_one_chain(tmp_path: Path):
    desk = fill(tmp_path, 50 * 40)
    with ThreadPoolExecutor(50) as pool:
        names = [f"p{number}" for number in range(50)]
        done = [*pool.map(lambda name: decide_all(desk, name, 40), names)]
    every = [case_id for mine in done for case_id in mine]
    assert [len(mine) for mine in done] == [40] * 50
    assert len(every) == len(set(every)) == 2000
    assert_whole(desk, set(every))
    told = [event for event in desk.audit.walk(AUDITOR) if event.kind is EventKind.REVIEW_DECIDED]
    assert len({(event.actor, event.subject) for event in told}) == len(told) == 2000


def decide_and_tell(folder: Path, name: str, told: Connection) -> None:
    desk = open_bench(folder)
    told.send("ready")
    while done := decide_all(desk, name, 1):
        told.send(done[0])


def start_again(path: Path) -> float:
    """Open the database as the next start does; seconds until it can be worked on."""
    begun = time.perf_counter()
    assert require_sound_start(open_store(path), 60)
    return time.perf_counter() - begun


def heard(here: Connection) -> Iterator[str]:
    """What a process said before it was killed."""
    try:
        while here.poll():
            yield here.recv()
    except EOFError:
        return


@pytest.mark.torture
def test_a_hundred_killed_writers_lose_no_acknowledged_decision(careful: None, tmp_path: Path):
    rng, told_of, starts = random.Random(11), set[str](), []
    desk = fill(tmp_path, 3000)
    for number in range(100):
        here, there = FORK.Pipe(duplex=False)
        writer = FORK.Process(target=decide_and_tell, args=(tmp_path, f"p{number}", there))
        writer.start()
        there.close()
        assert here.recv() == "ready"
        time.sleep(rng.uniform(0.005, 0.2))
        os.kill(writer.pid, signal.SIGKILL)
        writer.join()
        told_of |= {*heard(here)}
        starts.append(start_again(desk.settings.database))
        assert_whole(desk, set())
    assert told_of
    assert_whole(desk, told_of)
    told = f"{len(told_of)} decisions acknowledged, none lost; longest start {max(starts):.2f} s"
    print(told)  # noqa: T201
