"""Outputs are whole under their names, or not there at all."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from hri.console.outputs import open_if_named, open_output
from hri.errors import OutputError


def test_a_file_appears_under_its_name_only_when_it_is_whole(tmp_path):
    out = tmp_path / "new" / "out.txt"
    with open_output(out) as output:
        output.write_line("é")
        assert not out.exists()
    assert out.read_bytes() == "é\n".encode()
    assert list(out.parent.iterdir()) == [out]


def test_what_fails_in_between_leaves_the_old_file_alone(tmp_path):
    out = tmp_path / "out.txt"
    out.write_text("old")

    def write() -> None:
        with open_output(out) as output:
            output.write_line("new")
            raise KeyError("in between")

    with pytest.raises(KeyError):
        write()
    assert out.read_text() == "old"
    assert list(tmp_path.iterdir()) == [out]


def test_a_link_stays_and_the_file_it_leads_to_is_replaced(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    with open_output(link) as output:
        output.write_line("new")
    assert link.is_symlink()
    assert target.read_text() == "new\n"


def test_a_link_that_leads_round_in_a_circle_is_no_traceback(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    one.symlink_to(two)
    two.symlink_to(one)
    with open_output(one) as output:
        output.write_line("new")
    assert one.read_text() == "new\n"


def test_a_full_disk_is_told_with_the_name_and_leaves_nothing(tmp_path, monkeypatch):
    out = tmp_path / "out.txt"

    def write() -> None:
        with open_output(out) as output:
            output.write_line("x" * 100)
            full = os.open("/dev/full", os.O_WRONLY)
            (draft,) = tmp_path.iterdir()
            opened = [
                int(entry.name)
                for entry in Path("/proc/self/fd").iterdir()
                if entry.exists() and entry.samefile(draft)
            ]
            os.dup2(full, opened[0])
            os.close(full)

    with pytest.raises(OutputError, match=r"out\.txt: cannot be written \(No space left"):
        write()
    assert list(tmp_path.iterdir()) == []


def test_a_pipe_is_written_to_and_stays_one(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_text()))
    reader.start()
    with open_output(pipe) as output:
        output.write_line("x")
    reader.join()
    assert found == ["x\n"]
    assert pipe.is_fifo()


def test_a_protected_file_is_not_replaced(tmp_path, monkeypatch):
    out = tmp_path / "out.txt"
    out.write_text("old")
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everywhere
    with pytest.raises(OutputError, match="protected against writing"), open_output(out):
        pass
    assert out.read_text() == "old"


def test_an_output_that_nobody_named_is_left_out(tmp_path):
    with open_if_named(None) as write:
        write("x")
    with open_if_named(tmp_path / "out") as write:
        write("x")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["x\n"]
