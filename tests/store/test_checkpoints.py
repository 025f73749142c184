"""Checkpoints kept elsewhere, and errors of those who read what was changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from casework.bench import AUDITOR, FakeClock, open_bench
from store.worked import change, open_worked, report_of

from hri.errors import AuditError, StoreError
from hri.store.database import open_store
from hri.wiring import Desk


def test_a_checkpoint_tells_what_became_of_its_head(worked: Desk, path: Path):
    mark = worked.audit.checkpoint(AUDITOR)
    report = worked.audit.verify(AUDITOR, [mark])
    assert (report.sound, report.kept, report.lost) == (True, (mark,), ())
    assert f"the log still contains the checkpoint of {mark.at:%Y-%m-%d}" in report.describe()
    other_hash = mark.model_copy(update={"hash": "f" * 64})
    assert report_of(path, other_hash).lost == (other_hash,)
    change(path, "DELETE FROM events WHERE seq > 6", "UPDATE sqlite_sequence SET seq = 6")
    report = report_of(path, mark)
    assert (report.sound, report.lost, report.first_bad) == (False, (mark,), 7)
    assert "DOES NOT CONTAIN" in report.describe()


def test_a_database_put_in_place_of_another_is_found_by_a_checkpoint(worked: Desk, tmp_path: Path):
    mark = worked.audit.checkpoint(AUDITOR).model_copy(update={"seq": 3})
    fresh = open_worked(tmp_path)
    assert fresh.audit.verify(AUDITOR).sound
    report = fresh.audit.verify(AUDITOR, [mark])
    assert (report.sound, report.lost) == (False, (mark,))


def test_a_stored_policy_that_is_none_is_a_plain_error(path: Path):
    change(path, "UPDATE policies SET body = '{\"id\": 3}' WHERE published = 1")
    with pytest.raises(StoreError, match=r"policy default v001.*no Policy.*Remedy.*backup"):
        open_bench(path.parent, store=open_store(path)).policies.live(AUDITOR)


def test_an_event_that_is_none_is_a_plain_error(path: Path):
    change(path, "UPDATE events SET kind = 'x' WHERE seq = 3")
    desk = open_bench(path.parent, store=open_store(path), clock=FakeClock())
    with pytest.raises(AuditError, match="audit event 3"):
        list(desk.audit.walk(AUDITOR))
