"""Sealing in rounds: nothing stays unsealed for long, and what is sealed is kept elsewhere."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from casework.bench import CHIEF, FakeClock, case, open_bench, store_of

from hri.assurance.signing import make_key
from hri.casework.permissions import SYSTEM, Guard
from hri.casework.rounds import Worker
from hri.casework.sealing import Sealer
from hri.couriers import CheckpointFile
from hri.domain.checkpoints import Seal, Sealing
from hri.errors import AuditError, SettingsError, StoreError
from hri.store.database import SqliteStore
from hri.wiring import Desk


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "elsewhere" / "checkpoints.jsonl"


@pytest.fixture
def desk(tmp_path: Path, clock: FakeClock, kept: Path) -> Desk:
    return open_bench(tmp_path, clock=clock, checkpoints=kept)


def lines(path: Path) -> list[Seal]:
    return [Seal.model_validate_json(line) for line in path.read_bytes().splitlines()]


def test_what_is_not_sealed_is_sealed_after_a_minute_and_kept(
    desk: Desk, clock: FakeClock, kept: Path
):
    desk.intake.submit(CHIEF, case(1))
    assert desk.sealer.run(SYSTEM) == ()
    clock.move(seconds=60)
    (seal,) = desk.sealer.run(SYSTEM)
    assert lines(kept) == [seal] == list(desk.audit.seals(CHIEF))
    assert desk.audit.verify(CHIEF, [seal]).sound
    clock.move(hours=1)
    assert desk.sealer.run(SYSTEM) == (), "nothing happened since"
    desk.intake.submit(CHIEF, case(2))
    assert desk.sealer.run(SYSTEM)[0].number == 2, "sealed as it was appended"
    assert [one.number for one in lines(kept)] == [1, 2]


def test_a_log_without_what_is_kept_elsewhere_is_told(desk: Desk, clock: FakeClock, kept: Path):
    desk.intake.submit(CHIEF, case(1))
    clock.move(seconds=60)
    (seal,) = desk.sealer.run(SYSTEM)
    other = seal.model_copy(update={"hash": "f" * 64})
    kept.write_text(other.model_dump_json() + "\n")
    with pytest.raises(AuditError, match="does not contain the checkpoint"):
        desk.sealer.run(SYSTEM)
    assert lines(kept) == [other]
    kept.write_text("nonsense\n")
    with pytest.raises(StoreError, match="HRI_CHECKPOINTS"):
        desk.sealer.run(SYSTEM)


def test_a_place_that_cannot_be_written_is_told_and_delivery_goes_on(
    desk: Desk, clock: FakeClock, kept: Path, caplog: pytest.LogCaptureFixture
):
    kept.parent.write_text("a file stands where the folder should be")
    desk.intake.submit(CHIEF, case(1))
    clock.move(seconds=60)
    store = store_of(desk)
    sealer = Sealer(store, Guard(store, clock), clock, CheckpointFile(kept))
    worker = Worker(desk.delivery, 0.01, sealer=sealer)
    with caplog.at_level(logging.ERROR):
        worker._careful_round("sealing", worker._seal)
        worker._careful_round("delivery", worker._deliver)
    assert [record.getMessage().split(":")[0] for record in caplog.records] == [
        "sealing goes on after an error"
    ]


def test_signed_checkpoints_are_not_followed_by_unsigned_ones(
    tmp_path: Path, clock: FakeClock, kept: Path
):
    signer = make_key(tmp_path / "own.pem")
    desk = open_bench(tmp_path, clock=clock, checkpoints=kept)
    store = store_of(desk)
    desk.intake.submit(CHIEF, case(1))
    signing = SqliteStore(store.path, sealing=Sealing(signer=signer))
    Sealer(signing, Guard(signing, clock), clock, CheckpointFile(kept)).run(SYSTEM)
    assert [one.key for one in lines(kept)][-1] == signer.key
    clock.move(hours=1)
    desk.intake.submit(CHIEF, case(2))
    with pytest.raises(SettingsError, match="HRI_SIGNING_KEY"):
        desk.sealer.run(SYSTEM)
    assert lines(kept)[-1].key == signer.key
    head = desk.audit.checkpoint(CHIEF)
    assert not isinstance(head, Seal)
    assert desk.audit.verify(CHIEF, [head]).sound
