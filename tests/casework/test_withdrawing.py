"""What was decided anew, sent back or erased never goes out; what left is not taken back."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from casework.bench import (
    ADMIN,
    ANNE,
    AUDITOR,
    CHIEF,
    FakeClock,
    FakeCourier,
    case,
    open_bench,
    store_of,
    take,
)

from hri.casework.permissions import SYSTEM
from hri.casework.rounds import Worker
from hri.couriers import FolderCourier
from hri.domain.events import EventKind
from hri.domain.outbox import DeliveryState
from hri.domain.reviews import ReviewDecision, ReviewState
from hri.errors import InvalidDecisionError, ReviewConflictError
from hri.store.database import SqliteStore
from hri.store.restoring import restore
from hri.wiring import Desk

ID = "case-00001"
WRONG, RIGHT = "Bring nothing.", "Please ask the town hall."


@pytest.fixture
def courier() -> FakeCourier:
    return FakeCourier()


@pytest.fixture
def desk(tmp_path: Path, clock: FakeClock, courier: FakeCourier) -> Desk:
    found = open_bench(tmp_path, clock=clock, courier=courier, delivery_tries=2)
    found.intake.submit(CHIEF, case(1))
    found.intake.submit(CHIEF, case(2))
    return found


def reject(desk: Desk, text: str, case_id: str = ID):
    fields = {
        "case_id": case_id,
        "verb": "reject",
        "seen_version": take(desk, ANNE, case_id).version,
        "reason_code": "wrong_value",
        "text": text,
        "judgements": {"fees": "wrong"},
    }
    return desk.review.decide(ANNE, ReviewDecision.model_validate(fields))


def deliver_for_long(desk: Desk, clock: FakeClock) -> None:
    for _ in range(6):
        clock.move(minutes=5)
        desk.delivery.run(SYSTEM)


def states(desk: Desk) -> list[str]:
    return [way.state.value for way in desk.delivery.ways(ANNE, ID)]


def fail(desk: Desk, clock: FakeClock, courier: FakeCourier, times: int) -> None:
    courier.problem = "shut"
    for _ in range(times):
        clock.move(minutes=1)
        assert desk.delivery.run(SYSTEM).failed == 1
    courier.problem = ""


@pytest.mark.parametrize("times", [0, 1, 2], ids=["due", "tried", "failed"])
def test_what_did_not_arrive_stays_in_after_send_back(
    desk: Desk, clock: FakeClock, courier: FakeCourier, times: int
):
    reject(desk, WRONG)
    clock.move(minutes=1)
    fail(desk, clock, courier, times)
    desk.worklist.send_back(CHIEF, ID, "That is wrong.")
    deliver_for_long(desk, clock)
    assert courier.handed == []
    decided = reject(desk, RIGHT)
    assert decided.reply.kind.value == "decided"  # no earlier answer arrived
    deliver_for_long(desk, clock)
    assert [RIGHT in item.text for item in courier.handed] == [True]
    assert states(desk) == ["withdrawn", "out"]
    assert desk.delivery.failed(ANNE) == ()
    assert desk.audit.verify(AUDITOR).sound


def test_a_message_taken_back_is_not_tried_again(
    desk: Desk, clock: FakeClock, courier: FakeCourier
):
    reply = reject(desk, WRONG).reply
    clock.move(minutes=1)
    fail(desk, clock, courier, 2)
    desk.worklist.send_back(CHIEF, ID, "That is wrong.")
    with pytest.raises(InvalidDecisionError, match="withdrawn"):
        desk.delivery.retry(ANNE, reply.id)


class Interrupted(FakeCourier):
    """Lets something happen at the desk while it hands a message over."""

    meanwhile = staticmethod(lambda: None)

    def deliver(self, message) -> None:
        self.meanwhile()
        super().deliver(message)


def interrupted(tmp_path: Path, clock: FakeClock) -> tuple[Desk, Interrupted]:
    courier = Interrupted()
    desk = open_bench(tmp_path / "own", clock=clock, courier=courier)
    desk.intake.submit(CHIEF, case(1))
    reject(desk, WRONG)
    clock.move(seconds=11)
    return desk, courier


def test_sent_back_while_it_is_handed_over_it_goes_no_further_once_that_failed(
    tmp_path: Path, clock: FakeClock
):
    desk, courier = interrupted(tmp_path, clock)
    courier.problem = "shut"
    courier.meanwhile = lambda: desk.worklist.send_back(CHIEF, ID, "That is wrong.")
    assert desk.delivery.run(SYSTEM).failed == 1
    courier.problem = ""
    courier.meanwhile = lambda: None
    deliver_for_long(desk, clock)
    assert courier.handed == []
    told = [e for e in desk.audit.history(CHIEF, ID) if e.kind is EventKind.REPLY_WITHDRAWN]
    assert [event.payload["why"] for event in told] == ["reopened"]
    assert desk.audit.verify(AUDITOR).sound


def test_sent_back_while_it_is_handed_over_the_next_one_comes_after_it_and_corrects(
    tmp_path: Path, clock: FakeClock
):
    desk, courier = interrupted(tmp_path, clock)
    seen = []

    def decide_anew() -> None:
        courier.meanwhile = lambda: None
        desk.worklist.send_back(CHIEF, ID, "That is wrong.")
        seen.append(reject(desk, RIGHT).reply.kind.value)
        clock.move(seconds=20)
        seen.append(desk.delivery.run(SYSTEM).out)  # another process: the first is under way

    courier.meanwhile = decide_anew
    assert desk.delivery.run(SYSTEM).out == 1
    assert seen == ["corrected", 0]
    deliver_for_long(desk, clock)
    assert [RIGHT in item.text for item in courier.handed] == [False, True]


def test_no_undo_while_it_is_handed_over_or_after_whatever_the_clock_says(
    tmp_path: Path, clock: FakeClock
):
    desk, courier = interrupted(tmp_path, clock)

    def undo() -> None:
        clock.move(seconds=-8)
        with pytest.raises(ReviewConflictError):
            desk.review.undo(ANNE, ID)

    courier.meanwhile = undo
    assert desk.delivery.run(SYSTEM).out == 1
    with pytest.raises(ReviewConflictError):
        desk.review.undo(ANNE, ID)
    deliver_for_long(desk, clock)
    assert len(courier.handed) == 1
    assert desk.review.open_case(ANNE, ID).review.state is ReviewState.DECIDED


def test_the_time_of_an_undo_is_when_it_has_the_database(desk: Desk, clock: FakeClock):
    reject(desk, WRONG)
    clock.move(seconds=9)
    problems: list[Exception] = []

    def undo() -> None:
        try:
            desk.review.undo(ANNE, ID)
        except ReviewConflictError as error:
            problems.append(error)

    with store_of(desk).write():
        thread = threading.Thread(target=undo)
        thread.start()
        time.sleep(0.3)  # it waits for the lock now
        clock.move(seconds=2)
    thread.join()
    assert len(problems) == 1


@pytest.mark.parametrize("times", [0, 1, 2], ids=["due", "tried", "failed"])
def test_an_erased_message_stays_in_and_keeps_none_behind_it(
    desk: Desk, clock: FakeClock, courier: FakeCourier, times: int
):
    reject(desk, WRONG)
    clock.move(minutes=1)
    fail(desk, clock, courier, times)
    reject(desk, RIGHT, "case-00002")
    desk.audit.erase_content(ADMIN, ID, "asked for")
    clock.move(minutes=5)
    report = Worker(desk.delivery, 1).deliver_due()
    assert (report.out, report.failed) == (1, 0)
    assert [item.case_id for item in courier.handed] == ["case-00002"]
    assert states(desk) == ["withdrawn"]
    assert desk.audit.verify(AUDITOR).sound


def test_erased_while_it_is_handed_over_it_goes_no_further(tmp_path: Path, clock: FakeClock):
    desk, courier = interrupted(tmp_path, clock)
    courier.problem = "shut"
    courier.meanwhile = lambda: desk.audit.erase_content(ADMIN, ID, "asked for")
    desk.delivery.run(SYSTEM)
    courier.problem = ""
    deliver_for_long(desk, clock)
    assert courier.handed == []
    assert states(desk) == ["withdrawn"]


def test_a_way_out_that_breaks_off_keeps_no_other_message_behind(
    desk: Desk, clock: FakeClock, monkeypatch
):
    reject(desk, WRONG)
    clock.move(seconds=11)
    monkeypatch.setattr(desk.delivery, "_courier", None)
    report = Worker(desk.delivery, 1).deliver_due()
    assert report.failed == 1
    assert "AttributeError" in desk.delivery.ways(ANNE, ID)[0].problem


def folder_desk(tmp_path: Path, name: str, clock: FakeClock) -> Desk:
    courier = FolderCourier(tmp_path / "outbox")
    desk = open_bench(tmp_path / name, clock=clock, courier=courier)
    desk.intake.submit(CHIEF, case(1))
    return desk


def texts(tmp_path: Path) -> list[str]:
    return sorted(path.read_text("utf-8") for path in (tmp_path / "outbox").iterdir())


def test_two_databases_share_an_outbox_and_lose_nothing(tmp_path: Path, clock: FakeClock):
    for name, text in (("one", WRONG), ("two", RIGHT), ("three", RIGHT)):
        desk = folder_desk(tmp_path, name, clock)
        reject(desk, text)
        clock.move(seconds=11)
        assert desk.delivery.run(SYSTEM).out == 1
    assert [RIGHT in text for text in texts(tmp_path)].count(True) == 2
    assert len(texts(tmp_path)) == 3


def test_a_restored_older_backup_takes_no_message_for_one_it_does_not_know(
    tmp_path: Path, clock: FakeClock
):
    desk = folder_desk(tmp_path, "one", clock)
    SqliteStore(desk.settings.database).backup(tmp_path / "backup.sqlite")
    reject(desk, WRONG)
    clock.move(seconds=11)
    desk.delivery.run(SYSTEM)
    restore(tmp_path / "backup.sqlite", tmp_path / "again" / "hri.sqlite")
    again = open_bench(tmp_path / "again", clock=clock, courier=FolderCourier(tmp_path / "outbox"))
    reject(again, RIGHT)
    clock.move(seconds=11)
    assert again.delivery.run(SYSTEM).out == 1
    assert len(texts(tmp_path)) == 2


def test_a_message_handed_over_before_a_backup_was_restored_is_known(
    tmp_path: Path, clock: FakeClock
):
    desk = folder_desk(tmp_path, "one", clock)
    reject(desk, RIGHT)
    SqliteStore(desk.settings.database).backup(tmp_path / "backup.sqlite")
    clock.move(seconds=11)
    desk.delivery.run(SYSTEM)
    restore(tmp_path / "backup.sqlite", tmp_path / "again" / "hri.sqlite")
    again = open_bench(tmp_path / "again", clock=clock, courier=FolderCourier(tmp_path / "outbox"))
    assert again.delivery.run(SYSTEM).out == 1
    assert len(texts(tmp_path)) == 1


def test_a_foreign_file_by_the_name_of_a_message_is_a_failure(tmp_path: Path, clock: FakeClock):
    desk = folder_desk(tmp_path, "one", clock)
    reject(desk, RIGHT)
    clock.move(seconds=11)
    with store_of(desk).read() as records:
        way = records.outbox.get(2)
    desk.delivery.run(SYSTEM)
    (file,) = (tmp_path / "outbox").iterdir()
    file.write_text("{}")
    with store_of(desk).write() as records:
        out = records.outbox.get(2)
        records.outbox.put(way, out)
    assert desk.delivery.run(SYSTEM).failed == 1
    assert "Another message" in desk.delivery.ways(ANNE, ID)[0].problem
    assert desk.delivery.ways(ANNE, ID)[0].state is DeliveryState.WAITING
