from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from casework.bench import (
    ANNE,
    CHIEF,
    FakeClock,
    FakeCourier,
    case,
    open_bench,
    store_of,
    take,
)
from click.testing import CliRunner
from factories import ROOT

from hri.casework.permissions import SYSTEM
from hri.casework.rounds import Worker
from hri.cli import main
from hri.couriers import FolderCourier
from hri.domain.outbox import Outgoing
from hri.domain.reviews import ReviewDecision
from hri.errors import StoreError
from hri.wiring import Desk, start_delivery

OFTEN = 0.01
"""Seconds between rounds, so that tests do not wait."""


def decide(desk: Desk, number: int) -> None:
    desk.intake.submit(CHIEF, case(number))
    name = f"case-{number:05}"
    fields = {
        "case_id": name,
        "verb": "reject",
        "seen_version": take(desk, ANNE, name).version,
        "reason_code": "wrong_value",
        "text": f"Text {number}.",
        "judgements": {"fees": "wrong"},
    }
    desk.review.decide(ANNE, ReviewDecision.model_validate(fields))


def eventually(found: Callable[[], object], seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.01)


@pytest.fixture
def courier() -> FakeCourier:
    return FakeCourier()


@pytest.fixture
def desk(tmp_path: Path, clock: FakeClock, courier: FakeCourier) -> Desk:
    return open_bench(tmp_path, clock=clock, courier=courier)


@pytest.fixture
def worker(desk: Desk) -> Iterator[Worker]:
    made = Worker(desk.delivery, OFTEN)
    yield made
    made.stop()


def test_messages_go_out_as_they_fall_due(
    desk: Desk, clock: FakeClock, courier: FakeCourier, worker: Worker
):
    worker.start()
    decide(desk, 1)
    time.sleep(10 * OFTEN)
    assert courier.handed == []
    clock.move(seconds=11)
    eventually(lambda: len(courier.handed) == 1)
    worker.stop()
    assert not worker.alive
    decide(desk, 2)
    clock.move(seconds=11)
    time.sleep(10 * OFTEN)
    assert len(courier.handed) == 1


def test_a_worker_can_be_started_again_but_not_twice(worker: Worker):
    worker.start()
    first = worker._thread
    worker.start()
    assert worker._thread is first
    worker.stop()
    worker.start()
    assert worker.alive


def test_one_round_takes_all_that_is_due_and_counts_it(
    desk: Desk, clock: FakeClock, courier: FakeCourier, worker: Worker
):
    for number in range(1, 6):
        decide(desk, number)
    clock.move(seconds=11)
    assert worker.deliver_due().out == 5
    assert worker.deliver_due().out == 0


def test_a_stopped_worker_finishes_the_message_in_hand_only(
    desk: Desk, clock: FakeClock, courier: FakeCourier, worker: Worker, monkeypatch
):
    for number in range(1, 6):
        decide(desk, number)
    clock.move(seconds=11)
    real = courier.deliver

    def deliver(message: Outgoing) -> None:
        real(message)
        worker.stop()

    monkeypatch.setattr(courier, "deliver", deliver)
    worker.run()
    assert len(courier.handed) == 1
    with store_of(desk).read() as records:
        assert len(records.outbox.due(clock.now(), 10)) == 4


def test_no_error_ends_it_and_each_is_one_line_in_the_log(
    desk: Desk, clock: FakeClock, courier: FakeCourier, worker: Worker, monkeypatch, caplog
):
    decide(desk, 1)
    clock.move(seconds=11)
    real, calls = desk.delivery.run, []

    def run(*args: object, **kwargs: int) -> object:
        calls.append(args)
        if len(calls) <= 6:
            raise StoreError("The disk\nis full.") if len(calls) <= 3 else ValueError("secret text")
        return real(*args, **kwargs)

    monkeypatch.setattr(desk.delivery, "run", run)
    with caplog.at_level(logging.WARNING, logger="hri.casework.rounds"):
        worker.start()
        eventually(lambda: "works again" in caplog.text)
    assert len(courier.handed) == 1
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 3
    assert "The disk is full." in said[0]
    assert "ValueError at" in said[1]
    assert "secret" not in caplog.text


def test_a_message_that_breaks_the_courier_does_not_hold_the_others(
    desk: Desk, clock: FakeClock, courier: FakeCourier, worker: Worker, monkeypatch
):
    for number in (1, 2, 3):
        decide(desk, number)
    clock.move(seconds=11)
    real = courier.deliver

    def deliver(message: Outgoing) -> None:
        if message.case_id == "case-00001":
            raise RuntimeError
        real(message)

    monkeypatch.setattr(courier, "deliver", deliver)
    worker.start()
    eventually(lambda: len(courier.handed) == 2)


def test_two_workers_hand_each_message_over_once(
    tmp_path: Path, clock: FakeClock, courier: FakeCourier
):
    desks = [open_bench(tmp_path, clock=clock, courier=courier) for _ in range(2)]
    for number in range(1, 13):
        decide(desks[0], number)
    clock.move(seconds=11)
    workers = [Worker(desk.delivery, OFTEN) for desk in desks]
    for worker in workers:
        worker.start()
    try:
        eventually(lambda: len(courier.handed) >= 12)
        time.sleep(5 * OFTEN)
    finally:
        for worker in workers:
            worker.stop()
    keys = [item.key for item in courier.handed]
    assert sorted(keys) == sorted(set(keys))
    assert len(keys) == 12


def test_a_desk_has_one_worker_a_process(tmp_path: Path):
    desk = open_bench(tmp_path, delivery_interval_seconds=OFTEN, outbox=tmp_path / "out")
    worker = start_delivery(desk)
    try:
        assert start_delivery(desk) is worker
        other = start_delivery(open_bench(tmp_path / "b", outbox=tmp_path / "out"))
        assert other is not worker
        other.stop()
    finally:
        worker.stop()
    again = start_delivery(desk)
    assert again is not worker
    assert again.alive
    again.stop()


def test_a_desk_opens_all_the_same_where_the_way_out_is_wrong(tmp_path: Path, caplog):
    (tmp_path / "file").touch()
    worker = start_delivery(open_bench(tmp_path, outbox=tmp_path / "file"))
    assert worker.alive
    worker.stop()
    assert "HRI_OUTBOX" in caplog.text


@pytest.fixture
def due(tmp_path: Path, monkeypatch) -> Path:
    """A database of the environment with seven messages that are due."""
    desk = open_bench(tmp_path, clock=FakeClock())
    for number in range(1, 8):
        decide(desk, number)
    monkeypatch.setenv("HRI_DATABASE", str(desk.settings.database))
    monkeypatch.setenv("HRI_OUTBOX", str(tmp_path / "out"))
    monkeypatch.setenv("HRI_DELIVERY_INTERVAL_SECONDS", "0.05")
    return tmp_path / "out"


def test_one_round_on_the_command_line(due: Path):
    done = CliRunner().invoke(main, ["deliver", "--once"])
    assert (done.exit_code, done.output) == (0, "7 out, 0 failed\n")
    assert len(list(due.glob("message-*.json"))) == 7
    assert CliRunner().invoke(main, ["deliver", "--once"]).output == "0 out, 0 failed\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator may write anywhere")
def test_a_folder_without_rights_is_refused(due: Path):
    due.mkdir(mode=0o500)
    done = CliRunner().invoke(main, ["deliver", "--once"])
    assert done.exit_code == 2
    assert "HRI_OUTBOX" in done.output


def test_a_folder_that_is_a_file_is_refused_before_anything_is_tried(due: Path):
    due.write_text("mine")
    done = CliRunner().invoke(main, ["deliver"])
    assert done.exit_code == 2
    assert "HRI_OUTBOX" in done.output
    assert due.read_text() == "mine"


@pytest.mark.parametrize(
    "address", ["https://", "https://host:99999/x", "https://a b/x", "https://:80/x"]
)
def test_an_address_that_is_none_is_refused(due: Path, monkeypatch, address: str):
    monkeypatch.setenv("HRI_DELIVERY_URL", address)
    done = CliRunner().invoke(main, ["deliver", "--once"])
    assert done.exit_code == 2
    assert "HRI_DELIVERY_URL" in done.output


def test_a_try_that_fails_is_told(due: Path, monkeypatch):
    monkeypatch.setenv("HRI_DELIVERY_URL", "http://127.0.0.1:1/x")
    done = CliRunner().invoke(main, ["deliver", "--once"])
    assert done.exit_code == 1
    assert done.output == "0 out, 7 failed, to be tried again\n"


def test_without_a_database_nothing_is_made(due: Path, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("HRI_DATABASE", str(tmp_path / "none.sqlite"))
    done = CliRunner().invoke(main, ["deliver"])
    assert done.exit_code == 2
    assert "there is no database to deliver from" in done.output
    assert not (tmp_path / "none.sqlite").exists()


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_two_processes_deliver_once_and_end_on_a_signal(due: Path, name: signal.Signals):
    command = [sys.executable, "-m", "hri", "deliver"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    running = [subprocess.Popen(command, cwd=ROOT, **pipes) for _ in range(2)]
    try:
        eventually(lambda: len(list(due.glob("message-*.json"))) == 7)
        for process in running:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("delivering to")
            process.send_signal(name)
        said = [process.communicate(timeout=20) for process in running]
    finally:
        for process in running:
            process.kill()
    assert [process.returncode for process in running] == [0, 0], said
    counts = [int(out.splitlines()[-1].split()[1]) for out, _ in said]
    assert sum(counts) == 7
    assert [err for _, err in said] == ["", ""]


def test_what_processes_delivered_is_in_the_log_once(due: Path, tmp_path: Path):
    CliRunner().invoke(main, ["deliver", "--once"])
    desk = open_bench(tmp_path)
    events = [event.kind.value for event in desk.audit.walk(SYSTEM)]
    assert events.count("reply.sent") == 7
    assert desk.audit.verify(SYSTEM).sound


def test_checking_a_folder_leaves_nothing_in_it(tmp_path: Path):
    FolderCourier(tmp_path / "deep" / "out").check()
    assert list((tmp_path / "deep" / "out").iterdir()) == []
