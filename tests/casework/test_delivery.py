from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from casework.bench import (
    ANNE,
    CHIEF,
    NOON,
    FakeClock,
    FakeCourier,
    case,
    open_bench,
    store_of,
    take,
)

from hri.casework.permissions import SYSTEM
from hri.couriers import FolderCourier, WebhookCourier
from hri.domain.events import EventKind
from hri.domain.outbox import DeliveryState, Outgoing
from hri.domain.reviews import ReplyKind, ReviewDecision
from hri.errors import DeliveryError, InvalidDecisionError, ReviewConflictError, SettingsError
from hri.settings import read_settings
from hri.wiring import Desk

ID = "case-00001"


@pytest.fixture
def courier() -> FakeCourier:
    return FakeCourier()


@pytest.fixture
def desk(tmp_path: Path, clock: FakeClock, courier: FakeCourier) -> Desk:
    found = open_bench(tmp_path, clock=clock, courier=courier, delivery_tries=3)
    found.intake.submit(CHIEF, case(1))
    return found


def reject(desk: Desk, text: str = "Please ask the town hall."):
    version = take(desk, ANNE, ID).version
    fields = {
        "case_id": ID,
        "verb": "reject",
        "seen_version": version,
        "reason_code": "wrong_value",
        "text": text,
        "judgements": {"fees": "wrong"},
    }
    return desk.review.decide(ANNE, ReviewDecision.model_validate(fields))


def states(desk: Desk) -> list[DeliveryState]:
    return [way.state for way in desk.delivery.ways(ANNE, ID)]


def kinds(desk: Desk) -> list[EventKind]:
    return [event.kind for event in desk.review.open_case(ANNE, ID).history]


def test_a_decided_message_leaves_once_and_after_the_undo_time(
    desk: Desk, clock: FakeClock, courier: FakeCourier
):
    reject(desk)
    clock.move(seconds=9)
    assert desk.delivery.run(SYSTEM).out == 0
    clock.move(seconds=2)
    assert desk.delivery.run(SYSTEM).out == 1
    assert desk.delivery.run(SYSTEM).out == 0
    (handed,) = courier.handed
    assert "Please ask the town hall." in handed.text
    assert (handed.kind, handed.case_id) == (ReplyKind.DECIDED, ID)
    assert states(desk) == [DeliveryState.OUT]
    assert kinds(desk)[-1] is EventKind.REPLY_SENT


def test_what_is_undone_never_leaves(desk: Desk, clock: FakeClock, courier: FakeCourier):
    reject(desk)
    desk.review.undo(ANNE, ID)
    clock.move(minutes=5)
    assert desk.delivery.run(SYSTEM).out == 0
    reject(desk, "Another text.")
    clock.move(seconds=11)
    desk.delivery.run(SYSTEM)
    assert ["Another text." in item.text for item in courier.handed] == [True]
    assert states(desk) == [DeliveryState.WITHDRAWN, DeliveryState.OUT]


def test_no_undo_once_it_may_have_left(desk: Desk, clock: FakeClock):
    reject(desk)
    clock.move(seconds=10)
    with pytest.raises(ReviewConflictError):
        desk.review.undo(ANNE, ID)


def test_a_failed_try_is_repeated_later_and_later_then_shown(
    desk: Desk, clock: FakeClock, courier: FakeCourier
):
    reject(desk)
    courier.problem = "nobody is there"
    clock.move(seconds=10)
    waits = []
    while states(desk) == [DeliveryState.WAITING]:
        due = desk.delivery.ways(ANNE, ID)[0].due_at
        clock.moment = due
        assert desk.delivery.run(SYSTEM).failed == 1
        waits.append((desk.delivery.ways(ANNE, ID)[0].due_at - due).total_seconds())
    assert waits[:2] == [5.0, 10.0]
    assert len(waits) == 3
    (failed,) = desk.delivery.failed(ANNE)
    assert "nobody is there" in failed.problem
    clock.move(hours=1)
    assert desk.delivery.run(SYSTEM) == desk.delivery.run(SYSTEM)
    courier.problem = ""
    desk.delivery.retry(ANNE, failed.reply_id)
    assert desk.delivery.run(SYSTEM).out == 1
    assert desk.delivery.failed(ANNE) == ()
    assert [kind for kind in kinds(desk) if kind.value.startswith("reply.")][-2:] == [
        EventKind.REPLY_RETRIED,
        EventKind.REPLY_SENT,
    ]
    with store_of(desk).read() as records:
        assert records.audit.verify().sound


def test_only_a_failed_message_is_tried_again(desk: Desk):
    decided = reject(desk)
    with pytest.raises(InvalidDecisionError):
        desk.delivery.retry(ANNE, decided.reply.id)


def test_many_processes_deliver_a_message_once(tmp_path: Path, clock: FakeClock):
    courier = FakeCourier()
    desk = open_bench(tmp_path / "many", clock=clock, courier=courier)
    for number in range(1, 9):
        desk.intake.submit(CHIEF, case(number))
        version = take(desk, ANNE, f"case-{number:05}").version
        fields = {
            "case_id": f"case-{number:05}",
            "verb": "reject",
            "seen_version": version,
            "reason_code": "wrong_value",
            "text": f"Text {number}.",
            "judgements": {"fees": "wrong"},
        }
        desk.review.decide(ANNE, ReviewDecision.model_validate(fields))
    clock.move(seconds=11)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda _: desk.delivery.run(SYSTEM), range(6)))
    assert sorted(item.key for item in courier.handed) == sorted(
        {item.key for item in courier.handed}
    )
    assert len(courier.handed) == 8


def test_a_crash_between_handing_over_and_noting_it_hands_over_the_same_key(
    desk: Desk, clock: FakeClock, courier: FakeCourier, monkeypatch
):
    reject(desk)
    clock.move(seconds=11)
    monkeypatch.setattr(desk.delivery, "_after", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        desk.delivery.run(SYSTEM)
    monkeypatch.undo()
    assert desk.delivery.run(SYSTEM).out == 0  # the lease runs: another process may be at it
    clock.move(minutes=1)
    assert desk.delivery.run(SYSTEM).out == 1
    assert len({item.key for item in courier.handed}) == 1


MESSAGE = Outgoing(
    key="message-7",
    case_id=ID,
    kind=ReplyKind.DECIDED,
    language="fr",
    text="25 €\n=1+1",
    written_at=NOON,
)


def test_the_folder_keeps_each_message_once_and_whole(tmp_path: Path):
    courier = FolderCourier(tmp_path / "out")
    courier.deliver(MESSAGE)
    courier.deliver(MESSAGE)
    with pytest.raises(DeliveryError, match="Another message"):
        courier.deliver(MESSAGE.model_copy(update={"text": "another"}))
    (file,) = (tmp_path / "out").iterdir()
    assert json.loads(file.read_text("utf-8"))["text"] == MESSAGE.text


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path):
    (tmp_path / "out").write_text("a file")
    with pytest.raises(DeliveryError, match="cannot be put"):
        FolderCourier(tmp_path / "out").deliver(MESSAGE)


class Receiver(ThreadingHTTPServer):
    """Answers with ``status`` and keeps what it got."""

    status = 204

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.got: list[tuple[dict[str, str], dict[str, object]]] = []


class Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((dict(self.headers), json.loads(body)))
        self.send_response(self.server.status)
        self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    server = Receiver()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(("status", "taken"), [(200, 1), (204, 1), (409, 1), (500, 0), (302, 0)])
def test_the_webhook_posts_with_key_and_token(receiver: Receiver, status: int, taken: int):
    receiver.status = status
    address = f"http://127.0.0.1:{receiver.server_port}/answers"
    courier = WebhookCourier(address, "secret", 5)
    if taken:
        courier.deliver(MESSAGE)
    else:
        with pytest.raises(DeliveryError, match=str(status)):
            courier.deliver(MESSAGE)
    (headers, body) = receiver.got[0]
    assert len(receiver.got) == 1
    assert headers["Idempotency-Key"] == MESSAGE.key
    assert headers["Authorization"] == "Bearer secret"
    assert body["text"] == MESSAGE.text


def test_a_receiver_that_is_not_there_is_told():
    with pytest.raises(DeliveryError, match="was not taken"):
        WebhookCourier("http://127.0.0.1:1/x", "", 1).deliver(MESSAGE)


@pytest.mark.parametrize("address", ["http://example.org/x", "file:///etc/passwd", "ftp://a"])
def test_an_open_address_is_no_way_out(monkeypatch, address: str):
    monkeypatch.setenv("HRI_DELIVERY_URL", address)
    with pytest.raises(SettingsError, match="HRI_DELIVERY_URL"):
        read_settings()
